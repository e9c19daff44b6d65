internal import ScrimCore

/// Tells which view of one snapshot is which of another.
///
/// The same id, type and place among those of the same id and type, as ids repeat in real trees; without an id, the same
/// type and place among its siblings below the same parent.
struct ViewIdentities {
  private enum Key: Hashable {
    case named(id: String, type: String, place: Int)
    case placed(parent: Int?, type: String, place: Int)
  }

  private struct Name: Hashable {
    var id: String
    var type: String
  }

  private var numbers: [Key: Int] = [:]

  /// A number for each view; views of several snapshots that have the same number are the same.
  mutating func numbers(of snapshot: Snapshot) -> [Int] {
    let places = ViewNames.places(in: snapshot)
    var like = [Name: Int](), result = [Int]()
    result.reserveCapacity(snapshot.views.count)
    for (index, view) in snapshot.views.enumerated() {
      let key: Key
      if let id = view.id {
        let name = Name(id: id, type: view.type), place = like[name, default: 0]
        key = .named(id: id, type: view.type, place: place)
        like[name] = place + 1
      } else {
        key = .placed(parent: view.parent.map { result[$0] }, type: view.type, place: places[index])
      }
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      result.append(number)
    }
    return result
  }
}
