internal import Callouts
internal import Clustering
internal import Formatting
internal import MapConfiguration
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// A setting of a session, as a scenario would write it.
struct SessionSetting: Hashable {
  var name: String
  var value: String
}

extension Scenario {
  /// The settings in which variants can differ, apart from their expectations.
  private var settings: [SessionSetting] {
    let size = map.size
    var settings = [
      SessionSetting(name: "device", value: device.name),
      SessionSetting(name: "seed", value: "\(seed)"),
      SessionSetting(
        name: "size", value: "\(ValueType.words(size.width)) x \(ValueType.words(size.height)) pt"),
    ]
    settings += optionsInForce.map { SessionSetting(name: $0.name, value: $0.value) }
    settings += data.map {
      SessionSetting(
        name: "data \($0.name)",
        value: MetricText.count(Int64($0.count)) + ($0.file.map { " points of \($0)" } ?? " points")
      )
    }
    let fixes = clusteringInForce
    for layer in layers {
      let prefix = layers.count > 1 ? "\(layer.name) " : ""
      let ofLayer = layer.clusterSettings(fixes.first { $0.layer == layer.name })
      settings += (ofLayer + layer.calloutSettings).map {
        SessionSetting(name: prefix + $0.name, value: $0.value)
      }
    }
    return settings
  }

  /// Returns each variant's settings on which not all variants of a file agree, in the order
  /// of the variants.
  static func differences(among variants: [Scenario]) -> [[SessionSetting]] {
    let settings = variants.map(\.settings)
    return settings.map { own in
      own.filter { setting in settings.contains { !$0.contains(setting) } }
    }
  }
}

extension LayerSetup {
  fileprivate func clusterSettings(_ fixes: ClusteringInForce?) -> [SessionSetting] {
    guard let cluster, let fixes else { return [] }
    let mode = ([fixes.mode.rawValue] + fixes.changes).joined(separator: ", ")
    let settings = [
      ("engine", fixes.engine), ("mode", mode),
      ("cell size", "\(ValueType.words(cluster.cellSizePoints)) pt"),
      ("margin", ValueType.words(cluster.marginFraction)),
      ("method", cluster.placer?.name ?? cluster.method.rawValue),
      ("reuse", cluster.reusesAnnotations ? "yes" : "no"),
      ("maximum zoom", "\(ValueType.words(cluster.maximumZoomLevel)) levels"),
      ("minimum locations", "\(cluster.minimumUniqueLocations)"),
      ("zoom tolerance", "\(ValueType.words(cluster.zoomToleranceLevels)) levels"),
      ("fade", MetricText.instant(cluster.fade)),
      ("custom animator", cluster.animator == nil ? "no" : "yes"),
      ("titles", cluster.app.titlesClusters ? "yes" : "no"),
      ("subtitles", cluster.app.subtitlesClusters ? "yes" : "no"),
      ("refreshes reused views", cluster.app.refreshesReusedViews ? "yes" : "no"),
      ("debug grid", cluster.app.drawsGrid ? "yes" : "no"),
      ("clusterer", cluster.app.hasClusterer ? "kept" : "released"),
      ("animator", cluster.app.hasAnimator ? "kept" : "released"),
    ]
    return settings.map { SessionSetting(name: $0.0, value: $0.1) }
  }

  fileprivate var calloutSettings: [SessionSetting] {
    callouts.flatMap { callout in
      [
        SessionSetting(name: "adjust", value: callout.adjuster.name),
        SessionSetting(name: "callout", value: callout.style.words),
      ]
    }
  }
}

extension CalloutStyle {
  fileprivate var words: String {
    switch self {
    case .plain(let size):
      "plain, \(ValueType.words(size.width)) x \(ValueType.words(size.height)) pt"
    case .bubble(let contentHeight, _): "bubble, \(ValueType.words(contentHeight)) pt"
    case .subview: "subview"
    }
  }
}
