/// An opaque colour, sRGB. A translucent one cannot be made: a redaction may not be looked through.
public struct Colour: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public init(_ hex: UInt32) {
    self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  public var rgba: RGBA { RGBA(red: red, green: green, blue: blue) }
  public var isGray: Bool { red == green && green == blue }
}

public enum Appearance: String, Hashable, Sendable, CaseIterable {
  case light, dark
}

/// A colour as rules write it: fixed, or a system colour that depends on the appearance.
public enum ColourChoice: Hashable, Sendable {
  case fixed(Colour)
  case system(SystemColour)

  /// The colour itself; a translucent system colour is blended with the ground that it stands on.
  public func resolved(_ appearance: Appearance, over ground: Colour) -> Colour {
    switch self {
    case .fixed(let colour): colour
    case .system(let system): system.resolved(appearance, over: ground)
    }
  }

  public enum ParseError: Error, Hashable, Sendable {
    case translucent
    case unknown
  }

  /// Reads `#rgb`, `#rrggbb` or a system colour's name. A colour with alpha is refused as translucent, with `ff` too.
  public init(_ text: String) throws(ParseError) {
    if let system = SystemColour(rawValue: text) {
      self = .system(system)
      return
    }
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      throw .unknown
    }
    switch digits.utf8.count {
    case 3:
      guard let value = UInt32(digits.map { "\($0)\($0)" }.joined(), radix: 16) else { throw .unknown }
      self = .fixed(Colour(value))
    case 6:
      guard let value = UInt32(digits, radix: 16) else { throw .unknown }
      self = .fixed(Colour(value))
    case 4, 8: throw .translucent
    default: throw .unknown
    }
  }
}

/// Apple's semantic colours, by the names that rules use.
///
/// Source: flutter/flutter `cupertino/colors.dart`, cross-checked with noahsark769/ColorCompatibility.
public enum SystemColour: String, Hashable, Sendable, CaseIterable {
  case systemBackground, systemGroupedBackground, secondarySystemGroupedBackground
  case systemGray, systemGray6, label, secondaryLabel, placeholderText, gray

  /// Colour and alpha in percent.
  private func value(_ appearance: Appearance) -> (UInt32, percent: Int) {
    let light = appearance == .light
    return switch self {
    case .systemBackground: (light ? 0xFFFFFF : 0x000000, 100)
    case .systemGroupedBackground: (light ? 0xF2F2F7 : 0x000000, 100)
    case .secondarySystemGroupedBackground: (light ? 0xFFFFFF : 0x1C1C1E, 100)
    case .systemGray: (0x8E8E93, 100)
    case .systemGray6: (light ? 0xF2F2F7 : 0x1C1C1E, 100)
    case .label: (light ? 0x000000 : 0xFFFFFF, 100)
    case .secondaryLabel: (light ? 0x3C3C43 : 0xEBEBF5, 60)
    case .placeholderText: (light ? 0x3C3C43 : 0xEBEBF5, 30)
    case .gray: (0x808080, 100)
    }
  }

  /// Whether it has alpha: refused as a fill, blended as a text colour.
  public var isTranslucent: Bool { value(.light).percent < 100 }

  public func resolved(_ appearance: Appearance, over ground: Colour) -> Colour {
    let (hex, percent) = value(appearance)
    let top = Colour(hex)
    func blend(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * percent + Int(b) * (100 - percent) + 50) / 100) }
    return Colour(
      red: blend(top.red, ground.red), green: blend(top.green, ground.green), blue: blend(top.blue, ground.blue))
  }
}
