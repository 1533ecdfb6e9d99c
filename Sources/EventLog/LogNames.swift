internal import Formatting
internal import MapEvents

/// Names of what events give as numbers, learnt from the events themselves.
struct LogNames {
  private struct Annotation {
    var layer: LayerID
    var isCluster: Bool
    var view: ViewID?
  }

  private(set) var legend: Legend?
  /// Annotations on the map, by their number.
  private var annotations: [AnnotationID: Annotation] = [:]
  /// For each view its identifier.
  private var identifiers: [Int32] = []

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.began(let legend)): self.legend = legend
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      annotations[annotation] = Annotation(layer: layer, isCluster: size != nil)
    // Views are numbered as they are made.
    case .view(.created(_, let identifier)): identifiers.append(identifier)
    case .view(.displayed(let view, let annotation, _)): annotations[annotation]?.view = view
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .snapshot, .input,
      .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  /// An annotation with its layer: `annotation 12 (cities)`.
  subscript(id: AnnotationID) -> String {
    guard let annotation = annotations[id] else { return "annotation \(id)" }
    let layer =
      annotation.layer.isSome
      ? self[annotation.layer] : annotation.layer == .userLocation ? "user location" : "callout"
    return "\(annotation.isCluster ? "cluster" : "annotation") \(id) (\(layer))"
  }

  /// A view with its identifier: `city #3`.
  subscript(view: ViewID) -> String {
    let isKnown = identifiers.indices.contains(view.index)
    return "\(name(isKnown ? identifiers[view.index] : -1, \.identifiers)) #\(view)"
  }

  subscript(layer: LayerID) -> String { name(layer.rawValue, \.layers) }

  /// The view that an annotation was last shown by, or the annotation itself.
  func view(of annotation: AnnotationID) -> String {
    annotations[annotation]?.view.map { self[$0] } ?? self[annotation]
  }

  /// What has an index in a list of the legend.
  func name(_ index: Int32, _ list: KeyPath<Legend, [String]>) -> String {
    guard let names = legend?[keyPath: list], names.indices.contains(Int(index)) else {
      return "\(index)"
    }
    return Escape.line(names[Int(index)])
  }
}
