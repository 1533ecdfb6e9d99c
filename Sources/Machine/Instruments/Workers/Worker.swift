internal import Glibc

/// A process that does one task after the other.
///
/// It is sent the number of a task in eight bytes, and sends back the length of the answer in eight
/// bytes and the answer.
struct Worker {
  private let process: ForkedProcess
  private let bytesAtStart: UInt64
  private var task: Int?
  private var begun: Int64 = 0
  private var received: [UInt8] = []
  private(set) var isOver = false

  var isBusy: Bool { task != nil }
  var stream: Int32 { process.stream }

  /// Starts a worker; nil when the system gives no process.
  static func start(limits: WorkerLimits, work: (Int) throws -> [UInt8]) -> Worker? {
    // Freed memory may stay a part of the address space for long.
    let process = ForkedProcess.start(addressBytes: limits.bytes.clampedProduct(4)) { stream in
      while let number = read(8, from: stream) {
        // The parent makes a failure of an answer without bytes.
        let answer = (try? work(Int(word(of: number)))) ?? []
        guard write(bytes(of: UInt64(answer.count)) + answer, to: stream) else { return }
      }
    }
    return process.map { Worker(process: $0, bytesAtStart: $0.residentBytes ?? 0) }
  }

  mutating func begin(_ task: Int) {
    precondition(self.task == nil && !isOver, "a worker has one task at a time")
    self.task = task
    begun = MonotonicClock().nanoseconds
    received = []
    // One that is gone already shows when it is looked at.
    _ = Worker.write(Worker.bytes(of: UInt64(task)), to: stream)
  }

  func end() {
    guard !isOver else { return }
    process.kill()
    _ = process.finish()
  }

  /// Takes in what came, and kills the worker when its task takes too much; one without a task may
  /// be gone.
  ///
  /// - Returns: The task and its answer or why there is none; nil while it runs.
  mutating func look(
    _ limits: WorkerLimits
  ) -> (task: Int, result: Result<[UInt8], WorkerError>)? {
    let isOpen = receive()
    guard let task else {
      if !isOpen { over() }
      return nil
    }
    if let answer {
      self.task = nil
      received = []
      // No task is to pay for what another one left behind.
      if grown > limits.bytes / 4 { over() }
      return (task, .success(answer))
    }
    guard isOpen else {
      let (ending, complaint) = over()
      switch ending {
      case .exited(let code): return (task, .failure(.exit(code, complaint: complaint)))
      case .killed(let signal): return (task, .failure(.signal(signal, complaint: complaint)))
      }
    }
    if MonotonicClock().nanoseconds - begun > limits.nanoseconds {
      over()
      return (task, .failure(.timeLimit))
    }
    if grown > limits.bytes {
      over()
      return (task, .failure(.memoryLimit))
    }
    return nil
  }

  /// Bytes that it has taken since it began.
  private var grown: UInt64 {
    let now = process.residentBytes ?? 0
    return now > bytesAtStart ? now - bytesAtStart : 0
  }

  /// The whole answer; nil while some of it is missing.
  private var answer: [UInt8]? {
    guard received.count >= 8 else { return nil }
    let count = Worker.word(of: received.prefix(8))
    guard UInt64(received.count - 8) >= count else { return nil }
    return Array(received.dropFirst(8))
  }

  /// Reads what there is; false when there will be no more.
  private mutating func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(stream, &chunk, chunk.count, 0)
      if count > 0 {
        received += chunk.prefix(count)
      } else if count == 0 {
        return false
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
  }

  @discardableResult
  private mutating func over() -> (ending: ForkedProcess.Ending, complaints: String) {
    isOver = true
    task = nil
    process.kill()
    return process.finish()
  }
}

extension Worker {
  private static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }

  private static func word(of bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Waits for bytes; nil when the other side is gone.
  private static func read(_ count: Int, from stream: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var rest = [UInt8](repeating: 0, count: count - bytes.count)
      let received = unsafe recv(stream, &rest, rest.count, 0)
      if received > 0 {
        bytes += rest.prefix(received)
      } else if received == 0 || errno != EINTR {
        return nil
      }
    }
    return bytes
  }

  /// Sends bytes; false when the other side is gone, which must not end this process.
  private static func write(_ bytes: [UInt8], to stream: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        return unsafe send(stream, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else if errno != EINTR { return false }
    }
    return true
  }
}

extension UInt64 {
  /// A product that stays at the largest number instead of overflowing.
  fileprivate func clampedProduct(_ factor: UInt64) -> UInt64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? .max : product
  }
}
