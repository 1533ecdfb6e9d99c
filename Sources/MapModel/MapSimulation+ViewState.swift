internal import MapEvents
internal import MapGeometry

/// What views are made of and what they carry from one use to the next.
extension MapSimulation {
  /// The view of the user's location; nothing but its size is ours.
  static let userView = ViewSetup.ownView(.userDot, identifier: OwnIdentifiers.userName)

  /// The views of the map where the app has none.
  static let marker = ViewSetup.ownView(.marker, identifier: OwnIdentifiers.markerName)
  static let clusterMarker = ViewSetup.ownView(.marker, identifier: OwnIdentifiers.clusterName)

  /// The settings in force of an annotation's view, by what it was made for.
  func viewSetup(of slot: Int32) -> ViewSetup {
    let annotation = annotations[slot]
    let role = annotation.view >= 0 ? pools[annotation.view].role : annotation.role
    let isOwn = annotation.view >= 0 ? pools[annotation.view].isOwn : makesOwnView(for: annotation)
    return settings(of: annotation, role: role, isOwn: isOwn)
  }

  /// The settings of the views of an annotation, or of a view that the map makes on its own.
  func settings(of annotation: Annotation, role: ViewRole, isOwn: Bool) -> ViewSetup {
    if annotation.callout >= 0 { return seconds[annotation.callout].views }
    guard annotation.layer >= 0 else { return MapSimulation.userView }
    guard !isOwn else { return role != .point ? MapSimulation.clusterMarker : MapSimulation.marker }
    let layer = Int(annotation.layer)
    switch role {
    case .point: return layers[layer].view
    case .cluster: return layers[layer].clusterView
    case .oneLocation: return layers[layer].oneLocationView
    }
  }

  /// What opens over an annotation; nil over the user's location.
  func calloutSetup(of slot: Int32) -> CalloutSetup? {
    calloutSetup(of: slot, with: viewSetup(of: slot))
  }

  /// What opens over an annotation with such views.
  ///
  /// Where some of the layer's views can show a callout, it is the map's, which opens no other;
  /// where none can, the app opens one of its own over all.
  private func calloutSetup(of slot: Int32, with views: ViewSetup) -> CalloutSetup? {
    let annotation = annotations[slot]
    guard annotation.layer >= 0,
      views.canShowCallout || !layers[Int(annotation.layer)].hasMapCallouts,
      let first = setup.layers[Int(annotation.layer)].callout
    else { return nil }
    let kind = calloutKind(of: slot)
    return kind == 0 ? first : setup.layers[Int(annotation.layer)].furtherCallouts[kind - 1]
  }

  /// The kind of callout that opens over an annotation of a layer, by its row or that of its first
  /// point; an open one is of the kind that it was.
  func calloutKind(of slot: Int32) -> Int {
    let annotation = annotations[slot]
    let further = setup.layers[Int(annotation.layer)].furtherCallouts.count
    guard further > 0, annotation.point >= 0 else { return 0 }
    if let callout, callout.slot == slot { return calloutKind }
    return Int(setup.rows[Int(annotation.point)]) % (further + 1)
  }

  /// Whether an annotation stands for views that the map's own clustering put together.
  func isBuiltInCluster(_ annotation: Annotation) -> Bool {
    annotation.cluster >= 0 && layers[Int(annotation.layer)].controller == nil
  }

  /// Whether an annotation has a title: the clusters of a layer and the user's location always have
  /// one, those of the map's own have that of their first member.
  func isTitled(_ slot: Int32) -> Bool {
    let annotation = annotations[slot]
    guard annotation.layer >= 0, !setup.isTitled.isEmpty,
      annotation.count == 1 || isBuiltInCluster(annotation)
    else { return true }
    return setup.isTitled[Int(annotation.point)]
  }

  /// Whether an annotation's view reacts to fingers: it is enabled, and not one that would show a
  /// callout and has no title for it.
  func isInteractive(_ slot: Int32) -> Bool {
    let views = viewSetup(of: slot)
    return isEnabled(slot, views) && !(views.canShowCallout && !hasCalloutTitle(slot))
  }

