/// How a frame was stored, as far as an output wants to store it alike: sample kinds and colour, nothing else.
public enum SourceEncoding: Hashable, Sendable {
  case png(PNGEncoding)
  case yuv(YUVEncoding)
}

/// The kind of a PNG file and its colour information.
public struct PNGEncoding: Hashable, Sendable {
  /// The colour types of the PNG specification, section 11.2.1.
  public enum ColourType: UInt8, Hashable, Sendable {
    case gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgba = 6
  }

  public var colourType: ColourType
  /// Bits of a sample (of an index, for a palette): 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// The palette with its alpha, for `.palette`.
  public var palette: [RGBA]
  /// Whether gray or RGB had one colour marked as transparent (tRNS), and which, in samples of the file's depth.
  public var transparentColour: [UInt16]?
  /// Chunks that describe colour or density, by name, as they were: gAMA, cHRM, sRGB, iCCP, cICP, sBIT, mDCV, cLLI, pHYs.
  public var colourChunks: [Chunk]
  /// Frames a second on average, of pictures that come from a video; nil elsewhere.
  public var rate: VideoTags.Fraction?

  public struct Chunk: Hashable, Sendable {
    public var name: String
    public var data: [UInt8]

    public init(name: String, data: [UInt8]) {
      self.name = name
      self.data = data
    }
  }

  public init(
    colourType: ColourType, bitDepth: Int, palette: [RGBA] = [], transparentColour: [UInt16]? = nil,
    colourChunks: [Chunk] = []
  ) {
    self.colourType = colourType
    self.bitDepth = bitDepth
    self.palette = palette
    self.transparentColour = transparentColour
    self.colourChunks = colourChunks
  }

  /// What a frame gets that has no source: a cover in place of a file that could not be decoded.
  public static let plain = PNGEncoding(colourType: .rgb, bitDepth: 8)
}

/// How luma and chroma of a stream are meant.
public struct YUVEncoding: Hashable, Sendable {
  public enum Matrix: String, Hashable, Sendable { case bt601, bt709, bt2020 }

  public var matrix: Matrix
  public var fullRange: Bool
  /// The words of a Y4M header that an output takes over as they are: rate, interlacing, aspect, sampling, range.
  public var headerWords: [String]
  /// What a video's tracks say beside their pictures.
  public var tags: VideoTags

  public init(matrix: Matrix, fullRange: Bool, headerWords: [String] = [], tags: VideoTags = VideoTags()) {
    self.matrix = matrix
    self.fullRange = fullRange
    self.headerWords = headerWords
    self.tags = tags
  }
}

/// A colour of 8 bits a sample, not premultiplied.
public struct RGBA: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
