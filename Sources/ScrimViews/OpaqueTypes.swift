internal import ScrimCore

/// Types of views whose content the tree does not describe: hidden unless shown explicitly.
///
/// Matched on the type and the types that it also is, each without its package, and on the few descriptions that tell
/// such a view where its type does not.
public enum OpaqueTypes {
  /// A name is one of these, or ends in it: a subclass is called `HelpWebView`, and not every format gives superclasses.
  /// Capitals count, so that a `BitmapView` is no map.
  ///
  /// In the order of what they show; the documentation lists them from here.
  public static let endings: [String] = [
    // Web pages and browser sheets.
    "WebView", "WKWebView", "UIWebView", "SFSafariView", "SFSafariViewController", "RCTWebView", "GeckoView",
    // Maps.
    "MapView", "MKMapView", "GMSMapView", "MGLMapView",
    // Players and cameras.
    "VideoView", "PlayerView", "StyledPlayerView", "AVPlayerView", "AVPlayerLayer", "PreviewView", "CameraView",
    // Surfaces that a program draws by itself.
    "TextureView", "SurfaceView", "GLSurfaceView", "MTKView", "CAMetalLayer", "ARView", "SCNView", "SKView",
    "FlutterView",
    "FlutterSurfaceView", "FlutterTextureView", "UnityPlayer", "UnityView", "AIRWindowSurfaceView",
    // Documents.
    "PDFView",
    // Content of another process.
    "_UIRemoteView", "PHPickerViewController",
  ]

  /// A page's elements with content of their own; no other name ends in them by right.
  public static let elements: [String] = ["canvas", "video", "embed", "object", "fencedframe", "portal"]

  /// Descriptions by which a view tells that it is one although its type does not.
  public static let descriptions: [String] = ["Google Map"]

  static func include(_ type: String) -> Bool {
    let name = lastPart(of: type)
    return elements.contains { name == $0 } || endings.contains { name.hasSuffix($0) }
  }

  /// Whether a view's description says that it is one.
  static func isTold(by label: SensitiveText) -> Bool {
    descriptions.contains(label.exposed)
  }
}
