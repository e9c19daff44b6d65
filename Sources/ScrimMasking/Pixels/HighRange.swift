internal import Glibc
internal import ScrimCore

/// How the colours of masks, which are sRGB, are said in pictures of high dynamic range: the gray that rules ask for shall be
/// that gray, and not light that glares.
///
/// White is 203 cd/m² (ITU-R BT.2408-7, section 2: HDR reference white). sRGB: IEC 61966-2-1. Primaries: ITU-R BT.2087-0. PQ: SMPTE ST 2084.
/// HLG: ITU-R BT.2100-2, with the light that its system of 1000 cd/m² shows.
struct HighRange {
  private static let white: Float = 203

  private let isPQ: Bool
  private let isWide: Bool

  /// Nil for pictures of standard range. Code points are those of ITU-T H.273.
  init?(_ tags: VideoTags) {
    switch tags.transfer {
    case 16: isPQ = true
    case 18: isPQ = false
    default: return nil
    }
    // Such pictures have the primaries of BT.2020, whether they say so or not.
    isWide = tags.primaries == 9 || tags.primaries == 2
  }

  /// Red, green and blue as the picture's transfer has them, from 0 to 1.
  func signal(_ colour: RGBA) -> SIMD3<Float> {
    var light = SIMD3(Self.linear(colour.red), Self.linear(colour.green), Self.linear(colour.blue))
    if isWide {
      light =
        SIMD3(0.6274, 0.0691, 0.0164) * light.x + SIMD3(0.3293, 0.9195, 0.0880) * light.y
        + SIMD3(0.0433, 0.0114, 0.8956) * light.z
    }
    return isPQ ? Self.pq(light * Self.white) : Self.hlg(light * Self.white)
  }

  private static func linear(_ value: UInt8) -> Float {
    let value = Float(value) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  private static func pq(_ light: SIMD3<Float>) -> SIMD3<Float> {
    func signal(_ light: Float) -> Float {
      let part = powf(max(light, 0) / 10_000, 2610 / 16384)
      return powf((3424.0 / 4096 + 2413.0 / 128 * part) / (1 + 2392.0 / 128 * part), 2523 / 32)
    }
    return SIMD3(signal(light.x), signal(light.y), signal(light.z))
  }

  private static func hlg(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let peak: Float = 1000, gamma: Float = 1.2
    let shown = light / peak
    let luminance: Float = 0.2627 * shown.x + 0.6780 * shown.y + 0.0593 * shown.z
    guard luminance > 0 else { return .zero }
    let scene = shown * powf(luminance, (1 - gamma) / gamma)
    func signal(_ scene: Float) -> Float {
      scene <= 1.0 / 12 ? (3 * max(scene, 0)).squareRoot() : 0.17883277 * logf(12 * scene - 0.28466892) + 0.55991073
    }
    return SIMD3(signal(scene.x), signal(scene.y), signal(scene.z))
  }
}
