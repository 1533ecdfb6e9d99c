internal import MapEvents
internal import MapModel
internal import Scenarios

extension OverlaySetup {
  /// A scenario's overlay.
  init(_ overlay: Overlay) {
    let shape: OverlaySetup.Shape =
      switch overlay.shape {
      case .circle(let center, let radius): .circle(center: center, radiusMetres: radius)
      case .polyline(let places): .polyline(places)
      case .polygon(let places): .polygon(places)
      case .geodesic(let places): .geodesicPolyline(places)
      }
    self.init(
      name: overlay.name, shape: shape, level: overlay.level.map { OverlayLevel($0) },
      hasRenderer: overlay.hasRenderer)
  }
}

extension OverlayLevel {
  /// A scenario's level.
  init(_ level: Overlay.Level) {
    switch level {
    case .aboveRoads: self = .aboveRoads
    case .aboveLabels: self = .aboveLabels
    }
  }
}

extension OverlayPlacement {
  /// Where a step puts an overlay.
  init(_ placement: Step.Placement) {
    switch placement {
    case .last: self = .last
    case .index(let index): self = .index(index)
    case .below(let overlay): self = .below(overlay)
    case .above(let overlay): self = .above(overlay)
    }
  }
}

extension AppSetup {
  /// A scenario's app.
  init(_ settings: AppSettings) {
    self.init(onRegionDidChange: settings.onRegionDidChange.map { RegionRequest($0) })
  }
}

extension RegionRequest {
  /// What a scenario's app asks for.
  init(_ request: AppSettings.Request) {
    switch request {
    case .setCenter(let center, let animated): self = .center(center, animated: animated)
    case .setRegion(let region, let animated): self = .region(region, animated: animated)
    case .moveContent(let offset, let animated): self = .move(offset, animated: animated)
    }
  }
}
