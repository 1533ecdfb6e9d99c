internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Native clusters: views of plain layers that share a clustering identifier and collide are
/// replaced by the view of a cluster annotation.
final class NativeClusterManager: MapPart {
  private var options: MapOptions { context.setup.options }

  private(set) var clusters = NativeClusters()
  private var grouping = NativeGrouping()

  // Kept, so that a frame needs no memory.
  /// For each group of the grouping under way the cluster that stays; -1 for none.
  private var kept: [Int32] = []
  /// Annotations of clusters that dissolve, in the order of coming.
  private var dissolving: [AnnotationViewManager.Entry] = []
  private var dissolved: [Int32] = []
  /// Members of new clusters that have a view.
  private var joining: [Int32] = []

  /// Groups the views that collide now, and finds the clusters that stay, which move to where their
  /// members are.
  ///
  /// - Returns: Whether other clusters come or go, or one moved.
  func group(in area: MapArea, holding held: HeldAnnotations) -> Bool {
    findCandidates(in: area, holding: held)
    grouping.solve()
    return matchGroups(in: area)
  }

  /// Whether a shown annotation is one that a layer with a clustering identifier was given, and has
  /// a view that knows of it.
  private func isGrouped(_ annotation: Annotation) -> Bool {
    annotation.layer >= 0 && annotation.cluster < 0
      && settings.identifiers.layers[Int(annotation.layer)].clustering >= 0
      && !views.pools[annotation.view].isDefault
  }

  /// Those that may join: shown ones, and members that would be shown.
  private func findCandidates(in area: MapArea, holding held: HeldAnnotations) {
    grouping.removeAll()
    for slot in views.shown where isGrouped(annotations[slot]) && !held.contains(slot) {
      appendCandidate(slot)
    }
    for number in clusters.indices {
      for slot in clusters[number].members where area.contains(annotations[slot].mapPoint) {
        assert(annotations[slot].view < 0, "a member of a cluster has a view")
        appendCandidate(slot)
      }
    }
  }

  private func appendCandidate(_ slot: Int32) {
    let annotation = annotations[slot]
    let layer = Int(annotation.layer)
    let view = settings.pointView(of: layer)
    // By the settings, as members have no view that could be laid out before its offset changed:
    // who joins must not depend on who joined before.
    let frame = region.viewport.frame(
      around: annotation.mapPoint, size: view.size, offset: view.centerOffset)
    grouping.append(
      NativeGrouping.Candidate(
        shape: CollisionResolver.Shape(
          priority: options.clusteringOrder == .displayPriority ? view.displayPriority : 0,
          serial: annotation.serial, slot: slot, frame: frame, mode: view.collision,
          circle: options.collisionCircle, isHeld: false),
        identifier: settings.identifiers.layers[layer].clustering))
  }

  private func matchGroups(in area: MapArea) -> Bool {
    clusters.forgetKept()
    kept.removeAll(keepingCapacity: true)
    var keptCount = 0
    var isChanged = false
    for group in 0..<grouping.count {
      let members = grouping.members(of: group)
      let number = members.count > 1 ? cluster(of: members) : -1
      kept.append(number)
      guard number >= 0 else {
        if members.count > 1 { isChanged = true }
        continue
      }
      clusters.keep(number)
      keptCount += 1
      if renew(number, with: members, in: area) { isChanged = true }
    }
    assert(keptCount <= clusters.count, "a cluster was found twice")
    return isChanged || keptCount < clusters.count
  }

  /// The cluster that has exactly these members and the views of the first one's layer; -1 when
  /// none has.
  private func cluster(of members: ArraySlice<Int32>) -> Int32 {
    guard let first = members.first else { return -1 }
    let number = annotations[first].group
    guard number >= 0, clusters[number].members.count == members.count,
      annotations[clusters[number].annotation].layer == annotations[first].layer,
      members.allSatisfy({ annotations[$0].group == number })
    else { return -1 }
    return number
  }

  /// A cluster stays, with what it says and where it is by its members.
  ///
  /// - Returns: Whether it moved.
  private func renew(_ number: Int32, with members: ArraySlice<Int32>, in area: MapArea) -> Bool {
    guard let first = members.first else { return false }
    let slot = clusters[number].annotation
    let old = annotations[slot]
    annotations.setContent(
      old.content, count: old.count, isUniqueLocation: old.isUniqueLocation,
      point: annotations[first].point, of: slot)
    let place = place(of: members, in: area)
    guard clusters[number].place != place else { return false }
    clusters.setPlace(place, of: number)
    let coordinate = coordinate(at: place, first: first)
    // Not the coordinate's: a rounding must not take it out of the area in which views exist.
    annotations.move(slot, to: coordinate, mapPoint: place)
    context.emit(.data(.annotationMoved(annotation: old.serial, coordinate)))
    views.setNeedsCollisions()
    if old.view >= 0 { context.chargeMainThread(context.setup.costs.viewLayout, times: 1) }
    return true
  }

