import ScrimCore
import ScrimInput

/// Provisional, until the pipeline is merged.
public func redact(
  _ request: RedactionRequest, observer: any RunObserver, control: RunControl
) throws(RunError) -> RunSummary {
  do {
    let source = try openInput(request.input)
    observer.began(total: source.count)
  } catch {
    throw .input(error)
  }
  return RunSummary()
}
