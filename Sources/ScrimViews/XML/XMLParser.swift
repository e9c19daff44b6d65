internal import CXML
internal import Glibc

extension XMLDocument {
  /// The deepest nesting of elements that is read.
  static let deepest = 131_072
  /// The most attributes of one element that are read: the library compares each with each.
  static let mostAttributes = 20_000
  /// The most declarations of namespaces that are read: the library looks through all that hold for each prefix.
  static let mostNamespaces = 1_000

  /// Reads an XML text, all of it.
  ///
  /// Strict: what is not well-formed is an error. A document type is refused, since no view format has one and entities
  /// can make a small file huge; nothing is ever fetched.
  convenience init(parsing bytes: [UInt8]) throws(TreeError) {
    guard bytes.count < 1 << 30 else { throw TreeError("it is over 1 GiB long") }
    guard !hasLargeElement(bytes) else {
      throw TreeError("an element has over \(Self.mostAttributes) attributes")
    }
    xmlInitParser()
    var builder = XMLBuilder(byteCount: bytes.count)
    if let failure = parse(bytes, into: &builder) { throw failure }
    self.init(
      names: builder.names, elements: builder.elements, attributes: builder.attributes, texts: builder.texts)
  }
}

/// Whether there is an element of more attributes than are read. Between one `<` and the next lies a tag at most, with a
/// `=` for each of its attributes, which takes five bytes at least.
private func hasLargeElement(_ bytes: [UInt8]) -> Bool {
  unsafe bytes.withUnsafeBufferPointer { text in
    var start = 0
    while start < text.count {
      // Within the text, which outlives the call.
      let rest = unsafe UnsafeRawPointer(text.baseAddress! + start)
      let found = unsafe memchr(rest, CInt(UInt8(ascii: "<")), text.count - start)
      let end = unsafe found.map { unsafe UnsafeRawPointer($0) - rest + start } ?? text.count
      if end - start > 5 * XMLDocument.mostAttributes,
        unsafe text[start..<end].count(where: { $0 == UInt8(ascii: "=") }) > XMLDocument.mostAttributes
      {
        return true
      }
      start = end + 1
    }
    return false
  }
}

/// Runs the parser over a whole text; gives what is wrong with it, or nil.
private func parse(_ bytes: [UInt8], into builder: inout XMLBuilder) -> TreeError? {
  var handler = unsafe xmlSAXHandler()
  unsafe handler.initialized = XML_SAX2_MAGIC
  unsafe handler.startElementNs = startElement
  unsafe handler.endElementNs = endElement
  unsafe handler.internalSubset = refuseDocumentType
  unsafe handler.characters = refuseText
  unsafe handler.cdataBlock = refuseText
  // Messages of the library can quote the text: they go nowhere, those of the parser and those of what decodes its bytes,
  // which knows no parser and would write to stderr.
  unsafe handler.serror = { _, _ in }
  cxml_set_silent(1)
  defer { cxml_set_silent(0) }
  // The handler and the builder outlive the context, which is freed before this function returns.
  return unsafe withUnsafeMutablePointer(to: &builder) { builder in
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, builder, nil, 0, nil) else {
      return TreeError("memory is short")
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    // Depth and length are bounded by us, and nothing is fetched. "Entities" are the five that need no document type
    // and those by number: without the option, an ampersand in a value would stand there as `&#38;`.
    let options = XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
    _ = unsafe xmlCtxtUseOptions(context, CInt(options))
    unsafe builder.pointee.parser = context
    var status: CInt = 0
    unsafe bytes.withUnsafeBufferPointer { text in
      // At once: where a value is long and comes in pieces, the parser looks through all that it has of it with each. The
      // length is below 1 GiB, and so within 32 bits.
      status = unsafe text.withMemoryRebound(to: CChar.self) { characters in
        unsafe xmlParseChunk(context, characters.baseAddress, CInt(text.count), 0)
      }
      if status == 0, unsafe builder.pointee.failure == nil { status = unsafe xmlParseChunk(context, nil, 0, 1) }
    }
    if let failure = unsafe builder.pointee.failure { return failure }
    guard status == 0, unsafe context.pointee.wellFormed == 1 else {
      return unsafe TreeError("line \(xmlSAX2GetLineNumber(context)): it is no whole XML (error \(status))")
    }
    return nil
  }
}

/// The context of every callback is the builder that `parse` gave.
private func builder(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLBuilder> {
  unsafe context!.assumingMemoryBound(to: XMLBuilder.self)
}

private func stop(_ context: UnsafeMutableRawPointer?, _ problem: String) {
  let builder = unsafe builder(context)
  unsafe builder.pointee.failure = TreeError(problem)
  if let parser = unsafe builder.pointee.parser { unsafe xmlStopParser(parser) }
}

private let refuseDocumentType: internalSubsetSAXFunc = { context, _, _, _ in
  unsafe stop(context, "it has a document type (<!DOCTYPE …>), which no view format has")
}

/// Text between elements may be one that lost its bracket: a view, and all that it says of secrecy.
private let refuseText: charactersSAXFunc = { context, text, count in
  // As many bytes as the parser says, without a zero behind them.
  let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count))
  if unsafe bytes.contains(where: { !$0.isSpace }) {
    unsafe stop(context, "there is text between its elements, which no view format has")
  }
}

