internal import Clustering
internal import MapGeometry

/// What a cluster controller is made of, and what its queue hands around.
extension ClusterController {
  /// A cluster annotation, on the map or about to be.
  struct Record {
    var coordinate: Coordinate
    var members: [Int32] = []
    /// Whether the members lie at one location.
    var isUniqueLocation = false
    /// The same for clusters of the same points.
    var content: UInt64 = 0
    /// The slot of its annotation; -1 while it is not on the map.
    var annotation: Int32 = -1
    /// The update whose result it last belonged to.
    var result: Int32 = -1
    /// The update that last found it on the map when it was asked for.
    var before: Int32 = -1
    /// Whether it waits for another cluster to stand for.
    var isFree = false
    /// Whether the app had moved points of it when it got them last.
    var followsPoints = false
    /// Whether the tree of visible clusters holds it.
    var isVisible = false
    /// Where that tree holds it.
    var place = Coordinate(latitude: 0, longitude: 0)
  }

  /// What an update works on, frozen when it is asked for.
  struct Inputs {
    var number: Int32
    var origin: Origin
    var query: ClusterQuery
    /// Cluster annotations on the map at that moment, in map order; empty when the map is compared
    /// as it is when the update is applied.
    var before: [Int32]
    /// Whether cluster annotations with common members stay.
    var reusesAnnotations: Bool
    /// What the views of single points and of clusters cover at that scale.
    var extents: ClusterExtents
    /// What the map showed at that moment.
    var visibleRect: MapRect
    /// Since when it waits, or the first of those whose work it does.
    var waitsSince: SimulatedTime
    /// Who fades what the update lets go.
    var animator = ClusterAnimator(fade: .zero)
    var isAnimatedByApp = false
  }

  /// A change of the index.
  struct IndexChange {
    enum Kind {
      case add
      case remove
      /// The points are at these places until then, each for one of them.
      case move(from: [Coordinate])
    }

    var kind: Kind
    var points: [Int32]
    /// Where the points are, or go; nil looks when the change is made, as the reproduced library
    /// does.
    var places: [Coordinate]?
    var triggeredAt: SimulatedTime
    /// The app's call, whose completion handler is called once; -1 when nobody waits.
    var call: Int32 = -1

    var isRemoval: Bool {
      if case .remove = kind { true } else { false }
    }
  }

  /// Where in the session an update was asked for; its real time is told with it.
  struct Origin {
    var step: Int32
    var marks: Int32
  }

  /// What an update is about to change.
  struct Plan {
    var number: Int32
    var origin: Origin
    /// What the map showed when the update was asked for.
    var visibleRect: MapRect
    var work: Work
    /// How many clusters it has.
    var shown = 0
    /// Kept clusters that got members; with the coordinate when that is new too.
    var reused: [(record: Int32, movesTo: Coordinate?)] = []
    var created: [Int32] = []
    var removed: [Int32] = []
    /// Who fades those.
    var animator = ClusterAnimator(fade: .zero)
    var isAnimatedByApp = false
  }
}
