internal import Foundation
internal import ScrimCore
@testable internal import ScrimInput
internal import ScrimTestSupport

/// The decoder of PNG files, behind checksums that are repaired: few mutations get past them otherwise.
struct PictureFuzzing: FuzzTarget {
  let name = "png"
  let mutation = Mutation.bytes

  /// Pixels: what takes more memory is refused before.
  private static let limit = 1 << 20

  func seeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (colourType, depth) in [(0, 1), (0, 16), (2, 8), (3, 4), (4, 8), (6, 16)] {
      for interlaced in [false, true] {
        seeds.append(
          TestPNG.noise(
            width: 9, height: 7, colourType: colourType, bitDepth: depth, transparent: colourType < 4,
            interlaced: interlaced, seed: 5
          ).bytes)
      }
    }
    let others = Corpus.files("png", ending: "png").compactMap { try? Array(Data(contentsOf: $0)) }
    return seeds + others.filter { $0.count < 4 << 10 }
  }

  func run(_ bytes: [UInt8]) {
    check(bytes)
    if let repaired = repaired(bytes), repaired != bytes { check(repaired) }
  }

  private func check(_ bytes: [UInt8]) {
    guard let size = size(of: bytes) else { return }
    let header = try? unsafe bytes.withUnsafeBytes { unsafe try PNGHeader($0, name: "fuzz") }
    demand(
      size == header?.size || size == header.map { PixelSize(width: $0.size.height, height: $0.size.width) },
      "a picture has the size that its header tells, or that turned")
    demand(size.width * size.height <= Self.limit, "a picture is within the limit")
    // Without its end it is none.
    guard let end = endOfPixels(bytes) else { return demand(false, "a picture that is decoded has an end") }
    demand(self.size(of: Array(bytes[..<(fingerprint(bytes) % end)])) == nil, "a picture that is cut off is refused")
  }

  /// The size of the decoded frame; nil where it is refused.
  private func size(of bytes: [UInt8]) -> PixelSize? {
    // The bytes outlive the call.
    unsafe bytes.withUnsafeBytes { bytes in
      (try? unsafe decodePNG(bytes, identity: FrameIdentity(index: 0), name: "fuzz", pixelLimit: Self.limit))?.size
    }
  }

  /// The same chunks, each with the checksum of its data; nil where there is none.
  private func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 8 else { return nil }
    var file = PNGHeader.signature
    for (name, data) in TestPNG.chunks(bytes) { file += name.isEmpty ? data : chunk(name, data, of: bytes) }
    return file
  }

  /// As it is, where its name is no text.
  private func chunk(_ name: String, _ data: [UInt8], of bytes: [UInt8]) -> [UInt8] {
    name.utf8.count == 4 ? TestPNG.chunk(name, data) : []
  }

  /// Where the first IEND chunk's name begins.
  private func endOfPixels(_ bytes: [UInt8]) -> Int? {
    var offset = 8
    while offset + 8 <= bytes.count {
      if bytes[(offset + 4)..<(offset + 8)].elementsEqual("IEND".utf8) { return offset + 4 }
      offset += 12 + bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }
}
