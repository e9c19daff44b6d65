import Glibc
import ScrimCore

/// Renames a file to a name of any bytes; false where the file system has no such names.
func move(_ path: String, to target: BytePath) -> Bool {
  unsafe target.withCString { target in unsafe rename(path, target) == 0 }
}
