internal import Glibc

/// Lets a pipe hold what comes through it in one piece, up to 1 MiB and where the system allows it; what is no pipe stays as it is.
///
/// Frames are megabytes. Through a pipe of the usual 64 KiB one goes in fifty pieces, each with a change of process. No more
/// than one frame shall wait in a pipe, though: a live picture would be late.
public func widenPipe(_ descriptor: Int32, toHold bytes: Int) {
  // F_SETPIPE_SZ and F_GETPIPE_SZ of <linux/fcntl.h>, F_LINUX_SPECIFIC_BASE + 7 and + 8, which Glibc's module leaves out.
  let setSize: Int32 = 1031, getSize: Int32 = 1032
  let wanted = Int32(min(bytes, 1 << 20)), size = fcntl(descriptor, getSize)
  if size >= 0 && size < wanted { _ = fcntl(descriptor, setSize, wanted) }
}
