internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Native clusters: colliding views with a clustering identifier are replaced by a cluster's view.
final class NativeClusterManager: MapComponent {
  private var options: MapOptions { context.setup.options }

  private(set) var clusters = NativeClusters()
  private var grouping = NativeGrouping()

  private var isAnyReduced = false

  // Kept, so that a frame allocates nothing.
  /// For each group of the running grouping the cluster that stays.
  private var kept: [NativeClusterID] = []
  /// Annotations of clusters that dissolve, in the order of coming.
  private var dissolving: [AnnotationViewManager.Entry] = []
  private var dissolved: [AnnotationSlot] = []
  private var joining: [AnnotationSlot] = []

  /// Groups the views that collide now; returns whether clusters come, go or move.
  func group(in area: MapArea, holding held: HeldAnnotations) -> Bool {
    solve(in: area, holding: held)
    context.chargeMainThread(
      context.setup.costs.groupingCheck, times: grouping.candidateCount)
    return matchGroups(in: area)
  }

  private func solve(in area: MapArea, holding held: HeldAnnotations) {
    findCandidates(in: area, holding: held)
    grouping.solve()
    grouping.join { shape(of: $0, in: area) }
  }

  /// Whether an annotation would be in a cluster now.
  func joins(
    _ slot: AnnotationSlot, in area: MapArea, holding held: HeldAnnotations
  ) -> Bool {
    solve(in: area, holding: held)
    return (0..<grouping.count).contains { group in
      let members = grouping.members(of: group)
      return members.count > 1 && members.contains(slot)
    }
  }

  /// The view of a cluster of some members, as others collide with it: as if it had a title.
  private func shape(
    of members: ArraySlice<AnnotationSlot>, in area: MapArea
  ) -> CollisionResolver.Shape {
    let slot = members[members.startIndex]
    let first = annotations[slot]
    let isAtOnePlace = members.allSatisfy { annotations[$0].coordinate == first.coordinate }
    let view = settings[first, isAtOnePlace ? .oneLocation : .cluster, isDefault: false]
    return shape(
      of: view, view.appearance, over: slot, at: place(of: members, in: area), isTitled: true)
  }

  /// A view with an appearance as others collide with it.
  private func shape(
    of view: ViewSetup, _ appearance: ViewAppearance, over slot: AnnotationSlot, at place: MapPoint,
    priority: Double = 0, isTitled: @autoclosure () -> Bool
  ) -> CollisionResolver.Shape {
    let frame = region.viewport.frame(
      around: place, size: appearance.size, offset: appearance.centerOffset)
    return CollisionResolver.Shape(
      priority: priority, serial: annotations[slot].serial, slot: slot,
      frame: views.collisionFrame(
        frame, view, isMarker: appearance.kind == .marker, isTitled: isTitled()),
      mode: view.collision, circle: options.collisionCircle, isHeld: false)
  }

  /// Whether a shown annotation may join others.
  private func isGrouped(_ annotation: Annotation) -> Bool {
    annotation.layer.isSome && canJoin(annotation) && !annotation.isCluster
      && !views.pools[annotation.view].isDefault
      && !views.pools[annotation.view].hasLostClustering
  }

  /// Whether the view of a point can join others; a view that is always shown cannot, unless an
  /// option lets it.
  private func canJoin(_ annotation: Annotation) -> Bool {
    settings.clustering(of: annotation) != nil
      && (options.requiredViewsCluster
        || settings.displayPriority(ofPoint: annotation) < CollisionResolver.Shape.required)
  }

  private func findCandidates(in area: MapArea, holding held: HeldAnnotations) {
    grouping.removeAll()
    for slot in views.shown where isGrouped(annotations[slot]) && !held.contains(slot) {
      appendCandidate(slot)
    }
    // Members with views are among those that are shown.
    guard options.clusteredViews == .enqueued else { return }
    for number in clusters.indices {
      for slot in clusters[number].members
      where area.contains(annotations[slot].mapPoint) && canJoin(annotations[slot]) {
        assert(annotations[slot].view.isNone, "a member of a cluster has a view")
        appendCandidate(slot)
      }
    }
  }

  private func appendCandidate(_ slot: AnnotationSlot) {
    let annotation = annotations[slot]
    let view = settings.pointView(of: annotation)
    guard let identifier = settings.clustering(of: annotation) else {
      return assertionFailure("a view without a clustering identifier joins no other")
    }
    let priority = options.clusteringOrder == .displayPriority ? view.displayPriority : 0
    // Kept views collide as the last layout left them. Members without views count as their
    // settings say, and so do the others then: who joins must not depend on who joined before.
    let isLaidOut = options.clusteredViews == .kept && annotation.view.isSome
    let appearance = isLaidOut ? views.pools[annotation.view].appearance : view.appearance
    grouping.append(
      NativeGrouping.Candidate(
        shape: shape(
          of: view, appearance, over: slot, at: annotation.mapPoint, priority: priority,
          isTitled: settings.isTitled(annotation)), identifier: identifier))
  }

