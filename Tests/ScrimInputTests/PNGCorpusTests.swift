import Foundation
import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

private func bytes(of file: URL) throws -> [UInt8] { try Array(Data(contentsOf: file)) }

@Suite(.enabled(if: Corpus.isPresent, "the corpus of third-party files is not beside the checkout"))
struct `PNG files of others` {
  @Test func `every valid file of PngSuite has its published pixels, and again when it comes out`() throws {
    let files = Corpus.files("png/pngsuite", ending: "png").filter { !$0.lastPathComponent.hasPrefix("x") }
    #expect(files.count > 150)
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      let published = Corpus.root!.appendingPathComponent("png/pngsuite-expected/\(name).json")
      let samples = try bytes(of: published).split { !(48...57).contains($0) }.map {
        $0.reduce(0) { $0 * 10 + Int($1) - 48 }
      }
      let source = try decoded(try bytes(of: file))
      let factor = source.encoding.bitDepth == 16 ? 1 : 257
      #expect(source.rgba16.map(Int.init) == samples.map { $0 * factor }, "\(name)")
      let output = try decoded(try reencoded(try bytes(of: file)))
      #expect(output.rgba16 == source.rgba16, "\(name)")
      #expect(output.encoding.colourType == source.encoding.colourType, "\(name)")
      #expect(output.encoding.bitDepth == source.encoding.bitDepth, "\(name)")
    }
  }

  @Test func `every invalid file of PngSuite is refused`() throws {
    let files = Corpus.files("png/pngsuite", ending: "png").filter { $0.lastPathComponent.hasPrefix("x") }
    #expect(!files.isEmpty)
    for file in files {
      #expect(throws: InputError.self, "\(file.lastPathComponent)") { try decode(try bytes(of: file)) }
    }
  }

  @Test(arguments: ["libpng-testpngs", "image-png", "libavif", "pillow", "torchcodec", "metadata", "trailing-data"])
  func `valid files come out with their pixels and their colour, and nothing else`(folder: String) throws {
    let files = Corpus.files("png/\(folder)", ending: "png").filter { file in
      // A debug build takes its time over millions of pixels, which are all alike.
      (try? Data(contentsOf: file).count).map { $0 < 40_000 } ?? false
    }
    for file in files {
      let name = file.lastPathComponent
      let source = try decoded(try bytes(of: file))
      let result = try reencoded(try bytes(of: file))
      let output = try decoded(result)
      #expect(output.rgba16 == source.rgba16, "\(name)")
      let names = TestPNG.chunks(result).map(\.name)
      #expect(names.first == "IHDR" && names.last == "IEND", "\(name)")
      let allowed: Set = [
        "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "mDCV", "cLLI", "pHYs",
      ]
      #expect(Set(names).isSubset(of: allowed), "\(name)")
      for chunk in source.encoding.colourChunks
      where ["gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI"].contains(chunk.name) {
        #expect(output.encoding.colourChunks.contains(chunk), "\(name) \(chunk.name)")
      }
    }
  }

  @Test func `damaged files end in an error or in a picture, never in a crash`() throws {
    var decodable: [String] = []
    for file in Corpus.files("png/corrupt", ending: "png") {
      let name = file.lastPathComponent
      do { if try decode(try bytes(of: file)).size.width > 0 { decodable.append(name) } } catch is InputError {}
    }
    // What others refuse is refused.
    #expect(decodable.filter { $0.hasPrefix("x_") || $0.hasPrefix("broken") || $0.hasPrefix("truncated") } == [])
  }

  @Test func `fuzzers' findings with repaired checksums reach deeper and harm nothing`() throws {
    guard let folder = Corpus.root?.appendingPathComponent("png/corrupt/image-png-fuzz") else { return }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 100)
    for file in files {
      let original = try bytes(of: file)
      guard original.count > 8 else { continue }
      let repaired = TestPNG.chunks(original).reduce(Array(original.prefix(8))) {
        $0 + ($1.name.isEmpty ? $1.data : TestPNG.chunk($1.name, $1.data))
      }
      do { _ = try reencoded(repaired) } catch is InputError {}
    }
  }

  @Test func `animations are refused by name`() throws {
    // Only still pictures here: one frame that is the default image.
    let still: Set = ["single_frame.png"]
    for file in Corpus.files("png/apng", ending: "png") where !still.contains(file.lastPathComponent) {
      do {
        _ = try decode(try bytes(of: file))
        Issue.record("\(file.lastPathComponent) was cut to its still picture")
      } catch InputError.unsupported {
      }
    }
  }

  @Test func `a JPEG called PNG is named as what it is`() throws {
    for file in Corpus.files("png/misnamed", ending: "png") {
      #expect(throws: InputError.undecodable(name: "test.png", reason: "it is a JPEG picture, not a PNG picture")) {
        try decode(try bytes(of: file))
      }
    }
  }
}
