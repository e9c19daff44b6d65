internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking

/// One decoded frame of an output beside its original.
struct Comparison {
  private let masker: Masker
  private let reported: ReportedFrame
  private let keeping: FileContents.Keeping
  /// What covers are made of, in place of frames of the original that cannot be decoded.
  private let coverKind: (format: PixelFormat, encoding: SourceEncoding)
  /// Whether it lies in a file of its own, where a cover has a kind of its own.
  private let isPicture: Bool
  /// The chunks of colour that stand in the output's file.
  private let colour: [String: [UInt8]]

  init(
    _ masker: Masker, _ reported: ReportedFrame, _ keeping: FileContents.Keeping,
    coverKind: (format: PixelFormat, encoding: SourceEncoding), isPicture: Bool, colour: [String: [UInt8]]
  ) {
    self.coverKind = coverKind
    self.isPicture = isPicture
    self.masker = masker
    self.reported = reported
    self.keeping = keeping
    self.colour = colour
  }

  func findings(output raw: consuming RawFrame, original ticket: FrameTicket) -> [Finding.Kind] {
    let output = looked(raw), wanted = reported.plan.size
    var findings = timeFinding(ticket.identity) + surplusColours(output)
    do throws(PaintProblem) {
      let original: RedactedFrame
      do throws(InputError) {
        original = looked(try ticket.decode())
      } catch {
        // What could not be decoded came out as a cover of a size of its own.
        guard reported.status == .failed else { return findings + [.originalUndecodable(error)] }
        findings += foreignColour(in: colour, original: []).map { .ridesAlong($0) }
        guard output.size == wanted else {
          return findings + [.size(reported: wanted, original: nil, redacted: output.size)]
        }
        let check = FrameCheck(reported, masker: masker, format: output.format, grid: output.chromaGrid)
        return findings
          + (try isPicture
            ? check.inside(output) : MadeCheck(frame: check, keeping: keeping).findings(output, in: coverKind))
      }
      guard output.size == wanted, original.size == wanted else {
        return findings + [.size(reported: wanted, original: original.size, redacted: output.size)]
      }
      findings += foreignColour(in: colour, original: original.encoding.colourChunks).map { .ridesAlong($0) }
      let check = FrameCheck(reported, masker: masker, format: output.format, grid: original.chromaGrid)
      if !isKept(output, original) {
        return findings
          + (try MadeCheck(frame: check, keeping: keeping).findings(output, original: original))
      }
      if let changed = check.outside(output, original) { findings.append(changed) }
      return findings + (try check.inside(output, original: original))
    } catch {
      return findings + [.cannotPaint(error.cause)]
    }
  }

  /// Whether the output has every sample that was painted, in the original's own kind, so that masks come out the same on both:
  /// any kind of PNG has any other's values; luma and chroma mean other colours where a stream cannot say which they are.
  private func isKept(_ output: borrowing RedactedFrame, _ original: borrowing RedactedFrame) -> Bool {
    switch (output.encoding, original.encoding) {
    case (.png, .png): break
    case (.yuv(let one), .yuv(let other)):
      if output.format != original.format || one.matrix != other.matrix || one.fullRange != other.fullRange {
        return false
      }
    case (.png, .yuv), (.yuv, .png): return false
    }
    switch keeping {
    case .exactly, .whereAlike: return true
    case .nearly, .byPalettes: return false
    }
  }

  /// A frame whose samples may be looked at. Nothing but the masking module opens a raw one; a plan without redactions
  /// leaves every sample as it is.
  private func looked(_ raw: consuming RawFrame) -> RedactedFrame {
    let size = raw.size
    return masker.mask(raw, by: Plan(size: size, scale: 1)).takeFrame()
  }

  private func timeFinding(_ frame: FrameIdentity) -> [Finding.Kind] {
    guard let said = reported.time, let found = frame.time, abs(said - found) > 1e-6 else { return [] }
    return [.time(reported: said, found: found)]
  }

  /// Colours of a palette that no pixel has, or a transparent colour that none is: they tell of what was hidden.
  private func surplusColours(_ output: borrowing RedactedFrame) -> [Finding.Kind] {
    guard case .png(let encoding) = output.encoding,
      encoding.colourType == .palette || encoding.transparentColour != nil
    else { return [] }
    var used = Set<SIMD4<UInt16>>(), isAnyTransparent = false
    output.withPixels { pixels in
      for y in 0..<pixels.size.height {
        for x in 0..<pixels.size.width {
          let pixel = pixels.pixel(x, y)
          if pixel[3] == 0 { isAnyTransparent = true }
          if encoding.colourType == .palette { used.insert(pixel) }
        }
      }
    }
    if encoding.colourType != .palette {
      return isAnyTransparent ? [] : [.ridesAlong("tRNS of a colour that no pixel has")]
    }
    let surplus = encoding.palette.contains { colour in
      !used.contains(
        SIMD4(
          UInt16(colour.red) * 257, UInt16(colour.green) * 257, UInt16(colour.blue) * 257, UInt16(colour.alpha) * 257))
    }
    return surplus ? [.ridesAlong("PLTE with colours that no pixel has")] : []
  }
}

extension SourceEncoding {
  /// The chunks of colour that a PNG file of such a frame may have.
  fileprivate var colourChunks: [PNGEncoding.Chunk] {
    switch self {
    case .png(let encoding): encoding.colourChunks
    // PNG specification, third edition, section 11.3.2.6: the code points of H.273, RGB in full range.
    case .yuv(let encoding): [.init(name: "cICP", data: [encoding.tags.primaries, encoding.tags.transfer, 0, 1])]
    }
  }
}
