import ScrimTestSupport
import Testing

/// The program between others, in pipes of the shell.
@Suite(.enabled(if: program != nil, "the program is not built beside the tests"))
struct PipeTests {
  /// A shell's beginning: a folder of its own, two pipes, and functions that print a stream's parts.
  private static let begin = #"""
    cd "$(mktemp -d)" && mkfifo s v || exit 99
    header() { printf 'YUV4MPEG2 W2 H2 F30:1\n'; }
    frame() { printf 'FRAME\n123456'; }
    views() { printf '{"scrim":"views","version":1,"space":"pixels","size":[2,2],"scale":1}\n'; }
    snapshot() { printf '{"record":"snapshot","frame":%d,"windows":[{"type":"Window","bounds":[0,0,2,2]}]}\n' "$1"; }
    frames() { grep -c FRAME "$1"; }

    """#
  private static let end = #"""

    rm -r "$PWD"
    """#

  private func run(_ script: String) throws -> (output: String, code: Int32) {
    try shell(Self.begin + script + Self.end)
  }

  /// A file on standard input can be gone back in, so its sound can be had; what is called `-` in the folder is another one.
  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not there"))
  func `sound of a file on standard input is its own`() throws {
    let ended = try run(
      #"""
      make() { ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -f lavfi -i "sine=duration=1" "$@"; }
      make -c:v libx264 -c:a aac in.mp4 && ffmpeg -v error -f lavfi -i sine=duration=1 -c:a flac -f matroska ./-
      echo 'return {}' > r.lua
      "$SCRIM" redact - --views none --rules r.lua --audio keep --quiet --output out.mp4 < in.mp4 || exit
      ffprobe -v error -select_streams a -show_entries stream=codec_name -of csv=p=0 out.mp4
      """#)
    #expect(ended.code == 0 && ended.output == "aac\n")
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not there"))
  func `the line of the readme works as it stands`() throws {
    let readme = try #require(contents(of: "\(packageFolder)/README.md"))
    let line = try #require(
      readme.split(separator: "\n").first { $0.contains("| scrim redact - ") && $0.contains("in.mp4") })
    let found = try run(
      #"""
      PATH="$(dirname "$SCRIM"):$PATH"
      ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=30 -frames:v 40 -pix_fmt yuv420p in.mp4
      echo 'return { style = { style = "solid", color = "#000000" }, hide = { { "#pin" } } }' > bank.lua
      { printf '{"scrim":"views","version":1,"space":"pixels","size":[64,48],"scale":1}\n'
        for i in $(seq 0 39); do
          printf '{"record":"snapshot","frame":%d,"windows":[{"type":"Window","bounds":[0,0,64,48],"children":[' $i
          printf '{"type":"Label","id":"pin","bounds":[16,16,32,16]}]}]}\n'
        done; } > views.jsonl
      (\#(line)) 2>/dev/null
      # The middle of the mask in each frame, and how many are black.
      ffmpeg -v error -i out.mp4 -vf format=gray,crop=2:2:32:24,format=rgb24 -f rawvideo - | od -An -v -tu1 -w12 |
        awk '{ dark = 1; for (i = 1; i <= NF; i++) if ($i > 24) dark = 0; n++; sum += dark } END { print n, sum }'
      """#)
    #expect(found.output == "40 40\n")
  }

  @Test func `frames and views come on two pipes, the views as a name or as a descriptor`() throws {
    for views in ["v", "fd:3"] {
      let found = try run(
        """
        { views; for i in 0 1 2 3; do snapshot $i; done; } > v &
        { header; for i in 0 1 2 3; do frame; done; } > s &
        "$SCRIM" redact s --views \(views) --output - \(views == "v" ? "" : "3< v") 2>&1 > o
        code=$?; frames o; (exit $code) && echo all
        """)
      #expect(found.output == "scrim: 4 frames, 4 untouched; written to standard output\n4\nall\n")
    }
  }

  @Test func `views on standard input`() throws {
    let found = try run(
      """
      { header; frame; frame; } > s &
      { views; snapshot 0; snapshot 1; } | "$SCRIM" redact s --views - --output o.y4m 2>/dev/null && frames o.y4m
      """)
    #expect(found.output == "2\n")
  }

  @Test func `a writer of views that is killed covers what is behind`() throws {
    let found = try run(
      """
      { views; for i in 0 1 2; do snapshot $i; done; exec sleep 600; } > v & writer=$!
      "$SCRIM" redact s --views v --output o.y4m --report r < /dev/null 2>/dev/null & run=$!
      exec 4> s; { header; for i in 0 1 2; do frame; done; } >&4
      until [ "$(ls -l /proc/$writer/exe 2>/dev/null | grep -c sleep)" = 1 ]; do sleep 0.05; done
      kill -9 $writer; { frame; frame; } >&4; exec 4>&-
      wait $run; echo $?; grep -c '"status":"untouched"' r; grep -c 'the stream of views has ended' r
      """)
    #expect(found.output == "1\n3\n2\n")
  }

  @Test func `a writer of frames that is killed ends the run with a covered frame`() throws {
    let found = try run(
      """
      { views; for i in 0 1 2; do snapshot $i; done; } > v &
      { header; frame; frame; printf 'FRAME\\n12'; exec sleep 600; } > s & writer=$!
      "$SCRIM" redact s --views v --output o.y4m --report r 2>/dev/null & run=$!
      until [ "$(ls -l /proc/$writer/exe 2>/dev/null | grep -c sleep)" = 1 ]; do sleep 0.05; done
      kill -9 $writer
      wait $run; echo $?; frames o.y4m; grep -c '"status":"failed"' r
      """)
    #expect(found.output == "1\n3\n1\n")
  }

  @Test func `a reader that goes away ends the run with 4, and quietly`() throws {
    let found = try run(
      """
      { views >&5; header >&6; i=0; while snapshot $i >&5 && frame >&6; do i=$((i + 1)); done; } 5> v 6> s 2>/dev/null &
      { "$SCRIM" redact s --views v --output - 2> err; echo $? > code; } | head -c 10 > /dev/null
      until [ -s code ]; do sleep 0.05; done
      cat code err
      """)
    #expect(found.output == "4\n")
  }

  @Test func `a reader that goes away ends a run that waits for the next frame`() throws {
    let found = try run(
      """
      { views >&5; header >&6; snapshot 0 >&5; frame >&6; exec sleep 600; } 5> v 6> s & writer=$!
      { "$SCRIM" redact s --views v --views-timeout 600 --output - 2> err; echo $? > code; } | head -c 10 > /dev/null
      until [ -s code ]; do sleep 0.05; done
      cat code err; kill $writer
      """)
    #expect(found.output == "4\n")
  }

  @Test(arguments: [(2, 130), (15, 143)]) func `a signal ends a run that waits for views`(signal: Int, code: Int) throws
  {
    let found = try run(
      """
      { views; snapshot 0; exec sleep 600; } > v & one=$!
      { header; frame; frame; exec sleep 600; } > s & other=$!
      "$SCRIM" redact s --views v --views-timeout 600 --output - > o 2> err & run=$!
      until [ "$(frames o)" = 1 ]; do sleep 0.05; done
      kill -\(signal) $run; wait $run; echo $?; cat err; kill $one $other
      """)
    #expect(
      found.output == """
        \(code)
        scrim: interrupted after 1 frame; 1 frame went to standard output, where the stream ends.

        """)
  }

  /// A pipe that is never read holds some frames; the run then waits for room.
  @Test(arguments: ["y4m", "png", "mp4", "mkv", "webm", "gif"])
  func `a signal ends a run whose reader has stopped reading`(format: String) throws {
    let found = try run(
      """
      { printf 'YUV4MPEG2 W256 H192 F10:1\\n'
        for i in $(seq 60); do printf 'FRAME\\n'; head -c 73728 /dev/urandom; done; } > in.y4m
      "$SCRIM" redact in.y4m --views none --output - --output-format \(format) --quiet > s 2> err & run=$!
      exec 5< s
      # It sleeps in the pipe once nothing goes on.
      last=; until [ "$last" = "$(cat /proc/$run/io | grep wchar)" ] && [ -n "$last" ] && [ "$last" != "wchar: 0" ]; do
        last="$(cat /proc/$run/io | grep wchar)"; sleep 0.4; done
      kill -15 $run
      # Nothing of it may hold the output open.
      (exec > /dev/null 2>&1; sleep 20; kill -9 $run) & watch=$!
      wait $run; echo $?
      kill $watch; grep -c interrupted err
      """)
    #expect(found.output == "143\n1\n")
  }

  @Test func `a reader that keeps up gets whole frames when a signal ends the run`() throws {
    let found = try run(
      """
      { header >&6; i=0; while frame >&6; do i=$((i + 1)); done; } 6> s 2>/dev/null &
      cat v > o & reader=$!
      "$SCRIM" redact s --views none --output - --quiet > v 2> err & run=$!
      until [ "$(frames o)" -gt 3 ]; do sleep 0.05; done
      kill -15 $run; wait $run; echo $?; wait $reader
      tail -c 12 o | grep -c '^FRAME'
      """)
    #expect(found.output == "143\n1\n")
  }

  @Test func `a reader of the report that goes away ends the run with a message that names the report`() throws {
    let found = try run(
      """
      { header >&6; i=0; while frame >&6; do i=$((i + 1)); done; } 6> s 2>/dev/null &
      head -c 10 v > /dev/null & "$SCRIM" redact s --views none --output o.y4m --report v 2>&1; echo $?
      """)
    #expect(
      found.output == """
        scrim: the reader of the report has gone; the report is missing or incomplete. --report FILE names another place.
        4

        """)
  }

  @Test func `a descriptor that nobody has opened is refused`() throws {
    let found = try run(#""$SCRIM" redact s --views fd:9 --output o.y4m 2>&1 9<&-; echo $?"#)
    #expect(found.output.contains("fd:9: no such descriptor was handed over; nothing was written.") == true)
    #expect(found.output.hasSuffix("\n3\n"))
  }

  @Test func `views by frame with an offset are wrong usage`() throws {
    let found = try run(
      """
      { header; frame; } > s &
      { views; snapshot 0; } > w.jsonl
      "$SCRIM" redact s --views w.jsonl --views-offset -1 --output o.y4m 2>&1; echo $?
      """)
    #expect(found.output.contains("these views have none; nothing was written.") && found.output.hasSuffix("\n2\n"))
  }
}
