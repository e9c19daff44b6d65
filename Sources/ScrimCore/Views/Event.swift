/// Something that happened at one instant.
public struct Event: Sendable {
  /// When: a frame's index or a time in seconds, as the sidecar counts.
  public enum Instant: Hashable, Sendable {
    case frame(Int)
    case time(Double)
  }

  public var name: String
  public var instant: Instant
  /// The scene that it concerns; nil concerns all.
  public var scene: String?
  /// All other members of the record, by name.
  public var attributes: [String: AttributeValue]

  public init(name: String, instant: Instant, scene: String? = nil, attributes: [String: AttributeValue] = [:]) {
    self.name = name
    self.instant = instant
    self.scene = scene
    self.attributes = attributes
  }
}

/// The state of the app or of one scene.
public enum LifecycleState: String, Hashable, Sendable, CaseIterable {
  case active, inactive, background, disconnected
  /// No event has told yet.
  case unknown

  /// The state after an event of this name's last part, as `didEnterBackground`; nil where it tells nothing of states.
  public init?(after part: Substring) {
    switch part {
    case "didBecomeActive": self = .active
    case "willEnterForeground", "willResignActive": self = .inactive
    case "didEnterBackground": self = .background
    case "didDisconnect": self = .disconnected
    default: return nil
    }
  }
}

/// The states of the app and its scenes, as events change them.
public struct Lifecycle: Hashable, Sendable {
  public private(set) var app = LifecycleState.unknown
  public private(set) var scenes: [String: LifecycleState] = [:]

  public init() {}

  /// Applies one event. One of `application.` concerns all scenes; one of a scene changes the app where it is the only state known.
  public mutating func apply(_ event: Event) {
    let parts = event.name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let state = transition(to: parts[1], from: event) else { return }
    switch parts[0] {
    case "application":
      app = state
      for name in scenes.keys { scenes[name] = state }
    case "scene":
      if let scene = event.scene {
        scenes[scene] = state
      } else {
        for name in scenes.keys { scenes[name] = state }
        app = state
      }
    default: break
    }
  }

  /// Resigning active after having entered the background does not bring a scene back: it stays where it is.
  private func transition(to part: Substring, from event: Event) -> LifecycleState? {
    guard let state = LifecycleState(after: part) else { return nil }
    let current = event.scene.flatMap { scenes[$0] } ?? app
    if part == "willResignActive", current == .background || current == .disconnected { return current }
    return state
  }
}
