internal import CPango
internal import ScrimCore

extension CoverageCanvas {
  /// Draws a symbol into a square, in pixels.
  func draw(_ symbol: RedactionStyle.Symbol, x: Double, y: Double, size: Double) {
    unsafe cairo_save(context)
    defer { unsafe cairo_restore(context) }
    // The paths below live in a square of 24 units.
    unsafe cairo_translate(context, x, y)
    unsafe cairo_scale(context, size / 24, size / 24)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    switch symbol {
    case .none: return
    case .lock: drawLock()
    case .eye_slash: drawEye()
    case .shield: drawShield()
    }
  }

  private func drawLock() {
    roundedRectangle(x: 4.5, y: 10.5, width: 15, height: 11, radius: 2.5)
    unsafe cairo_fill(context)
    unsafe cairo_set_line_width(context, 2)
    unsafe cairo_move_to(context, 8, 11)
    unsafe cairo_line_to(context, 8, 7)
    unsafe cairo_arc(context, 12, 7, 4, .pi, 2 * .pi)
    unsafe cairo_line_to(context, 16, 11)
    unsafe cairo_stroke(context)
  }

  private func drawEye() {
    unsafe cairo_set_line_width(context, 1.8)
    unsafe cairo_move_to(context, 2, 12)
    unsafe cairo_curve_to(context, 6, 5.2, 18, 5.2, 22, 12)
    unsafe cairo_curve_to(context, 18, 18.8, 6, 18.8, 2, 12)
    unsafe cairo_stroke(context)
    unsafe cairo_arc(context, 12, 12, 3.2, 0, 2 * .pi)
    unsafe cairo_fill(context)
    // A gap on both sides of the slash, so that it reads as a stroke of its own.
    unsafe cairo_move_to(context, 4.5, 3.5)
    unsafe cairo_line_to(context, 19.5, 20.5)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    unsafe cairo_set_line_width(context, 4.6)
    unsafe cairo_stroke_preserve(context)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    unsafe cairo_set_line_width(context, 1.8)
    unsafe cairo_stroke(context)
  }

  private func drawShield() {
    unsafe cairo_move_to(context, 12, 2)
    unsafe cairo_curve_to(context, 14.5, 3.8, 17.5, 4.7, 20.5, 4.9)
    unsafe cairo_curve_to(context, 20.8, 13, 18.5, 19, 12, 22)
    unsafe cairo_curve_to(context, 5.5, 19, 3.2, 13, 3.5, 4.9)
    unsafe cairo_curve_to(context, 6.5, 4.7, 9.5, 3.8, 12, 2)
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    unsafe cairo_set_line_width(context, 1.8)
    unsafe cairo_move_to(context, 8.2, 12)
    unsafe cairo_line_to(context, 11, 14.8)
    unsafe cairo_line_to(context, 15.8, 9)
    unsafe cairo_stroke(context)
  }

  private func roundedRectangle(x: Double, y: Double, width: Double, height: Double, radius: Double) {
    let right = x + width - radius, bottom = y + height - radius
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, right, y + radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    unsafe cairo_arc(context, x + radius, bottom, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
    unsafe cairo_close_path(context)
  }
}
