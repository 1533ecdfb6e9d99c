internal import Glibc
internal import Wire

/// Does numbered tasks in separate processes, so that a task that traps, hangs or eats memory ends
/// alone.
///
/// The processes are copies of this process (``ForkedProcess``), which must have a single thread. A
/// worker serves many tasks until it ends or has grown; then a new worker replaces it.
public struct WorkerPool<Answer: Codable & Sendable> {
  private let count: Int
  private let limits: WorkerLimits
  private let work: (Int) -> Answer

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - count: How many processes work at a time; at least one.
  ///   - limits: The limits of a task.
  ///   - work: Does the task with a number. It runs in the worker.
  public init(count: Int, limits: WorkerLimits, work: @escaping (Int) -> Answer) {
    precondition(count > 0, "\(count) workers can do nothing")
    (self.count, self.limits, self.work) = (count, limits, work)
  }

  /// Does tasks and waits for all of them.
  ///
  /// - Parameters:
  ///   - tasks: Their numbers, in the order in which they are begun.
  ///   - receive: Gets each number once with its answer, in the order in which they are done.
  public func run(_ tasks: [Int], receive: (Int, Result<Answer, WorkerError>) -> Void) {
    var waiting = tasks[...]
    var workers: [Worker] = []
    defer { for worker in workers { worker.end() } }
    while !waiting.isEmpty || workers.contains(where: \.isBusy) {
      while let task = waiting.first, workers.count(where: \.isBusy) < count {
        guard let index = idleWorker(of: &workers) else {
          guard workers.isEmpty else { break }
          waiting.removeFirst()
          receive(task, .failure(.noProcess))
          continue
        }
        waiting.removeFirst()
        workers[index].begin(task)
      }
      WorkerPool.wait(for: workers)
      for index in workers.indices.reversed() {
        let seen = workers[index].look(limits)
        if workers[index].isOver { workers.remove(at: index) }
        if let (task, result) = seen { receive(task, result.flatMap(WorkerPool.answer)) }
      }
    }
  }

  private static func answer(from bytes: [UInt8]) -> Result<Answer, WorkerError> {
    do { return .success(try Record.value(Answer.self, from: bytes)) } catch {
      return .failure(.unreadable("\(error)"))
    }
  }

  /// A worker without a task, made if need be; nil when the system gives none.
  private func idleWorker(of workers: inout [Worker]) -> Int? {
    if let idle = workers.firstIndex(where: { !$0.isBusy }) { return idle }
    let work = work
    let worker = Worker.start(limits: limits) { task in try Record.bytes(of: work(task)) }
    guard let worker else { return nil }
    workers.append(worker)
    return workers.count - 1
  }

  /// Sleeps until a worker has output, or it is time to check their limits.
  private static func wait(for workers: [Worker]) {
    var descriptors = workers.map { pollfd(fd: $0.stream, events: Int16(POLLIN), revents: 0) }
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), 20)
  }
}
