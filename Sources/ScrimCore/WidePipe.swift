internal import Glibc

/// Lets a pipe hold 1 MiB, where the system allows it; what is no pipe stays as it is.
///
/// Frames are megabytes. Through a pipe of the usual 64 KiB one goes in fifty pieces, each with a change of process.
public func widenPipe(_ descriptor: Int32) {
  // F_SETPIPE_SZ of <linux/fcntl.h>, F_LINUX_SPECIFIC_BASE + 7, which Glibc's module leaves out.
  let setPipeSize: Int32 = 1031
  _ = fcntl(descriptor, setPipeSize, 1 << 20)
}
