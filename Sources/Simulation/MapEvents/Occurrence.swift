/// Conditions and events of the map, joined by `and` or by `or`, as waits and promises name them.
public struct Occurrence: Hashable, Sendable {
  /// A condition or an event.
  public enum Part: Hashable, Sendable {
    /// A state of the map, which lasts for some time.
    case condition(MapCondition)
    /// An event at an instant, in the layer with this index; nil for any layer.
    case event(NamedEvent, layer: Int?)
  }

  /// The parts, at least one.
  public var parts: [Part]
  /// Whether all parts must be true at the same time; otherwise one is enough.
  public var needsAll: Bool

  /// Makes an occurrence of several parts.
  ///
  /// - Precondition: Parts that must all be true are conditions.
  public init(_ parts: [Part], needsAll: Bool = false) {
    precondition(!parts.isEmpty, "an occurrence has no part")
    (self.parts, self.needsAll) = (parts, needsAll)
    precondition(!needsAll || parts.count == 1 || events.isEmpty, "two events at the same time")
  }

  /// Makes an occurrence of one part.
  public init(_ part: Part) { self.init([part]) }

  /// The conditions among the parts.
  public var conditions: [MapCondition] {
    parts.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
  }

  /// The events among the parts.
  public var events: [NamedEvent] {
    parts.compactMap { if case .event(let event, _) = $0 { event } else { nil } }
  }

  /// Whether all parts are conditions, so that it lasts.
  public var isLasting: Bool {
    parts.allSatisfy { if case .condition = $0 { true } else { false } }
  }

  /// Whether it has a condition or an event that each layer has.
  public var isOfLayers: Bool {
    conditions.contains(where: \.quantity.isOfLayers) || events.contains(where: \.isOfLayers)
  }

  /// Whether it has a condition or an event that only layers with clusters have.
  public var isOfClusters: Bool {
    conditions.contains(where: \.quantity.isOfClusters) || events.contains(where: \.isOfClusters)
  }

  /// Returns the occurrence in one layer: conditions and events that each layer has are restricted
  /// to it.
  ///
  /// - Parameter layer: The index of the layer; nil for all layers.
  /// - Returns: The occurrence; conditions and events of the whole map stay unchanged.
  public func `in`(layer: Int?) -> Occurrence {
    Occurrence(
      parts.map { part in
        switch part {
        case .condition(let condition) where condition.quantity.isOfLayers:
          .condition(MapCondition(condition.quantity, condition.bounds, layer: layer))
        case .event(let event, _) where event.isOfLayers: .event(event, layer: layer)
        case .condition, .event: part
        }
      }, needsAll: needsAll)
  }

  /// Whether an event is one of the parts.
  public func contains(_ kind: Event.Kind) -> Bool {
    guard let (event, layer) = kind.named else { return false }
    return parts.contains { part in
      guard case .event(event, let wanted) = part else { return false }
      return wanted == nil || layer?.index == wanted
    }
  }

  /// The words of the occurrence, as scenarios write them.
  public var words: String {
    parts.map { part in
      switch part {
      case .condition(let condition): condition.text
      case .event(let event, _): event.rawValue
      }
    }.joined(separator: needsAll ? " and " : " or ")
  }

  /// Whether its conditions hold, without its events.
  ///
  /// - Parameter number: The number of a quantity.
  /// - Returns: Whether one of them holds, or all where all are needed.
  public func holds(_ number: (MapCondition.Counted) -> Int64) -> Bool {
    for case .condition(let condition) in parts {
      let isTrue = condition.bounds.contains(number(condition.counted))
      if isTrue != needsAll { return isTrue }
    }
    return needsAll
  }
}
