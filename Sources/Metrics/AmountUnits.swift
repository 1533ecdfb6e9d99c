/// The units in which files write amounts and in which reports repeat them, each with its size in
/// the least one; they grow, and the first is 1.
public enum AmountUnits {
  /// Units of time, in nanoseconds.
  public static let time: [(name: String, size: Int64)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
  ]
  /// Units of memory, in bytes.
  public static let memory: [(name: String, size: Int64)] = [
    ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
  ]
}
