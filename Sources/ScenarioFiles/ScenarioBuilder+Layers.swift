import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// The layers; those with a fault are left out, their names are kept.
  mutating func layers(_ object: ReadObject) -> [Layer] {
    var layers: [Layer] = []
    for entry in object.named("layers") ?? [] {
      layerNames.append(entry.name)
      isClustered.append(entry.object.keyMarks["cluster"] != nil)
      if let layer = layer(entry.object, name: entry.name) { layers.append(layer) }
    }
    feeds = Array(repeating: [], count: layerNames.count)
    clusterChanges = Array(repeating: [], count: layerNames.count)
    return layers
  }

  private mutating func layer(_ object: ReadObject, name: String) -> Layer? {
    // All parts are read before the first faulty one ends the layer.
    let view = object.object("view").flatMap { viewSettings($0, identifier: name) }
    let clusterView =
      object.keyMarks["cluster view"] == nil
      ? view
      : object.object("cluster view").flatMap {
        viewSettings($0, identifier: "\(name) cluster")
      }
    let oneLocation = object.keyMarks["one location view"].flatMap { _ in
      object.object("one location view")
    }.flatMap { viewSettings($0, identifier: "\(name) one location") }
    let cluster = object.keyMarks["cluster"].flatMap { _ in object.object("cluster") }
      .flatMap(clusterSettings)
    let callouts = callouts(object, name: name)
    // A cluster annotation has one source.
    if object.keyMarks["cluster"] != nil, object.keyMarks["view"] != nil,
      let mark = object.object("view")?.keyMarks["clustering identifier"]
    {
      add(.map(.clusteredTwice(name)), at: mark)
      return nil
    }
    guard let view, let clusterView,
      oneLocation != nil || object.keyMarks["one location view"] == nil
    else { return nil }
    var layer = Layer(
      name: name, cluster: cluster, view: view, clusterView: clusterView,
      oneLocationView: oneLocation, callout: callouts.first)
    layer.furtherCallouts = Array(callouts.dropFirst())
    return layer
  }

  private mutating func viewSettings(_ object: ReadObject, identifier: String) -> ViewSettings? {
    let forgets = uniqueWords(object, "forgets", ViewSettings.Part.self)
    guard let kinds = object.whole("kinds"), let kind = object.word("kind", ViewSettings.Kind.self),
      let size = object.size("size"), let calloutOffset = object.offset("callout offset"),
      let provider = object.word("provider", ViewSettings.Provider.self),
      let isEnabled = object.flag("enabled"),
      let canShowCallout = object.flag("can show callout"), let forgets,
      let zPriority = object.decimal("z priority"),
      let selectedZPriority = object.decimal("selected z priority"),
      let displayPriority = object.decimal("display priority"),
      let collision = object.word("collision", ViewSettings.Collision.self),
      let sizing = object.word("sized", ViewSettings.Sizing.self)
    else { return nil }
    var offset = kind.standardCenterOffset
    if object.keyMarks["center offset"] != nil {
      guard let written = object.offset("center offset") else { return nil }
      offset = written
    }
    var settings = ViewSettings(
      identifier: object.text("identifier") ?? identifier, kinds: Int(kinds), kind: kind,
      size: kind == .image ? size : kind.standardSize, centerOffset: offset,
      calloutOffset: calloutOffset, provider: provider, isEnabled: isEnabled,
      canShowCallout: canShowCallout, zPriority: zPriority, selectedZPriority: selectedZPriority,
      displayPriority: displayPriority, collision: collision, forgets: forgets)
    settings.sizing = sizing
    return object.kind == .view ? singleView(settings, object) : settings
  }

  /// Views with what only those of single points have: a finger can carry them, the map can put
  /// them together.
  private func singleView(_ settings: ViewSettings, _ object: ReadObject) -> ViewSettings? {
    guard let isDraggable = object.flag("draggable"), let lift = object.duration("lift"),
      let answers = object.flag("answers drag")
    else { return nil }
    var settings = settings
    settings.isDraggable = isDraggable
    settings.liftDuration = answers ? lift : nil
    settings.clusteringIdentifier = object.text("clustering identifier")
    return settings
  }

  /// The words of a list in the order of their declaration, each once; nil after a fault.
  private mutating func uniqueWords<Value>(
    _ object: ReadObject, _ key: String, _: Value.Type
  ) -> [Value]? where Value: RawRepresentable<String> & CaseIterable & Hashable {
    guard let values = object.list(key) else { return nil }
    var found: Set<Value> = []
    var isGood = true
    for value in values {
      guard let word = Value(rawValue: value.text) else { continue }
      if !found.insert(word).inserted {
        add(.map(.meantTwice(value.text)), at: value.mark)
        isGood = false
      }
    }
    return isGood ? Value.allCases.filter(found.contains) : nil
  }
}
