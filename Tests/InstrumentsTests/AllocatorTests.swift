import Instruments
import Testing

@Suite("Allocator and clock")
struct AllocatorTests {
  @Test
  func `allocations go through jemalloc`() throws {
    #expect(Allocator.isServing)
    #expect(try #require(Allocator.version).first?.isNumber == true)
    let before = try #require(Allocator.bytesAllocatedByThisThread)
    let array = [UInt8](repeating: 1, count: 1_000_000)
    let after = try #require(Allocator.bytesAllocatedByThisThread)
    #expect(array.last == 1)
    #expect(after - before >= 1_000_000)
    #expect(after - before < 2_000_000)
  }

  @Test
  func `code that allocates nothing is charged nothing`() {
    var charges: [UInt64?] = []
    charges.reserveCapacity(3)
    for _ in 0..<3 {
      var sum: UInt64 = 0
      let before = Allocator.bytesAllocatedByThisThread
      // No sequence: without optimisation, its iterator lives on the heap.
      while sum < 300 { sum += 3 }
      let after = Allocator.bytesAllocatedByThisThread
      charges.append(before.flatMap { before in after.map { $0 - before } })
      #expect(sum == 300)
    }
    // The first rounds also pay for what the language's runtime makes on first use.
    #expect(charges.last == 0)
  }

  @Test
  func `the clock never runs backwards`() {
    let clock = MonotonicClock()
    var last = clock.nanoseconds
    for _ in 0..<10_000 {
      let now = clock.nanoseconds
      #expect(now >= last)
      last = now
    }
  }
}
