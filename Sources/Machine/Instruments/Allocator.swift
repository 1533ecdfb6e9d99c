internal import CSystem
internal import Glibc

/// Statistics and options of jemalloc.
///
/// A figure that cannot be had is nil, never zero: under a sanitizer, say, another allocator serves
/// the program and jemalloc's counters do not move.
public enum Allocator {
  /// The version of jemalloc that the program is linked with.
  public static var version: String? { text(of: "version") }

  /// The allocator with its number, without the build that jemalloc appends to it; nil when another
  /// one serves the program.
  public static var name: String? {
    guard isServing, let version else { return nil }
    return "jemalloc \(version.prefix { $0 != "-" })"
  }

  /// The options that the program gives jemalloc; `MALLOC_CONF` of the environment comes after
  /// them.
  public static var options: String { unsafe String(cString: mapreplay_allocator_options()) }

  /// Whether jemalloc asks for huge pages: `always`, `default`, `never` or `not supported`.
  ///
  /// This is the effective option, whatever set it. If the system gives no huge pages, pages are
  /// small in any case.
  public static var hugePages: String? { text(of: "opt.thp") }

  /// Bytes that this thread has asked for since it began, freed or not; exact.
  public static var bytesAllocatedByThisThread: UInt64? {
    guard isServing else { return nil }
    return readThreadCounter()
  }

  /// Bytes that the program holds now, without the cache of this thread.
  public static var liveBytes: UInt64? {
    guard isServing else { return nil }
    // Without a cache there is nothing to flush; that is no reason to know nothing.
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    // Statistics are refreshed only when the epoch advances.
    var epoch: UInt64 = 1
    let epochSize = MemoryLayout<UInt64>.size
    guard unsafe mallctl("epoch", nil, nil, &epoch, epochSize) == 0 else { return nil }
    return value(of: "stats.allocated", UInt64(0))
  }

  /// Gives the memory that was freed back to the system, which jemalloc else does some seconds
  /// later; does nothing where another allocator serves the program.
  ///
  /// - Complexity: O(freed pages).
  public static func returnFreedMemory() {
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    // 4096 means all arenas.
    _ = unsafe mallctl("arena.4096.purge", nil, nil, nil, 0)
  }

  /// Whether allocations of this program really go through jemalloc, found out by making one.
  public static let isServing: Bool = {
    guard let before = readThreadCounter() else { return false }
    let probe = unsafe allocate(4_096)
    defer { unsafe free(probe) }
    guard unsafe probe != nil, let after = readThreadCounter() else { return false }
    return after >= before + 4_096
  }()

  /// Never inlined: beside its `free` the optimiser sees that the memory is unused, and takes
  /// none.
  @inline(never) static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    unsafe malloc(size)
  }

  private static func text(of name: String) -> String? {
    let pointer = unsafe value(of: name, UnsafePointer<CChar>?.none) ?? nil
    return unsafe pointer.map { unsafe String(cString: $0) }
  }

  private static func readThreadCounter() -> UInt64? {
    // With its name as a literal: to pass one on would ask for the memory that is counted.
    var bytes: UInt64 = 0
    var size = MemoryLayout<UInt64>.size
    guard unsafe mallctl("thread.allocated", &bytes, &size, nil, 0) == 0 else { return nil }
    return bytes
  }

  /// A value that the allocator has under a name; nil where it does not know it.
  static func value<Value: BitwiseCopyable>(of name: String, _ start: Value) -> Value? {
    var (value, size) = (start, MemoryLayout<Value>.size)
    return unsafe mallctl(name, &value, &size, nil, 0) == 0 ? value : nil
  }
}
