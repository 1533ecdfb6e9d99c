public import MapGeometry
public import Scenarios

/// A value read from the text of a scalar.
public enum Scalar: Hashable, Sendable {
  /// A text, a word of a choice, a path or a name.
  case text(String)
  /// A whole number.
  case whole(Int64)
  /// A number; points, levels, angles, metres and kilometres too, as their type says.
  case decimal(Double)
  /// Yes or no.
  case flag(Bool)
  /// A length of simulated time.
  case duration(SimulatedTime)
  /// The word `settled`.
  case settled
  /// An extent on the screen, in points.
  case size(ScreenSize)
  /// A distance on the screen in points, or a speed in points a second.
  case offset(ScreenOffset)
  /// A point of the map view, in points.
  case position(ScreenPoint)
  /// An extent on the earth.
  case span(EarthSpan)
  /// A distance on the earth.
  case earthOffset(EarthOffset)
  /// No value.
  case nothing
}

/// Why a text is not the value that a type asks for.
public enum ScalarProblem: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// It does not look like one at all.
  case unreadable
  /// The number stands there without a unit; these fit.
  case missingUnit([String])
  /// The unit does not fit; these do.
  case wrongUnit(String, fitting: [String])
  /// The value lies outside the limits of the type.
  case outOfRange
  /// The value needs a finer unit than the finest one there is.
  case tooFine
  /// The word is none of the choice.
  case unknownWord([String])
}
