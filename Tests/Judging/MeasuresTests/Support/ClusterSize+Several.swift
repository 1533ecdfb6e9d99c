import MapEvents

extension ClusterSize {
  /// Two points at two places, where the number is not the point of a test.
  static let several = ClusterSize(count: 2, isUniqueLocation: false)
}
