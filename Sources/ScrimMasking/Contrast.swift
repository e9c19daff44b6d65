internal import Glibc
internal import ScrimCore

extension Colour {
  /// Relative luminance, from 0 for black to 1 for white. Source: WCAG 2.1, "relative luminance".
  var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1 for the same to 21 for black and white. Source: WCAG 2.1, "contrast ratio".
  func contrast(with other: Colour) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }

  /// Black or white, whichever reads better on this ground: one of them always reaches 4.5 to 1.
  var readable: Colour {
    let dark = Colour(0x000000), light = Colour(0xFFFFFF)
    return contrast(with: dark) >= contrast(with: light) ? dark : light
  }

  /// The colour moved towards another one by a share from 0 to 1.
  func mixed(with other: Colour, share: Double) -> Colour {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded()) }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
