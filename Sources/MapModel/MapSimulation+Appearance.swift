internal import MapEvents
internal import MapGeometry

/// What views are and where they lie, whatever the settings of their annotations say.
///
/// Layers and roles with the same reuse identifier share a pool, so an app can get a view that it
/// made for something else. MapKit gives it out as it was.
extension MapSimulation {
  /// The frame of an annotation's view on the screen: the one place that knows where it stands.
  ///
  /// - Complexity: O(1).
  func frame(of slot: Int32) -> ScreenRect {
    let appearance = appearance(of: slot)
    return frame(
      around: annotations[slot].mapPoint, size: appearance.size, offset: appearance.centerOffset)
  }

  /// The frame of a view of some size whose middle is off a place of the map.
  func frame(around place: MapPoint, size: ScreenSize, offset: ScreenOffset) -> ScreenRect {
    let point = viewport.screenPoint(for: place)
    return ScreenRect(
      minX: point.x + offset.dx - size.width / 2, minY: point.y + offset.dy - size.height / 2,
      width: size.width, height: size.height)
  }

  /// What an annotation's view is, as at its last layout; as it will be made while there is none.
  func appearance(of slot: Int32) -> ViewAppearance {
    let view = annotations[slot].view
    return view >= 0 ? pools[view].appearance : viewSetup(of: slot).appearance
  }

  /// What the settings in force of an annotation's view said before any change of theirs, by which
  /// an app recognises its own views.
  ///
  /// A callout's view gets its extent and its place from each layout.
  func declaredAppearance(of annotation: Annotation, _ views: ViewSetup) -> ViewAppearance {
    guard annotation.callout < 0 else {
      var appearance = ViewAppearance.blank
      appearance.kind = .callout
      return appearance
    }
    guard annotation.layer >= 0 else { return MapSimulation.userView.appearance }
    guard views.provider != .answersNil else { return MapSimulation.marker.appearance }
    let layer = setup.layers[Int(annotation.layer)]
    switch annotation.role {
    case .point: return layer.view.appearance
    case .cluster: return layer.clusterView.appearance
    case .oneLocation: return layer.viewOfOneLocation.appearance
    }
  }
}

extension ReusePools.View {
  /// Sets up a view that was made or taken from a pool.
  ///
  /// One that was last set up by the same settings follows them as they are now. Any other keeps
  /// its class, and all that the app does not set each time.
  mutating func setUp(as views: ViewSetup, declared: ViewAppearance, isReused: Bool) {
    followsSettings = true
    guard isReused, setUpAs != declared else {
      appearance = views.appearance
      setUpAs = declared
      return
    }
    guard views.sizing == .eachTime else {
      followsSettings = false
      return
    }
    let old = (appearance: appearance, setUpAs: setUpAs)
    appearance = views.appearance
    appearance.kind = old.appearance.kind
    setUpAs = declared
    setUpAs.kind = old.setUpAs.kind
    // A pin or a marker has the extent of its class; a frame can be given to any view.
    guard views.kind != .callout, views.kind != appearance.kind else { return }
    appearance.size = old.appearance.size
    setUpAs.size = old.setUpAs.size
  }
}
