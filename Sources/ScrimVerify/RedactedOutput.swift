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
  case stream(any FrameSource, keeping: FileContents.Keeping, extras: [String])

  /// One frame that has not been opened yet.
  enum Ticket: Sendable {
    case file(BytePath, pixelLimit: Int)
    /// Nil where the stream has ended.
    case stream(Result<FrameTicket?, InputError>, keeping: FileContents.Keeping)
  }

  /// Finds the output of a recording. What it is, its content says.
  init(_ request: VerificationRequest, _ run: ReportedRun, like original: any FrameSource) throws(VerifyError) {
    let path = request.redacted
    if isDirectory(path) {
      self = .directory(path, pixelLimit: request.pixelLimit)
      return
    }
    let source: any FrameSource
    do throws(InputError) {
      source = try openInput(InputRequest(path: path, pixelLimit: request.pixelLimit))
    } catch {
      // A picture that is damaged is found as one.
      guard original is PNGSequence, (try? fileBytes(path)) != nil else { throw .redacted(error) }
      self = .file(path, pixelLimit: request.pixelLimit)
      return
    }
    switch source {
    case is PNGSequence:
      // One picture is no recording.
      guard original is PNGSequence else { throw .unsupported(path) }
      self = .file(path, pixelLimit: request.pixelLimit)
    case is VideoStream:
      do {
        let contents = try FileContents(path)
        let sound = contents.surplusSound(run.sound, of: request.original).map { [$0] } ?? []
        let isLossless = contents.keeping == .nearly && run.lossless == true
        self = .stream(
          source, keeping: isLossless ? .whereAlike : contents.keeping,
          extras: contents.extras + sound + FileLayout.extras(in: path, contents))
      } catch {
        throw .redacted(.unreadable(path: path, reason: error.reason))
      }
    case is Y4MStream:
      self = .stream(source, keeping: .exactly, extras: y4mExtras(in: path, frame: source.coverKind.format))
    default: self = .stream(source, keeping: .exactly, extras: [])
    }
  }

  /// [one thread at a time, in the order of frames]
  func ticket(for frame: FrameIdentity) -> Ticket {
    switch self {
    case .directory(let path, let limit): .file(path / frame.outputName, pixelLimit: limit)
    case .file(let path, let limit): .file(path, pixelLimit: limit)
    case .stream(let source, let keeping, _):
      .stream(Result { () throws(InputError) in try source.next() }, keeping: keeping)
    }
  }

  /// What lies beside the frames of a report.
  func unreportedFiles(_ frames: ArraySlice<ReportedFrame>, _ report: BytePath) -> [Finding] {
    guard case .directory(let path, _) = self, let found = try? visibleNames(in: path) else { return [] }
    // As the report shows names.
    let known = Set(frames.map { $0.name ?? "\(FrameIdentity(index: $0.index).outputName)" })
    return found.filter { !known.contains("\($0)") && !isSameFile(path / $0, report) }
      .map { Finding(nil, .unreportedFile(path / $0)) }
  }

  /// [after all frames] What is left of a stream, or stands in it beside frames.
  func rest() -> [Finding] {
    guard case .stream(let source, _, let extras) = self else { return [] }
    let more = (try? source.next()) == nil ? [] : ["frames that the report does not have"]
    return (extras + more).map { Finding(nil, .ridesAlong($0)) }
  }
}

extension FrameIdentity {
  /// What a frame is called in a directory: as it was, or by its number in six digits.
  fileprivate var outputName: BytePath {
    if let name { return name }
    let digits = String(index)
    return BytePath(String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + ".png")
  }
}

extension RedactedOutput.Ticket {
  /// Opens a frame of the output and holds it against the original and the report.
  ///
  /// - Parameter start: The time of the first frame that was written, which is 0 in the output.
  func findings(
    original: FrameTicket, of recording: any FrameSource, _ reported: ReportedFrame, since start: Double?,
    _ masker: Masker
  ) -> [Finding.Kind] {
    func comparison(_ keeping: FileContents.Keeping, isPicture: Bool, _ colour: [String: [UInt8]]) -> Comparison {
      let isMadeOfPictures = isPicture && !(recording is VideoStream) && !(recording is Y4MStream)
      return Comparison(
        masker, reported, keeping, coverKind: recording.coverKind, isPicture: isMadeOfPictures, colour: colour)
    }
    switch self {
    case .stream(.success(nil), _): return [.missing]
    case .stream(.failure(let error), _): return [.undecodable(error)]
    case .stream(.success(let ticket?), let keeping):
      let late = timeFinding(ticket.identity, reported, since: start)
      do throws(InputError) {
        let raw = try ticket.decode()
        let colour = raw.encoding.colour
        let extras = raw.dropped.keys.sorted().map { Finding.Kind.ridesAlong($0) }
        return late + extras
          + comparison(keeping, isPicture: false, colour).findings(output: raw, original: original)
      } catch {
        return late + [.undecodable(error)]
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
          return comparison(.exactly, isPicture: true, walk.colour).findings(output: raw, original: original)
        } catch {
          return [.undecodable(error)]
        }
      }
      return walk.extras.map { .ridesAlong($0) } + findings
    }
  }

  /// Times are those of the report, counted from the first frame, to half a tick of the output's own clock.
  private func timeFinding(
    _ frame: FrameIdentity, _ reported: ReportedFrame, since start: Double?
  ) -> [Finding.Kind] {
    guard let time = frame.exactTime, let said = reported.time, let start else { return [] }
    let tick = Double(time.tick.numerator) / Double(time.tick.denominator)
    guard abs(said - start - time.seconds) > tick / 2 + 1e-6 else { return [] }
    return [.time(reported: said, found: start + time.seconds)]
  }
}

extension SourceEncoding {
  /// The chunks of colour of a picture in a stream of PNG files.
  fileprivate var colour: [String: [UInt8]] {
    guard case .png(let encoding) = self else { return [:] }
    return Dictionary(encoding.colourChunks.map { ($0.name, $0.data) }) { first, _ in first }
  }
}
