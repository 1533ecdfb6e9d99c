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
      case .clusters: "Cluster annotations on the map, fading ones and those of the margin too."
      case .annotations: "Annotations on the map, in view or not."
      case .views: "Annotation views on the map; the map requests them in the frame after."
      case .batches: "Batches of downloads that have not arrived, or that the app did not get yet."
      case .callouts: "Open callouts, one that is still growing too."
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
      case .views, .callouts, .selections, .regionChanges: false
      }
    }
  }

  /// The counted quantity.
  public var quantity: Quantity
  /// The index of the only layer to count; nil for the whole map.
  public var layer: Int?
  /// The numbers for which the condition holds.
  public var bounds: ClosedRange<Int64>

  /// Makes a condition of its parts.
  public init(_ quantity: Quantity, _ bounds: ClosedRange<Int64>, layer: Int? = nil) {
    assert(layer == nil || quantity.isOfLayers, "no layer has \(quantity.rawValue) of its own")
    (self.quantity, self.bounds, self.layer) = (quantity, bounds, layer)
  }

  /// The conditions with a name, and their names.
  public static let words: [(word: String, condition: MapCondition)] = [
    ("callout open", MapCondition(.callouts, 1...1)),
    ("callout closed", MapCondition(.callouts, 0...0)),
    ("annotation selected", MapCondition(.selections, 1...1)),
    ("nothing selected", MapCondition(.selections, 0...0)),
    ("downloads done", MapCondition(.batches, 0...0)),
    ("clusters up to date", MapCondition(.updates, 0...0)),
    ("map at rest", MapCondition(.regionChanges, 0...0)),
  ]
}
