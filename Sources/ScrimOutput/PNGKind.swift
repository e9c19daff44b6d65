internal import ScrimCore

/// In which of PNG's kinds a picture is stored: the source's, as far as all colours fit; else the next that holds them.
///
/// Only what the redacted pixels need is kept: a palette is made of the colours that are there, in the order in which they
/// appear, and a transparent colour stays only where a pixel has it. The source's own palette would list colours of
/// what was hidden.
struct PNGKind: Hashable {
  var colourType: PNGEncoding.ColourType
  var bitDepth: Int
  /// At most 256 colours, for `.palette`.
  var palette: [RGBA] = []
  /// The one colour of gray or RGB that is transparent, in samples of `bitDepth`.
  var transparentColour: [UInt16] = []

  /// Samples of a pixel as stored.
  var channels: Int {
    switch colourType {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Bytes of a row as stored, without the filter's byte.
  func rowBytes(width: Int) -> Int { (width * channels * bitDepth + 7) / 8 }

  /// Finds the kind for a picture; nil for one of luma and chroma, which PNG cannot hold.
  init?(of pixels: borrowing PictureSamples, like source: PNGEncoding) {
    let depth = pixels.bytesPerSample * 8
    switch pixels.model {
    case .yuv: return nil
    case .gray:
      self.init(
        colourType: .gray, bitDepth: pixels.grayDepth(atLeast: source.colourType == .gray ? source.bitDepth : 8))
    case .grayAlpha:
      if source.transparentColour != nil, let key = pixels.transparentColour() {
        let depth = pixels.grayDepth(atLeast: source.bitDepth)
        // A sample of a lower depth is the top bits of the widened one.
        self.init(
          colourType: .gray, bitDepth: depth,
          transparentColour: key.map { depth < 8 ? $0 >> (8 - UInt16(depth)) : $0 })
      } else {
        self.init(colourType: .grayAlpha, bitDepth: depth)
      }
    case .rgb, .rgba:
      if source.colourType == .palette, let palette = pixels.palette() {
        let depth = [1, 2, 4, 8].first { $0 >= source.bitDepth && palette.count <= 1 << $0 }
        self.init(colourType: .palette, bitDepth: depth ?? 8, palette: palette)
      } else if pixels.model == .rgb {
        self.init(colourType: .rgb, bitDepth: depth)
      } else if source.transparentColour != nil, let key = pixels.transparentColour() {
        self.init(colourType: .rgb, bitDepth: depth, transparentColour: key)
      } else {
        self.init(colourType: .rgba, bitDepth: depth)
      }
    }
  }

  private init(
    colourType: PNGEncoding.ColourType, bitDepth: Int, palette: [RGBA] = [], transparentColour: [UInt16] = []
  ) {
    self.colourType = colourType
    self.bitDepth = bitDepth
    self.palette = palette
    self.transparentColour = transparentColour
  }
}
