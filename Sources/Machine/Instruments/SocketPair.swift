internal import Glibc

/// Two ends of a stream of bytes in both directions, as descriptors that no other program inherits.
enum SocketPair {
  /// Makes a pair; nil when the system gives none.
  static func make() -> (Int32, Int32)? {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let isOpen = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { ends in
        unsafe socketpair(AF_UNIX, type, 0, ends) == 0
      }
    }
    return isOpen ? ends : nil
  }
}
