extension Int64 {
  /// The sum, saturating at the largest number.
  @inlinable package func clampedSum(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
