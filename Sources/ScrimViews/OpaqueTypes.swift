internal import ScrimCore

/// Types of views whose content the tree does not describe: hidden unless shown explicitly.
///
/// Matched on the type and the types that it also is, each without its package, and on the few descriptions that tell
/// such a view where its type does not.
public enum OpaqueTypes {
  /// In the order of what they show; the documentation lists them from here.
  public static let names: [String] = [
    // Web pages and browser sheets.
    "WebView", "WKWebView", "UIWebView", "SFSafariView", "RCTWebView", "GeckoView",
    // Maps.
    "MapView", "MKMapView", "GMSMapView", "MGLMapView",
    // Players and cameras.
    "VideoView", "PlayerView", "StyledPlayerView", "AVPlayerView", "PreviewView", "CameraView",
    // Surfaces that a program draws by itself.
    "TextureView", "SurfaceView", "GLSurfaceView", "MTKView", "FlutterView", "FlutterSurfaceView", "FlutterTextureView",
    "UnityPlayer", "UnityView", "AIRWindowSurfaceView",
    // Documents.
    "PDFView",
    // Content of another process.
    "_UIRemoteView",
    // A page's elements with content of their own.
    "canvas", "video", "embed", "object",
  ]

  /// Descriptions by which a view tells that it is one although its type does not.
  public static let descriptions: [String] = ["Google Map"]

  private static let lookup = Set(names)

  static func include(_ type: String) -> Bool {
    lookup.contains(String(lastPart(of: type)))
  }

  /// Whether a view's description says that it is one.
  static func isTold(by label: SensitiveText) -> Bool {
    descriptions.contains(label.exposed)
  }
}