  /// Dissolves the clusters that were not found again, in the order in which they came; their
  /// members are free.
  ///
  /// - Returns: Their annotations, which are to leave the map.
  func dissolve() -> [Int32] {
    dissolving.removeAll(keepingCapacity: true)
    for number in clusters.indices {
      let slot = clusters[number].annotation
      guard slot >= 0, !clusters[number].isKept else { continue }
      dissolving.append(AnnotationViewManager.Entry(serial: annotations[slot].serial, slot: slot))
    }
    dissolving.heapSort()
    dissolved.removeAll(keepingCapacity: true)
    for entry in dissolving {
      dissolve(annotations[entry.slot].cluster)
      dissolved.append(entry.slot)
    }
    return dissolved
  }

  /// The members of a cluster leave it; its annotation is to leave the map.
  private func dissolve(_ number: Int32) {
    for member in clusters[number].members where annotations[member].group == number {
      leaveCluster(member)
    }
    clusters.release(number)
  }

  private func leaveCluster(_ slot: Int32) {
    let cluster = annotations[slot].group
    assert(cluster >= 0, "an annotation leaves a cluster that it is in no part of")
    annotations.setGroup(-1, of: slot)
    let serial = annotations[clusters[cluster].annotation].serial
    context.emit(.view(.leftCluster(annotation: annotations[slot].serial, cluster: serial)))
  }

  /// Makes clusters of the groups that are none yet, whose views come in place of their members'.
  func form(in area: MapArea) {
    joining.removeAll(keepingCapacity: true)
    for group in 0..<grouping.count where grouping.size(of: group) > 1 && kept[group] < 0 {
      form(group, in: area)
    }
    views.replace(joining, in: area)
  }

  private func form(_ group: Int, in area: MapArea) {
    let members = grouping.members(of: group)
    guard let first = members.first else { return assertionFailure("a group without members") }
    let place = place(of: members, in: area)
    let number = clusters.reserve()
    let slot = data.show(
      Annotation(
        serial: 0, layer: annotations[first].layer, coordinate: coordinate(at: place, first: first),
        mapPoint: place, content: content(of: members), count: Int32(members.count),
        point: annotations[first].point, cluster: number, view: -1),
      size: size(of: members))
    clusters.form(number, annotation: slot, members: members, place: place)
    context.chargeMainThread(context.setup.costs.annotationChange, times: 1)
    let serial = annotations[slot].serial
    for member in members {
      assert(annotations[member].group < 0, "an annotation joins two clusters")
      annotations.setGroup(number, of: member)
      context.emit(.view(.joinedCluster(annotation: annotations[member].serial, cluster: serial)))
      if annotations[member].view >= 0 { joining.append(member) }
    }
  }

  /// What a cluster of some members stands for.
  private func size(of members: ArraySlice<Int32>) -> ClusterSize {
    let places = members.lazy.map { self.annotations[$0].coordinate }
    return ClusterSize(
      count: Int32(members.count), isUniqueLocation: places.allSatisfy { $0 == places.first })
  }

  private func content(of members: ArraySlice<Int32>) -> UInt64 {
    members.reduce(0) { $0 &+ annotations[$1].content }
  }

  /// The mean map point of some members, on the copies of the world nearest to the first of them;
  /// or, as the options say, the first one.
  private func place(of members: ArraySlice<Int32>, in area: MapArea) -> MapPoint {
    let first = annotations[members[members.startIndex]].mapPoint
    guard options.clusterPlace == .meanMapPoint else { return first }
    let world = MapSize.worldSide
    var (x, y) = (0.0, 0.0)
    for member in members {
      let point = annotations[member].mapPoint
      let dx = point.x - first.x
      x += dx - world * (dx / world).rounded()
      y += point.y - first.y
    }
    var mean = MapPoint(
      x: first.x + x / Double(members.count), y: first.y + y / Double(members.count))
    mean.x -= world * (mean.x / world).rounded(.down)
    // Views as wide as half the world can meet around its other side; their cluster must be seen.
    return area.contains(mean) ? mean : first
  }

