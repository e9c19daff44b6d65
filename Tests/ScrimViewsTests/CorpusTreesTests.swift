import Foundation
import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

/// The trees of the corpus: read whole, at the right scale, with the boxes that its list names.
@Suite(.enabled(if: Corpus.isPresent, "the corpus is not there"))
struct CorpusTreesTests {
  private func tree(_ path: String, _ width: Int, _ height: Int) throws -> Snapshot {
    let file = try #require(Corpus.root).appendingPathComponent("hierarchy").appendingPathComponent(path)
    return try TreeFile(Array(Data(contentsOf: file)))
      .snapshot(format: nil, picture: PixelSize(width: width, height: height), scale: nil)
  }

  private func edges(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Bounds {
    box(left, top, right - left, bottom - top)
  }

  /// Whether a box is hidden by what the tree says alone: it lies in a view that counts as secure or whose content the
  /// tree does not tell, or in no window.
  private func isHidden(_ bounds: Bounds, in tree: Snapshot) -> Bool {
    guard case .rect(let inner) = bounds else { return false }
    func isInside(_ outer: Bounds) -> Bool {
      guard case .rect(let outer) = outer else { return false }
      return inner.x >= outer.x && inner.y >= outer.y && inner.maxX <= outer.maxX && inner.maxY <= outer.maxY
    }
    return !tree.windows.contains { isInside(tree.views[$0].bounds) }
      || tree.views.contains { ($0.countsAsSecure || $0.isOpaqueToInspection) && isInside($0.bounds) }
  }

  @Test(arguments: [
    ("Android1", 62), ("AppIsNotResponding", 12), ("DateAndTime_ja", 51), ("PlayStoreGamesScreen", 93),
    ("SettingsTopScreen", 79), ("clock_Alarm", 62),
  ])
  func `page sources of Android`(name: String, count: Int) throws {
    let tree = try tree("appium-uiautomator2/\(name).xml", 1080, 2220)
    #expect(tree.views.count == count && tree.scale == 1 && tree.unreadable.isEmpty && tree.windows == [0])
    let secure = tree.views.filter(\.countsAsSecure)
    #expect(
      secure.map(\.bounds) == (name == "Android1" ? [edges(44, 627, 1036, 768), edges(44, 902, 1036, 1043)] : []))
    if name == "Android1" {
      #expect(secure.first?.text?.isEmpty == false, "in clear")
      let mail = tree.views.filter { $0.bounds == edges(44, 352, 1036, 493) }
      #expect(mail.contains { $0.isTextInput && $0.secure == .no })
      #expect(tree.views.filter { $0.bounds == .unknown }.count == 3)
    }
    if name == "AppIsNotResponding" {
      #expect(tree.views[0].bounds == edges(28, 807, 1052, 1346))
      #expect(isHidden(edges(0, 100, 90, 200), in: tree), "what is behind the dialog is in no window")
    }
    #expect(throws: TreeError.self) { try self.tree("appium-uiautomator2/\(name).xml", 540, 1110) }
  }

  @Test(arguments: [("DateAndTime_ja", 95, 390, 844), ("SettingsTopScreen", 93, 390, 844), ("iOS1", 70, 375, 667)])
  func `page sources of iOS`(name: String, count: Int, width: Int, height: Int) throws {
    for scale in [1, 2, 3] {
      let tree = try tree("appium-xcuitest/\(name).xml", width * scale, height * scale)
      #expect(tree.views.count == count && tree.scale == Double(scale) && tree.unreadable.isEmpty)
      let secure = tree.views.filter(\.countsAsSecure)
      let fields: [Bounds] = [(16, 196, 343, 44), (16, 284, 343, 44)].map {
        .rect(Rect(x: $0.0, y: $0.1, width: $0.2, height: $0.3).scaled(by: Double(scale)))
      }
      #expect(secure.map(\.bounds) == (name == "iOS1" ? fields : []))
      #expect(secure.allSatisfy { $0.value == nil && $0.label != nil })
    }
    #expect(throws: TreeError.self) { try tree("appium-xcuitest/\(name).xml", height, width) }
    #expect(throws: TreeError.self) { try tree("appium-xcuitest/\(name).xml", width, height - 100) }
  }

  @Test func `icons that are said to be invisible, and a picker's child above the screen`() throws {
    let settings = try tree("appium-xcuitest/SettingsTopScreen.xml", 390, 844)
    #expect(settings.views.contains { $0.hidden == .yes })
    let picker = try tree("appium-xcuitest/DateAndTime_ja.xml", 390, 844)
    #expect(picker.views.contains { if case .rect(let box) = $0.bounds { box.y == -461 } else { false } })
  }

