internal import CAVFence
internal import Glibc
internal import ScrimCore
internal import ScrimMasking

/// A video file being written by FFmpeg's libraries: owns their contexts. Used by one thread at a time.
@safe struct VideoWriter: ~Copyable, @unchecked Sendable {
  private let writer: OpaquePointer
  /// The recording that sound is copied from; -1 for none.
  private let sound: Int32
  private let path: BytePath

  /// What a file is made of.
  struct Plan {
    var kind: VideoFile.Kind
    /// Whether nothing that was written can be changed.
    var isPipe: Bool
    var layout: VideoLayout
    var tags: VideoTags
    var tick: FrameTime.Tick
    var rate: VideoTags.Fraction
    /// The first frame's place on the clock that the sound counts from.
    var start: Int64
  }

  /// Begins a file. The descriptor is open for reading and writing, stays its owner's and outlives this value; `wake` becomes
  /// readable when the run is to end, -1 for none.
  init(_ plan: Plan, descriptor: Int32, wake: Int32, path: BytePath) throws(SinkError) {
    var sound: Int32 = -1
    let kept = plan.kind.sound
    if let source = kept?.source.path { sound = try KeptSound.opened(source) }
    var output = avfence_output(
      container: plan.kind.container.fence, codec: plan.kind.codec?.fence ?? AVFENCE_PALETTES, descriptor: descriptor,
      wake: wake, is_pipe: plan.isPipe, layout: plan.layout.fence, tags: plan.tags.fence,
      tick: avfence_fraction(numerator: plan.tick.numerator, denominator: plan.tick.denominator),
      rate: avfence_fraction(numerator: plan.rate.numerator, denominator: plan.rate.denominator),
      quality: Int32(plan.kind.quality), sound_descriptor: sound,
      mutes_sound: kept?.treatment == .silencedWhereCovered, sound_ends_with_pictures: kept?.endsWithPictures ?? true,
      sound_origin: (kept?.source.origin ?? 0) + plan.start,
      sound_tick: avfence_fraction(
        numerator: kept?.source.tick.numerator ?? 1, denominator: kept?.source.tick.denominator ?? 1))
    var opened: OpaquePointer?, message = [CChar](repeating: 0, count: 160), number: Int32 = 0
    // The message has the room that the fence asks for.
    let status = unsafe avfence_writer_open(&output, &opened, &message, &number)
    guard status == AVFENCE_OK, let writer = unsafe opened else {
      if sound >= 0 { close(sound) }
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Self.error(status, words, number, path)
    }
    unsafe self.writer = writer
    self.sound = sound
    self.path = path
  }

  deinit {
    unsafe avfence_writer_close(writer)
    if sound >= 0 { close(sound) }
  }

  /// Encodes a frame and gives its time on the container's clock. Its samples are as many as the layout has; `isClear` says
  /// whether its time may be heard.
  mutating func write(
    _ samples: avfence_samples, time: Int64, duration: Int64, isClear: Bool
  ) throws(SinkError) -> Int64 {
    var stored: Int64 = 0
    // They are read within the call, or given away with it.
    try check(unsafe avfence_writer_write(writer, samples, time, duration, isClear, &stored))
    return stored
  }

  /// Writes the end of the file. What is no pipe has been decoded then: throws `.failed` where a frame cannot be.
  mutating func finish() throws(SinkError) {
    try check(unsafe avfence_writer_finish(writer))
  }

  /// [finished, no pipe] Reads the file again. Throws `.failed` where it has other frames or times than those that were
  /// written: a muxer's mistake must not pass for a recording.
  mutating func checkFile() throws(SinkError) {
    try check(unsafe avfence_writer_check(writer))
  }

  private func check(_ status: avfence_status) throws(SinkError) {
    guard status != AVFENCE_OK else { return }
    // The message is the writer's own, ended by a zero, and copied here.
    let words = unsafe String(cString: avfence_writer_message(writer))
    throw Self.error(status, words, unsafe avfence_writer_error_number(writer), path)
  }

  static func error(
    _ status: avfence_status, _ words: String, _ number: Int32, _ path: BytePath
  ) -> SinkError {
    switch status {
    case AVFENCE_SYSTEM: sinkError(number, path: path)
    case AVFENCE_INTERRUPTED: .interrupted
    case AVFENCE_OUT_OF_MEMORY: .failed(path: path, reason: systemReason(ENOMEM))
    case AVFENCE_UNSUPPORTED: .unsuitable(path: path, reason: words)
    default: .failed(path: path, reason: words)
    }
  }
}

extension VideoTags {
  var fence: avfence_tags {
    var tags = avfence_tags()
    tags.primaries = primaries
    tags.transfer = transfer
    tags.matrix = matrix
    tags.range = isFullRange.map { $0 ? 2 : 1 } ?? 0
    tags.chroma_place = chromaPlace
    tags.fields =
      switch firstField {
      case .upper: 1
      case .lower: 2
      case nil: 0
      }
    tags.pixel_aspect = avfence_fraction(
      numerator: pixelAspect?.numerator ?? 0, denominator: pixelAspect?.denominator ?? 1)
    // Both arrays of the fence have the room: the copies end with the shorter.
    unsafe withUnsafeMutableBytes(of: &tags.mastering) { target in
      unsafe mastering.withUnsafeBytes {
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(target.count)))
      }
    }
    tags.has_mastering = mastering.count == 10
    unsafe withUnsafeMutableBytes(of: &tags.light_level) { target in
      unsafe lightLevel.withUnsafeBytes {
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(target.count)))
      }
    }
    tags.has_light_level = lightLevel.count == 2
    return tags
  }
}
