internal import Foundation
internal import ScrimCore
internal import ScrimPlanning
internal import ScrimRules
internal import ScrimTestSupport
@testable internal import ScrimViews

/// The reader of one format with a tree in a file, and what the ready rules make of its trees.
struct TreeFuzzing: FuzzTarget {
  let format: any TreeFormat.Type
  let mutation = Mutation.text

  static let all: [any FuzzTarget] = ViewFormats.trees.map { TreeFuzzing(format: $0) }

  var name: String { "views-\(format.name)" }

  /// Sizes of the pictures that the seeds are of.
  private static let pictures = [
    (200, 400), (200, 200), (300, 600), (540, 960), (800, 900), (1080, 1920), (780, 1688), (750, 1334), (1440, 2560),
    (768, 1280), (1600, 1514), (1080, 2265),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  func seeds() throws -> [[UInt8]] {
    let own = SmallTree.all.filter { $0.format == format.name }.map { Array(marked($0.text).utf8) }
    let others = ["json", "xml"].flatMap { Corpus.files("hierarchy", ending: $0) }
      .compactMap { try? Array(Data(contentsOf: $0)) }
      .filter { $0.count < 32 << 10 && (try? TreeFile($0)).map(format.recognises) == true }
    return own + others
  }

  func run(_ bytes: [UInt8]) {
    guard let file = read(bytes) else { return }
    for picture in Self.pictures {
      guard let tree = snapshot(of: file, picture) else { continue }
      tree.check(in: picture)
      checkPrefix(of: bytes, read: tree, picture)
      return
    }
  }

  private func read(_ bytes: [UInt8]) -> TreeFile? {
    do throws(TreeError) {
      return try TreeFile(bytes)
    } catch {
      demand(!error.problem.contains(canary), "a message has no text of a view: \(error.problem)")
      return nil
    }
  }

  private func snapshot(of file: TreeFile, _ picture: PixelSize) -> Snapshot? {
    do throws(TreeError) {
      return try format.snapshot(of: file, picture: picture, scale: nil)
    } catch {
      demand(!error.problem.contains(canary), "a message has no text of a view: \(error.problem)")
      return nil
    }
  }

  /// What is cut off is refused, or says so, or has lost nothing but blanks.
  private func checkPrefix(of bytes: [UInt8], read whole: Snapshot, _ picture: PixelSize) {
    let prefix = Array(bytes[..<(fingerprint(bytes) % bytes.count)])
    guard let file = read(prefix), let part = snapshot(of: file, picture) else { return }
    demand(
      part.views.count == whole.views.count || !part.unreadable.isEmpty,
      "a tree that is cut off has as many views as before, or says that some are missing")
  }
}

/// The text with a mark in its secrets.
func marked(_ text: String) -> String {
  text.replacing("0000", with: canary).replacing("12.00", with: canary)
}

extension Snapshot {
  /// What holds for every tree: its places are finite, its views are in order, and the floor hides what is secure.
  func check(in picture: PixelSize) {
    demand(scale.isFinite && scale > 0, "the scale is a number above zero")
    for (index, view) in views.enumerated() {
      if case .rect(let box) = view.bounds {
        demand(box.isFinite && box.width > 0 && box.height > 0, "a place is finite, and has an area")
      }
      demand(view.subtreeEnd > index && view.subtreeEnd <= views.count, "a subtree ends behind its view")
      if let parent = view.parent {
        demand(parent < index && view.subtreeEnd <= views[parent].subtreeEnd, "a view lies in its parent's subtree")
      }
      demand(view.alpha >= 0 && view.alpha <= 1, "alpha is a share")
    }
    if views.count <= 400 { checkPlan(in: picture) }
  }

  private func checkPlan(in picture: PixelSize) {
    guard let rules = try? RuleSet(files: [.standard]) else { fatalError("the ready rules load") }
    let context = FrameContext(
      identity: FrameIdentity(index: 0), size: picture, views: FrameViews(tree: .exact(self)))
    guard case .one(let decision) = rules.decide(context) else { fatalError("one tree gets one decision") }
    let plan = Planner().plan(decision, views: context.views, size: picture)
    let hidden = Region.union(of: plan.redactions.map(\.region))
    demand(Region(picture.rect).union(hidden) == Region(picture.rect), "a mask lies in the picture")
    let seen = visibleRegions(in: picture)
    for (index, view) in views.enumerated() where view.countsAsSecure {
      demand(seen[index].subtracting(hidden).isEmpty, "what is secure is hidden")
    }
    for index in unreadable {
      demand(seen[index].subtracting(hidden).isEmpty, "what could not be read is hidden")
    }
  }
}
