internal import Dispatch
internal import Synchronization

/// Does numbered tasks in threads of this process.
public enum ConcurrentTasks {
  /// The values of tasks in their order, as many at once as there are cores.
  public static func map<Value: Sendable>(
    _ count: Int, _ value: @Sendable (Int) -> Value
  ) -> [Value] {
    let slots = Mutex([Value?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let value = value(index)
      slots.withLock { $0[index] = value }
    }
    return slots.withLock { $0.compactMap(\.self) }
  }
}