  @Test func `a home screen of WebDriverAgent's first generation`() throws {
    let tree = try tree("wda-json/springboard_tree.json", 750, 1334)
    #expect(tree.views.count == 45 && tree.scale == 2 && tree.unreadable.isEmpty)
    #expect(tree.views.filter { $0.type == "Window" }.count == 5)
    #expect(tree.views.last?.type == "Application")
    #expect(throws: TreeError.self) { try self.tree("wda-json/springboard_tree.json", 1334, 750) }
  }

  @Test func `states of DroidBot of 2016`() throws {
    let dialog = try tree("droidbot-2016/2016-07-15_212930.json", 1080, 1920)
    #expect(dialog.views.count == 3 && dialog.views[0].bounds == edges(131, 669, 949, 1178))
    #expect(isHidden(edges(0, 0, 131, 669), in: dialog))
    let page = try tree("droidbot-2016/2016-07-15_221858.json", 1080, 1920)
    #expect(page.views.count == 57 && page.views.filter { $0.bounds.hasNoArea }.count == 38)
    for bounds in [edges(24, 1101, 1056, 1248), edges(24, 1287, 1056, 1434), edges(24, 1473, 1056, 1668)] {
      #expect(page.views.contains { $0.bounds == bounds } && isHidden(bounds, in: page))
    }
    let bare = try tree("droidbot-2016/2016-07-15_232608.json", 1080, 1920)
    #expect(bare.views.count == 3 && isHidden(edges(24, 1101, 1056, 1248), in: bare))
  }

  @Test func `states of DroidBot of 2017`() throws {
    let album = "droidbot-2017/com.yanzhenjie.album.sample__2017-08-11_155535.json"
    let launcher = try tree(album, 1440, 2560)
    #expect(launcher.views.count == 205 && launcher.unreadable.isEmpty)
    #expect(launcher.views.filter { $0.bounds.hasNoArea }.count == 126)
    for bounds in [edges(427, 1030, 1084, 1129), edges(0, 816, 1440, 1312)] {
      #expect(launcher.views.contains { $0.bounds == bounds } && isHidden(bounds, in: launcher))
    }
    #expect(throws: TreeError.self) { try tree(album, 720, 1280) }
    #expect(throws: TreeError.self) { try tree(album, 2560, 1440) }

    let form = try tree("droidbot-2017/com.yelp.android__2017-08-11_202339.json", 1440, 2560)
    let input = try #require(form.views.first { $0.isTextInput })
    #expect(form.views.count == 29 && input.bounds == edges(105, 736, 1335, 894) && input.secure == .no)
    #expect(form.views.filter { $0.hidden == .yes && !$0.bounds.hasNoArea }.count >= 2)

    let business = try tree("droidbot-2017/com.yelp.android__2017-08-11_202619.json", 1440, 2560)
    let map = try #require(business.views.first { $0.label?.exposed == "Google Map" })
    #expect(business.views.count == 99 && map.isOpaqueToInspection && map.bounds == edges(0, 1114, 1440, 1534))
    for bounds in [edges(35, 1569, 1405, 1635), edges(154, 2021, 590, 2087)] {
      #expect(business.views.contains { $0.bounds == bounds && !$0.texts.isEmpty })
    }

    let drawer = try tree("droidbot-2017/com.yelp.android__2017-08-11_202631.json", 1440, 2560)
    #expect(drawer.views.count == 67 && drawer.views.contains { $0.bounds == edges(210, 154, 931, 313) })
    #expect(drawer.views.filter { $0.bounds.hasNoArea }.count >= 13)
  }

  @Test func `the smallest hierarchy of Sentry`() throws {
    let path = "sentry-view-hierarchy/sentry-native_view-hierarchy.json"
    let tree = try tree(path, 768, 1280)
    #expect(tree.views.map(\.bounds) == [box(0, 0, 768, 1280)] && tree.scale == 1)
    #expect(throws: TreeError.self) { try self.tree(path, 1280, 768) }
    #expect(throws: TreeError.self) { try self.tree(path, 384, 640) }
    #expect(throws: TreeError.self) { try self.tree(path, 1536, 2560) }
  }

  @Test func `no tree of the corpus is of two formats, or of none`() throws {
    for ending in ["xml", "json"] {
      for folder in [
        "appium-uiautomator2", "appium-xcuitest", "wda-json", "cdp-domsnapshot", "sentry-view-hierarchy", "uiautomator",
        "droidbot-2016", "droidbot-2017",
      ] {
        for file in Corpus.files("hierarchy/\(folder)", ending: ending) where !file.path.hasSuffix("truth.json") {
          let content = try TreeFile(Array(Data(contentsOf: file)))
          #expect(ViewFormats.trees.filter { $0.recognises(content) }.count == 1, "\(file.lastPathComponent)")
        }
      }
    }
    for file in Corpus.files("hierarchy/axe-android", ending: "json") {
      let content = try TreeFile(Array(Data(contentsOf: file)))
      #expect(!ViewFormats.trees.contains { $0.recognises(content) }, "\(file.lastPathComponent)")
    }
  }
}
