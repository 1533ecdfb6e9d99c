import MapGeometry

/// Points that share one coordinate.
struct Crowd: Hashable {
  var place: Coordinate
  var count: Int

  /// The largest crowd, of several the southernmost and then the westernmost; nil without points.
  ///
  /// - Complexity: O(n log n).
  static func largest(of coordinates: [Coordinate]) -> Crowd? {
    // Sorted, not hashed: the answer must be the same in every run.
    let sorted = coordinates.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    guard let first = sorted.first else { return nil }
    var crowd = Crowd(place: first, count: 0)
    var largest = crowd
    for coordinate in sorted {
      if coordinate != crowd.place { crowd = Crowd(place: coordinate, count: 0) }
      crowd.count += 1
      if crowd.count > largest.count { largest = crowd }
    }
    assert(1...coordinates.count ~= largest.count, "a crowd of \(largest.count) points")
    return largest
  }
}
