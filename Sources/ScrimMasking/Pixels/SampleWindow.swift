@_spi(RawPixels) internal import ScrimCore

/// A copy of a part of one plane, with only those samples in it that a style may know.
struct SampleWindow: ~Copyable {
  /// Marks of a pixel.
  static let readable: UInt8 = 1
  static let wanted: UInt8 = 2

  /// What a style is told of a window.
  struct Shape: Hashable, Sendable {
    /// In samples of the plane.
    var width: Int
    var height: Int
    /// Colour samples of a pixel, without alpha.
    var channels: Int
    /// Bits of a sample.
    var bitDepth: Int
    /// The block of image pixels that one sample stands for.
    var block: PixelSize
    /// Image pixels per point.
    var scale: Double
  }

  let shape: Shape
  private let plane: Int
  private let area: PixelRect
  private var known: PixelBuffer
  private var marks: PixelBuffer
  private var output: PixelBuffer

  /// Copies what a style may know.
  ///
  /// - Parameters:
  ///   - plane: Of the picture; the rectangles below are in image pixels and lie on the format's grid.
  ///   - part: What the window shows of the picture.
  ///   - wanted: The region to be painted.
  ///   - readable: Rectangles that may be known,
  ///   - except: but for these, which win.
  init(
    of pixels: borrowing PixelBuffer, plane: Int, part: PixelRect, wanted: Region, readable: [PixelRect],
    except hidden: [PixelRect], scale: Double, memory: MaskMemory
  ) throws(PaintFailure) {
    let format = pixels.format, block = format.block(plane: plane)
    let area = part.intersection(pixels.size.rect).share(of: block)
    let all = format.channels(plane: plane), channels = plane == 0 && format.hasAlpha ? all - 1 : all
    let size = PixelSize(width: area.width * channels, height: area.height)
    guard let known = memory.picture(size, PixelFormat(.gray, bitDepth: 16)),
      let output = memory.picture(size, PixelFormat(.gray, bitDepth: 16)),
      let marks = memory.picture(area.size, PixelFormat(.gray, bitDepth: 8))
    else { throw .memory }
    self.known = known
    self.output = output
    self.marks = marks
    self.plane = plane
    self.area = area
    shape = Shape(
      width: area.width, height: area.height, channels: channels, bitDepth: format.bitDepth, block: block, scale: scale)
    mark(readable, in: pixels.size) { $0 | Self.readable }
    mark(hidden, in: pixels.size) { $0 & ~Self.readable }
    mark(wanted.rects, in: pixels.size) { $0 | Self.wanted }
    copy(from: pixels)
  }

  private mutating func mark(_ rects: [PixelRect], in picture: PixelSize, _ change: (UInt8) -> UInt8) {
    let area = area, block = shape.block
    unsafe marks.withMutableBytes { marks in
      for rect in rects {
        let place = rect.intersection(picture.rect).share(of: block).intersection(area)
        for y in place.top..<place.bottom {
          for x in place.left..<place.right {
            let at = (y - area.top) * area.width + x - area.left
            unsafe marks[at] = change(marks[at])
          }
        }
      }
    }
  }

  /// Copies what may be known, and makes the output neutral.
  private mutating func copy(from pixels: borrowing PixelBuffer) {
    let format = pixels.format, source = pixels.planes[plane], area = area, channels = shape.channels
    let all = format.channels(plane: plane), maximum = UInt16(format.maximum), neutral = maximum / 2 + 1
    unsafe marks.withBytes { marks in
      unsafe known.withMutableBytes { known in
        unsafe output.withMutableBytes { output in
          unsafe pixels.withBytes { bytes in
            let to = unsafe known.bindMemory(to: UInt16.self), result = unsafe output.bindMemory(to: UInt16.self)
            for y in 0..<area.height {
              // The area lies in the plane; `known` and `output` have `channels` samples for each of its pixels.
              let row = unsafe bytes.baseAddress! + source.offset + (area.top + y) * source.rowBytes
              for x in 0..<area.width {
                let at = y * area.width + x, isReadable = unsafe marks[at] & Self.readable != 0
                for channel in 0..<channels {
                  unsafe result[at * channels + channel] = neutral
                  if !isReadable { continue }
                  let sample = unsafe row.sample(
                    at: (area.left + x) * all + channel, bytesPerSample: format.bytesPerSample)
                  // A stream may hold values beyond its depth; a style may count on the depth.
                  unsafe to[at * channels + channel] = min(sample, maximum)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Lends the window to a style.
  mutating func paint(
    by style: (Shape, Span<UInt16>, Span<UInt8>, inout MutableSpan<UInt16>) throws(StyleError) -> Void
  ) throws(StyleError) {
    let shape = shape
    // The three buffers were taken for exactly this many values of these types.
    try unsafe known.withBytes { (known) throws(StyleError) in
      try unsafe marks.withBytes { (marks) throws(StyleError) in
        try unsafe output.withMutableBytes { (output) throws(StyleError) in
          let result = unsafe output.bindMemory(to: UInt16.self)
          var span = unsafe result.mutableSpan
          let knownSpan = unsafe known.bindMemory(to: UInt16.self)
          let marksSpan = unsafe marks.bindMemory(to: UInt8.self)
          try unsafe style(shape, knownSpan.span, marksSpan.span, &span)
        }
      }
    }
  }

  /// Writes the wanted samples into the picture, with full alpha.
  borrowing func write(to pixels: inout PixelBuffer) {
    let format = pixels.format, target = pixels.planes[plane], channels = shape.channels
    let all = format.channels(plane: plane), maximum = UInt16(format.maximum), area = area
    unsafe marks.withBytes { marks in
      unsafe output.withBytes { output in
        unsafe pixels.withMutableBytes { bytes in
          let values = unsafe output.bindMemory(to: UInt16.self)
          for y in 0..<area.height {
            // The area lies in the plane.
            let row = unsafe bytes.baseAddress! + target.offset + (area.top + y) * target.rowBytes
            for x in 0..<area.width {
              let at = y * area.width + x
              if unsafe marks[at] & Self.wanted == 0 { continue }
              for channel in 0..<all {
                let value = channel < channels ? unsafe values[at * channels + channel] : maximum
                unsafe row.store(
                  min(value, maximum), at: (area.left + x) * all + channel, bytesPerSample: format.bytesPerSample)
              }
            }
          }
        }
      }
    }
  }
}
