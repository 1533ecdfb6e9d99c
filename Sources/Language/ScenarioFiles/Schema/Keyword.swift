import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Wire
import Workloads

/// A value that scenarios name by a word.
protocol Keyword: Hashable, Sendable {
  /// The values that have a word, in the order in which messages list them.
  static var named: [Self] { get }
  var word: String { get }
}

extension Keyword {
  static var words: [String] { named.map(\.word) }

  /// The name of the case in words.
  var word: String { Record.words("\(self)", unit: nil) }

  init?(word: String) {
    guard let value = Self.named.first(where: { $0.word == word }) else { return nil }
    self = value
  }
}

extension Keyword where Self: CaseIterable { static var named: [Self] { Array(allCases) } }

extension Keyword where Self: RawRepresentable<String> { var word: String { rawValue } }

extension AnnotationRole: Keyword {}
extension CalloutAnnotationSetup.Lifetime: Keyword {}
extension CalloutMaker: Keyword {}
extension CalloutSide: Keyword {}
extension ClusterAnnotation: Keyword {}
extension CollisionMode: Keyword {}
extension DelegateTarget: Keyword {}
extension DragEnd: Keyword {}
extension EdgedRegionAdjuster.Precision: Keyword {}
extension GestureRelease: Keyword {}
extension MapOptions.TimingCurve: Keyword {}
extension MoveCenterAdjuster.Subject: Keyword {}
extension MoveMethod: Keyword {}
extension Network.Order: Keyword {}
extension OverlayLevel: Keyword {}
extension RegionFit: Keyword {}
extension ReplaceMethod: Keyword {}
extension ReplaceSource: Keyword {}
extension SubviewCallout.Directions: Keyword {}
extension UserTrackingMode: Keyword {}
extension ViewProvider: Keyword {}
extension ViewSizing: Keyword {}
extension VisibleLoad.Method: Keyword {}

extension AnnotationViewKind: Keyword {
  /// The kinds that an app makes.
  static let named: [AnnotationViewKind] = [.image, .pin, .marker]
}

extension MapEdge: Keyword { var word: String { words } }
