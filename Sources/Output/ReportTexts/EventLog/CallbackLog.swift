internal import Formatting
public import MapEvents
internal import MapGeometry

/// The callbacks of a session in their order, as lines in MapKit's words.
///
/// Each line begins with the simulated time in milliseconds. A line in parentheses is no callback
/// but something that a reader of the log wants to know; `frame` ends a frame in which something
/// happened. Numbers are made of whole numbers alone, so the log is the same on every machine.
public struct CallbackLog: EventObserver, Sendable {
  /// The log so far.
  public private(set) var text = ""

  private let steps: [Int32: String]
  var names = LogNames()
  private var now = SimulatedTime.zero
  private var hasNews = false

  /// Makes an empty log.
  ///
  /// - Parameter steps: The heading of each step, by its number.
  public init(steps: [Int32: String]) { self.steps = steps }

  /// Takes in an event.
  ///
  /// - Complexity: O(length of its lines).
  public mutating func observe(_ event: Event) {
    now = event.time
    names.observe(event)
    switch event.kind {
    case .session(.began(let legend)):
      add("map view of \(text(of: .size(legend.viewSize))), \(MapWords.camera(legend.camera))")
    case .session(.stepBegan):
      text += "\n== \(Escape.line(steps[event.step] ?? "step \(event.step)"))\n"
    case .session(.nothingDone(let reason)): add("(nothing to do: \(words(reason)))")
    case .view(.clusterTextRead(let cluster, let owner, let members)) where owner == cluster:
      add("title of \(names[cluster]) -> its own, of \(members)")
    case .view(.clusterTextRead(let cluster, let owner, let members)):
      add("title of \(names[cluster]) -> \(owner.isSome ? "that of \(names[owner])" : "none")")
      add("subtitle of \(names[cluster]) -> \(members - 1) more")
    case .view(.clusterAnnotationRequested(let first, let members)):
      add("clusterAnnotationForMemberAnnotations \(names[first]) and \(members - 1) more")
    case .selection(.refused(let missed)):
      add("(cannot be selected: \(text(of: .missed(missed))))")
    case .cluster(.coarsened(let update, let layer, let doublings)):
      add(
        "(the cells of \(names[layer]) are too short: update \(update) takes cells "
          + "\(1 << Int(min(doublings, 60))) times as long)")
    case .calloutAnnotation(.laidOut(let annotation, let layout)):
      add(words(layout, of: annotation))
    case .frame(let frame):
      if hasNews { add("frame \(frame.number)") }
      hasNews = false
    case .session, .map, .data, .view, .selection, .cluster, .callout, .snapshot, .input, .drag,
      .overlay, .delegate, .animator, .calloutAnnotation:
      guard let line = event.kind.line else { return }
      for line in text(of: line).split(separator: "\n") { add(line) }
    }
  }

  /// Removes the lines so far and returns them.
  public mutating func takeLines() -> [String] {
    defer { text = "" }
    return text.split(separator: "\n").map(String.init)
  }

  private mutating func add(_ line: some StringProtocol) {
    text += "\(CallbackLog.milliseconds(now))  \(line)\n"
    hasNews = true
  }

  /// Milliseconds with three decimals, what is below cut off, in a column of 12.
  private static func milliseconds(_ time: SimulatedTime) -> String {
    let (whole, rest) = (time.nanoseconds / 1_000).quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    let text = "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
    return TextLayout.padded(text, to: 12, left: true)
  }
}

/// Events in words.
extension CallbackLog {
  /// A line with the names of the session.
  private func text(of line: (words: String, values: [EventWord])) -> String {
    let parts = line.words.split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      let value = part.first?.wholeNumberValue ?? 0
      return text + self.text(of: line.values[value]) + part.dropFirst()
    }
  }

  private func text(of word: EventWord) -> String {
    switch word {
    case .nothing: ""
    case .text(let text): text
    case .annotation(let annotation): names[annotation]
    case .viewOf(let annotation): names.view(of: annotation)
    case .view(let view): names[view]
    case .layer(let layer): names[layer]
    case .name(let index, let list): names.name(index, list)
    case .things(let count, let noun): "\(count) \(noun)\(count == 1 ? "" : "s")"
    case .time(let time): MetricText.short(time)
    case .coordinate(let coordinate): MapWords.coordinate(coordinate)
    case .camera(let camera): MapWords.camera(camera)
    case .point(let point): MapWords.point(point)
    case .size(let size): "\(MapWords.decimal(size.width)) x \(MapWords.decimal(size.height)) pt"
    case .speed(let speed): "\(MapWords.decimal(speed.dx)), \(MapWords.decimal(speed.dy)) pt/s"
    case .appearance(let appearance): MapWords.appearance(appearance)
    case .missed(let missed): missed.words { names[$0] }
    }
  }

  private func words(_ reason: IdleReason) -> String {
    switch reason {
    case .pointsPresent: "the layer has all of the points"
    case .pointsAbsent: "the layer has none of the points"
    case .pointsInPlace: "all points are there"
    case .nothingToShow: "no annotation of the layers is on the map"
    case .regionKept: "the region stays as it is"
    case .nothingSelected: "nothing is selected"
    case .gestureDisabled: "the map does not follow this gesture"
    }
  }

  private func words(_ layout: CalloutAnnotationLayout, of annotation: AnnotationID) -> String {
    let over = layout.over.isNone ? "a view in its pool" : names[layout.over]
    let wrong = layout.over == layout.parent ? "" : " in place of \(names[layout.parent])"
    let content =
      layout.content == layout.shownContent
      ? "content \(layout.content)" : "content \(layout.shownContent) in place of \(layout.content)"
    return "(\(names.view(of: annotation)) is laid out over \(over)\(wrong), \(content))"
  }
}

/// Names for the numbers in events, learned from the events themselves.
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
  private var identifiers: [ViewID: Int32] = [:]

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.began(let legend)): self.legend = legend
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      annotations[annotation] = Annotation(layer: layer, isCluster: size != nil)
    case .view(.created(let view, let identifier)): identifiers[view] = identifier
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
    "\(name(identifiers[view] ?? -1, .identifiers)) #\(view)"
  }

  subscript(layer: LayerID) -> String { name(layer.rawValue, in: legend?.layers) }

  /// The view that an annotation was last shown by, or the annotation itself.
  func view(of annotation: AnnotationID) -> String {
    annotations[annotation]?.view.map { self[$0] } ?? self[annotation]
  }

  /// The name at an index of a list of the legend.
  func name(_ index: Int32, _ list: LegendList) -> String {
    switch list {
    case .marks: name(index, in: legend?.marks)
    case .identifiers: name(index, in: legend?.identifiers)
    case .overlays: name(index, in: legend?.overlays)
    case .snapshots: name(index, in: legend?.snapshots)
    }
  }

  private func name(_ index: Int32, in names: [String]?) -> String {
    guard let names, names.indices.contains(Int(index)) else { return "\(index)" }
    return Escape.line(names[Int(index)])
  }
}