  private func matchGroups(in area: MapArea) -> Bool {
    for number in clusters.indices { clusters[number].isKept = false }
    kept.removeAll(keepingCapacity: true)
    var keptCount = 0
    var isChanged = false
    for group in 0..<grouping.count {
      let members = grouping.members(of: group)
      let number = members.count > 1 ? cluster(of: members) : .none
      kept.append(number)
      guard number.isSome else {
        if members.count > 1 { isChanged = true }
        continue
      }
      clusters[number].isKept = true
      keptCount += 1
      if renew(number, with: members, in: area) { isChanged = true }
    }
    assert(keptCount <= clusters.count, "a cluster was found twice")
    return isChanged || keptCount < clusters.count
  }

  /// The cluster that has exactly these members and the views of the first one's layer.
  private func cluster(of members: ArraySlice<AnnotationSlot>) -> NativeClusterID {
    guard let first = members.first else { return .none }
    let number = annotations[first].group
    guard number.isSome, clusters[number].members.count == members.count,
      annotations[clusters[number].annotation].layer == annotations[first].layer,
      members.allSatisfy({ annotations[$0].group == number })
    else { return .none }
    return number
  }

  /// Updates the contents and the place of a kept cluster; returns whether it moved.
  private func renew(
    _ number: NativeClusterID, with members: ArraySlice<AnnotationSlot>, in area: MapArea
  ) -> Bool {
    guard let first = members.first else { return false }
    let slot = clusters[number].annotation
    let old = annotations[slot]
    annotations.setContent(
      old.content, count: old.count, isUniqueLocation: old.isUniqueLocation,
      point: annotations[first].point, of: slot)
    clusters[number].foremost = foremost(of: members)
    // Another display priority changes their order.
    if !clusters[number].members.elementsEqual(members) {
      clusters[number].members = Array(members)
    }
    if clusters[number].first != first {
      clusters[number].first = first
      textDidChange(of: slot)
    }
    let place = place(of: members, in: area)
    guard clusters[number].place != place else { return false }
    clusters[number].place = place
    let coordinate = coordinate(at: place, first: first)
    // Not the coordinate's: a rounding must not take it out of the area in which views exist.
    annotations.move(slot, to: coordinate, mapPoint: place)
    context.emit(.data(.annotationMoved(annotation: old.serial, coordinate)))
    for member in members { views.clusterDidMove(of: member, to: place) }
    views.setNeedsCollisions()
    if old.view.isSome { context.chargeMainThread(context.setup.costs.viewLayout) }
    return true
  }

  /// Dissolves the clusters that were not found again, in order; returns their annotations.
  func dissolve() -> [AnnotationSlot] {
    dissolving.removeAll(keepingCapacity: true)
    for number in clusters.indices {
      let slot = clusters[number].annotation
      guard slot.isSome, !clusters[number].isKept else { continue }
      dissolving.append(AnnotationViewManager.Entry(serial: annotations[slot].serial, slot: slot))
    }
    dissolving.heapSort()
    dissolved.removeAll(keepingCapacity: true)
    for entry in dissolving {
      dissolve(annotations[entry.slot].nativeCluster)
      dissolved.append(entry.slot)
    }
    return dissolved
  }

  /// How many clusters with views of a layer an app finds among the annotations of the map.
  func count(of layer: LayerID) -> Int {
    guard options.annotationsHoldClusters else { return 0 }
    return clusters.indices.count { isShown($0, in: layer) }
  }

  /// Dissolves the clusters with views of a layer; returns their annotations, in order.
  func dissolve(of layer: LayerID) -> [AnnotationSlot] {
    for number in clusters.indices { clusters[number].isKept = !isShown(number, in: layer) }
    return dissolve()
  }

  private func isShown(_ number: NativeClusterID, in layer: LayerID) -> Bool {
    let slot = clusters[number].annotation
    return slot.isSome && annotations[slot].layer == layer
  }

  private func dissolve(_ number: NativeClusterID) {
    for member in clusters[number].members where annotations[member].group == number {
      leaveCluster(member)
    }
    clusters.release(number)
  }

  private func leaveCluster(_ slot: AnnotationSlot) {
    let cluster = annotations[slot].group
    assert(cluster.isSome, "an annotation leaves a cluster that it is in no part of")
    annotations.setGroup(.none, of: slot)
    views.didLeaveCluster(slot)
    let serial = annotations[clusters[cluster].annotation].serial
    context.emit(.view(.leftCluster(annotation: annotations[slot].serial, cluster: serial)))
  }

