internal import ScrimCore

/// The room that a label may take in its mask, in pixels, and the height about which it is centred.
struct LabelArea {
  var left: Double
  var width: Double
  var height: Double
  var centreY: Double

  init(_ overlay: Overlay) {
    let width = Double(overlay.size.width), height = Double(overlay.size.height), scale = overlay.scale
    let side: Double
    switch overlay.placement {
    case .middle:
      // Room to the edges in points, but never more than a small mask can spare.
      side = min(8 * scale, width / 16)
      self.height = height - 2 * min(4 * scale, height / 16)
      centreY = height / 2
    case .cover(let layout):
      // A phone's top safe area is 47 to 59 points; a small picture has a share of its height instead.
      let top = min(47 * scale, height * 0.08)
      side = min(24 * scale, width * 0.08)
      switch layout {
      case .topTwoThirds:
        // Centred at one third, from the safe margin down to the two-thirds line at most.
        centreY = height / 3
        self.height = 2 * (height / 3 - top)
      case .center:
        centreY = height / 2
        self.height = height - 2 * top
      }
    }
    left = side
    self.width = width - 2 * side
  }

  /// Where something of the given width starts.
  func start(of inner: Double, align: TextAlignment) -> Double {
    switch align {
    case .left: left
    case .center: left + (width - inner) / 2
    case .right: left + width - inner
    }
  }
}
