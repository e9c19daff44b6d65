/// How far an output may be from what was painted, in levels of 256: told by what the codec has lost outside of all regions.
///
/// At a run's own standard of quality the noise is 1 to 3 levels; at the worst that encoders offer 20 to 60, where letters smear and
/// blocks of an earlier frame stay. Source of the factors: outputs of all encoders at qualities from best to worst, of recordings of
/// interfaces; with masks that are late, shifted, translucent or missing they are told from these.
struct CodecTolerance {
  private let noise: Double
  /// A palette moves every colour a little, flat ones too.
  private let isPalette: Bool

  init(noise: Double, isPalette: Bool) {
    self.noise = noise
    self.isPalette = isPalette
  }

  /// Of a block's mean outside of all regions.
  var outside: Double { isPalette ? 16 + 4 * noise : 6 + 3 * noise }
  /// Of a block's mean in a region: never so much that a region which was not painted would pass.
  var inside: Double { min(isPalette ? 12 + 2 * noise : 3 + 1.25 * noise, 48) }
  /// Of one sample, above the contrast around it.
  var sample: Double { 66 + 3 * noise }
  /// Of the samples at a region's edge, the part that the original may have of them; nil where the codec smears more.
  var edge: Double? { noise <= 16 ? (isPalette ? 0.6 : 0.4) + 0.01 * noise : nil }

  /// Of a letter's samples beyond the colours of letters and ground, which lie so far apart: codecs ring at edges.
  func letter(contrast: Int) -> Int { Int((isPalette ? 24 : 12) + 2 * noise + 0.15 * Double(contrast)) }

  /// Of what is like the original in a region, in levels. Honest outputs have been seen with a tenth of a level at usual quality, where
  /// they are like it at all, and with 2 at the worst; a tenth of the original's letters has 5 to 7, and 3 where a codec wipes most of
  /// them out.
  var likeness: Double { 0.5 + 0.05 * noise }

  /// The part of all samples outside, and of a region's, that may be beyond these limits: none but at poor quality, where a codec
  /// leaves here and there a block of an earlier frame, and with palettes, where a rare colour may be far from all others.
  var outliersOutside: Double { min(max(noise - 4, 0) / 1000 + (isPalette ? 0.005 : 0), 0.04) }
  var outliersInside: Double { min(max(noise - 4, 0) / 100 + (isPalette ? 0.02 : 0), 0.25) }
}
