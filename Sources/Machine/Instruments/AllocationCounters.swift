internal import CSystem
internal import Glibc

/// The allocations of this thread and of this process, exact to the byte and to the
/// request.
///
/// The numbers do not depend on the machine, its load or the addresses of memory: the same
/// work has the same allocations. Bytes are those of the size classes that requests are
/// rounded up to.
@safe public struct AllocationCounters {
  private typealias Pointer = UnsafePointer<UInt64>
  private let allocated: Pointer
  private let freed: Pointer
  /// The names of the allocator's counters as numbers, since a look-up by name allocates
  /// memory.
  private let names: [[Int]]

  /// Finds the counters of this thread; only this thread may read them.
  ///
  /// - Throws: The reason why no counter works, found out by an allocation.
  public init() throws(AllocationsUnavailable) {
    // The profiler of the program itself changes sizes alone.
    guard unsafe getenv("MALLOC_CONF") == nil || HeapProfiler.isReady else {
      throw AllocationsUnavailable(reason: "MALLOC_CONF changes what the allocator counts")
    }
    guard Allocator.isServing,
      let allocated = unsafe Allocator.value(of: "thread.allocatedp", Pointer?.none) ?? nil,
      let freed = unsafe Allocator.value(of: "thread.deallocatedp", Pointer?.none) ?? nil
    else {
      throw AllocationsUnavailable(
        reason: "another allocator than jemalloc serves the program, as under a sanitizer")
    }
    unsafe (self.allocated, self.freed) = (allocated, freed)
    // 4096 means all arenas. The number of mallocs, `nmalloc`, would be how often caches were
    // filled.
    names = [
      "thread.tcache.flush", "epoch", "stats.arenas.4096.small.nrequests",
      "stats.arenas.4096.large.nrequests",
    ].map(AllocationCounters.numbers)
    try check()
  }

  /// The number of bytes that this thread has requested since it began, freed or not.
  @inline(__always)
  public var allocatedBytes: UInt64 { unsafe allocated.pointee }

  /// The number of bytes that this thread has freed.
  @inline(__always)
  public var freedBytes: UInt64 { unsafe freed.pointee }

  /// The number of requests of this process; those that other threads keep in their caches
  /// are not counted yet.
  ///
  /// It takes some microseconds: this thread's cache is emptied, and the statistics are
  /// summed up.
  public var requests: UInt64 {
    _ = unsafe mallctlbymib(names[0], names[0].count, nil, nil, nil, 0)
    var epoch: UInt64 = 1
    let size = MemoryLayout<UInt64>.size
    _ = unsafe mallctlbymib(names[1], names[1].count, nil, nil, &epoch, size)
    return number(2) + number(3)
  }

  /// The reason why ``requests`` are not those of this thread; nil when they are.
  ///
  /// Threads of a library run at any time.
  public static var disturbance: AllocationsUnavailable? {
    // The name of the program, in brackets, may hold spaces. The number of threads is the 18th
    // field behind it.
    let text = Machine.text(ofFile: "/proc/self/stat")
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 17, let threads = Int(fields[17]), threads > 1 else { return nil }
    return AllocationsUnavailable(
      reason: "\(threads) threads of this process ask for memory; workers have a single one")
  }

  /// Makes allocations, and throws when the counters do not count them.
  private func check() throws(AllocationsUnavailable) {
    let (before, beforeFreed) = (allocatedBytes, freedBytes)
    AllocationCounters.allocateOnce()
    guard allocatedBytes == before + 64, freedBytes == beforeFreed + 64 else {
      throw AllocationsUnavailable(reason: "the allocator does not count the bytes of a thread")
    }
    let requests = self.requests
    let bytes = allocatedBytes
    guard self.requests >= requests, allocatedBytes == bytes else {
      throw AllocationsUnavailable(reason: "to read the counters of the allocator asks for memory")
    }
    AllocationCounters.allocateOnce()
    guard self.requests > requests else {
      throw AllocationsUnavailable(reason: "the allocator was built without statistics")
    }
  }

  /// Requests 64 bytes, a size class, and frees them; stacks show its name.
  @inline(never)
  public static func allocateOnce() { unsafe free(Allocator.allocate(64)) }

  private func number(_ name: Int) -> UInt64 {
    var number: UInt64 = 0
    var size = MemoryLayout<UInt64>.size
    let numbers = names[name]
    return unsafe mallctlbymib(numbers, numbers.count, &number, &size, nil, 0) == 0 ? number : 0
  }

  /// Returns the numbers of a counter's name; empty where the allocator does not know it.
  private static func numbers(of name: String) -> [Int] {
    var numbers = [Int](repeating: 0, count: 8)
    var count = numbers.count
    guard unsafe mallctlnametomib(name, &numbers, &count) == 0 else { return [] }
    return Array(numbers.prefix(count))
  }
}

/// The reason why allocations cannot be counted here; they are then unavailable, never
/// zero.
public struct AllocationsUnavailable: Error, Codable, Hashable, Sendable {
  /// The reason, without a full stop.
  public let reason: String

  /// Makes a reason.
  public init(reason: String) { self.reason = reason }
}
