import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Workloads

/// A value that scenarios name by a word.
protocol Keyword: Hashable, Sendable {
  /// The values that have a word, in the order in which messages list them.
  static var named: [Self] { get }
  var word: String { get }
}

extension Keyword {
  static var words: [String] { named.map(\.word) }

  init?(word: String) {
    guard let value = Self.named.first(where: { $0.word == word }) else { return nil }
    self = value
  }
}

extension Keyword where Self: CaseIterable { static var named: [Self] { Array(allCases) } }

extension Keyword where Self: RawRepresentable<String> { var word: String { rawValue } }

extension CalloutAnnotationSetup.Lifetime: Keyword {}
extension ClusterAnnotation: Keyword {}
extension CollisionMode: Keyword {}
extension DragEnd: Keyword {}
extension EdgedRegionAdjuster.Precision: Keyword {}
extension MapOptions.TimingCurve: Keyword {}
extension MoveCenterAdjuster.Subject: Keyword {}
extension GestureRelease: Keyword {}
extension Network.Order: Keyword {}
extension RegionFit: Keyword {}
extension ReplaceMethod: Keyword {}
extension ReplaceSource: Keyword {}
extension ViewProvider: Keyword {}
extension SubviewCallout.Directions: Keyword {}
extension ViewSizing: Keyword {}

extension AnnotationRole: Keyword {
  var word: String {
    switch self {
    case .pin: "pin"
    case .cluster: "cluster"
    }
  }
}

extension AnnotationViewKind: Keyword {
  /// The kinds that an app makes.
  static let named: [AnnotationViewKind] = [.image, .pin, .marker]

  var word: String {
    switch self {
    case .image: "image"
    case .pin: "pin"
    case .marker: "marker"
    case .userDot: "user dot"
    case .callout: "callout"
    }
  }
}

extension CalloutMaker: Keyword {
  var word: String {
    switch self {
    case .delegate: "delegate"
    case .annotation: "annotation"
    }
  }
}

extension CalloutSide: Keyword {
  var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .button: "button"
    case .cancelledButton: "cancelled button"
    }
  }
}

extension DelegateTarget: Keyword {
  var word: String {
    switch self {
    case .app: "app"
    case .another: "another"
    case .none: "none"
    }
  }
}

extension MapEdge: Keyword {
  var word: String {
    switch self {
    case .top: "top edge"
    case .left: "left edge"
    case .bottom: "bottom edge"
    case .right: "right edge"
    case .topLeft: "top left corner"
    case .topRight: "top right corner"
    case .bottomLeft: "bottom left corner"
    case .bottomRight: "bottom right corner"
    }
  }
}

extension OverlayLevel: Keyword {
  var word: String {
    switch self {
    case .aboveRoads: "above roads"
    case .aboveLabels: "above labels"
    }
  }
}

extension UserTrackingMode: Keyword {
  var word: String {
    switch self {
    case .none: "none"
    case .follow: "follow"
    case .followWithHeading: "follow with heading"
    }
  }
}
