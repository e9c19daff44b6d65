internal import ScrimCore

/// Finds a recording's views, and checks them as far as that can be done before the first frame.
///
/// Throws where there are none although nobody said so, where a sidecar of the whole recording is not whole, or cannot
/// belong to the recording. What is wrong with one frame's file becomes that frame's `FailureCause`.
///
/// - Parameter stream: What `ViewsStream.open` gave for the request.
public func openViews(_ request: ViewsRequest, stream: ViewsStream? = nil) throws(ViewsError) -> any ViewsProvider {
  if let name = request.format, !ViewFormats.all.contains(where: { $0.name == name }) {
    let known = ViewFormats.all.map { $0.name }.joined(separator: ", ")
    throw ViewsError(path: "--views-format", problem: "no format has this name; there are \(known)")
  }
  if let scale = request.scale, !scale.isFinite || scale <= 0 {
    throw ViewsError(path: "--views-scale", problem: "it is no number above zero")
  }
  if let stream { return try StreamProvider(stream, for: request) }
  switch request.location {
  case .none:
    if request.timing.isGiven { throw .noTimes(in: "--views none") }
    return NoViews()
  case .path(let path):
    return try isDirectory(path) ? search(path, by: TreeFiles.Way.allCases, for: request) : open(path, for: request)
  case .descriptor(let number): return try open(BytePath("/proc/self/fd/\(number)"), for: request)
  case .automatic:
    guard let directory = request.directory else {
      throw ViewsError(
        path: "--views",
        problem: "this input has no directory that views could lie in: --views PATH names them, "
          + "--views none says that there are none")
    }
    // Beside the frames lies much else: only a file of a frame's own name is its views.
    return try search(directory, by: [.stem], for: request)
  }
}

/// The user's word that there are no views.
private final class NoViews: ViewsProvider {
  let warnings = ViewsWarnings()

  func snapshots(behind index: Int) -> Int { 0 }

  func views(for frame: FrameIdentity, picture: PixelSize) -> FrameViews { FrameViews(tree: .none) }
}

private let sidecarName = BytePath("views.jsonl")

/// Looks in a directory for a sidecar, then for a file for each frame; for both where the sidecar has nothing but events.
private func search(
  _ directory: BytePath, by ways: [TreeFiles.Way], for request: ViewsRequest
) throws(ViewsError) -> any ViewsProvider {
  let names = try names(in: directory)
  if names.contains(sidecarName) {
    return try openSidecar(directory / sidecarName, for: request) { () throws(ViewsError) in
      try TreeFiles(in: directory, names: names, for: request.frames, by: ways)
    }
  }
  guard let files = try TreeFiles(in: directory, names: names, for: request.frames, by: ways) else {
    let example = request.frames?.first?.name.map { ", such as \($0.stem).json" } ?? ""
    throw ViewsError(
      path: directory,
      problem:
        "no views: there is no views.jsonl, and no file that belongs to a frame\(example); --views none says that "
        + "there are none")
  }
  if request.timing.isGiven { throw .noTimes(in: directory) }
  return TreeFilesProvider(files, for: request)
}

/// Opens a directory's sidecar, with the trees beside it where it has nothing but events.
private func openSidecar(
  _ path: BytePath, for request: ViewsRequest, trees: () throws(ViewsError) -> TreeFiles?
) throws(ViewsError) -> any ViewsProvider {
  guard let format = request.format, format != ScrimFormat.name else {
    let sidecar = try open(path, for: request)
    guard request.format == nil, let events = sidecar as? SidecarProvider, !events.hasSnapshots,
      let files = try trees(), !files.isEmpty
    else { return sidecar }
    return EventsAndTrees(events: events, trees: TreeFilesProvider(files, for: request))
  }
  // A format that is named is that of the trees.
  let events = try SidecarProvider(InputFile(path), for: request)
  guard !events.hasSnapshots, let files = try trees(), !files.isEmpty else {
    throw ViewsError(path: path, problem: "it is of the format 'scrim', and --views-format names \(format)")
  }
  return EventsAndTrees(events: events, trees: TreeFilesProvider(files, for: request))
}

/// Opens one file: a sidecar of a whole recording, or the tree of its only picture.
private func open(_ path: BytePath, for request: ViewsRequest) throws(ViewsError) -> any ViewsProvider {
  let file = try InputFile(path)
  guard file.size > 0 else { throw ViewsError(path: path, problem: "the file is empty") }
  let isScrim = if let format = request.format { format == ScrimFormat.name } else { try isSidecar(file) }
  if isScrim {
    return try SidecarProvider(file, for: request)
  }
  if request.timing.isGiven { throw .noTimes(in: path) }
  if let frames = request.frames, frames.count > 1 {
    throw ViewsError(
      path: path, problem: "it holds the views of one picture, and the recording has \(frames.count) frames")
  }
  let tree: TreeFile
  do throws(TreeError) {
    tree = try TreeFile(file)
    if let picture = request.firstPicture {
      _ = try tree.snapshot(format: request.format, picture: picture, scale: request.scale)
    }
  } catch {
    throw ViewsError(path: path, problem: error.problem)
  }
  return TreeFilesProvider(
    TreeFiles(single: path, frame: request.frames?.first?.index ?? 0), for: request, opened: tree)
}

/// Whether a file is a `views.jsonl`, by its first line.
private func isSidecar(_ file: InputFile) throws(ViewsError) -> Bool {
  // A header is short. A longer first line is a tree on one line.
  var head = try file.read(at: 0, count: min(file.size, 1 << 16))
  if head.starts(with: byteOrderMark) { head.removeFirst(byteOrderMark.count) }
  guard let end = head.firstIndex(of: UInt8(ascii: "\n")) ?? (head.count == file.size ? head.count : nil) else {
    return file.path.hasExtension("jsonl")
  }
  return ScrimFormat.recognises(firstLine: Array(head[..<end])) || file.path.hasExtension("jsonl")
}
