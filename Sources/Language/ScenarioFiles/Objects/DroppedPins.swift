import Scenarios

/// How many pins the steps of a session drop, and into which layers; counted before a step is made.
struct DroppedPins {
  private(set) var count = 0
  private(set) var layers: Set<Int> = []
  /// The layer that gets a pin at each tap; nil for an app without a tap recognizer.
  var tapLayer: Int?

  /// Counts the pins of a step; of no layer when that is faulty.
  mutating func add(_ pins: Int = 1, into layer: Int?) {
    count = min(count + pins, Limits.droppedPins)
    if let layer { layers.insert(layer) }
  }

  /// Counts the pin of a tap, if the app has a recognizer.
  mutating func addTapped() {
    if let tapLayer { add(into: tapLayer) }
  }

  /// Counts those that came since another count as often as their steps are done.
  mutating func `repeat`(since before: DroppedPins, times: Int) {
    count = min(before.count + (count - before.count) * times, Limits.droppedPins)
  }
}

extension ScenarioBuilder {
  /// Adds the pins that steps drop to the data, and to that of the layers that get them.
  mutating func addDroppedPins(_ object: ReadObject) {
    guard droppedPins.count > 0 else { return }
    if let own = (object[HeadKeys.data] ?? []).first(where: { $0.name == DataSet.droppedPins }) {
      return add(.droppedPinsName, at: own.object.mark)
    }
    data.add(DataSet.droppedPins, .droppedPins(droppedPins.count))
    for layer in droppedPins.layers.sorted() {
      layerNames.feed(data.names.count - 1, to: layer)
    }
  }
}
