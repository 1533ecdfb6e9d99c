import Testing

@testable import Instruments

@Suite("Level ground")
struct LevelGroundTests {
  /// Where in its page the stack of some work is, with more or less of the stack in use already.
  @inline(never)
  private func place(below depth: Int, _ work: ((() -> Void) -> Void)) -> UInt {
    guard depth > 0 else {
      var place: UInt = 0
      work {
        var here = 0
        place = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) } % 4_096
      }
      return place
    }
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 7) { words in
      unsafe words[0] = 1
      return place(below: depth - 1, work)
    }
  }

  @Test
  func `the stack begins at the same place of a page, however much of it is in use`() {
    let level = Set((0..<20).map { place(below: $0) { LevelGround.work($0) } })
    #expect(level.count == 1, "\(level)")
    // Else the test could not fail.
    #expect(Set((0..<20).map { place(below: $0) { $0() } }).count > 10)
  }

  /// Each ground gives the first memory of a size from the beginning of a page.
  @Test(.enabled(if: Allocator.isServing, "jemalloc does not serve this process"))
  func `memory is fresh on each ground`() {
    for _ in 0..<3 {
      var places: [UInt] = []
      LevelGround.work {
        let words = UnsafeMutableRawPointer.allocate(byteCount: 640, alignment: 16)
        places.append(UInt(bitPattern: words) % 4_096)
        unsafe words.deallocate()
      }
      #expect(places == [0])
    }
  }
}
