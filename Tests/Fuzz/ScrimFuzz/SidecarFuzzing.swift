internal import Foundation
internal import ScrimCore
internal import ScrimTestSupport
@testable internal import ScrimViews

/// Scrim's own sidecar: the whole file, frame by frame.
struct SidecarFuzzing: FuzzTarget {
  let name = "views-scrim"
  let mutation = Mutation.text
  private let whole = MemoryFile(), part = MemoryFile()

  func seeds() throws -> [[UInt8]] {
    let own = [
      """
      {"scrim":"views","version":1,"space":"points","size":[100,200],"scale":2}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,200],"scene":"a","children":[\
      {"type":"Label","id":"balance","text":"0000","bounds":[4,20,42,14],"classes":["x"],"clips":true,"opaque":true},\
      {"type":"TextField","id":"pin","secure":true,"bounds":[4,80,42,14],"transform":[1,0.1,0,1,2,3],"alpha":0.5,\
      "corner_radius":3,"z":2,"hidden":false,"hide_in_screenshot":true,"attributes":{"a":[1,{"b":null}]}}]}]}
      {"record":"event","frame":1,"event":"scene.didEnterBackground","scene":"a"}
      {"record":"snapshot","frame":3,"windows":[{"type":"Window","bounds":[0,0,100,200],"children":[]}]}
      """,
      """
      {"scrim":"views","version":1,"space":"pixels","size":[200,400]}
      {"record":"snapshot","time":0.0,"windows":[{"type":"Window","bounds":[0,0,200,400],"children":[\
      {"type":"Label","role":"x","label":"0000","value":"1","placeholder":"2","process":"p","bounds":[40,20,42,14]}]}]}
      {"record":"event","time":0.05,"event":"screenshot.taken","more":1}
      {"record":"snapshot","time":0.1,"windows":[{"type":"Window","bounds":[0,0,200,400],"class_chain":["A"]}]}
      """,
    ].map { Array(marked($0).utf8) }
    return own + Corpus.files("hierarchy", ending: "jsonl").compactMap { try? Array(Data(contentsOf: $0)) }
  }

  func run(_ bytes: [UInt8]) {
    guard let trees = self.trees(of: bytes, in: whole) else { return }
    let prefix = Array(bytes[..<(fingerprint(bytes) % bytes.count)])
    guard let cut = self.trees(of: prefix, in: part) else { return }
    for (before, after) in zip(trees, cut) {
      switch (before, after) {
      case (_, .missing): break
      // Its events may end before, and its trees: then it has none, as if the file had said so.
      case (.none, .none): break
      case (.exact(let all), .exact(let some)), (.between(let all, _, _), .exact(let some)),
        (.between(let all, _, _), .between(let some, _, _)):
        demand(all.views.count == some.views.count, "a file that is cut off gives whole trees, or none")
      case (.missing, _): break
      case (_, .none):
        demand(lacksTrees(prefix), "a file with trees has some for its frames, or says that they are missing")
      case (.exact, .between), (.none, _): demand(false, "a file that is cut off tells no more than before")
      }
    }
  }

  /// What the file says of the first frames of a recording; nil where it is refused.
  private func trees(of bytes: [UInt8], in file: MemoryFile) -> [FrameViews.Tree]? {
    file.write(bytes)
    let picture = PixelSize(width: 200, height: 400)
    var request = ViewsRequest(location: .path(file.path))
    request.format = "scrim"
    request.frames = (0..<6).map { FrameIdentity(index: $0, time: Double($0) / 30) }
    request.firstPicture = picture
    do throws(ViewsError) {
      let provider = try openViews(request)
      return request.frames!.map { frame in
        let views = provider.views(for: frame, picture: picture)
        switch views.tree {
        case .exact(let tree): tree.check(in: picture)
        case .between(let before, let after, let fraction):
          demand(fraction > 0 && fraction < 1, "a frame between two trees is between them")
          before.check(in: picture)
          after.check(in: picture)
        case .none: break
        case .missing(let cause): demand(!"\(cause)".contains(canary), "a message has no text of a view: \(cause)")
        }
        return views.tree
      }
    } catch {
      demand(!error.problem.contains(canary), "a message has no text of a view: \(error.problem)")
      return nil
    }
  }

  private func lacksTrees(_ bytes: [UInt8]) -> Bool {
    !String(decoding: bytes, as: UTF8.self).contains("snapshot")
  }
}
