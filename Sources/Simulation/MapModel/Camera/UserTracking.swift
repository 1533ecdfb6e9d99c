internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// How the map follows the user: with its middle, and with its heading if the app wants that.
///
/// A finger that pans the map ends it, one that turns it ends the turning. The map goes to the user
/// whenever a place, or with heading a heading, is reported and no finger is on it; what else moves
/// it stays until then.
final class UserTracking: MapComponent {
  private(set) var mode = UserTrackingMode.none
  private var userHeadingDegrees = 0.0

  func set(_ mode: UserTrackingMode) {
    guard mode != self.mode else { return }
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
    region.change(animated: true, by: .tracking) { viewport in
      var target = viewport.centered(at: place)
      if let heading { target?.headingDegrees = heading }
      return target?.clamped()
    }
  }

  func fingersDidMoveMap(_ gesture: Gesture) {
    switch (gesture, mode) {
    case (.pan, .follow), (.pan, .followWithHeading): set(.none)
    case (.rotation, .followWithHeading): set(.follow)
    case (.pan, .none), (.rotation, .none), (.rotation, .follow), (.pinch, _), (.drag, _): break
    }
  }
}
