import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support

@testable import MapModel

/// Callouts that are annotations, in all their ways.
extension RandomSession {
  static func makeCalloutsAnnotations(of layers: inout [LayerSetup], seed: Int) {
    var dice = Dice(seed: seed + 2_000_000)
    for index in layers.indices where layers[index].callout != nil {
      // Some take the views that pins left.
      var annotation = CalloutAnnotationSetup(
        identifier: seed % 4 == 0 ? layers[index].view.identifiers[0] : "callout \(index)")
      annotation.lifetime = dice.below(2) == 0 ? .moves : .anew
      annotation.isViewEnabled = dice.below(2) == 0
      annotation.keepsParentView = dice.below(3) > 0
      annotation.redrawsAfterShift = dice.below(2) == 0
      annotation.keepsStaleContent = dice.below(2) == 0
      annotation.button = ScreenSize(width: 29, height: 31)
      let adjuster: any CalloutAdjuster =
        dice.below(2) == 0 ? EdgeMarginsAdjuster() : IdealAdjuster(margin: 2, animated: false)
      var callout = CalloutSetup(
        style: .bubble(contentHeight: 40, offsetFromParent: ScreenOffset(dx: 8, dy: -14)),
        adjuster: adjuster)
      callout.annotation = annotation
      layers[index].callout = callout
      var other = callout
      other.style = .plain(size: ScreenSize(width: 90, height: 40))
      other.annotation?.identifier = "flat \(index)"
      layers[index].furtherCallouts = [other]
    }
  }

  /// Hits what is in the open callout, or lets time pass and the app act meanwhile.
  func touchCallouts() {
    switch dice.below(8) {
    case 0, 1: map.tapAccessory(.button)
    case 2: map.tapAccessory(.cancelledButton)
    case 3: map.tap(at: ScreenPoint(x: 300 * dice.fraction(), y: 200 * dice.fraction()))
    case 4:
      map.selectAnnotation(
        .point(PointID(dice.below(150)), layer: dice.below(map.clusters.layers.count)))
    case 5: map.change(ViewChange(isEnabled: dice.below(3) > 0), of: 0)
    case 6: map.advance(by: SimulatedTime(milliseconds: Int64(dice.below(700))))
    default: break
    }
  }
}

/// What the steps of a session are about.
extension RandomSession {
  func somePoints() -> [PointID] {
    let first = dice.below(150)
    return (first..<min(150, first + 1 + dice.below(40))).map { PointID($0) }
  }

  func someTime() -> SimulatedTime {
    SimulatedTime(milliseconds: Int64([0, 1, 20, 150, 400][dice.below(5)]))
  }

  func someOffset(_ extent: Double) -> ScreenOffset {
    ScreenOffset(dx: (dice.fraction() - 0.5) * extent, dy: (dice.fraction() - 0.5) * extent)
  }

  /// Usually in or near the view.
  func somePlace() -> Coordinate {
    Projection.coordinate(
      for: map.viewport.mapPoint(
        at: ScreenPoint(x: dice.fraction() * 500 - 100, y: dice.fraction() * 400 - 100)))
  }
}

/// Watches callouts that are annotations.
struct SecondWatcher {
  /// For each callout annotation its parent.
  private var parents: [AnnotationID: AnnotationID] = [:]

  func isCallout(_ annotation: AnnotationID) -> Bool { parents[annotation] != nil }

  func isParent(_ annotation: AnnotationID) -> Bool { parents.values.contains(annotation) }

  /// - Returns: Whether that can be, with these annotations behind the views on the map.
  mutating func observe(_ event: CalloutAnnotationEvent, holder: [ViewID: AnnotationID]) -> Bool {
    switch event {
    case .added(let annotation, let parent, _, _):
      parents.updateValue(parent, forKey: annotation) == nil
    case .moved(let annotation, let parent, _):
      parents.updateValue(parent, forKey: annotation) != nil
    case .removed(let annotation): parents.removeValue(forKey: annotation) != nil
    case .laidOut(let annotation, let layout):
      parents[annotation] == layout.parent && holder[layout.view] == annotation
    case .leftBehind, .tappedAway, .held, .released, .deadTap, .drawn: true
    }
  }
}
