internal import MapEvents
internal import MapGeometry

/// Views that come and go step by step.
///
/// The model knows no half-transparent views: it remembers until when a view fades, so that it can
/// tell when one leaves before that. That, and what the animators are asked for, is told as soon as
/// an app has one of its own; the library's alone always fades in full before clusters leave.
extension MapSimulation {
  /// Whether some layer's controller has an animator of the app's own.
  var hasAppAnimators: Bool {
    layers.contains { $0.controller?.setup.app.hasAnimator == true && $0.hasAppAnimator }
  }

  /// The map has added the views of some annotations, whoever's they are: the animator of each
  /// controller fades them in, one after the other, and the last one is what is seen.
  func fadeIn(_ entries: [Entry]) {
    guard hasAppAnimators else { return }
    for (index, layer) in layers.enumerated() {
      guard let setup = layer.controller?.setup, setup.app.hasAnimator else { continue }
      if setup.animator != nil {
        emit(.animator(.added(layer: Int32(index), views: Int32(entries.count))))
      }
      for entry in entries {
        let view = annotations[entry.slot].view
        assert(view >= 0, "a view that the map added is not there")
        pools[view].fadesUntil = now + setup.fading.fadeIn
      }
    }
  }

  /// The old clusters of an update fade; without the object that does it, and says so, the queue
  /// never goes on.
  ///
  /// An animator that the app exchanged in the meantime is still the one that the update was asked
  /// for with; one that the app let go is gone for all updates.
  func beginFading(_ plan: ClusterController.Plan, layer: Int) {
    layers[layer].queue.begin(.fading(plan))
    guard let setup = layers[layer].controller?.setup else { return }
    guard setup.app.hasAnimator else { return stall(plan, layer: layer) }
    fadeOut(plan, layer: layer)
    guard let done = plan.animator.done else { return stall(plan, layer: layer) }
    planEnd(of: layer, after: isFadeEmpty(plan, layer: layer) ? .zero : done)
  }

  /// Whether the library's animation has no view to fade and is over at once: its completion block
  /// runs within the instant, behind what the main thread has to do by then.
  ///
  /// An animator of the app's own decides by itself when it is done.
  private func isFadeEmpty(_ plan: ClusterController.Plan, layer: Int) -> Bool {
    guard self.setup.options.emptyFade == .atOnce, !plan.isAnimatedByApp,
      let records = layers[layer].controller?.records
    else { return false }
    return plan.removed.allSatisfy { record in
      let slot = records[Int(record)].annotation
      return slot < 0 || annotations[slot].view < 0
    }
  }

  private func stall(_ plan: ClusterController.Plan, layer: Int) {
    layers[layer].memory.isStalled = true
    emit(.cluster(.stalled(update: plan.number, layer: Int32(layer))))
  }

  private func fadeOut(_ plan: ClusterController.Plan, layer: Int) {
    guard let controller = layers[layer].controller, plan.isAnimatedByApp || hasAppAnimators else {
      return
    }
    let leaving = plan.removed.filter { controller.records[Int($0)].annotation >= 0 }
    if plan.isAnimatedByApp {
      emit(.animator(.removes(layer: Int32(layer), annotations: Int32(leaving.count))))
    }
    for record in leaving {
      let view = annotations[controller.records[Int(record)].annotation].view
      if view >= 0 { pools[view].fadesUntil = now + plan.animator.fadeOut }
    }
  }

  /// A view leaves the map, whether it has faded or not.
  func endFading(of view: Int32) {
    guard pools[view].fadesUntil > .zero else { return }
    if pools[view].fadesUntil > now { emit(.animator(.cutShort(view: view))) }
    pools[view].fadesUntil = .zero
  }
}

extension MapSimulation.LayerState {
  fileprivate var hasAppAnimator: Bool { controller?.setup.animator != nil }
}