  private func coordinate(at place: MapPoint, first: Int32) -> Coordinate {
    place == annotations[first].mapPoint
      ? annotations[first].coordinate : Projection.coordinate(for: place)
  }

  // MARK: Members that are removed

  /// An annotation that is about to be removed leaves its cluster, which is reduced afterwards.
  func memberWillLeave(_ slot: Int32) {
    let cluster = annotations[slot].group
    guard cluster >= 0 else { return }
    leaveCluster(slot)
    clusters.noteReduced(cluster)
  }

  /// Clusters that lost members by a removal stand for the others; one that has but one left
  /// dissolves.
  ///
  /// - Returns: The annotations of those, which are to leave the map.
  func reduce() -> [Int32] {
    guard clusters.isAnyReduced else { return [] }
    var gone: [Int32] = []
    for number in clusters.indices where clusters[number].isReduced {
      let slot = clusters[number].annotation
      clusters.removeMembers(of: number) {
        !annotations.isUsed[Int($0)] || annotations[$0].group != number
      }
      let members = clusters[number].members[...]
      guard let first = members.first, members.count > 1 else {
        gone.append(slot)
        dissolve(number)
        continue
      }
      let old = annotations[slot]
      let content = content(of: members)
      annotations.setContent(
        content, count: Int32(members.count), isUniqueLocation: old.isUniqueLocation,
        point: annotations[first].point, of: slot)
      context.emit(
        .cluster(
          .reused(
            annotation: old.serial, layer: old.layer, content: content, size: size(of: members))))
    }
    clusters.forgetReduced()
    return gone
  }
}

/// The native clusters on the map, each under a number that is used again.
struct NativeClusters {
  /// A cluster annotation and whom it stands for.
  struct Cluster {
    /// The slot of its annotation; -1 for a number that is free.
    fileprivate(set) var annotation: Int32 = -1
    /// The slots of its members, at least two, in the order in which they joined.
    fileprivate(set) var members: [Int32] = []
    /// Its computed place, before it became a coordinate.
    fileprivate(set) var place = MapPoint(x: 0, y: 0)
    /// Whether the grouping under way has found the same members again.
    fileprivate(set) var isKept = false
    /// Whether members were removed since it was last looked at.
    fileprivate(set) var isReduced = false
  }

  private(set) var clusters: [Cluster] = []
  private var free: [Int32] = []
  /// Clusters on the map.
  var count: Int { clusters.count - free.count }
  /// Whether some cluster has lost members.
  private(set) var isAnyReduced = false

  var indices: Range<Int32> { 0..<Int32(clusters.count) }

  subscript(number: Int32) -> Cluster { clusters[Int(number)] }

  /// Takes a free number for a cluster whose annotation is about to come.
  mutating func reserve() -> Int32 {
    if let number = free.popLast() { return number }
    clusters.append(Cluster())
    return Int32(clusters.count - 1)
  }

  /// Fills a reserved number.
  mutating func form(
    _ number: Int32, annotation: Int32, members: ArraySlice<Int32>, place: MapPoint
  ) {
    clusters[Int(number)].annotation = annotation
    clusters[Int(number)].place = place
    for member in members { clusters[Int(number)].members.append(member) }
  }

  mutating func setPlace(_ place: MapPoint, of number: Int32) {
    clusters[Int(number)].place = place
  }

  mutating func removeMembers(of number: Int32, where isGone: (Int32) -> Bool) {
    clusters[Int(number)].members.removeAll(where: isGone)
  }

  mutating func keep(_ number: Int32) { clusters[Int(number)].isKept = true }

  /// Sets free the number of a cluster that goes.
  mutating func release(_ number: Int32) {
    assert(clusters[Int(number)].annotation >= 0, "cluster \(number) goes twice")
    clusters[Int(number)].annotation = -1
    // The next cluster of this number reuses the capacity for its members.
    clusters[Int(number)].members.removeAll(keepingCapacity: true)
    clusters[Int(number)].isReduced = false
    free.append(number)
  }

  mutating func forgetKept() {
    for index in clusters.indices { clusters[index].isKept = false }
  }

  mutating func noteReduced(_ number: Int32) {
    clusters[Int(number)].isReduced = true
    isAnyReduced = true
  }

  mutating func forgetReduced() {
    for index in clusters.indices { clusters[index].isReduced = false }
    isAnyReduced = false
  }
}
