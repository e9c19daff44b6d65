internal import CAVFence
internal import ScrimCore
internal import ScrimMasking

extension RedactedFrame {
  /// The pixels of a frame in luma and chroma as red, green and blue, with 8 bits a sample for 8, else with 16; nil where
  /// memory is short.
  borrowing func madeRGB(_ encoding: YUVEncoding) -> PixelBuffer? {
    let size = size, format = PixelFormat(.rgb, bitDepth: format.bitDepth > 8 ? 16 : 8)
    guard var picture = PixelBuffer(size: size, format: format) else { return nil }
    var layout = VideoLayout(of: self).fence, tags = encoding.tags.fence
    // What is not said is what the masks were painted by.
    if tags.matrix == 2 {
      tags.matrix =
        switch encoding.matrix {
        case .bt601: 6
        case .bt709: 1
        case .bt2020: 9
        }
    }
    tags.range = encoding.fullRange ? 2 : 1
    let isMade = unsafe withBytes { bytes in
      // Both are read and written within the call, as far as their counts say.
      unsafe picture.withMutableBytes { target in
        unsafe avfence_make_rgb(&layout, &tags, bytes.baseAddress, bytes.count, target.baseAddress, target.count)
      }
    }
    guard isMade else { return nil }
    return picture
  }
}

extension YUVEncoding {
  /// How a PNG says these colours: cICP, for those that are not sRGB's or near it.
  var pngEncoding: PNGEncoding {
    var encoding = PNGEncoding.plain
    // H.273: primaries 1 is BT.709, 5 and 6 are BT.601's; transfers 1, 6 and 13 to 15 but HDR's are alike enough for 8 bits.
    let isUsual = [1, 2, 5, 6].contains(tags.primaries) && [1, 2, 4, 5, 6, 13, 14, 15].contains(tags.transfer)
    if !isUsual {
      encoding.colourChunks = [.init(name: "cICP", data: [tags.primaries, tags.transfer, 0, 1])]
    }
    return encoding
  }
}
