/// The limits of a task, beyond which its worker is killed.
public struct WorkerLimits: Hashable, Sendable {
  /// Real time, in nanoseconds.
  public var nanoseconds: Int64
  /// Memory that the worker may add to its initial memory, in bytes.
  public var bytes: UInt64

  /// Makes limits of their parts.
  public init(nanoseconds: Int64, bytes: UInt64) {
    (self.nanoseconds, self.bytes) = (nanoseconds, bytes)
  }
}

/// Why a task has no answer.
public enum WorkerError: Hashable, Sendable, Error {
  /// Its process ended by a signal, such as that of a trap; with its last output.
  case signal(Int32, complaint: String)
  /// Its process exited; with its last output.
  case exit(Int32, complaint: String)
  case timeLimit
  case memoryLimit
  case noProcess
  /// The answer has no bytes, or cannot be read: a programming error.
  case unreadable(String)
}
