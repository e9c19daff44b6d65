internal import CAVFence
internal import Glibc
internal import ScrimCore

/// What the file of a video holds beside its pictures, and how it keeps these.
struct FileContents {
  enum Keeping {
    /// Every sample.
    case exactly
    /// Every sample of pictures that have the recording's own kind. So a run says that its encoder was set.
    case whereAlike
    case nearly
    /// As the nearest colours of a palette.
    case byPalettes
  }

  let keeping: Keeping
  let sounds: Int
  let kind: avfence_file_kind
  /// Of all tracks.
  let packetBytes: Int
  /// Words for what no output has.
  let extras: [String]

  /// Walks over a file from its beginning to its end, and hands out no pixel.
  init(_ path: BytePath) throws(FileProblem) {
    if path == "-" { throw FileProblem(reason: "a video is verified in a file, which can be read twice") }
    let file = try openedFile(path)
    defer { close(file) }
    var contents = avfence_contents()
    guard unsafe avfence_walk(file, &contents) == AVFENCE_OK else {
      throw FileProblem(reason: "its tracks cannot be read")
    }
    keeping =
      switch contents.keeping {
      case AVFENCE_EXACTLY: .exactly
      case AVFENCE_BY_PALETTES: .byPalettes
      default: .nearly
      }
    sounds = Int(contents.sounds)
    kind = contents.kind
    packetBytes = Int(contents.packet_bytes)
    let counts: [(Int, String)] = [
      (Int(contents.beside.videos), "tracks of other pictures"), (Int(contents.beside.covers), "cover art"),
      (Int(contents.beside.subtitles), "tracks of subtitles"), (Int(contents.beside.data), "tracks of data"),
      (Int(contents.beside.attachments), "attachments"), (Int(contents.beside.chapters), "chapters"),
      (Int(contents.tags), "tags that no container demands"),
      (
        Int(contents.crowded_pictures),
        "packets with more than one picture in them (supplemental information, hidden frames, filling)"
      ),
      (Int(contents.crowded_sounds), "packets with more than sound in them"),
      (Int(contents.sound_setups), "setups of sound with more than its decoder needs"),
    ]
    extras = counts.filter { $0.0 > 0 }.map { "\($0.1) (\($0.0))" }
  }

  /// What the sound is that the report does not tell of; nil where it fits.
  ///
  /// - Parameter said: What became of the recording's sound; nil in reports that do not say.
  /// - Parameter original: The recording, of which each track may be there.
  func surplusSound(_ said: String?, of original: BytePath) -> String? {
    switch said {
    case "none", "drop": sounds > 0 ? "sound, which the report has as left out" : nil
    default: sounds > 1 && sounds > tracks(of: original) ? "more tracks of sound than the original (\(sounds))" : nil
    }
  }

  private func tracks(of original: BytePath) -> Int { (try? FileContents(original))?.sounds ?? 0 }
}
