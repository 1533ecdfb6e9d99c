internal import MapEvents
internal import MapGeometry

/// The map's own clustering: views of plain layers that share a clustering identifier and collide
/// are replaced by the view of a cluster annotation.
extension MapSimulation {
  /// Lets the next frame find out which views join, if any can.
  func groupsMayHaveChanged() {
    guard hasGroupingLayers else { return }
    areGroupsStale = true
  }

  /// Forms clusters of the views that collide now, and dissolves those that do no longer belong
  /// together; in a steady session without memory of its own.
  func updateGroups() {
    // What changes on the way are clusters, which join no other.
    defer { areGroupsStale = false }
    let area = viewArea
    findCandidates(in: area)
    grouping.solve()
    guard matchGroups(in: area) else { return }
    dissolveClusters()
    leaving.removeAll(keepingCapacity: true)
    for group in 0..<grouping.count where grouping.size(of: group) > 1 && keptClusters[group] < 0 {
      form(group, in: area)
    }
    shown.removeAll { annotations[$0].group >= 0 }
    exchangeViews(in: area)
    // All that came and went here is shown by this very frame.
    areViewsStale = false
  }

  /// Whether a shown annotation is one that a layer with a clustering identifier was given, and has
  /// a view that knows of it.
  private func isGrouped(_ annotation: Annotation) -> Bool {
    annotation.layer >= 0 && annotation.cluster < 0
      && layers[Int(annotation.layer)].clusteringIdentifier >= 0 && !pools[annotation.view].isOwn
  }

  /// Those that may join: shown ones, and members that would be shown.
  private func findCandidates(in area: MapArea) {
    grouping.removeAll()
    for slot in shown where isGrouped(annotations[slot]) && slot != selected && slot != dragged {
      appendCandidate(slot)
    }
    for number in builtInClusters.indices {
      for slot in builtInClusters[number].members where area.contains(annotations[slot].mapPoint) {
        assert(annotations[slot].view < 0, "a member of a cluster has a view")
        appendCandidate(slot)
      }
    }
  }

  private func appendCandidate(_ slot: Int32) {
    let annotation = annotations[slot]
    let layer = Int(annotation.layer)
    let byPriority = setup.options.clusteringOrder == .displayPriority
    // By the settings, as members have no view that could be laid out before its offset changed:
    // who joins must not depend on who joined before.
    let frame = frame(
      around: annotation.mapPoint, size: layers[layer].view.size,
      offset: layers[layer].view.centerOffset)
    grouping.append(
      Grouping.Candidate(
        shape: Collisions.Shape(
          priority: byPriority ? layers[layer].view.displayPriority : 0, serial: annotation.serial,
          slot: slot,
          frame: frame, mode: layers[layer].view.collision, circle: setup.options.collisionCircle,
          isHeld: false),
        identifier: layers[layer].clusteringIdentifier))
  }

  /// Finds the clusters that stay, and moves them to where their members are now.
  ///
  /// - Returns: Whether others come or go, or one moved.
  private func matchGroups(in area: MapArea) -> Bool {
    builtInClusters.forgetKept()
    keptClusters.removeAll(keepingCapacity: true)
    var kept = 0
    var isChanged = false
    for group in 0..<grouping.count {
      let members = grouping.members(of: group)
      let number = members.count > 1 ? cluster(of: members) : -1
      keptClusters.append(number)
      guard number >= 0 else {
        if members.count > 1 { isChanged = true }
        continue
      }
      builtInClusters[number].isKept = true
      kept += 1
      if renew(number, with: members, in: area) { isChanged = true }
    }
    assert(kept <= builtInClusters.count, "a cluster was found twice")
    return isChanged || kept < builtInClusters.count
  }

  /// The cluster that has exactly these members and the views of the first one's layer; -1 when
  /// none has.
  private func cluster(of members: ArraySlice<Int32>) -> Int32 {
    guard let first = members.first else { return -1 }
    let number = annotations[first].group
    guard number >= 0, builtInClusters[number].members.count == members.count,
      annotations[builtInClusters[number].annotation].layer == annotations[first].layer,
      members.allSatisfy({ annotations[$0].group == number })
    else { return -1 }
    return number
  }

