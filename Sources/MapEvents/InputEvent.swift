public import MapGeometry

/// What fingers do; the first events of what follows from it.
public enum InputEvent: Hashable, Sendable {
  /// A single tap.
  case tapped(ScreenPoint)
  /// A double tap.
  case doubleTapped(ScreenPoint)
  /// A tap with two fingers.
  case twoFingersTapped
  /// Fingers begin to move on the map.
  case began(Gesture)
  /// They leave it; the content moves at this speed, in points a second.
  case ended(Gesture, pointsPerSecond: ScreenOffset)
}

/// What moving fingers can do.
public enum Gesture: UInt8, Hashable, Sendable, CaseIterable {
  /// One finger moves the map.
  case pan = 0
  /// Two fingers change its scale.
  case pinch = 1
  /// Two fingers turn it.
  case rotation = 2
  /// One finger carries an annotation.
  case drag = 3
}
