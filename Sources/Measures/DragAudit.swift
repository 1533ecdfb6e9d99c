internal import MapEvents

/// Holds drags against the only way from one state to another: lift off, follow, come down or go
/// back.
struct DragAudit {
  private var states: [Int32: DragState] = [:]
  private var told: [Int32: DragState] = [:]

  /// Whether some annotation was lifted off and did not come down.
  var isCarrying: Bool { !states.isEmpty }

  /// Takes in an event; returns what is wrong with it, usually nothing.
  mutating func observe(_ event: DragEvent) -> [String] {
    switch event {
    case .viewStateSet(let annotation, let state):
      told[annotation] = state
      return []
    case .stateChanged(let annotation, let new, let old):
      let state = states[annotation, default: .none]
      var faults: [String] = []
      if old != state { faults.append("annotation \(annotation) left a drag state it was not in") }
      if !DragAudit.follows(new, after: state) {
        faults.append("the drag of annotation \(annotation) went from \(state) to \(new)")
      }
      if told[annotation] != new {
        faults.append("the view of annotation \(annotation) was not told of \(new)")
      }
      if states.contains(where: { $0.key != annotation }) {
        faults.append("annotation \(annotation) is carried beside another one")
      }
      states[annotation] = new == .none ? nil : new
      return faults
    case .refused(let annotation):
      guard states[annotation] != nil else { return [] }
      return ["annotation \(annotation) is carried, yet its drag was refused"]
    case .geocodeRequested(let annotation, _):
      guard let state = states[annotation], state != .ending else { return [] }
      return ["the address of annotation \(annotation) was asked for while it was \(state)"]
    }
  }

  /// Whether a state may come after another one; nothing but the beginning leaves `none`.
  static func follows(_ new: DragState, after old: DragState) -> Bool {
    switch old {
    case .none: new == .starting
    case .starting: new == .dragging || new == .canceling
    case .dragging: new == .ending || new == .canceling
    case .canceling, .ending: new == .none
    }
  }
}
