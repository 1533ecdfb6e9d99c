internal import MapEvents
internal import MapModel
internal import Scenarios

extension SessionPlan {
  /// The annotation that a step means.
  func target(_ target: Target) -> TapTarget {
    switch target {
    case .near(let edge, let points): .near(MapEdge(edge), withinPoints: points)
    case .nearest(let coordinate): .nearest(coordinate)
    case .at(let point, let points): .at(point, withinPoints: points)
    case .middle: .middle
    case .largest: .largest
    case .point(let data, let row, let layer): .point(point(data: data, row: row), layer: layer)
    case .only(let role, let target): .only(AnnotationRole(role), self.target(target))
    }
  }
}

extension AnnotationRole {
  /// A step's role.
  init(_ role: Target.Role) {
    switch role {
    case .pin: self = .pin
    case .cluster: self = .cluster
    }
  }
}

extension MapEdge {
  /// A step's edge or corner.
  init(_ edge: Target.Edge) {
    switch edge {
    case .top: self = .top
    case .left: self = .left
    case .bottom: self = .bottom
    case .right: self = .right
    case .topLeft: self = .topLeft
    case .topRight: self = .topRight
    case .bottomLeft: self = .bottomLeft
    case .bottomRight: self = .bottomRight
    }
  }
}

extension PanRelease {
  /// How a step's finger leaves the map.
  init(_ release: Step.Release) {
    switch release {
    case .resting: self = .resting
    case .moving: self = .moving
    }
  }
}

extension DragEnd {
  /// How a step's finger lets an annotation go.
  init(_ end: Step.DragEnd) {
    switch end {
    case .drop: self = .drop
    case .cancel: self = .cancel
    }
  }
}

extension ReplaceMethod {
  /// How a step's layer gets other points.
  init(_ how: Step.Replacement) {
    switch how {
    case .all: self = .all
    case .onlyWhatChanged: self = .changed
    }
  }
}

extension CalloutSide {
  /// A step's side of a callout.
  init(_ side: CalloutSettings.Side) {
    switch side {
    case .left: self = .left
    case .right: self = .right
    case .button: self = .button
    case .cancelledButton: self = .cancelledButton
    }
  }
}

extension DelegateTarget {
  /// Whom a step makes the delegate.
  init(_ delegate: Step.Delegate) {
    switch delegate {
    case .app: self = .app
    case .another: self = .another
    case .nobody: self = .nobody
    }
  }
}
