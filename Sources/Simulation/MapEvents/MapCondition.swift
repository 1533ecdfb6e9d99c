public import MapGeometry

/// A condition of the map at an instant, visible to an app or a tester: a number of things
/// within bounds.
public struct MapCondition: Hashable, Sendable {
  /// The counted quantity.
  public enum Quantity: String, CaseIterable, Hashable, Sendable {
    /// Cluster annotations on the map, including those that fade or lie in the margin.
    case clusters = "clusters shown"
    /// Annotations on the map, in view or not.
    case annotations = "annotations on the map"
    /// Annotation views on the map.
    case views = "annotation views on the map"
    /// Batches of downloads that have not arrived, or have not reached the app yet.
    case batches = "batches to come"
    /// Open callouts, including those that are still growing.
    case callouts = "callouts open"
    /// Open callouts that lie inside the map with their pins, beside bars, at their full size.
    case calloutsInside = "callouts inside map"
    /// Open callouts that do not.
    case calloutsOutside = "callouts outside map"
    /// Selected annotations.
    case selections = "annotations selected"
    /// Cluster updates that wait, run or fade, and those that are certain to come because
    /// points are being indexed or the region is changing.
    case updates = "cluster updates pending"
    /// Region changes that began and did not end.
    case regionChanges = "region changes running"

    /// The meaning of the quantity, as a sentence.
    public var help: String {
      switch self {
      case .clusters:
        "Clusters of cluster controllers that are on the map, fading ones and those of the margin "
          + "too."
      case .annotations: "Annotations on the map, in view or not."
      case .views: "Annotation views on the map; the map requests them in the frame after."
      case .batches: "Batches of downloads that have not arrived, or that the app did not get yet."
      case .callouts: "Open callouts, one that is still growing too."
      case .calloutsInside:
        "Open callouts that lie inside the map with their pins, where no bar covers it, as the "
          + "last frame showed them. A growing callout is taken at its full size."
      case .calloutsOutside:
        "Open callouts that stick out of the map or lie under a bar, as the last frame showed them."
      case .selections: "Selected annotations."
      case .updates:
        "Cluster updates that wait, run or fade, and those that are sure to come since points are "
          + "being indexed or the region is changing."
      case .regionChanges: "Region changes that began and did not end."
      }
    }

    /// Whether only layers with clusters have the quantity.
    public var isOfClusters: Bool { self == .clusters || self == .updates }

    /// Whether each layer has its own number.
    public var isOfLayers: Bool {
      switch self {
      case .clusters, .annotations, .batches, .updates: true
      case .views, .callouts, .calloutsInside, .calloutsOutside, .selections, .regionChanges: false
      }
    }
  }

  /// A quantity of the whole map or of a layer.
  public struct Counted: Hashable, Sendable {
    /// The quantity.
    public var quantity: Quantity
    /// The index of the only layer to count; nil for the whole map.
    public var layer: Int?

    /// Makes a quantity of its parts.
    public init(_ quantity: Quantity, layer: Int? = nil) {
      assert(layer == nil || quantity.isOfLayers, "no layer has \(quantity.rawValue) of its own")
      (self.quantity, self.layer) = (quantity, layer)
    }
  }

  /// The quantity, of the whole map or of a layer.
  public var counted: Counted
  /// The numbers for which the condition holds.
  public var bounds: ClosedRange<Int64>

  /// The counted quantity.
  public var quantity: Quantity { counted.quantity }

  /// Makes a condition of its parts.
  public init(_ quantity: Quantity, _ bounds: ClosedRange<Int64>, layer: Int? = nil) {
    (counted, self.bounds) = (Counted(quantity, layer: layer), bounds)
  }

  /// The conditions with a name, and their names.
  public static let words: [(word: String, condition: MapCondition)] = [
    ("callout open", MapCondition(.callouts, 1...1)),
    ("callout closed", MapCondition(.callouts, 0...0)),
    ("callout inside map", MapCondition(.calloutsInside, 1...1)),
    ("callout outside map", MapCondition(.calloutsOutside, 1...1)),
    ("annotation selected", MapCondition(.selections, 1...1)),
    ("nothing selected", MapCondition(.selections, 0...0)),
    ("downloads done", MapCondition(.batches, 0...0)),
    ("clusters up to date", MapCondition(.updates, 0...0)),
    ("map at rest", MapCondition(.regionChanges, 0...0)),
  ]

  /// The condition as scenarios write it, without its layer.
  public var text: String {
    let own = MapCondition.words.first {
      $0.condition.quantity == quantity && $0.condition.bounds == bounds
    }
    return own?.word ?? "\(quantity.rawValue) \(rule)"
  }

  /// The rule for the number as scenarios write it: `at most 3`.
  public var rule: String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    if least == most { return "exactly \(least)" }
    if least == 0 { return "at most \(most)" }
    return most == .max ? "at least \(least)" : "between \(least) and \(most)"
  }
}

extension ScreenRect {
  /// Whether a callout with its pin lies inside a map view, where no bar covers it.
  public func isInside(_ view: ScreenSize, bars: EdgeInsets) -> Bool {
    // Criterion C1 allows as much for rounding.
    let slack = 0.5
    return minX >= bars.left - slack && minY >= bars.top - slack
      && maxX <= view.width - bars.right + slack && maxY <= view.height - bars.bottom + slack
  }
}
