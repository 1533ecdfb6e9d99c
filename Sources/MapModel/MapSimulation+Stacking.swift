internal import MapEvents
internal import MapGeometry

/// Which views lie in front of others, and which give way.
extension MapSimulation {
  private struct Layered: Comparable {
    var zPriority: Double
    var isSelected: Bool
    var south: Double
    var serial: Int32
    var slot: Int32

    static func < (left: Layered, right: Layered) -> Bool {
      guard left.zPriority == right.zPriority else { return left.zPriority < right.zPriority }
      guard left.isSelected == right.isSelected else { return right.isSelected }
      return (left.south, left.serial) < (right.south, right.serial)
    }
  }

  /// The slots of the annotations whose views can be seen, back to front: by z priority, of which a
  /// selected view has its own and is in front of its equals; then as the options say.
  ///
  /// - Complexity: O(n log n) for n shown views; for taps and pictures.
  func stackedViews() -> [Int32] {
    let isSouthInFront = setup.options.stacking == .southernInFront
    var stack: [Layered] = []
    stack.reserveCapacity(shown.count)
    for slot in shown where !isHidden(slot) {
      let priority = viewSetup(of: slot).zPriority
      let isSelected = slot == selected
      stack.append(
        Layered(
          zPriority: isSelected ? priority.selected : priority.unselected, isSelected: isSelected,
          south: isSouthInFront ? annotations[slot].mapPoint.y : 0,
          serial: annotations[slot].serial, slot: slot))
    }
    assert(stack.count + hiddenCount == shown.count, "hidden views are counted wrongly")
    stack.sort()
    return stack.map(\.slot)
  }

  // MARK: Collisions

  /// Lets the next frame find out which views give way, if any can or does.
  func collisionsMayHaveChanged() {
    guard hasYieldingViews || hiddenCount > 0 else { return }
    areCollisionsStale = true
  }

  /// Whether some layer has views that give way.
  static func hasYieldingViews(_ layers: [LayerState]) -> Bool {
    let required = Collisions.Shape.required
    return layers.contains { layer in
      layer.view.displayPriority < required
        || ((layer.controller != nil || layer.clusteringIdentifier >= 0)
          && min(layer.clusterView.displayPriority, layer.oneLocationView.displayPriority)
            < required)
    }
  }

  /// Hides views that collide with others that have more priority, and shows again those that do no
  /// longer; tells of both in the order in which the views are visited.
  func solveCollisions() {
    areCollisionsStale = false
    collisions.removeAll()
    for slot in shown {
      let views = viewSetup(of: slot)
      collisions.append(
        Collisions.Shape(
          priority: views.displayPriority, serial: annotations[slot].serial, slot: slot,
          frame: frame(of: slot), mode: views.collision, circle: setup.options.collisionCircle,
          isHeld: slot == selected || slot == dragged))
    }
    collisions.solve()
    for index in collisions.shapes.indices {
      let shape = collisions.shapes[index]
      let view = annotations[shape.slot].view
      let isHidden = shape.blocker >= 0
      guard pools[view].isHidden != isHidden else { continue }
      assert(!isHidden || !shape.isHeld, "a view that is selected or carried gives way")
      pools[view].isHidden = isHidden
      hiddenCount += isHidden ? 1 : -1
      guard isHidden else {
        emit(.view(.unhidden(view: view)))
        continue
      }
      let blocker = collisions.shapes[Int(shape.blocker)].slot
      emit(.view(.hidden(view: view, by: annotations[blocker].view)))
    }
    assert(
      hiddenCount == shown.count(where: { isHidden($0) }), "hidden views are counted wrongly")
  }
}
