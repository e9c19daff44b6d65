import ScrimCore

/// Members of frames, views and events as Lua gets them.
enum MemberValues {
  /// A member of the model; nil where the name is none of the model's.
  static func member(_ name: String, of i: Int, in snapshot: Snapshot) -> LuaValue? {
    let view = snapshot.views[i]
    switch ViewMember.named[name]?.kind {
    case .text(let read): return read(view).map(LuaValue.string) ?? LuaValue.none
    case .flag(let read): return read(view).map(LuaValue.boolean) ?? LuaValue.none
    case .number(let read): return number(read(view))
    case .list(let read): return list(read(view).map(LuaValue.string))
    case .structure: return structure(name, of: i, in: snapshot)
    case nil: return nil
    }
  }

  private static func structure(_ name: String, of i: Int, in snapshot: Snapshot) -> LuaValue? {
    let view = snapshot.views[i]
    switch name {
    case "parent": return view.parent.map(LuaValue.view) ?? LuaValue.none
    case "children": return list(snapshot.children(of: i).map(LuaValue.view))
    case "attributes":
      // Names that differ in bytes can be one text.
      return table(Dictionary(view.attributes.map { ($0.name, attribute($0.value)) }) { first, _ in first })
    case "bounds":
      switch view.bounds {
      case .rect(let rect):
        return table([
          "x": .number(rect.x), "y": .number(rect.y), "width": .number(rect.width), "height": .number(rect.height),
        ])
      case .noArea: return table(["x": .number(0), "y": .number(0), "width": .number(0), "height": .number(0)])
      case .unknown: return LuaValue.none
      }
    case "transform":
      return view.transform.map { list([$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty].map(LuaValue.number)) } ?? LuaValue.none
    default: return nil
    }
  }

  static func attribute(_ value: AttributeValue) -> LuaValue {
    switch value {
    case .null: .none
    case .boolean(let flag): .boolean(flag)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let text): .string(text.exposed)
    case .list(let items): list(items.map(attribute))
    case .object(let members): table(members.mapValues(attribute))
    }
  }

  static func event(_ event: Event) -> LuaValue {
    var members = event.attributes.mapValues(attribute)
    members["name"] = .string(event.name)
    members["scene"] = event.scene.map(LuaValue.string)
    switch event.instant {
    case .frame(let index): members["frame"] = .integer(Int64(index))
    case .time(let seconds): members["time"] = .number(seconds)
    }
    return table(members)
  }

  static func state(_ lifecycle: Lifecycle) -> LuaValue {
    table(["app": app(lifecycle), "scenes": scenes(lifecycle)])
  }

  static func app(_ lifecycle: Lifecycle) -> LuaValue { .string(lifecycle.appAsKnown.rawValue) }

  static func scenes(_ lifecycle: Lifecycle) -> LuaValue {
    table(lifecycle.scenes.mapValues { .string($0.rawValue) })
  }

  /// Whole numbers are integers, so that they print as `3`, not `3.0`.
  static func number(_ value: Double?) -> LuaValue {
    guard let value else { return .none }
    return Int64(exactly: value).map(LuaValue.integer) ?? .number(value)
  }

  static func list(_ items: [LuaValue]) -> LuaValue {
    var table = LuaTable()
    table.items = items
    return .table(table)
  }

  static func table(_ members: [String: LuaValue]) -> LuaValue {
    var table = LuaTable()
    table.members = members.sorted { $0.key < $1.key }.filter { !$0.value.isNone }.map { ($0.key, $0.value) }
    return .table(table)
  }
}

extension Lifecycle {
  /// The app's state; where only scenes tell, and tell the same, theirs.
  var appAsKnown: LifecycleState {
    guard app == .unknown, let first = scenes.values.first, scenes.values.allSatisfy({ $0 == first }) else {
      return app
    }
    return first
  }
}