  /// Whether an annotation's view is enabled, by its settings or by what was set on it since.
  private func isEnabled(_ slot: Int32, _ views: ViewSetup) -> Bool {
    let view = annotations[slot].view
    return (view >= 0 ? pools[view].isEnabledByHand : nil) ?? views.isEnabled
  }

  /// Whether a callout has a title to show: that of a clustered layer's annotation, single points
  /// included, is its delegate's.
  private func hasCalloutTitle(_ slot: Int32) -> Bool {
    let annotation = annotations[slot]
    guard annotation.cluster >= 0, let controller = layers[Int(annotation.layer)].controller else {
      return isTitled(slot)
    }
    return controller.setup.app.titlesClusters
  }

  /// Whether an annotation has a view that gives way to another one.
  func isHidden(_ slot: Int32) -> Bool {
    let view = annotations[slot].view
    return view >= 0 && pools[view].isHidden
  }

  // MARK: What a view carries

  /// A view that was taken or made is given what it shows; what the app forgets stays as its last
  /// use left it.
  func prepareForDisplay(_ view: Int32, of slot: Int32, isReused: Bool, views: ViewSetup) {
    assert(selected != slot, "a selected annotation had no view")
    let annotation = annotations[slot]
    let forgets = isReused ? views.forgets : []
    var prepared = pools[view]
    prepared.role = annotation.role
    prepared.count = annotation.count
    prepared.isUniqueLocation = annotation.isUniqueLocation
    prepared.setUp(
      as: views, declared: declaredAppearance(of: annotation, views), isReused: isReused)
    // An app that disables views does so each time; one that does not, leaves it as it is.
    if !views.isEnabled || prepared.isEnabledByHand == true { prepared.isEnabledByHand = nil }
    // prepareForReuse: what selection left behind goes.
    if isReused { prepared.state.undoSelection(except: forgets) }
    if !forgets.contains(.title) { prepared.state.title = isTitled(slot) ? annotation.serial : -1 }
    if !forgets.contains(.accessory) {
      prepared.state.accessory = hasAccessories(slot, views) ? annotation.serial : -1
    }
    pools[view] = prepared
    if prepared.appearance != views.appearance {
      emit(
        .view(
          .appearanceKept(
            view: view, annotation: annotation.serial, prepared.appearance,
            insteadOf: views.appearance)))
    }
    emit(
      .view(.displayed(view: view, annotation: annotation.serial, prepared.state)))
  }

  private func hasAccessories(_ slot: Int32, _ views: ViewSetup) -> Bool {
    guard views.provider != .answersNil,
      let callout = calloutSetup(of: slot, with: views)
    else { return false }
    return callout.leftAccessory != nil || callout.rightAccessory != nil
  }

  /// The view of an annotation is told that it is selected: it grows, takes its callout, and is
  /// hidden no longer.
  func viewWasSelected(_ slot: Int32) {
    collisionsMayHaveChanged()
    groupsMayHaveChanged()
    let annotation = annotations[slot]
    guard annotation.view >= 0 else { return }
    var view = pools[annotation.view]
    let wasHidden = view.isHidden
    view.isHidden = false
    if !view.holdsSelection {
      view.state.isSelected = true
      view.state.isTransformed = true
      if opensCallout(over: slot), let callout = calloutSetup(of: slot), callout.annotation == nil {
        view.state.callout = annotation.serial
      }
    }
    pools[annotation.view] = view
    guard wasHidden else { return }
    hiddenCount -= 1
    emit(.view(.unhidden(view: annotation.view)))
  }

  /// The view of an annotation is told that it is no longer selected; what the app forgets stays.
  func viewWasDeselected(_ slot: Int32) {
    collisionsMayHaveChanged()
    groupsMayHaveChanged()
    let view = annotations[slot].view
    // It can have gone to its pool before; then it is undone when it is used again.
    guard view >= 0, !pools[view].holdsSelection else { return }
    pools[view].state.undoSelection(except: viewSetup(of: slot).forgets)
  }
}

extension ViewState {
  fileprivate mutating func undoSelection(except forgotten: ForgottenParts) {
    if !forgotten.contains(.callout) { callout = -1 }
    if !forgotten.contains(.transform) { isTransformed = false }
    if !forgotten.contains(.selection) { isSelected = false }
  }
}
