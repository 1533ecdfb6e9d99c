internal import MapEvents
internal import MapModel
internal import Scenarios

extension ViewSetup {
  /// A scenario's view settings; one kind keeps the plain identifier.
  init(_ settings: ViewSettings) {
    let identifiers =
      settings.kinds == 1
      ? [settings.identifier] : (1...settings.kinds).map { "\(settings.identifier) \($0)" }
    self.init(
      identifiers: identifiers, size: settings.size, centerOffset: settings.centerOffset,
      kind: AnnotationViewKind(settings.kind), calloutOffset: settings.calloutOffset,
      provider: ViewProvider(settings.provider), isEnabled: settings.isEnabled,
      canShowCallout: settings.canShowCallout, isDraggable: settings.isDraggable,
      zPriority: ZPriority(settings), displayPriority: settings.displayPriority,
      collision: CollisionMode(settings.collision), forgets: ForgottenParts(settings.forgets),
      liftDuration: settings.liftDuration,
      clusteringIdentifier: settings.clusteringIdentifier)
    sizing = ViewSizing(settings.sizing)
  }
}

extension ZPriority {
  /// Those of a scenario's views.
  init(_ settings: ViewSettings) {
    self.init(unselected: settings.zPriority, selected: settings.selectedZPriority)
  }
}

extension AnnotationViewKind {
  /// A scenario's kind of view.
  init(_ kind: ViewSettings.Kind) {
    switch kind {
    case .image: self = .image
    case .pin: self = .pin
    case .marker: self = .marker
    }
  }
}

extension ViewProvider {
  /// A scenario's way to answer.
  init(_ provider: ViewSettings.Provider) {
    switch provider {
    case .dequeuesByIdentifier: self = .dequeuesByIdentifier
    case .dequeuesRegistered: self = .dequeuesRegistered
    case .alwaysNew: self = .alwaysNew
    case .answersNil: self = .answersNil
    }
  }
}

extension ViewSizing {
  /// A scenario's time to give a view its size.
  init(_ sizing: ViewSettings.Sizing) {
    switch sizing {
    case .whenMade: self = .whenMade
    case .eachTime: self = .eachTime
    }
  }
}

extension CollisionMode {
  /// What collides of a scenario's views.
  init(_ collision: ViewSettings.Collision) {
    switch collision {
    case .rectangle: self = .rectangle
    case .circle: self = .circle
    case .none: self = .none
    }
  }
}

extension ForgottenParts {
  /// What a scenario's app forgets.
  init(_ parts: [ViewSettings.Part]) {
    self = ForgottenParts(parts.map { ForgottenParts($0) })
  }

  private init(_ part: ViewSettings.Part) {
    switch part {
    case .title: self = .title
    case .accessory: self = .accessory
    case .callout: self = .callout
    case .transform: self = .transform
    case .selection: self = .selection
    }
  }
}
