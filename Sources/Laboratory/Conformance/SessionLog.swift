internal import MapEvents
internal import MapGeometry
internal import MapModel

/// The events of a session in the words of the recordings.
final class SessionLog {
  /// One line, with numbers that need not agree to the last digit.
  private struct Line: Hashable {
    var words: String
    var numbers: [Double] = []

    func agrees(with other: Line) -> Bool {
      words == other.words && numbers.count == other.numbers.count
        && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 1e-9 }
    }

    var text: String { ([words] + numbers.map { "\($0)" }).joined(separator: " ") }
  }

  /// The map, for what events leave out.
  weak var map: MapSimulation?
  var calls: [Int32: Int] = [:]
  private var lines: [Line] = []
  private var reuses: [Int] = []
  private var firstLineOfStep = 0
  private var firstReuseOfStep = 0

  func beginStep() {
    firstLineOfStep = lines.count
    firstReuseOfStep = reuses.count
  }

  func removeAll() {
    lines.removeAll()
    reuses.removeAll()
    beginStep()
  }

  /// The annotations that were reported to be used again, in order of their numbers.
  func reused(ofStep: Bool = false) -> [Int] {
    (ofStep ? Array(reuses[firstReuseOfStep...]) : reuses).sorted()
  }

  /// How many completion handlers of adds and removes were called.
  func completions(ofStep: Bool = false) -> Int {
    lines[(ofStep ? firstLineOfStep : 0)...].count { $0.words.hasPrefix("completion ") }
  }

  func noteAddedAgain(_ annotation: AnnotationID) {
    lines.append(Line(words: "addDuplicate c\(annotation)"))
  }

  func note(_ event: Event) {
    if case .cluster(.reused(let annotation, _, _, _)) = event.kind {
      reuses.append(annotation.index)
    }
    if let line = line(for: event.kind) { lines.append(line) }
  }

  private func line(for kind: Event.Kind) -> Line? {
    switch kind {
    case .data(.annotationAdded(let annotation, _, _, _)): Line(words: "add c\(annotation)")
    case .data(.annotationRemoved(let annotation, _, _, _)): Line(words: "remove c\(annotation)")
    case .cluster(.reused(let annotation, _, _, _)):
      Line(words: "willReuse c\(annotation) n=\(map?.recordedCount(ofAnnotation: annotation) ?? 0)")
    case .cluster(.completed(_, let call)): calls[call].map { Line(words: "completion step\($0)") }
    case .map(.regionWillChange(let isAnimated)):
      Line(words: "regionWillChange animated=\(isAnimated ? 1 : 0)")
    case .map(.regionDidChange(let isAnimated, let camera)):
      Line(words: "regionDidChange animated=\(isAnimated ? 1 : 0)", numbers: numbers(of: camera))
    case .selection(.willSelect(let annotation)): Line(words: "select c\(annotation)")
    case .selection(.didSelect(let annotation)): Line(words: "didSelect c\(annotation)")
    case .selection(.willDeselect(let annotation)): Line(words: "deselect c\(annotation)")
    case .selection(.didDeselect(let annotation)): Line(words: "didDeselect c\(annotation)")
    case .selection(.missed): Line(words: "selectIgnored")
    default: nil
    }
  }

  private func numbers(of camera: Camera) -> [Double] {
    let width = map?.exactRect.width ?? 0
    return [
      Projection.latitude(forMapY: camera.center.y),
      camera.center.x / MapSize.worldSide * 360 - 180, width / MapSize.worldSide * 360,
    ]
  }

  func compare(_ recorded: [String], name: String, _ comparison: Comparison) {
    let theirs = recorded.map(SessionLog.line)
    for index in 0..<max(theirs.count, lines.count) {
      let expected = theirs.indices.contains(index) ? theirs[index] : nil
      let got = lines.indices.contains(index) ? lines[index] : nil
      if let expected, let got, expected.agrees(with: got) { continue }
      return comparison.differ(
        "\(name) event \(index)", expected: expected?.text ?? "none", got: got?.text ?? "none")
    }
  }

  private static func line(_ text: String) -> Line {
    let words = text.split(separator: " ")
    guard words.first == "regionDidChange" else {
      return Line(words: words.first == "selectIgnored" ? "selectIgnored" : text)
    }
    var line = Line(words: words.prefix(2).joined(separator: " "))
    for word in words.dropFirst(2) {
      let parts = word.split(separator: "=").last ?? ""
      line.numbers += parts.split(separator: ",").compactMap { Double($0) }
    }
    return line
  }
}
