import Foundation
@_spi(RawPixels) import ScrimCore
import ScrimInput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimViews

/// A Y4M stream in memory, of seeded noise that no frame has in common with the one before.
struct Clip {
  var size = PixelSize(width: 96, height: 64)
  var sampling = "420mpeg2"
  var rate = "30000:1001"
  var frames = 24

  /// Bytes of a frame's planes.
  var frameBytes: Int {
    let (width, height) = (size.width, size.height)
    let chroma =
      switch sampling {
      case "444": width * height
      case "422": (width + 1) / 2 * height
      default: (width + 1) / 2 * ((height + 1) / 2)
      }
    return width * height + 2 * chroma
  }

  var bytes: [UInt8] {
    var numbers = SeededNumbers(seed: 7)
    let noise = (0..<frameBytes).map { _ in UInt8.random(in: 60...180, using: &numbers) }
    var bytes = Array("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate) Ip A1:1 C\(sampling)\n".utf8)
    for frame in 0..<frames {
      let start = 977 * frame % noise.count
      bytes += Array("FRAME\n".utf8) + noise[start...] + noise[..<start]
    }
    return bytes
  }
}

/// Where masks lie in these tests: on even and on odd places.
let maskRect = PixelRect(left: 11, top: 13, right: 42, bottom: 36)

/// Rules that hide `maskRect` in one gray.
let regionRules = """
  return {
    style = { style = "solid", color = "#808080" },
    hide = { { region = { x = 11, y = 13, width = 31, height = 23 } } },
  }
  """

/// Notes what a run tells.
final class Silence: RunObserver {
  func leavesOut(sound: Bool, beside: [String: Int]) {}
  func began(total: Int?) {}
  func finished(_ outcome: FrameOutcome) {}
  func logged(_ line: String) {}
}

extension TemporaryFolder {
  func file(_ name: String) -> BytePath { BytePath("\(path)/\(name)") }

  /// Redacts one file of the folder into another.
  @discardableResult func redacted(
    _ input: String, to output: String, rules: String = regionRules, control: RunControl = RunControl(),
    _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws -> RunSummary {
    let rulesPath = try write("rules.lua", Array(rules.utf8))
    var request = RedactionRequest(
      input: InputRequest(path: file(input)), output: .path(file(output)), views: ViewsRequest(location: .none),
      rules: [try RulesFile(argument: BytePath(rulesPath))])
    request.jobs = 2
    change(&request)
    return try redact(request, observer: Silence(), control: control)
  }

  /// All frames of a file, decoded; nil for one that cannot be.
  func frames(of name: String) throws -> [Frame] {
    let source = try openInput(InputRequest(path: file(name)))
    var frames: [Frame] = []
    while let ticket = try source.next() {
      var frame = Frame(identity: ticket.identity, size: PixelSize(width: 0, height: 0), format: nil)
      do {
        let raw = try ticket.decode()
        frame.size = raw.size
        frame.format = raw.format
        // The bytes are copied within the call.
        frame.bytes = unsafe raw.pixels.withBytes { unsafe Array($0) }
      } catch {}
      frames.append(frame)
    }
    return frames
  }
}

/// A decoded frame as plain numbers.
struct Frame {
  var identity: FrameIdentity
  var size: PixelSize
  var format: PixelFormat?
  var bytes: [UInt8] = []

  /// Luma at a place, for 8 bits.
  func luma(_ x: Int, _ y: Int) -> Int { Int(bytes[y * size.width + x]) }
}

/// A PNG file of one gray.
func grayPNG(width: Int, height: Int, value: UInt8) -> [UInt8] {
  TestPNG(
    width: width, height: height, colourType: 0, bitDepth: 8,
    samples: Array(repeating: UInt16(value), count: width * height)
  ).bytes
}

extension TemporaryFolder {
  /// Makes a pipe, and a thread that writes bytes into it once somebody reads.
  func feed(_ name: String, with bytes: [UInt8]) throws {
    let pipe = file(name)
    guard unsafe pipe.withCString({ unsafe mkfifo($0, 0o600) }) == 0 else { throw POSIXError(.EIO) }
    let thread = Thread {
      let writer = unsafe pipe.withCString { unsafe open($0, O_WRONLY) }
      let handle = FileHandle(fileDescriptor: writer, closeOnDealloc: true)
      try? handle.write(contentsOf: Data(bytes))
    }
    thread.start()
  }
}

extension TemporaryFolder {
  /// Makes a pipe, runs a body that writes into it, and keeps what comes out as a file.
  func drained(_ pipe: String, to name: String, _ body: () throws -> Void) throws {
    let place = file(pipe)
    guard unsafe place.withCString({ unsafe mkfifo($0, 0o600) }) == 0 else { throw POSIXError(.EIO) }
    let target = "\(path)/\(name)", source = "\(path)/\(pipe)"
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let bytes = try? FileHandle(forReadingFrom: URL(fileURLWithPath: source)).readToEnd()
      _ = FileManager.default.createFile(atPath: target, contents: bytes ?? Data())
      isDone.signal()
    }
    thread.start()
    try body()
    isDone.wait()
  }
}

extension [UInt8] {
  /// In an ISO file that ends with its index, makes the first box of each kind in it longer: each lies in the one before. Gives
  /// the place of the index.
  @discardableResult mutating func lengthenBoxes(_ path: [String], by count: Int) throws -> Int {
    guard let index = lastRange(of: Array(path[0].utf8))?.lowerBound else { throw POSIXError(.EINVAL) }
    for kind in path {
      guard let size = self[index...].firstRange(of: Array(kind.utf8)).map({ $0.lowerBound - 4 }) else {
        throw POSIXError(.EINVAL)
      }
      let longer = self[size..<size + 4].reduce(0) { $0 << 8 | Int($1) } + count
      replaceSubrange(size..<size + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: longer >> $0) })
    }
    return index
  }
}
