import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimViews
import Testing

/// A video's frame is shown under its own number only: that is how its views are known.
///
/// In each frame something coloured lies in another cell, and the views of that frame hide the cell. So a frame that is
/// shown under another number shows the colour.
@Suite(.enabled(if: FFmpegTool.isPresent)) struct FrameNumberTests {
  let clip = NumberedClip()
  private var folder: TemporaryFolder { clip.folder }

  @Test(arguments: ["mkv", "mp4", "mov", "ts", "flv", "avi", "nut"]) func `what is whole is shown whole`(kind: String)
    throws
  {
    try clip.encode(to: "in.\(kind)")
    let result = try clip.redacted("in.\(kind)")
    #expect(result.frames == NumberedClip.count && result.failed == 0 && result.leaks.isEmpty)
  }

  @Test(arguments: [0, 1]) func `trees that are numbered from 1 are not those of frames from 0`(first: Int) throws {
    try clip.encode(to: "in.mkv")
    for number in 0..<NumberedClip.count {
      let cell = NumberedClip.cell(number), box = "[\(cell.x),\(cell.y)][\(cell.x + 32),\(cell.y + 24)]"
      let tree = """
        <hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][160,96]">\
        <node class="android.widget.EditText" password="true" bounds="\(box)"/></node></hierarchy>
        """
      try folder.write("trees/t\(number + first).xml", Array(tree.utf8))
    }
    func run() throws {
      try folder.redacted("in.mkv", to: "out.mkv", rules: "return {}") {
        $0.views.location = .path(folder.file("trees"))
        $0.start = first
      }
    }
    if first == 0 { return try run() }
    #expect(throws: RunError.self) { try run() }
    #expect(try !folder.names().contains("out.mkv"))
  }

  /// As DivX and XviD write B frames to AVIs: two in a packet, then an empty one, which looks like a picture without changes.
  @Test func `packets with two pictures are refused`() throws {
    try clip.encode(to: "in.avi", "-c:v libxvid -bf 2 -g 12 -q:v 2")
    let error = #expect(throws: RunError.self) {
      try folder.redacted("in.avi", to: "out.mkv", rules: "return {}") { $0.views.location = .none }
    }
    guard case .input(.unsupported(name: _, let reason)) = error else { throw error! }
    #expect(reason.contains("in one packet"))
    #expect(try !folder.names().contains("out.mkv"))
  }

  @Test func `a clock that begins anew gives no frame twice`() throws {
    try clip.encode(0..<15, to: "a.mkv")
    try clip.encode(15..<NumberedClip.count, to: "b.mkv")
    try folder.write("in.mkv", folder.read("a.mkv") + folder.read("b.mkv"))
    let result = try clip.redacted("in.mkv")
    #expect(result.frames == NumberedClip.count && result.failed < NumberedClip.count && result.leaks.isEmpty)
  }

  @Test(arguments: [
    "pts=DTS", "pts='if(eq(N,20),PTS-400,PTS)':dts='if(eq(N,20),DTS-400,DTS)'", "pts='if(eq(N,20),PTS+400,PTS)'",
    "pts='if(gt(N,30),PTS-1000,PTS)':dts='if(gt(N,30),DTS-1000,DTS)'",
  ]) func `times that contradict the order of frames give no frame another number`(times: String) throws {
    try clip.encode(to: "whole.mkv")
    try FFmpegTool.run(
      "-copyts -i whole.mkv -c copy -bsf:v setts=\(times) -avoid_negative_ts disabled -max_interleave_delta 0 in.mkv",
      in: folder)
    let result = try clip.redacted("in.mkv")
    #expect(result.frames == NumberedClip.count && result.leaks.isEmpty)
  }

  @Test(arguments: [
    ("flv", NumberedClip.x264), ("ts", NumberedClip.x264), ("nut", NumberedClip.x264),
    ("avi", "-c:v mpeg4 -bf 2 -g 12 -q:v 2"), ("avi", "-c:v utvideo"),
    ("m2v", "-c:v mpeg2video -bf 2 -g 12 -q:v 2"),
    ("mjpeg", "-c:v mjpeg -q:v 2 -pix_fmt yuvj420p"),
  ]) func `behind bytes that are gone or overwritten no frame has another number`(kind: String, codec: String) throws {
    try clip.encode(to: "whole.\(kind)", codec)
    let bytes = try folder.read("whole.\(kind)")
    for part in [1, 3, 5] {
      let place = bytes.count * part / 7, count = kind == "ts" ? 188 * 5 : bytes.count / 20
      try folder.write("gone.\(kind)", Array(bytes[..<place] + bytes[(place + count)...]))
      try folder.write(
        "zero.\(kind)", Array(bytes[..<place]) + [UInt8](repeating: 0, count: count) + bytes[(place + count)...])
      for name in ["gone", "zero"] { #expect(try clip.redacted("\(name).\(kind)").leaks == [], "\(name) at \(place)") }
    }
  }

  /// Where boxes of a name begin.
  private func boxes(_ name: String, in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: Array(name.utf8)) }.map { $0 - 4 }
  }

  /// Fragments of a live stream: one that was lost, and two that came in another order.
  @Test(arguments: [([0, 1, 3, 4], 12), ([0, 2, 3, 4], 12), ([0, 1, 3, 2, 4], 0), ([0, 1, 2, 3, 4], 0)])
  func `fragments that do not follow each other give no frame another number`(order: [Int], missing: Int) throws {
    try clip.encode(to: "whole.mp4", NumberedClip.x264 + " -movflags frag_keyframe+empty_moov+default_base_moof")
    let bytes = try folder.read("whole.mp4")
    let starts = boxes("moof", in: bytes), ends = starts.dropFirst() + boxes("mfra", in: bytes)
    try #require(starts.count == 5)
    let parts = zip(starts, ends).map { Array(bytes[$0..<$1]) }
    try folder.write("in.mp4", bytes[..<starts[0]] + order.flatMap { parts[$0] })
    try folder.feed("pipe", with: bytes[..<starts[0]] + order.flatMap { parts[$0] })
    for name in ["in.mp4", "pipe"] {
      let result = try clip.redacted(name, last: NumberedClip.count - missing)
      #expect(result.frames > 0 && result.leaks == [], "\(name)")
      #expect((result.failed == 0) == (order == [0, 1, 2, 3, 4]), "\(name)")
    }
  }

  /// A fragment is missing, and the media of the next one stand before their header.
  @Test func `media before their header are missed with the fragment before them`() throws {
    try clip.encode(to: "whole.mp4", NumberedClip.x264 + " -movflags frag_keyframe+empty_moov+default_base_moof")
    let bytes = try folder.read("whole.mp4")
    let headers = boxes("moof", in: bytes), media = boxes("mdat", in: bytes)
    try #require(headers.count == 5 && media.count == 5)
    var header = Array(bytes[headers[2]..<media[2]])
    let turned = Array(bytes[media[2]..<headers[3]])
    // The list of samples says how far behind the header's beginning the first one stands (ISO 14496-12, 8.8.8).
    let list = try #require(header.indices.first { header[$0...].starts(with: Array("trun".utf8)) })
    let offset = Int32(8 - turned.count)
    for place in 0..<4 { header[list + 12 + place] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * place)) }
    try folder.write("in.mp4", bytes[..<headers[1]] + turned + header + bytes[headers[3]...])
    let result = try clip.redacted("in.mp4", last: NumberedClip.count - 12)
    #expect(result.frames > 0 && result.failed > 0 && result.leaks == [])
  }

  @Test func `behind damage in a file with an index every frame comes once`() throws {
    try clip.encode(to: "whole.mp4", NumberedClip.x264 + " -movflags faststart")
    let bytes = try folder.read("whole.mp4")
    for part in 4..<9 {
      var hurt = bytes
      for place in 0..<600 { hurt[bytes.count * part / 10 + place] = 0 }
      try folder.write("in.mp4", hurt)
      let result = try clip.redacted("in.mp4")
      #expect(result.frames == NumberedClip.count && result.failed > 0 && result.leaks.isEmpty, "\(part)")
    }
  }

  /// What cannot be decoded before the first key frame is presented by nobody, and counts for nobody.
  @Test(arguments: [("libx264", "-x264-params open-gop=1"), ("libx265", "-x265-params log-level=none")])
  func `a recording that was cut counts from the first frame that is presented`(codec: String, more: String) throws {
    try clip.encode(-24..<NumberedClip.count, to: "whole.ts", "-c:v \(codec) -preset fast -g 24 -bf 3 -crf 10 \(more)")
    try FFmpegTool.run("-ss 0.96 -i whole.ts -c copy cut.mkv", in: folder)
    let presented = try FFmpegTool.probe("-select_streams v -show_entries frame=pict_type", of: "cut.mkv", in: folder)
      .count
    let result = try clip.redacted("cut.mkv", first: NumberedClip.count - presented)
    #expect(result.frames == presented && result.leaks.isEmpty)
  }

  @Test(arguments: ["mkv", "flv", "avi"]) func `frames before a break are not taken for those that are gone`(
    kind: String
  ) throws {
    try clip.encode(to: "whole.\(kind)")
    let bytes = try folder.read("whole.\(kind)")
    for part in stride(from: 3, to: 20, by: 3) {
      try folder.write("in.\(kind)", Array(bytes[..<(bytes.count * part / 20)]))
      #expect(try clip.redacted("in.\(kind)").leaks == [], "\(part)")
    }
  }

  @Test(arguments: [Int64.min + 1, 1 << 62]) func `a time that is out of all bounds ends nothing`(time: Int64) throws {
    try clip.encode(to: "in.ivf", "-c:v libvpx -auto-alt-ref 0 -lag-in-frames 0")
    var bytes = try folder.read("in.ivf")
    // Each frame's header is its size and its time (four and eight bytes); the file's has 32.
    let size = (0..<4).reduce(0) { $0 | Int(bytes[32 + $1]) << (8 * $1) }, place = 32 + 12 + size + 4
    for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: time >> Int64(8 * byte)) }
    try folder.write("in.ivf", bytes)
    let result = try clip.redacted("in.ivf")
    #expect(result.frames == NumberedClip.count && result.failed > 0 && result.leaks.isEmpty)
  }

  /// As in a recording that was cut, its group is none that players show: which frame is the first, nobody knows.
  @Test(arguments: ["mp4", "mkv", "ts", "flv"]) func `with its first key frame a recording loses its count`(
    kind: String
  ) throws {
    try clip.encode(to: "in.\(kind)")
    var bytes = try folder.read("in.\(kind)")
    // The first key picture's unit (ITU-T H.264, 7.3.1), which becomes one of another kind.
    let unit = try #require(bytes.firstRange(of: [0x65, 0x88] as [UInt8]))
    bytes[unit.lowerBound] = 0x61
    try folder.write("in.\(kind)", bytes)
    #expect(try clip.redacted("in.\(kind)", byTime: true).leaks == [])
  }

  @Test(arguments: [1, 3, 4, 6]) func `a transport stream that lost a packet at its beginning is not taken for whole`(
    place: Int
  ) throws {
    try clip.encode(to: "whole.ts")
    let bytes = try folder.read("whole.ts")
    let packets = stride(from: 0, to: bytes.count, by: 188).filter { bytes[$0 + 1] & 0x1f == 1 && bytes[$0 + 2] == 0 }
    let lost = packets[place]
    try folder.write("in.ts", Array(bytes[..<lost] + bytes[(lost + 188)...]))
    let result = try clip.redacted("in.ts", byTime: true)
    #expect(result.leaks.isEmpty && (result.frames == 0 || result.failed > 0))
  }

  /// The index gives a picture the bytes of the next one as well: those behind begin a picture later. Between the two, writers
  /// may have put filling.
  @Test(arguments: ["mjpeg -q:v 2", "png"], [[], [0], [0xff]] as [[UInt8]])
  func `a size that takes in the next picture is noticed`(codec: String, filling: [UInt8]) throws {
    try clip.encode(to: "in.mov", "-c:v \(codec) -movflags faststart")
    var bytes = try folder.read("in.mov")
    // ISO 14496-12, sections 8.7.3.2 and 8.7.5.2: version, one size for all, count, then sizes of four bytes; places of chunks.
    func place(_ name: String, _ offset: Int) throws -> Int {
      try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound + offset
    }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func set(_ place: Int, _ number: Int) {
      bytes.replaceSubrange(place..<place + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }
    let sizes = try place("stsz", 16), chunks = try place("stco", 8)
    // The packet's last byte, and the next one's first: packets lie one behind the other in each chunk.
    let packets = try FFmpegTool.probe("-show_entries packet=size,pos", of: "in.mov", in: folder).map {
      $0.map { Int($0)! }
    }
    #expect(packets[11][1] == packets[10][1] + packets[10][0])
    let between = packets[11][1]
    bytes.insert(contentsOf: filling, at: between)
    for chunk in 0..<number(chunks - 4) where number(chunks + 4 * chunk) >= between {
      set(chunks + 4 * chunk, number(chunks + 4 * chunk) + filling.count)
    }
    set(sizes + 40, number(sizes + 40) + filling.count + number(sizes + 44))
    try folder.write("in.mov", bytes)
    let result = try clip.redacted("in.mov")
    #expect(result.frames > 0 && result.failed > 0 && result.leaks == [])
  }

  /// Memory of pictures is used again.
  @Test(arguments: [
    ("-c:v ffv1 -level 3 -slices 4 -slicecrc 1", [0, 1, 5]),
    ("-c:v ffv1 -level 3 -slices 4 -slicecrc 1 -g 12", [0, 1, 5]),
    ("-c:v ffv1 -level 1", [0]), ("-c:v mjpeg -q:v 2 -pix_fmt yuvj420p", [0]),
  ]) func `what a decoder leaves out of a picture is no earlier picture`(codec: String, tenths: [Int]) throws {
    try clip.encode(to: "in.avi", codec)
    let packets = try FFmpegTool.probe("-show_entries packet=size,pos", of: "in.avi", in: folder).map {
      $0.map { Int($0)! }
    }
    for part in tenths {
      var bytes = try folder.read("in.avi")
      for number in [20, 33] {
        let packet = packets[number][1]..<packets[number][1] + packets[number][0]
        // In a picture of JPEG the mark is enough behind which its samples stand (ITU-T T.81, B.2.3).
        if codec.contains("mjpeg") {
          let scan = try #require(bytes[packet].firstRange(of: [0xff, 0xda] as [UInt8]))
          bytes[scan.lowerBound + 1] = 0xea
        } else {
          for place in packet.dropFirst(packet.count * part / 10) { bytes[place] = 0 }
        }
      }
      try folder.write("hurt.avi", bytes)
      let result = try clip.redacted("hurt.avi")
      #expect(result.frames == NumberedClip.count && result.leaks.isEmpty, "\(part)")
      #expect(tenths.count == 1 || result.failed > 0, "\(part)")
    }
  }
}
