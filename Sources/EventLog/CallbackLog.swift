internal import Formatting
public import MapEvents
internal import MapGeometry

/// The callbacks of a session in their order, as lines in MapKit's words.
///
/// Each line begins with the simulated time in milliseconds. A line in parentheses is no callback
/// but something that a reader of the log wants to know; `frame` ends a frame in which something
/// was told. Numbers are made of whole numbers alone, so the log is the same on every machine.
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
    case .session(let session): observe(session, step: event.step)
    case .map(let map): add(words(map))
    case .data(let data): add(words(data))
    case .view(let view): for line in words(view) { add(line) }
    case .selection(let selection): add(words(selection))
    case .cluster(let cluster): add(words(cluster))
    case .callout(let callout): add(words(callout))
    case .input(let input): add(words(input))
    case .drag(let drag): add(words(drag))
    case .overlay(let overlay): add(words(overlay))
    case .delegate(let delegate): add(words(delegate))
    case .animator(let animator): add(words(animator))
    case .calloutAnnotation(let event): add(words(event))
    case .frame(let frame):
      if hasNews { add("frame \(frame.number)") }
      hasNews = false
    case .snapshot: break
    }
  }

  private mutating func add(_ line: String?) {
    guard let line else { return }
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

  private mutating func observe(_ event: SessionEvent, step: Int32) {
    switch event {
    case .began(let legend):
      let size = legend.viewSize
      add(
        "map view of \(MapWords.decimal(size.width)) x \(MapWords.decimal(size.height)) pt, "
          + MapWords.camera(legend.camera))
    case .stepBegan: text += "\n== \(Escape.line(steps[step] ?? "step \(step)"))\n"
    case .mark(let mark): add("(mark \"\(names.name(mark, \.marks))\")")
    case .snapshot(let snapshot): add("(snapshot \"\(names.name(snapshot, \.snapshots))\")")
    case .neverSettled: add("(the wait gave up)")
    case .ended: add("(end)")
    case .stepEnded, .expectationsDue: break
    }
  }
}
