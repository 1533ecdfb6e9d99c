internal import MapConfiguration
internal import MapEvents

/// The states of an annotation that a finger carries, as MapKit has them: the map sets starting,
/// ending and canceling, the view answers dragging and none.
struct DragMachine {
  /// What moves it on.
  enum Input: CaseIterable {
    /// A finger is put on the annotation.
    case press
    /// The view has lifted off, or has come down.
    case answer
    /// The finger lets go.
    case drop
    /// The finger is taken away by something else.
    case cancel
  }

  private(set) var state = DragState.none

  /// Takes an input; one that means nothing in a state changes nothing.
  ///
  /// From starting there is no way back to none, so a finger that leaves before the view has lifted
  /// off cancels.
  ///
  /// - Returns: The new state, if it changed.
  mutating func handle(_ input: Input) -> DragState? {
    let next: DragState
    switch (state, input) {
    case (.none, .press): next = .starting
    case (.starting, .answer): next = .dragging
    case (.starting, .drop), (.starting, .cancel), (.dragging, .cancel): next = .canceling
    case (.dragging, .drop): next = .ending
    case (.ending, .answer), (.canceling, .answer): next = .none
    default: return nil
    }
    assert(next != state, "a drag that goes from \(state) to \(next)")
    assert(state != .starting || next != .none, "a drag went from starting to none")
    state = next
    return next
  }
}
