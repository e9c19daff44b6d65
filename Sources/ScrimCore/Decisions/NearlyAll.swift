extension Plan {
  /// Rules that hide at least 95 % of the frame though none of them asked for a cover, in the order of painting: worth a
  /// warning, as a container was probably taken for what it contains.
  public var rulesHidingNearlyAll: [String] {
    var regions = [String: [Region]](), rules = [String]()
    for redaction in redactions where redaction.style.name != .cover {
      if regions[redaction.rule] == nil { rules.append(redaction.rule) }
      regions[redaction.rule, default: []].append(redaction.region)
    }
    let enough = size.rect.width * size.rect.height * 95
    return rules.filter { enough > 0 && Region.union(of: regions[$0]!).area * 100 >= enough }
  }
}
