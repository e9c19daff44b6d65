internal import ScrimCore

/// A colour as the samples of one kind of frame, with full alpha.
struct EncodedColour: Hashable, Sendable {
  /// The samples of a pixel; for luma and chroma: Y, U, V.
  let samples: SIMD4<UInt16>

  /// On a gray frame a colour becomes its luma; masks that need more are painted on a promoted frame.
  init(_ colour: Colour, format: PixelFormat, encoding: SourceEncoding) {
    let maximum = format.maximum
    func widened(_ value: UInt8) -> UInt16 { UInt16((Int(value) * maximum + 127) / 255) }
    let (red, green, blue) = (widened(colour.red), widened(colour.green), widened(colour.blue))
    switch format.model {
    case .gray, .grayAlpha: samples = SIMD4(widened(colour.luma), UInt16(maximum), 0, 0)
    case .rgb, .rgba: samples = SIMD4(red, green, blue, UInt16(maximum))
    case .yuv:
      let code = YUVCode(format: format, encoding: encoding)
      let (y, u, v) = code.components(colour.rgba)
      samples = SIMD4(code.lumaSample(y), code.chromaSample(u), code.chromaSample(v), 0)
    }
  }

  /// The samples of a pixel in one plane.
  func samples(plane: Int) -> SIMD4<UInt16> {
    plane == 0 ? samples : SIMD4(repeating: samples[plane])
  }
}

extension PixelFormat {
  /// The largest value of a sample.
  var maximum: Int { 1 << bitDepth - 1 }

  /// Samples of a pixel in a plane.
  func channels(plane: Int) -> Int { plane == 0 ? channels : 1 }

  var hasAlpha: Bool { model == .grayAlpha || model == .rgba }
  var isGray: Bool { model == .gray || model == .grayAlpha }

  /// The block of pixels that one sample of a plane stands for.
  func block(plane: Int) -> PixelSize {
    guard plane > 0, case .yuv(let sampling) = model else { return PixelSize(width: 1, height: 1) }
    return PixelSize(width: sampling.blockWidth, height: sampling.blockHeight)
  }
}

extension PixelRect {
  /// The samples of a plane that stand for pixels of this rectangle.
  func share(of block: PixelSize) -> PixelRect {
    PixelRect(
      left: left / block.width, top: top / block.height,
      right: (right + block.width - 1) / block.width, bottom: (bottom + block.height - 1) / block.height)
  }

  func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }
}

extension Colour {
  /// The luma of BT.601, which leaves grays as they are.
  var luma: UInt8 {
    let sum: Int = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return UInt8((sum + 500) / 1000)
  }
}

/// How red, green and blue become luma and chroma in one kind of frame.
///
/// Coefficients: ITU-R BT.601-7, BT.709-6 and BT.2020-2.
struct YUVCode {
  private let red: Float, blue: Float
  private let lumaScale: Float, lumaOffset: Float, chromaScale: Float, chromaOffset: Float
  private let maximum: Float
  private let highRange: HighRange?

  init(format: PixelFormat, encoding: SourceEncoding) {
    let meant: YUVEncoding =
      switch encoding {
      case .yuv(let meant): meant
      // A frame in luma and chroma that came from no stream: what streams are when they do not say.
      case .png: YUVEncoding(matrix: .bt601, fullRange: false)
      }
    switch meant.matrix {
    case .bt601: (red, blue) = (0.299, 0.114)
    case .bt709: (red, blue) = (0.2126, 0.0722)
    case .bt2020: (red, blue) = (0.2627, 0.0593)
    }
    maximum = Float(format.maximum)
    highRange = HighRange(meant.tags)
    let unit = Float(1 << (format.bitDepth - 8))
    chromaOffset = 128 * unit
    if meant.fullRange {
      (lumaScale, lumaOffset, chromaScale) = (maximum, 0, maximum)
    } else {
      (lumaScale, lumaOffset, chromaScale) = (219 * unit, 16 * unit, 224 * unit)
    }
  }

  /// Luma from 0 to 1, and chroma from -0.5 to 0.5.
  func components(_ colour: RGBA) -> (y: Float, u: Float, v: Float) {
    let signal = highRange?.signal(colour) ?? SIMD3(Float(colour.red), Float(colour.green), Float(colour.blue)) / 255
    let (r, g, b) = (signal.x, signal.y, signal.z)
    let green: Float = 1 - red - blue
    let y: Float = red * r + green * g + blue * b
    return (y, (b - y) / (2 * (1 - blue)), (r - y) / (2 * (1 - red)))
  }

  func lumaSample(_ y: Float) -> UInt16 { clamped(lumaOffset + y * lumaScale) }
  func chromaSample(_ c: Float) -> UInt16 { clamped(chromaOffset + c * chromaScale) }

  private func clamped(_ value: Float) -> UInt16 { UInt16(min(max(value.rounded(), 0), maximum)) }
}
