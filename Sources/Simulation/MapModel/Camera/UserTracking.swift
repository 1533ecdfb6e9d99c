internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// How the map follows the user: with its middle, and with its heading if the app wants that.
///
/// A finger that pans the map ends it, one that turns it ends the turning. If the options say so,
/// the map zooms in when it begins, and a map that makes room for a callout ends it. The map goes
/// to the user whenever a place, or with heading a heading, is reported and no finger is on it.
/// Other moves of the map stay until then.
final class UserTracking: MapComponent {
  private(set) var mode = UserTrackingMode.none
  private var userHeadingDegrees = 0.0
  /// Whether the map zooms in when it next goes to the user.
  private var zoomsNext = false

  func set(_ mode: UserTrackingMode) {
    guard mode != self.mode else { return }
    if self.mode == .none || mode == .none {
      zoomsNext = mode != .none && context.setup.options.trackingBegins == .zoomsIn
    }
    self.mode = mode
    context.emit(.map(.trackingChanged(mode)))
    proxy.call(.trackingChanged)
    follow()
  }

  func userDidTurn(toDegrees degrees: Double) {
    precondition((0...360).contains(degrees), "a heading of \(degrees)")
    userHeadingDegrees = degrees == 360 ? 0 : degrees
    if mode == .followWithHeading { follow() }
  }

  /// Goes to the user, with an animation.
  func follow() {
    guard mode != .none, !region.isTouched, let slot = data.userLocation else { return }
    let place = annotations[slot].coordinate
    let heading = mode == .followWithHeading ? userHeadingDegrees : nil
    let span =
      zoomsNext
      ? Projection.mapPoints(
        ofMeters: context.setup.options.trackingSpanMeters, atLatitude: place.latitude) : .infinity
    zoomsNext = false
    assert(span > 0, "a map cannot show \(span) map points")
    // A report that comes while the map zooms in gives that zoom another place.
    let scale =
      region.animation.flatMap { $0.mover == .tracking ? $0.target.mapPointsPerPoint : nil }
    region.change(animated: true, by: .tracking) { viewport in
      var target = viewport.centered(at: place)
      let side = min(viewport.size.width, viewport.size.height)
      target?.mapPointsPerPoint = min(scale ?? viewport.mapPointsPerPoint, span / side)
      if let heading { target?.headingDegrees = heading }
      return target?.clamped()
    }
  }

  func calloutMovesMap() {
    if context.setup.options.trackingAtCallouts == .ends { set(.none) }
  }

  func fingersDidMoveMap(_ gesture: Gesture) {
    switch (gesture, mode) {
    case (.pan, .follow), (.pan, .followWithHeading): set(.none)
    case (.rotation, .followWithHeading): set(.follow)
    case (.pan, .none), (.rotation, .none), (.rotation, .follow), (.pinch, _), (.drag, _): break
    }
  }
}
