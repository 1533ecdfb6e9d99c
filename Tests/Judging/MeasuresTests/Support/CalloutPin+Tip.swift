import MapEvents
import MapGeometry

extension CalloutPin {
  /// A frame that matters for its tip alone.
  init(tip: ScreenPoint, anchor: ScreenPoint, scale: Double = 1) {
    let rect = ScreenRect(minX: anchor.x, minY: anchor.y, width: 0, height: 0)
    self.init(tip: tip, anchor: anchor, scale: scale, parent: rect, body: rect)
  }
}
