internal import CPango
internal import ScrimCore
internal import Synchronization

/// Pango for one label: shapes, wraps and draws a text in any script.
///
/// [only inside `TextEngine.exclusively`] Pango's font map may be used by one thread at a time. All drawing goes through
/// one lock, so that the picture is the same whichever thread asks for it; masks are painted once and kept, so the lock
/// is seldom waited for.
@safe struct TextEngine: ~Copyable {
  private static let lock = Mutex(())
  /// One font map for the process, never freed: loading fonts costs more than drawing.
  nonisolated(unsafe) private static let fonts = unsafe pango_cairo_font_map_new()

  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let description: OpaquePointer

  /// Runs the work with an engine of its own, while no other thread has one.
  static func exclusively<R>(
    _ work: (borrowing TextEngine) throws(PlaceholderError) -> sending R
  ) throws(PlaceholderError) -> R {
    try lock.withLock { (_) throws(PlaceholderError) in try work(TextEngine()) }
  }

  private init() throws(PlaceholderError) {
    guard let fonts = unsafe Self.fonts else { throw .noTextEngine }
    // Each of these either fails with nil or is owned by this value, which frees it.
    guard let context = unsafe pango_font_map_create_context(fonts) else { throw .noTextEngine }
    guard let layout = unsafe pango_layout_new(context) else {
      unsafe g_object_unref(UnsafeMutableRawPointer(context))
      throw .noTextEngine
    }
    unsafe self.context = context
    unsafe self.layout = layout
    unsafe description = pango_font_description_new()
    // Hinting and subpixel colours depend on the machine's settings; a placeholder may not.
    let options = unsafe cairo_font_options_create()
    defer { unsafe cairo_font_options_destroy(options) }
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    unsafe pango_context_set_language(context, pango_language_from_string("en"))
  }

  deinit {
    unsafe pango_font_description_free(description)
    unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Takes the words and the font.
  func set(_ text: String, family: String?, isSemibold: Bool) {
    let families = family.map { $0 + ",system-ui,Sans" } ?? "system-ui,Sans"
    unsafe pango_font_description_set_family(description, families)
    unsafe pango_font_description_set_weight(description, isSemibold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL)
    unsafe pango_layout_set_text(layout, text, -1)
  }

  /// Lays the words out at a type size and within a width, both in pixels, breaking between words only.
  func wrap(size: Double, width: Double) {
    apply(size: size, width: width)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE)
  }

  /// Lays the words out in a number of lines at most, breaking words where needed; what is left over becomes an ellipsis.
  func truncate(size: Double, width: Double, lines: Int) {
    apply(size: size, width: width)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_height(layout, -Int32(clamping: lines))
  }

  private func apply(size: Double, width: Double) {
    let units = Double(PANGO_SCALE)
    unsafe pango_font_description_set_absolute_size(description, size * units)
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_layout_set_width(layout, Int32(clamping: Int((width * units).rounded(.down))))
  }

  /// The lines as they are laid out now.
  var lines: [Line] {
    let units = Double(PANGO_SCALE)
    let count = unsafe pango_layout_get_line_count(layout)
    return (0..<count).map { index in
      var logical = PangoRectangle()
      // The index is below the count, so the line exists; it lives as long as the layout is not changed.
      let line = unsafe pango_layout_get_line_readonly(layout, index)
      unsafe pango_layout_line_get_extents(line, nil, &logical)
      return Line(
        width: Double(logical.width) / units, ascent: -Double(logical.y) / units,
        height: Double(logical.height) / units)
    }
  }

  /// Measures of one line in pixels.
  struct Line {
    var width: Double
    /// From the top to the baseline.
    var ascent: Double
    var height: Double
  }

  /// Draws one line with its baseline's start at a point.
  func draw(line index: Int, x: Double, baseline: Double, on canvas: borrowing CoverageCanvas) {
    unsafe cairo_move_to(canvas.context, x, baseline)
    // The index is one of `lines`.
    unsafe pango_cairo_show_layout_line(
      canvas.context, pango_layout_get_line_readonly(layout, Int32(clamping: index)))
  }
}
