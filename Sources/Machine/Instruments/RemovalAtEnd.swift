internal import CSystem
internal import Glibc
internal import Synchronization

/// The removal of a file or a folder when this process ends, even by Ctrl-C or a crash.
///
/// A small process waits for that. Where it cannot be started, nothing is removed.
public final class RemovalAtEnd: Sendable {
  /// The descriptor whose end removes; -1 for none.
  private let descriptor: Atomic<Int32>

  /// Watches over a file or a folder.
  ///
  /// - Parameter path: Its absolute path.
  public init(of path: String) {
    descriptor = Atomic(unsafe mapreplay_remove_at_end(path))
  }

  /// Removes it now.
  public func remove() {
    let descriptor = descriptor.exchange(-1, ordering: .relaxed)
    if descriptor >= 0 { close(descriptor) }
  }
}
