import CAVFence
import Glibc
import ScrimTestSupport

/// A video that the fence has written into a file without a name, whose bytes can be changed before they are checked.
@safe final class WrittenVideo {
  struct Plan {
    var container = AVFENCE_MP4
    var codec = AVFENCE_H264
    var quality: Int32 = 12
    var width: Int32 = 64
    /// One for each frame: when it is shown, and which noise it is.
    var frames = (0..<12).map { (time: Int64($0), noise: $0) }
    var ticksPerSecond: Int32 = 25
    /// Whether the writer gets the samples to keep; else they are lent.
    var givesSamples = false
  }

  struct Failure: Error {
    var message: String
  }

  let descriptor: Int32
  private let writer: OpaquePointer
  /// Each picture begins at another place of it.
  private static let noise = {
    var numbers = SeededNumbers(seed: 3)
    return (0..<20_000).map { _ in UInt8.random(in: 60...180, using: &numbers) }
  }()

  /// Writes and finishes a video.
  init(_ plan: Plan) throws {
    var path = "/tmp/scrim-fence-XXXXXX".utf8CString.map { $0 }
    // The template ends with a zero; the system writes the name into it, which then goes.
    descriptor = unsafe mkstemp(&path)
    unsafe unlink(path)
    var output = avfence_output()
    output.wake = -1
    output.container = plan.container
    output.codec = plan.codec
    output.descriptor = descriptor
    output.layout = avfence_layout(model: AVFENCE_420, bit_depth: 8, width: plan.width, height: 48)
    output.tick = avfence_fraction(numerator: 1, denominator: plan.ticksPerSecond)
    output.rate = avfence_fraction(numerator: plan.ticksPerSecond, denominator: 1)
    output.quality = plan.quality
    output.sound_descriptor = -1
    output.tags.primaries = 2
    output.tags.transfer = 2
    output.tags.matrix = 2
    var opened: OpaquePointer?, message = [CChar](repeating: 0, count: 160), number: Int32 = 0
    // The message has the room that the fence asks for.
    guard unsafe avfence_writer_open(&output, &opened, &message, &number) == AVFENCE_OK, let writer = unsafe opened
    else {
      close(descriptor)
      throw Failure(message: "the writer cannot be opened")
    }
    unsafe self.writer = writer
    for frame in plan.frames {
      var stored: Int64 = 0
      let count = Int(plan.width + (plan.width + 1) / 2) * 48
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: malloc(count), count: count)
      unsafe bytes.copyBytes(from: Self.noise[(137 * frame.noise)...].prefix(count))
      let samples = unsafe avfence_samples(bytes: bytes.baseAddress, count: count, is_given: plan.givesSamples)
      let status = unsafe avfence_writer_write(writer, samples, frame.time, 1, true, &stored)
      // Those that were given are the writer's now.
      if !plan.givesSamples { unsafe free(bytes.baseAddress) }
      guard status == AVFENCE_OK else { throw Failure(message: self.message) }
    }
    guard unsafe avfence_writer_finish(writer) == AVFENCE_OK else { throw Failure(message: self.message) }
  }

  deinit {
    unsafe avfence_writer_close(writer)
    close(descriptor)
  }

  /// Nil where the file is what was written; else the words for what is wrong.
  func problem() -> String? {
    let status = unsafe avfence_writer_check(writer)
    return status == AVFENCE_OK ? nil : "\(message)"
  }

  /// The writer's own, ended by a zero, and copied here.
  private var message: String { unsafe String(cString: avfence_writer_message(writer)) }

  var bytes: [UInt8] {
    get {
      var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
      // The array has the room.
      _ = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
      return bytes
    }
    set {
      ftruncate(descriptor, 0)
      // The bytes are read within the call.
      _ = unsafe newValue.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
  }

  /// Where a box of an ISO file has its content (ISO 14496-12, section 4.2), found by its type.
  func content(of type: String) throws -> Range<Int> {
    let bytes = bytes, type = Array(type.utf8)
    guard let place = (4..<bytes.count - 4).first(where: { bytes[$0] == type[0] && bytes[$0...].starts(with: type) })
    else {
      throw Failure(message: "there is no such box")
    }
    let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return place + 4..<place - 4 + size
  }
}
