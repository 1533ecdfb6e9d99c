internal import CSystem
internal import Glibc
internal import Synchronization

/// Removes a file or a folder when this process ends, even by Ctrl-C or a crash.
///
/// A helper process waits for the end. If it cannot be started, the file stays.
public final class RemovalAtEnd: Sendable {
  /// The descriptor that the helper process watches; -1 for none.
  private let descriptor: Atomic<Int32>

  /// Starts the helper process.
  ///
  /// - Parameter path: Its absolute path.
  public init(of path: String) {
    descriptor = Atomic(unsafe mapreplay_remove_at_end(path))
  }

  /// Removes the file now.
  public func remove() {
    let descriptor = descriptor.exchange(-1, ordering: .relaxed)
    if descriptor >= 0 { close(descriptor) }
  }
}
