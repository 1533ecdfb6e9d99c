/// Who answers the callbacks of the map behind the cluster controllers, which hear them first.
public enum DelegateEvent: Hashable, Sendable {
  /// The app gave the map another delegate, or none.
  case set(to: DelegateTarget)
  /// A callback found no delegate of the app's.
  case unanswered(DelegateCallback)
}

/// Whom an app makes the delegate of its map.
public enum DelegateTarget: UInt8, Hashable, Sendable, CaseIterable {
  /// The object that it began with.
  case app = 0
  /// Another object, which answers alike.
  case another = 1
  /// None at all.
  case none = 2
}

/// A callback of the map.
public enum DelegateCallback: UInt8, Hashable, Sendable, CaseIterable {
  case regionWillChange = 0
  case regionDidChange = 1
  case viewFor = 2
  case didAddViews = 3
  case didSelect = 4
  case didDeselect = 5
  case accessoryTapped = 6
  case dragStateChanged = 7
  case rendererFor = 8
}
