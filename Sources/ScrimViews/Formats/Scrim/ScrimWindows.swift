public import ScrimCore

/// Reads windows as a record of `views.jsonl` has them, lengths in image pixels: for views that somebody writes by hand.
///
/// Throws with the member that is wrong; the error's path is empty.
public func snapshot(windows json: [UInt8], scale: Double) throws(ViewsError) -> Snapshot {
  do {
    let document = try JSONDocument(parsing: json)
    return try ScrimNodeReader(document: document, unit: 1).snapshot(windows: JSONDocument.root, scale: scale)
  } catch let error as TreeError {
    throw ViewsError(path: "", problem: error.problem)
  } catch {
    throw ViewsError(path: "", problem: "the views are no JSON")
  }
}