  /// Makes clusters of the groups that are none yet, whose views come in place of their members'.
  func form(in area: MapArea) {
    joining.removeAll(keepingCapacity: true)
    for group in 0..<grouping.count
    where grouping.members(of: group).count > 1 && kept[group].isNone { form(group, in: area) }
    views.replace(joining, in: area)
  }

  private func form(_ group: Int, in area: MapArea) {
    let members = grouping.members(of: group)
    guard let first = members.first else { return assertionFailure("a group without members") }
    let place = place(of: members, in: area)
    let number = clusters.reserve()
    settings.setClusterAnnotation(clusterAnnotation(of: members), of: number)
    clusters[number].countWhenMade = Int32(members.count)
    let slot = data.show(
      Annotation(
        serial: 0, layer: annotations[first].layer, coordinate: coordinate(at: place, first: first),
        mapPoint: place, content: content(of: members), count: Int32(members.count),
        point: annotations[first].point, nativeCluster: number), size: size(of: members))
    clusters[number].foremost = foremost(of: members)
    clusters[number].annotation = slot
    clusters[number].first = first
    clusters[number].place = place
    clusters[number].members.append(contentsOf: members)
    context.chargeMainThread(context.setup.costs.annotationChange)
    let serial = annotations[slot].serial
    for member in members {
      assert(annotations[member].group.isNone, "an annotation joins two clusters")
      annotations.setGroup(number, of: member)
      context.emit(.view(.joinedCluster(annotation: annotations[member].serial, cluster: serial)))
      guard annotations[member].view.isSome else { continue }
      views.merge(member, into: place)
      joining.append(member)
    }
  }

  /// The annotation of a cluster of some members: the delegate is asked, if it has the callback.
  private func clusterAnnotation(of members: ArraySlice<AnnotationSlot>) -> ClusterAnnotation {
    guard let first = members.first else { return .ofMap }
    let answer = settings.pointView(of: annotations[first]).clusterAnnotation
    guard answer != .ofMap else { return .ofMap }
    context.emit(
      .view(
        .clusterAnnotationRequested(
          first: annotations[first].serial, members: Int32(members.count))))
    return proxy.call(.clusterAnnotation) ? answer : .ofMap
  }

  /// The callout that opens over a cluster shows its text; nothing is said of other annotations.
  func readText(of slot: AnnotationSlot) {
    let number = annotations[slot].nativeCluster
    guard number.isSome else { return }
    let count = Int32(clusters[number].members.count)
    switch settings.clusterAnnotation(of: number) {
    case .ofMap:
      guard options.clusterTitles == .titleAndSubtitle else { return }
      let isTitled = settings.isTitled(annotations[slot])
      emitText(of: slot, by: isTitled ? clusters[number].first : .none, of: count)
    case .ownTitle: emitText(of: slot, by: slot, of: count)
    case .titleSetOnce: emitText(of: slot, by: slot, of: clusters[number].countWhenMade)
    case .noTitle: break
    }
  }

  private func emitText(of slot: AnnotationSlot, by owner: AnnotationSlot, of count: Int32) {
    context.emit(
      .view(
        .clusterTextRead(
          cluster: annotations[slot].serial,
          titleOf: owner.isSome ? annotations[owner].serial : .none, members: count)))
  }

  /// A member of a cluster has another title, which is the cluster's too if it is its first one and
  /// the map made its annotation.
  func titleDidChange(of member: AnnotationSlot) {
    let number = annotations[member].group
    guard number.isSome, clusters[number].first == member,
      settings.clusterAnnotation(of: number) == .ofMap
    else { return }
    views.showTitle(of: clusters[number].annotation)
    textDidChange(of: clusters[number].annotation)
  }

  /// A cluster stands for others, of which an open callout learns.
  private func textDidChange(of slot: AnnotationSlot) {
    if annotations[slot].openCalloutKind.isSome { readText(of: slot) }
  }

  private func size(of members: ArraySlice<AnnotationSlot>) -> ClusterSize {
    let places = members.lazy.map { self.annotations[$0].coordinate }
    return ClusterSize(
      count: Int32(members.count), isUniqueLocation: places.allSatisfy { $0 == places.first })
  }

  /// The first member of the highest display priority.
  private func foremost(of members: ArraySlice<AnnotationSlot>) -> AnnotationSlot {
    var foremost = AnnotationSlot.none
    var (highest, seen) = (-1.0, LayerID.none)
    for member in members {
      let layer = annotations[member].layer
      if layer == seen, !settings.isAnyChanged(in: layer) { continue }
      seen = layer
      let priority = settings.displayPriority(ofPoint: annotations[member])
      guard priority > highest else { continue }
      (foremost, highest) = (member, priority)
    }
    return foremost
  }

