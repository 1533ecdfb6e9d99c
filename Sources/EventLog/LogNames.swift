internal import Formatting
internal import MapEvents

/// Names of what events give as numbers, learnt from the events themselves.
struct LogNames {
  private struct Annotation {
    var layer: Int32
    var isCluster: Bool
    var view: Int32?
  }

  private var legend: Legend?
  /// Annotations on the map, by their number.
  private var annotations: [Int32: Annotation] = [:]
  /// For each view its identifier.
  private var identifiers: [Int32] = []

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.began(let legend)):
      self.legend = legend
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      annotations[annotation] = Annotation(layer: layer, isCluster: size != nil)
    case .view(.created(let view, let identifier)):
      while identifiers.count <= Int(view) { identifiers.append(-1) }
      identifiers[Int(view)] = identifier
    case .view(.displayed(let view, let annotation, _)):
      annotations[annotation]?.view = view
    default: break
    }
  }

  /// An annotation with its layer: `annotation 12 (cities)`.
  func annotation(_ number: Int32) -> String {
    guard let annotation = annotations[number] else { return "annotation \(number)" }
    let layer =
      switch annotation.layer {
      case ..<(-1): "callout"
      case -1: "user location"
      default: name(annotation.layer, legend?.layers)
      }
    return "\(annotation.isCluster ? "cluster" : "annotation") \(number) (\(layer))"
  }

  /// A view with its identifier: `city #3`.
  func view(_ number: Int32) -> String {
    let index = Int(number)
    let identifier = identifiers.indices.contains(index) ? identifiers[index] : -1
    return "\(self.identifier(identifier)) #\(number)"
  }

  /// The view that an annotation was last shown by, or the annotation itself.
  func view(of annotation: Int32) -> String {
    annotations[annotation]?.view.map { view($0) } ?? self.annotation(annotation)
  }

  func identifier(_ index: Int32) -> String { name(index, legend?.identifiers) }

  func layer(_ index: Int32) -> String { name(index, legend?.layers) }

  func overlay(_ index: Int32) -> String { name(index, legend?.overlays) }

  func mark(_ index: Int32) -> String { name(index, legend?.marks) }

  func snapshot(_ index: Int32) -> String { name(index, legend?.snapshots) }

  private func name(_ index: Int32, _ names: [String]?) -> String {
    guard let names, names.indices.contains(Int(index)) else { return "\(index)" }
    return Escape.line(names[Int(index)])
  }
}
