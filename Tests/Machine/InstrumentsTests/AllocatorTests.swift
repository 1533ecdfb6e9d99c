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
    // So much that it does not matter what other tests hold and let go at the same time; the system
    // gives no memory for what is not touched.
    let size = 1 << 30
    let before = try #require(Allocator.liveBytes)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe bytes.storeBytes(of: 1, as: UInt8.self)
    let during = try #require(Allocator.liveBytes)
    #expect(unsafe bytes.load(as: UInt8.self) == 1)
    unsafe bytes.deallocate()
    let after = try #require(Allocator.liveBytes)
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