private let startElement: startElementNsSAX2Func = {
  context, name, prefix, _, namespaceCount, _, count, _, attributes in
  let builder = unsafe builder(context)
  unsafe builder.pointee.namespaceCount += Int(namespaceCount)
  guard unsafe builder.pointee.namespaceCount <= XMLDocument.mostNamespaces else {
    return unsafe stop(context, "it declares over \(XMLDocument.mostNamespaces) namespaces")
  }
  guard unsafe builder.pointee.depth < XMLDocument.deepest else {
    return unsafe stop(context, "it is nested over \(XMLDocument.deepest) levels deep")
  }
  let line = unsafe builder.pointee.parser.map { unsafe Int(xmlSAX2GetLineNumber($0)) } ?? 0
  guard let name = unsafe name else { return unsafe stop(context, "an element has no name") }
  unsafe builder.pointee.open(XMLName(name, prefix: prefix), line: line)
  // Five pointers for each attribute.
  if let attributes = unsafe attributes {
    unsafe builder.pointee.add(UnsafeBufferPointer(start: attributes, count: 5 * Int(count)))
  }
}

private let endElement: endElementNsSAX2Func = { context, _, _, _ in
  unsafe builder(context).pointee.depth -= 1
}

/// Puts a document together as the parser meets its elements.
/// Safe because the pointer is set and used only while `parse`, which owns what it points to, runs.
@safe private struct XMLBuilder {
  private(set) var names: [String] = []
  private(set) var elements: [XMLDocument.Element] = []
  private(set) var attributes: [XMLDocument.Attribute] = []
  private(set) var texts: [UInt8] = []
  var depth = 0
  /// How many namespaces were declared so far, in all elements.
  var namespaceCount = 0
  var failure: TreeError?
  /// The parser that is running, to stop it and to ask for its line.
  var parser: xmlParserCtxtPtr?
  private var places: [XMLName: Int] = [:]
  /// For each name the one that came after it last, which mostly comes again.
  private var next: [(name: XMLName, place: Int)?] = []
  private var last = 0

  init(byteCount: Int) {
    texts.reserveCapacity(byteCount / 2)
    attributes.reserveCapacity(byteCount / 24)
    elements.reserveCapacity(byteCount / 256)
  }

  mutating func open(_ name: XMLName, line: Int) {
    let start = attributes.count
    elements.append(
      XMLDocument.Element(name: place(of: name), attributes: start..<start, depth: depth, line: line))
    depth += 1
  }

  /// Adds the attributes of the element that was opened last: for each the name, prefix, URI, and begin and end of the
  /// value, which has no zero behind it. All of it is valid within the call.
  mutating func add(_ pointers: UnsafeBufferPointer<UnsafePointer<xmlChar>?>) {
    let tag = unsafe copyTag(of: pointers)
    for i in stride(from: 0, to: pointers.count, by: 5) {
      guard let name = unsafe pointers[i], let begin = unsafe pointers[i + 3], let end = unsafe pointers[i + 4] else {
        continue
      }
      var start = texts.count
      if let tag = unsafe tag, unsafe tag.bytes.contains(begin) {
        start = unsafe tag.start + (begin - tag.bytes.lowerBound)
      } else {
        unsafe texts.append(contentsOf: UnsafeBufferPointer(start: begin, count: end - begin))
      }
      let place = unsafe place(of: XMLName(name, prefix: pointers[i + 1]))
      attributes.append(unsafe XMLDocument.Attribute(name: place, value: start..<start + (end - begin)))
    }
    let last = elements.count - 1
    elements[last].attributes = elements[last].attributes.lowerBound..<attributes.count
  }

  /// Copies what lies between the first and the last value that stand in the parser's input as they are meant, as all
  /// without references do: one copy takes less time than one for each. Gives the bytes and where they are in `texts`.
  private mutating func copyTag(
    of pointers: UnsafeBufferPointer<UnsafePointer<xmlChar>?>
  ) -> (bytes: Range<UnsafePointer<xmlChar>>, start: Int)? {
    guard let input = unsafe parser?.pointee.input, let base = unsafe input.pointee.base,
      let limit = unsafe input.pointee.end
    else { return nil }
    var tag: (begin: UnsafePointer<xmlChar>, end: UnsafePointer<xmlChar>)?
    for i in stride(from: 0, to: pointers.count, by: 5) {
      // Other values lie in memory of their own, which the parser gave them.
      guard let begin = unsafe pointers[i + 3], let end = unsafe pointers[i + 4], unsafe begin >= base,
        unsafe end <= limit
      else { continue }
      unsafe tag = (min(tag?.begin ?? begin, begin), max(tag?.end ?? end, end))
    }
    guard let (begin, end) = unsafe tag else { return nil }
    let start = texts.count
    unsafe texts.append(contentsOf: UnsafeBufferPointer(start: begin, count: end - begin))
    return unsafe (begin..<end, start)
  }

  /// The place of a name among all.
  private mutating func place(of name: XMLName) -> Int {
    if last < next.count, let known = next[last], known.name == name {
      last = known.place
      return last
    }
    let place = places[name] ?? names.count
    if place == names.count {
      names.append(name.text)
      places[name] = place
      next.append(nil)
    }
    next[last] = (name, place)
    last = place
    return place
  }
}

/// A name by where it lies: the parser keeps each once, and as long as it lives itself.
@safe private struct XMLName: Hashable {
  /// Ends with a zero, as the other.
  private let local: UnsafePointer<xmlChar>
  /// Nil for a name without one. A name with one is another name: `x:password` says nothing of passwords.
  private let prefix: UnsafePointer<xmlChar>?

  init(_ local: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?) {
    unsafe self.local = local
    unsafe self.prefix = prefix
  }

  static func == (a: XMLName, b: XMLName) -> Bool { unsafe a.local == b.local && a.prefix == b.prefix }

  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(local)
    // Else names that differ in their prefixes alone are compared each with each.
    unsafe hasher.combine(prefix)
  }

  var text: String {
    let text = unsafe String(cString: local)
    return unsafe prefix.map { unsafe String(cString: $0) + ":" + text } ?? text
  }
}
