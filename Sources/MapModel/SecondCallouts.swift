internal import Callouts
internal import MapEvents
internal import MapGeometry

/// A callout annotation.
struct SecondCallout {
  /// What was drawn, and where the view was put.
  struct Layout {
    /// What is drawn, counted from the upper left corner of the view.
    var body: ScreenRect
    /// The drawn tip, counted from there.
    var tip: ScreenPoint
    /// From the coordinate to the middle of the view, at its next layout.
    var centerOffset: ScreenOffset
    /// The map when the view was last put there; panning carries it along.
    var mapPointsPerPoint: Double
    var headingDegrees: Double
  }

  let setup: CalloutAnnotationSetup
  let style: CalloutStyle
  /// The number of its reuse identifier.
  let identifier: Int32
  /// The settings of its view.
  var views: ViewSetup
  /// Its own slot; -1 while it is not on the map.
  var slot: Int32 = -1
  /// The slot of its parent, which holds that no longer if its number is another one.
  var parentSlot: Int32
  var parent: Int32
  /// The content carried along.
  var content: Int32
  /// Whether the map makes room for it when it is shown first.
  var makesRoom: Bool
  /// The view that it takes for its parent's; -1 before it has one.
  var parentView: Int32 = -1
  var layout: Layout?
}

/// What the app remembers of its callout annotations.
struct SecondCallouts {
  /// What the button of a callout did that is to be undone.
  struct Hold {
    /// The index of the callout.
    var callout: Int32
    /// The view that ignores selection.
    var view: Int32
    /// The views that were disabled.
    var siblings: [Int32]
  }

  var all: [SecondCallout] = []
  /// How often one was put on the map.
  var additions = 0
  /// The one that the app takes away when its parent is deselected; -1 for none.
  var current: Int32 = -1
  /// The one that the app gives other places; -1 before there is one.
  var moving: Int32 = -1
  /// The one whose view is the open callout; -1 when that is none of them.
  var open: Int32 = -1
  /// The view that was selected last.
  var selectedView: Int32 = -1
  /// Those whose views came onto the map and did not open yet.
  var pending: [Int32] = []

  subscript(index: Int32) -> SecondCallout {
    get { all[Int(index)] }
    set { all[Int(index)] = newValue }
  }
}
