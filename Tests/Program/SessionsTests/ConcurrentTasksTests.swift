import Instruments
import Synchronization
import Testing

/// Tasks in several threads are as if they were done one after the other.
@Suite("Tasks at once")
struct ConcurrentTasksTests {
  @Test(arguments: [0, 1, 2, 3, 16, 1_000])
  func `have their values in their order, each made once`(count: Int) {
    let made = Mutex(Array(repeating: 0, count: count))
    let values = ConcurrentTasks.map(count) { index in
      made.withLock { $0[index] += 1 }
      return index * index
    }
    #expect(values == (0..<count).map { $0 * $0 })
    #expect(made.withLock { $0 } == Array(repeating: 1, count: count))
  }

  /// Deeper than any machine has cores: whoever waits for tasks does them too.
  @Test
  func `may have tasks of their own`() {
    @Sendable func sum(depth: Int) -> Int {
      depth == 0 ? 1 : ConcurrentTasks.map(2) { _ in sum(depth: depth - 1) }.reduce(0, +)
    }
    #expect(sum(depth: 10) == 1_024)
  }
}
