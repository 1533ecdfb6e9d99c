internal import Dispatch
internal import Glibc
internal import Synchronization

/// Runs numbered tasks in threads of this process.
public enum ConcurrentTasks {
  /// Returns the values of tasks in their order, running one task on each core at a time.
  ///
  /// A task may run further tasks: the caller works on the tasks that it requests, and idle
  /// cores help wherever tasks are open.
  public static func map<Value: Sendable>(
    _ count: Int, _ value: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let tasks = Tasks(count, value)
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    for _ in 1..<max(1, min(cores, count)) { Helpers.ask(atMost: cores - 1) { tasks.work() } }
    tasks.work()
    return tasks.values
  }

  /// The threads that help.
  ///
  /// Dispatch would wait for memory for another thread, forever where there is a limit. Here the
  /// caller works alone when no thread can be made.
  private enum Helpers {
    private struct State {
      var count = 0
      var requests: [@Sendable () -> Void] = []
    }

    private static let state = Mutex(State())

    /// Lets a thread do some work as soon as one is idle, and makes one if there are fewer than
    /// allowed.
    static func ask(atMost most: Int, _ work: @escaping @Sendable () -> Void) {
      let isWanted = state.withLock { state in
        state.requests.append(work)
        guard state.count < most else { return false }
        state.count += 1
        return true
      }
      guard isWanted, !start() else { return }
      state.withLock { state in
        state.count -= 1
        if state.count == 0 { state.requests = [] }
      }
    }

    private static func start() -> Bool {
      var thread = pthread_t()
      let result = unsafe pthread_create(
        &thread, nil,
        { _ in
          while let work = Helpers.next() { work() }
          return nil
        }, nil)
      guard result == 0 else { return false }
      pthread_detach(thread)
      return true
    }

    /// The oldest request; nil, and the thread ends, when there is none.
    private static func next() -> (@Sendable () -> Void)? {
      state.withLock { state in
        guard state.requests.isEmpty else { return state.requests.removeFirst() }
        state.count -= 1
        return nil
      }
    }
  }

  private final class Tasks<Value: Sendable>: Sendable {
    private struct State {
      var next = 0
      var left: Int
      var values: [Value?]
    }

    private let value: @Sendable (Int) -> Value
    private let state: Mutex<State>
    private let isDone = DispatchSemaphore(value: 0)

    init(_ count: Int, _ value: @escaping @Sendable (Int) -> Value) {
      self.value = value
      state = Mutex(State(left: count, values: Array(repeating: nil, count: count)))
      if count == 0 { isDone.signal() }
    }

    /// Runs tasks until all have been started.
    func work() {
      while let task = take() {
        let value = value(task)
        let isLast = state.withLock { state in
          state.values[task] = value
          state.left -= 1
          return state.left == 0
        }
        if isLast { isDone.signal() }
      }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < state.values.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    /// The values, as soon as all are known.
    var values: [Value] {
      isDone.wait()
      return state.withLock { state in
        // Helpers that never came to it hold this until they do.
        let values = state.values.compactMap(\.self)
        state.values = []
        return values
      }
    }
  }
}
