public import Foundation

/// Third-party files beside the checkout: read where they are present, never copied into the tree.
public enum Corpus {
  /// The folder `shared/corpus` beside the first enclosing folder that has one; nil where there is none.
  public static let root: URL? = {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("shared/corpus")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return nil
  }()

  public static var isPresent: Bool { root != nil }

  /// All files with the ending in a folder of the corpus and below, in order of their paths.
  public static func files(_ folder: String, ending: String) -> [URL] {
    guard let root,
      let found = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    else { return [] }
    return found.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
  }
}
