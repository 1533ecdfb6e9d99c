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

  /// An amount in the largest unit in which it is whole: `250 ms`.
  public static func words(_ amount: Int64, in units: [(name: String, size: Int64)]) -> String {
    let unit = units.last { amount >= $0.size && amount % $0.size == 0 } ?? units[0]
    return "\(amount / unit.size) \(unit.name)"
  }

  /// The amount of a text that ``words(_:in:)`` wrote; nil for any other text.
  public static func amount(
    _ words: some StringProtocol, in units: [(name: String, size: Int64)]
  ) -> Int64? {
    let parts = words.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0,
      let unit = units.first(where: { $0.name == parts[1] })
    else { return nil }
    let (amount, isTooLarge) = number.multipliedReportingOverflow(by: unit.size)
    return isTooLarge ? nil : amount
  }
}
