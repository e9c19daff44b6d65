import Testing

@testable import scrim

/// The program as a process: what a function cannot show.
@Suite(.enabled(if: program != nil, "the program is not built beside the tests"))
struct ProgramTests {
  @Test func `arguments arrive byte for byte`() throws {
    let found = try shell(#"name=$(printf 'no-\377-such.lua'); "$SCRIM" check "$name" 2>&1"#)
    #expect(found.output.contains(#"no-\xff-such.lua"#))
  }

  @Test func `a closed pipe ends quietly, not by a signal`() throws {
    // A pipe without a reader: the one that opened it has gone.
    let found = try shell(
      """
      fifo=$(mktemp -u) && mkfifo "$fifo" && exec 3<>"$fifo" 4>"$fifo" 3<&- && rm "$fifo"
      "$SCRIM" help 2>&1 >&4
      """)
    #expect(found.output.isEmpty && found.code == 0)
  }

  @Test func `a full device is named`() throws {
    let found = try shell(#""$SCRIM" help 2>&1 >/dev/full"#)
    #expect(found.output == "scrim: standard output: No space left on device; the text is incomplete.\n")
    #expect(found.code == 4)
  }

  @Test func `a limit of file sizes is named, and nothing partial stays`() throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && { printf 'YUV4MPEG2 W64 H32 F30:1\\nFRAME\\n'; head -c 3072 /dev/urandom; } > s.y4m
      (ulimit -f 1; "$SCRIM" redact s.y4m --views none --output o.y4m 2>&1)
      code=$?; ls -A; rm -r "$PWD"; exit $code
      """)
    #expect(found.output.contains("o.y4m: File too large") && found.output.hasSuffix("\ns.y4m\n"), "\(found.output)")
    #expect(found.code == 4)
  }

  @Test func `wrong usage is 2`() throws {
    #expect(try shell(#""$SCRIM" 2>/dev/null"#).code == 2)
  }

  @Test func `what a library cannot decode in a tree is not written to stderr`() throws {
    for encoding in ["EUC-JP", "UCS-4", "ISO-2022-JP"] {
      let found = try shell(
        """
        cd "$(mktemp -d)" && printf 'YUV4MPEG2 W2 H2 F30:1\\nFRAME\\n123456' > s.y4m
        printf '<?xml version="1.0" encoding="\(encoding)"?><hierarchy><node text="\\217\\377\\377\\377"/></hierarchy>' > s.xml
        "$SCRIM" redact s.y4m --views s.xml --null 2>&1; code=$?; rm -r "$PWD"; exit $code
        """)
      #expect(found.code == 3)
      #expect(!found.output.contains("0x") && !found.output.contains("encoder"), "\(found.output)")
    }
  }

  @Test func `with standard files closed, messages do not land in what is opened next`() throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && printf 'YUV4MPEG2 W2 H2 F30:1\\nFRAME\\n123456' > s.y4m
      "$SCRIM" redact s.y4m --views none --null --report r --progress json --verbose <&- >&- 2>&-
      code=$?; grep -c '"record"' r; grep -vc '"record"' r; rm -r "$PWD"; exit $code
      """)
    #expect(found.output == "3\n0\n" && found.code == 0)
  }

  @Test func `a video, pictures and a stream go to standard output`() throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && { printf 'YUV4MPEG2 W64 H32 F30:1\\nFRAME\\n'; head -c 3072 /dev/zero; } > s.y4m
      for format in png y4m mp4 mov webm mkv gif; do
        "$SCRIM" redact s.y4m --views none --output - --output-format $format 2>/dev/null > out || echo failed
        case $format in mp4|mov) head -c 8 out | tail -c 4 ;; webm|mkv) head -c 64 out | grep -aoE 'webm|matroska' ;;
          *) head -c 4 out | tr -dc 'A-Z48' ;; esac; echo
      done; rm -r "$PWD"
      """)
    let words = found.output.split(separator: "\n").map(String.init)
    #expect(words == ["PNG", "YUV4", "ftyp", "ftyp", "webm", "matroska", "GIF8"])
  }

  @Test func `media for a closed standard output is an error, not lost`() throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && printf 'YUV4MPEG2 W2 H2 F30:1\\nFRAME\\n123456' > s.y4m
      "$SCRIM" redact s.y4m --views none --output - 2>&- >&-
      code=$?; rm -r "$PWD"; exit $code
      """)
    #expect(found.code == 4)
  }

  @Test func `a report can go to standard output, but not together with the recording`() throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && printf 'YUV4MPEG2 W2 H2 F30:1\\nFRAME\\n123456' > s.y4m
      "$SCRIM" redact s.y4m --views none --null --report - 2>/dev/null | cut -c 1-8
      "$SCRIM" redact s.y4m --views none --output - --report - 2>/dev/null | wc -c
      "$SCRIM" redact s.y4m --views none --output - --report /dev/stdout 2>/dev/null | wc -c
      "$SCRIM" redact s.y4m --views none --output - --report - 2>&1 >/dev/null
      code=$?; rm -r "$PWD"; exit $code
      """)
    let lines = found.output.split(separator: "\n")
    #expect(lines.count == 6 && lines[3] == "0" && lines[4] == "0")
    #expect(lines.prefix(3).allSatisfy { $0.hasPrefix("{") })
    #expect(lines.last?.contains("the report would be written over the output") == true)
    #expect(found.code == 2)
  }

  @Test(arguments: ["HUP", "TERM"]) func `a hangup ends a run as a termination does`(_ name: String) throws {
    let found = try shell(
      """
      cd "$(mktemp -d)" && mkfifo s
      "$SCRIM" redact - --views none --output o.y4m < s > /dev/null 2>&1 & run=$!
      exec 3> s; printf 'YUV4MPEG2 W2 H2 F30:1\\nFRAME\\n123456' >&3
      until ls -a | grep -q partial; do sleep 0.1; done
      kill -\(name) $run; exec 3>&-; wait $run; code=$?
      ls -a | grep -c o.y4m; rm -r "$PWD"; exit $code
      """)
    #expect(found.output == "0\n" && found.code == 143)
  }
}
