internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking

/// Where the frames of an output are, and how each is opened. One case for each kind of output.
enum RedactedOutput: Sendable {
  /// PNG files, each named as its frame.
  case directory(BytePath, pixelLimit: Int)
  /// One PNG file.
  case file(BytePath, pixelLimit: Int)
  /// Frames one behind the other, with what the stream has beside them.
  case stream(any FrameSource, extras: [String])

  /// One frame that has not been opened yet.
  enum Ticket: Sendable {
    case file(BytePath, pixelLimit: Int)
    /// Nil where the stream has ended.
    case stream(Result<FrameTicket?, InputError>)
  }

  /// Finds the output of a recording: the kind is the recording's.
  init(_ request: VerificationRequest, like original: any FrameSource) throws(VerifyError) {
    let path = request.redacted
    switch original {
    case is PNGSequence:
      if isDirectory(path) {
        self = .directory(path, pixelLimit: request.pixelLimit)
        return
      }
      do {
        _ = try fileBytes(path)
      } catch {
        throw .redacted(.unreadable(path: path, reason: error.reason))
      }
      // A whole recording of another kind is no damaged picture.
      if let source = try? openInput(InputRequest(path: path, pixelLimit: request.pixelLimit)), !(source is PNGSequence)
      {
        throw .unsupported(path)
      }
      self = .file(path, pixelLimit: request.pixelLimit)
    case is Y4MStream:
      do {
        let source = try openInput(InputRequest(path: path, pixelLimit: request.pixelLimit))
        guard source is Y4MStream else { throw VerifyError.unsupported(path) }
        self = .stream(source, extras: y4mExtras(in: path, frame: source.coverKind.format))
      } catch let error as InputError {
        throw .redacted(error)
      } catch {
        throw .unsupported(path)
      }
    default: throw .unsupported(request.original)
    }
  }

  /// [one thread at a time, in the order of frames]
  func ticket(for frame: FrameIdentity) -> Ticket {
    switch self {
    case .directory(let path, let limit): .file(frame.name.map { path / $0 } ?? path, pixelLimit: limit)
    case .file(let path, let limit): .file(path, pixelLimit: limit)
    case .stream(let source, _):
      .stream(Result { () throws(InputError) in try source.next() })
    }
  }

  /// What lies beside the frames; `names` are those of the report, as it shows them.
  func unreportedFiles(_ names: [String], _ report: BytePath) -> [Finding] {
    guard case .directory(let path, _) = self, let found = try? visibleNames(in: path) else { return [] }
    let known = Set(names)
    return found.filter { !known.contains("\($0)") && !isSameFile(path / $0, report) }
      .map { Finding(nil, .unreportedFile(path / $0)) }
  }

  /// [after all frames] What is left of a stream, or stands in it beside frames.
  func rest() -> [Finding] {
    guard case .stream(let source, let extras) = self else { return [] }
    let more = (try? source.next()) == nil ? [] : ["frames that the report does not have"]
    return (extras + more).map { Finding(nil, .ridesAlong($0)) }
  }
}

extension RedactedOutput.Ticket {
  /// Opens a frame of the output and holds it against the original and the report.
  func findings(original: FrameTicket, _ reported: ReportedFrame, _ masker: Masker) -> [Finding.Kind] {
    switch self {
    case .stream(.success(nil)): return [.missing]
    case .stream(.failure(let error)): return [.undecodable(error)]
    case .stream(.success(let ticket?)):
      do throws(InputError) {
        return Comparison(masker, reported).findings(output: try ticket.decode(), original: original)
      } catch {
        return [.undecodable(error)]
      }
    case .file(let path, let limit):
      let bytes: [UInt8]
      do {
        bytes = try fileBytes(path)
      } catch {
        return [error.isMissing ? .missing : .undecodable(.unreadable(path: path, reason: error.reason))]
      }
      let walk = PNGWalk(bytes)
      let findings: [Finding.Kind] = unsafe bytes.withUnsafeBytes { bytes in
        do throws(InputError) {
          let raw = try unsafe decodePNG(
            bytes, identity: original.identity, name: path.lastComponent, pixelLimit: limit)
          return Comparison(masker, reported, colour: walk.colour).findings(output: raw, original: original)
        } catch {
          return [.undecodable(error)]
        }
      }
      return walk.extras.map { .ridesAlong($0) } + findings
    }
  }
}
