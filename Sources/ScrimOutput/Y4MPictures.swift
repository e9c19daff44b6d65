internal import CAVFence
internal import Glibc
internal import ScrimCore
internal import ScrimMasking

/// Pictures of red, green and blue as the luma and chroma of a stream: 4:4:4, which keeps every edge.
struct Y4MPictures {
  private let layout: VideoLayout
  let encoding: YUVEncoding
  let format: PixelFormat

  /// Of the first picture, and so of all. Throws `.unsuitable` where nothing tells how many there are a second.
  init(of frame: borrowing RedactedFrame, path: BytePath) throws(SinkError) {
    guard let rate = Self.rate(of: frame) else {
      throw .unsuitable(
        path: path,
        reason:
          "a Y4M stream has a rate, and these pictures have none: --fps RATE gives it; --output-format png does without"
      )
    }
    layout = VideoLayout(of: frame)
    let depth = frame.format.bitDepth > 8 ? 16 : 8
    format = PixelFormat(.yuv(.s444), bitDepth: depth)
    var tags = VideoTags()
    // What readers take where nothing is said; a Y4M header cannot say it.
    let matrix = frame.size.height >= 720 ? YUVEncoding.Matrix.bt709 : .bt601
    tags.matrix = matrix == .bt709 ? 1 : 6
    tags.rate = rate
    let sampling = depth > 8 ? "C444p16" : "C444"
    encoding = YUVEncoding(
      matrix: matrix, fullRange: false,
      headerWords: ["F\(rate.numerator):\(rate.denominator)", "Ip", "A1:1", sampling, "XCOLORRANGE=LIMITED"], tags: tags
    )
  }

  /// What the recording says, or what the first frame's time says of all others.
  private static func rate(of frame: borrowing RedactedFrame) -> VideoTags.Fraction? {
    if case .png(let encoding) = frame.encoding, let rate = encoding.rate { return rate }
    return frame.identity.exactTime?.rate
  }

  /// Lends a frame's luma and chroma. Throws `.unsuitable` for one of another size, or that does not fit.
  func withBytes(
    of frame: borrowing RedactedFrame, path: BytePath, _ body: (UnsafeRawBufferPointer) throws(SinkError) -> Void
  ) throws(SinkError) {
    guard var made = PixelBuffer(size: layout.size, format: format) else {
      throw .failed(path: path, reason: systemReason(ENOMEM))
    }
    var target = layout
    target.format = format
    var fence = layout.fence, lumaChroma = target.fence
    let matrix = encoding.tags.matrix
    try unsafe layout.withBytes(of: frame, path: path) { bytes throws(SinkError) in
      let isMade = unsafe made.withMutableBytes { target in
        // Both are read and written within the call, as far as their counts say.
        unsafe avfence_make_yuv(
          &fence, matrix, bytes.baseAddress, bytes.count, &lumaChroma, target.baseAddress, target.count)
      }
      guard isMade else { throw .failed(path: path, reason: systemReason(ENOMEM)) }
    }
    try unsafe made.withBytes(body)
  }
}
