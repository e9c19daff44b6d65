internal import ScrimCore

/// Mosaic of the hidden pixels; can be undone.
///
/// Blocks are counted from the region's own corner, so that they move with the view: over a grid that stands still,
/// moving content can be put together again from many frames.
struct Pixelate: CosmeticStyle {
  /// Averages of fewer pixels than this are those pixels, or nearly.
  private static let fewest = 16

  func paint(
    _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
  ) {
    let width = window.width * window.block.width, height = window.height * window.block.height
    // At least a line of text high; a smaller block leaves words readable.
    let block = max(min(width, height) / 4, Int(16 * window.scale), 1)
    let columns = max(1, width / block), rows = max(1, height / block)
    for row in 0..<rows {
      let ys = row * window.height / rows..<(row + 1) * window.height / rows
      for column in 0..<columns {
        let xs = column * window.width / columns..<(column + 1) * window.width / columns
        for channel in 0..<window.channels {
          var sum = 0, count = 0
          for y in ys {
            for x in xs where marks[y * window.width + x] & SampleWindow.readable != 0 {
              sum += Int(known[(y * window.width + x) * window.channels + channel])
              count += 1
            }
          }
          if count * window.block.width * window.block.height < Self.fewest { continue }
          let average = UInt16((sum + count / 2) / count)
          for y in ys {
            for x in xs { output[(y * window.width + x) * window.channels + channel] = average }
          }
        }
      }
    }
  }
}
