import Foundation
import ScrimCore
import ScrimInput
import ScrimTestSupport
import Testing

@Suite struct `A sequence of PNG files` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func picture(_ width: Int) -> [UInt8] {
    TestPNG.noise(width: width, height: 3, colourType: 2, bitDepth: 8, seed: UInt64(width)).bytes
  }

  /// Frames of the given widths; 0 is one that cannot be decoded.
  private func open(_ widths: [Int]) throws -> any FrameSource {
    for (number, width) in widths.enumerated() {
      try folder.write("f\(number + 5).png", width == 0 ? Array(picture(9).prefix(60)) : picture(width))
    }
    return try openInput(InputRequest(path: BytePath(folder.path)))
  }

  @Test func `tickets come in order, with size and fingerprint, and decode in any order`() throws {
    let source = try open([4, 6, 5])
    var tickets: [FrameTicket] = []
    while let ticket = try source.next() { tickets.append(ticket) }
    #expect(source.count == 3 && !source.isStream)
    #expect(tickets.map(\.identity.index) == [5, 6, 7])
    #expect(tickets.map(\.announcedSize?.width) == [4, 6, 5])
    let prints = tickets.map { $0.fingerprint() }
    #expect(Set(prints).count == 3 && prints == tickets.map { $0.fingerprint() })
    // Whoever guesses what a picture shows cannot tell by its fingerprint whether it is right.
    #expect(Set(prints).isDisjoint(with: [4, 6, 5].map { sha256(picture($0)) }))
    for ticket in tickets.reversed() {
      let frame = try ticket.decode()
      #expect(frame.identity == ticket.identity)
      #expect(frame.size == ticket.announcedSize)
    }
    #expect(try source.next() == nil)
  }

  @Test(
    arguments: [
      ([4, 0, 6], 6, 4), ([0, 0, 6], 5, 6), ([4, 0, 0, 0, 7], 7, 4), ([4, 0, 0, 0, 7], 8, 7), ([0, 0, 0], 6, nil),
      ([0], 5, nil),
    ] as [([Int], Int, Int?)])
  func `a broken frame takes the size of the nearest that decodes, of two the earlier`(
    widths: [Int], index: Int, width: Int?
  ) throws {
    let source = try open(widths)
    #expect(source.sizeOfNearestDecodable(to: index)?.width == width)
    // Asked again, after all tickets were tried, it is the same.
    while let ticket = try source.next() { _ = try? ticket.decode().size }
    #expect(source.sizeOfNearestDecodable(to: index)?.width == width)
  }

  @Test func `a size beyond the limit is not announced`() throws {
    try folder.write("a.png", picture(40))
    let source = try openInput(InputRequest(path: BytePath("\(folder.path)/a.png"), pixelLimit: 119))
    let ticket = try #require(try source.next())
    #expect(ticket.announcedSize == nil)
    #expect(throws: InputError.tooLarge(name: "a.png", size: PixelSize(width: 40, height: 3), limit: 119)) {
      try ticket.decode().size
    }
  }

  @Test func `one file is frame 0 under its own name`() throws {
    let source = try openInput(InputRequest(path: BytePath(try folder.write("shot 12.png", picture(4)))))
    #expect(source.identities == [FrameIdentity(index: 0, name: "shot 12.png")])
  }

  @Test func `one file that is no picture is an error at once, with what it is`() throws {
    let path = BytePath(try folder.write("shot.png", Array("GIF89a".utf8)))
    #expect(
      throws: InputError.undecodable(
        name: "shot.png", reason: "it begins as a GIF picture does, and cannot be read as one")
    ) {
      try openInput(InputRequest(path: path))
    }
  }

  @Test func `files that change or go while the run lasts fail alone`() throws {
    let source = try open([4, 6])
    try FileManager.default.removeItem(atPath: "\(folder.path)/f5.png")
    try folder.write("f6.png", [])
    let first = try #require(try source.next())
    let second = try #require(try source.next())
    #expect(throws: InputError.self) { try first.decode().size }
    #expect(throws: InputError.undecodable(name: "f6.png", reason: "the file is empty")) { try second.decode().size }
    #expect(first.fingerprint() == nil)
  }
}