  /// A cluster stays, with what it says and where it stands by its members.
  ///
  /// - Returns: Whether it moved.
  private func renew(_ number: Int32, with members: ArraySlice<Int32>, in area: MapArea) -> Bool {
    guard let first = members.first else { return false }
    let slot = builtInClusters[number].annotation
    annotations[slot].point = annotations[first].point
    let place = place(of: members, in: area)
    guard builtInClusters[number].place != place else { return false }
    builtInClusters[number].place = place
    let coordinate = coordinate(at: place, first: first)
    // Not the coordinate's: a rounding must not take it out of the area in which views exist.
    annotations.move(slot, to: coordinate, mapPoint: place)
    emit(.data(.annotationMoved(annotation: annotations[slot].serial, coordinate)))
    collisionsMayHaveChanged()
    if annotations[slot].view >= 0 { spend(setup.costs.viewLayout, times: 1) }
    return true
  }

  /// Clusters that were not found again go, in the order in which they came; their members are
  /// free.
  private func dissolveClusters() {
    entering.removeAll(keepingCapacity: true)
    for number in builtInClusters.indices {
      let cluster = builtInClusters[number]
      guard cluster.annotation >= 0, !cluster.isKept else { continue }
      entering.append(
        Entry(serial: annotations[cluster.annotation].serial, slot: cluster.annotation))
    }
    entering.heapSort()
    scratch.removeAll(keepingCapacity: true)
    for entry in entering {
      dissolve(annotations[entry.slot].cluster)
      scratch.append(entry.slot)
    }
    hide(scratch)
  }

  /// The members of a cluster leave it; its annotation is to be hidden.
  private func dissolve(_ number: Int32) {
    for member in builtInClusters[number].members where annotations[member].group == number {
      leaveCluster(member)
    }
    builtInClusters.release(number)
  }

  private func leaveCluster(_ slot: Int32) {
    let cluster = annotations[slot].group
    assert(cluster >= 0, "an annotation leaves a cluster that it is in no part of")
    annotations[slot].group = -1
    let serial = annotations[builtInClusters[cluster].annotation].serial
    emit(.view(.leftCluster(annotation: annotations[slot].serial, cluster: serial)))
  }

  /// A group becomes a cluster; the views of its members are to leave.
  private func form(_ group: Int, in area: MapArea) {
    let members = grouping.members(of: group)
    guard let first = members.first else { return assertionFailure("a group of nobody") }
    let place = place(of: members, in: area)
    let coordinate = coordinate(at: place, first: first)
    let number = builtInClusters.reserve()
    let slot = show(
      Annotation(
        serial: 0, layer: annotations[first].layer, coordinate: coordinate,
        mapPoint: place, content: content(of: members),
        count: Int32(members.count), point: annotations[first].point, cluster: number, view: -1),
      size: size(of: members))
    builtInClusters[number].annotation = slot
    builtInClusters[number].place = place
    for member in members { builtInClusters[number].members.append(member) }
    spend(setup.costs.annotationChange, times: 1)
    let serial = annotations[slot].serial
    for member in members {
      assert(annotations[member].group < 0, "an annotation joins two clusters")
      annotations[member].group = number
      emit(.view(.joinedCluster(annotation: annotations[member].serial, cluster: serial)))
      if annotations[member].view >= 0 { leaving.append(member) }
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
    guard setup.options.clusterPlace == .meanMapPoint else { return first }
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

  /// An annotation that is about to be removed leaves its cluster, which is looked at afterwards.
  func leaveClusterForGood(_ slot: Int32) {
    let cluster = annotations[slot].group
    guard cluster >= 0 else { return }
    leaveCluster(slot)
    builtInClusters.noteReduced(cluster)
  }

  /// Clusters that lost members by a removal stand for the others; one that has but one left goes.
  func reduceClusters() {
    guard builtInClusters.isAnyReduced else { return }
    var gone: [Int32] = []
    for number in builtInClusters.indices where builtInClusters[number].isReduced {
      let slot = builtInClusters[number].annotation
      builtInClusters[number].members.removeAll {
        !annotations.isUsed[Int($0)] || annotations[$0].group != number
      }
      let members = builtInClusters[number].members[...]
      guard let first = members.first, members.count > 1 else {
        gone.append(slot)
        dissolve(number)
        continue
      }
      annotations[slot].count = Int32(members.count)
      annotations[slot].point = annotations[first].point
      annotations[slot].content = content(of: members)
      emit(
        .cluster(
          .reused(
            annotation: annotations[slot].serial, layer: annotations[slot].layer,
            content: annotations[slot].content, size: size(of: members))))
    }
    builtInClusters.forgetReduced()
    hide(gone)
  }
}
