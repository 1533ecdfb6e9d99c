internal import Clustering
internal import MapGeometry

/// Which of the clusters that a cell can keep holds a point.
extension ClusterController {
  /// The position of the first remaining candidate that holds a point.
  ///
  /// Who asks for the first member of a set mostly means the first candidate, whose first member it
  /// was before. Only when that is not so it is written down for each point who holds it.
  func holder(of point: Int32) -> Int? {
    if !areCandidatesStamped {
      guard let first = candidates.firstIndex(where: { $0 >= 0 }) else { return nil }
      if records[Int(candidates[first])].members.first == point { return first }
      stampCandidates()
    }
    guard ownerStamp[Int(point)] == stamp else { return nil }
    let first = Int(owner[Int(point)])
    if candidates[first] >= 0 { return first }
    for index in candidates.indices.dropFirst(first + 1) where candidates[index] >= 0 {
      if records[Int(candidates[index])].members.contains(point) { return index }
    }
    return nil
  }

  /// Writes down for each member of the remaining candidates the first one that holds it.
  private func stampCandidates() {
    stamp += 1
    areCandidatesStamped = true
    // Out of the object, which would be asked for them again for each point.
    var owners: [Int32] = []
    var stamps: [Int32] = []
    swap(&owners, &owner)
    swap(&stamps, &ownerStamp)
    for index in candidates.indices.reversed() where candidates[index] >= 0 {
      for member in records[Int(candidates[index])].members {
        owners[Int(member)] = Int32(index)
        stamps[Int(member)] = stamp
      }
    }
    swap(&owners, &owner)
    swap(&stamps, &ownerStamp)
  }
}
