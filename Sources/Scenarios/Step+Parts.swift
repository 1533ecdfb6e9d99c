public import MapGeometry

extension Step {
  /// How a finger that drags the map leaves it.
  public enum Release: String, CaseIterable, Hashable, Sendable {
    /// It rests before it is lifted.
    case resting
    /// It is lifted while it moves, so that the map drifts on.
    case moving
  }

  /// How an annotation that is carried is let go.
  public enum DragEnd: String, CaseIterable, Hashable, Sendable {
    /// It stays where it is let go.
    case drop
    /// It goes back.
    case cancel
  }

  /// Whom the app makes the delegate of its map.
  public enum Delegate: String, CaseIterable, Hashable, Sendable {
    /// The object that it began with.
    case app
    /// Another object, which answers alike.
    case another
    /// None at all.
    case nobody
  }

  /// How a layer gets other points.
  public enum Replacement: String, CaseIterable, Hashable, Sendable {
    /// All annotations are removed, then the new ones are added.
    case all
    /// Only those are removed and added that differ.
    case onlyWhatChanged = "only what changed"
  }

  /// Where a point goes.
  public enum Displacement: Hashable, Sendable {
    /// To a place.
    case to(Coordinate)
    /// So many degrees to the north and to the east of where it was put last.
    case by(EarthOffset)
  }

  /// Where an overlay is put among those of its level; others are meant by their index in the
  /// scenario.
  public enum Placement: Hashable, Sendable {
    /// In front of all.
    case last
    /// At an index from the back, at most behind the last.
    case index(Int)
    /// Directly behind another one.
    case below(Int)
    /// Directly in front of another one.
    case above(Int)
  }
}
