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
  func `jemalloc reads the options of the program`() throws {
    #expect(Allocator.options == "thp:always")
    // A system without huge pages says so.
    #expect(["always", "not supported"].contains(try #require(Allocator.hugePages)))
  }

  @Test
  func `live bytes grow with what is held and fall when it is gone`() throws {
    let size = 50_000_000
    let before = try #require(Allocator.liveBytes)
    var array: [UInt8]? = [UInt8](repeating: 1, count: size)
    let during = try #require(Allocator.liveBytes)
    #expect(array?.last == 1)
    array = nil
    let after = try #require(Allocator.liveBytes)
    // Other tests allocate at the same time, but not as much.
    #expect(during > before + UInt64(size / 2))
    #expect(after + UInt64(size / 2) < during)
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
