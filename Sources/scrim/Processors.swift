internal import Glibc

/// How many threads this process may keep busy: the processors that it may run on, or less where its container has a
/// quota. Counting the machine's would make dozens of threads fight for two.
func availableProcessors() -> Int {
  let status = contents(of: "/proc/self/status") ?? ""
  let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
  let processors = allowed.map { processorCount($0.dropFirst("Cpus_allowed_list:".count)) } ?? 0
  let most = processors > 0 ? processors : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  return min(most, quotas().min() ?? most)
}

/// The processors in a list of the kernel's: `0-3,8` is 5; 0 where it cannot be read.
func processorCount(_ list: Substring) -> Int {
  var count = 0
  for part in list.filter({ !$0.isWhitespace }).split(separator: ",") {
    let ends = part.split(separator: "-").map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { return 0 }
    count += last - first + 1
  }
  return count
}

/// The quota in a `cpu.max` file of a control group, rounded up to whole processors: `150000 100000` is 2; nil for `max`.
func processorQuota(_ text: String) -> Int? {
  let fields = text.split(whereSeparator: \.isWhitespace)
  guard fields.count == 2, let quota = Int(fields[0]), let period = Int(fields[1]), quota > 0, period > 0 else {
    return nil
  }
  return max(1, (quota + period - 1) / period)
}

/// The quotas of this process's control group and of all above it.
private func quotas() -> [Int] {
  let root = "/sys/fs/cgroup"
  guard let groups = contents(of: "/proc/self/cgroup"),
    let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
  else { return [] }
  var path = root, found = [contents(of: root + "/cpu.max")]
  for part in line.dropFirst(4).split(separator: "/") {
    path += "/" + part
    found.append(contents(of: path + "/cpu.max"))
  }
  return found.compactMap { $0.flatMap(processorQuota) }
}

/// A small file of the kernel's.
private func contents(of path: String) -> String? {
  guard let file = unsafe fopen(path, "re") else { return nil }
  defer { unsafe fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  // `fread` writes at most the array's length.
  let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
  return String(validating: bytes[..<count], as: UTF8.self)
}
