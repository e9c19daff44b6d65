internal import CPango
internal import ScrimCore

/// A Cairo surface of coverage alone, which is freed with this value.
@safe struct CoverageCanvas: ~Copyable {
  let bounds: PixelRect
  let context: OpaquePointer
  private let surface: OpaquePointer

  /// Starts an empty canvas for a part of a mask; drawing uses the mask's coordinates and is cut to the part.
  init(_ bounds: PixelRect) throws(PlaceholderError) {
    // Cairo never gives nil here, but an object that carries its error.
    let surface = unsafe cairo_image_surface_create(
      CAIRO_FORMAT_A8, Int32(clamping: bounds.width), Int32(clamping: bounds.height))!
    let context = unsafe cairo_create(surface)!
    self.bounds = bounds
    unsafe self.surface = surface
    unsafe self.context = context
    try check()
    unsafe cairo_translate(context, -Double(bounds.left), -Double(bounds.top))
    unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_set_source_rgba(context, 1, 1, 1, 1)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  private func check() throws(PlaceholderError) {
    for status in unsafe [cairo_surface_status(surface), cairo_status(context)] where status != CAIRO_STATUS_SUCCESS {
      throw .cairo(status: status.rawValue)
    }
  }

  /// What has been drawn.
  func bitmap() throws(PlaceholderError) -> CoverageBitmap {
    unsafe cairo_surface_flush(surface)
    try check()
    guard let data = unsafe cairo_image_surface_get_data(surface) else { throw .cairo(status: 1) }
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    var coverage = [UInt8]()
    coverage.reserveCapacity(bounds.width * bounds.height)
    for y in 0..<bounds.height {
      // A surface without error has `stride` bytes for each of its rows, at least one for each pixel.
      unsafe coverage.append(contentsOf: UnsafeBufferPointer(start: data + y * stride, count: bounds.width))
    }
    return CoverageBitmap(bounds: bounds, coverage: coverage)
  }
}
