import Callouts
import MapEvents
import MapGeometry
import Support

@testable import MapModel

/// Callouts that are annotations, in all their ways.
extension RandomSession {
  static func makeCalloutsAnnotations(of layers: inout [LayerSetup], seed: Int) {
    var dice = Dice(seed: seed + 2_000_000)
    for index in layers.indices where layers[index].callout != nil {
      var annotation = CalloutAnnotationSetup(identifier: "callout \(index)")
      annotation.lifetime = dice.below(2) == 0 ? .moves : .anew
      annotation.isViewEnabled = dice.below(2) == 0
      annotation.keepsParentView = dice.below(3) > 0
      annotation.redrawsAfterShift = dice.below(2) == 0
      annotation.forgetsContent = dice.below(2) == 0
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
      map.openCallout(over: .point(Int32(dice.below(150)), layer: dice.below(map.layers.count)))
    case 5: map.change(ViewChange(isEnabled: dice.below(3) > 0), of: 0)
    case 6: map.advance(by: SimulatedTime(milliseconds: Int64(dice.below(700))))
    default: break
    }
  }
}