  private func content(of members: ArraySlice<AnnotationSlot>) -> UInt64 {
    members.reduce(0) { $0 &+ annotations[$1].content }
  }

  /// The place of a cluster of some members, on the copies of the world nearest to the first of
  /// them.
  private func place(of members: ArraySlice<AnnotationSlot>, in area: MapArea) -> MapPoint {
    let first = annotations[members[members.startIndex]].mapPoint
    guard options.clusterPlace != .firstMember else { return first }
    let world = MapSize.worldSide
    var (x, y) = (0.0, 0.0)
    // Differences, so that members at one place have their cluster there.
    let latitude = annotations[members[members.startIndex]].coordinate.latitude
    var north = 0.0
    for member in members {
      north += annotations[member].coordinate.latitude - latitude
      let point = annotations[member].mapPoint
      let dx = point.x - first.x
      x += dx - world * (dx / world).rounded()
      y += point.y - first.y
    }
    var mean = MapPoint(
      x: first.x + x / Double(members.count), y: first.y + y / Double(members.count))
    mean.x -= world * (mean.x / world).rounded(.down)
    if options.clusterPlace == .meanCoordinate {
      // Eastings grow evenly with longitudes, so only the latitude differs.
      let meanLatitude = latitude + north / Double(members.count)
      mean.y = Projection.mapKit.mapPoint(for: Coordinate(latitude: meanLatitude, longitude: 0)).y
    }
    // Views as wide as half the world can meet around its other side; their cluster must be seen.
    return area.contains(mean) ? mean : first
  }

  private func coordinate(at place: MapPoint, first: AnnotationSlot) -> Coordinate {
    place == annotations[first].mapPoint
      ? annotations[first].coordinate : Projection.coordinate(for: place)
  }

  /// An annotation that is about to be removed leaves its cluster, which is reduced afterwards.
  func memberWillLeave(_ slot: AnnotationSlot) {
    let cluster = annotations[slot].group
    guard cluster.isSome else { return }
    leaveCluster(slot)
    clusters[cluster].isReduced = true
    isAnyReduced = true
  }

  /// Updates clusters that lost members; returns the annotations of those that have one left.
  func reduce() -> [AnnotationSlot] {
    guard isAnyReduced else { return [] }
    var gone: [AnnotationSlot] = []
    for number in clusters.indices where clusters[number].isReduced {
      let slot = clusters[number].annotation
      clusters[number].isReduced = false
      clusters[number].members.removeAll {
        !annotations.isUsed[$0] || annotations[$0].group != number
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
      clusters[number].foremost = foremost(of: members)
      context.emit(
        .cluster(
          .reused(
            annotation: old.serial, layer: old.layer, content: content, size: size(of: members))))
      clusters[number].first = first
      textDidChange(of: slot)
    }
    isAnyReduced = false
    return gone
  }
}

/// A native cluster; used again after it dissolves.
typealias NativeClusterID = ID<NativeClusters.Cluster>

/// The native clusters on the map, each under a number that is used again.
struct NativeClusters {
  struct Cluster {
    /// Its annotation; none for a number that is free.
    var annotation = AnnotationSlot.none
    /// The member whose title it has: the first one that the last grouping visited.
    var first = AnnotationSlot.none
    /// How many members it had when it formed.
    var countWhenMade: Int32 = 0
    /// Its members, at least two, in the order in which they are visited.
    var members: [AnnotationSlot] = []
    /// Its computed place, before it became a coordinate.
    var place = MapPoint(x: 0, y: 0)
    /// Its first member of the highest display priority.
    var foremost = AnnotationSlot.none
    /// Whether the running grouping has found the same members again.
    var isKept = false
    /// Whether members were removed since it was last looked at.
    var isReduced = false
  }

  private var clusters: [Cluster] = []
  private var free: [NativeClusterID] = []
  var count: Int { clusters.count - free.count }

  var indices: some Collection<NativeClusterID> {
    clusters.indices.lazy.map { NativeClusterID($0) }
  }

  subscript(number: NativeClusterID) -> Cluster {
    get { clusters[number.index] }
    _modify { yield &clusters[number.index] }
  }

  /// Takes a free number for a cluster whose annotation is about to come.
  mutating func reserve() -> NativeClusterID {
    if let number = free.popLast() { return number }
    clusters.append(Cluster())
    return NativeClusterID(clusters.count - 1)
  }

  mutating func release(_ number: NativeClusterID) {
    assert(self[number].annotation.isSome, "cluster \(number) goes twice")
    self[number].annotation = .none
    // The next cluster of this number reuses the capacity for its members.
    self[number].members.removeAll(keepingCapacity: true)
    self[number].isReduced = false
    free.append(number)
  }
}
