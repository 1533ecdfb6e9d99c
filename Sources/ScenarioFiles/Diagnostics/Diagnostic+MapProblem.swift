public import MapEvents
public import MapGeometry
import Scenarios

extension Diagnostic {
  /// A part of the map or a step that cannot be meant so, though every key is right.
  public enum MapProblem: Hashable, Sendable {
    /// An accessory view of more points than a callout has room for.
    case accessoryTooHigh(Double)
    /// Bars leave a subview no room in the view.
    case noRoomForSubview
    /// No callout has an accessory view on this side.
    case noAccessory(CalloutSide)
    /// A point that is not in the view.
    case outsideView(String, width: Double, height: Double)
    /// A point of the view that a bar covers, and what the bars leave.
    case underBar(String, touchArea: ScreenRect)
    /// A point too near to an edge for two fingers about it, and where they have room.
    case noRoomForFingers(String, touchArea: ScreenRect)
    /// Bars that leave nothing of the view.
    case barsCoverAll(width: Double, height: Double)
    /// A point of the screen at which the map shows no place of the earth.
    case noPlaceThere(String)
    /// A mark that only a later step sets.
    case laterMark(String)
    /// A mark with a name that `since` has for something else.
    case reservedMark(String)
    /// Free edges that fill the view.
    case paddingTooLarge(maximumPoints: Double)
    /// A layer with clusters where only one without can be meant.
    case clusteredLayer(String)
    /// A layer with clusters whose views the map is to cluster too.
    case clusteredTwice(String)
    /// A layer without clusters where only one with them can be meant.
    case plainLayer(String)
    /// Clusters are meant, and no layer has any.
    case noClusters
    /// A key that speaks of clusters that stay, in a layer without any.
    case nothingStays(key: String)
    /// A tolerance for zooms, in a layer without any.
    case nothingTolerated
    /// An engine whose index is fixed, in a mode in which none is.
    case engineNeedsMode(String)
    /// An engine that cannot do without a fix, which is switched off.
    case engineNeedsMend(String, fix: String)
    /// An engine that cannot put clusters in such a place.
    case engineWithoutMethod(String, String)
    /// A corner in the south-west that is not south and west of the other one.
    case cornersExchanged
    /// A word or a name that is there twice where once is all that makes sense.
    case meantTwice(String)
    /// An overlay that is to come beside itself, or to change places with itself.
    case sameOverlay(String)
    /// No step puts this overlay on the map.
    case overlayNeverAdded(String)
    /// Geodesic lines of more kilometres than are drawn.
    case geodesicsTooLong(kilometres: Double)
  }
}

extension Diagnostic.MapProblem {
  var wording: Wording {
    switch self {
    case .accessoryTooHigh(let height):
      Wording(
        "the accessory is \(Shape.words(height)) pt high",
        "the classic callout allows at most \(Shape.words(Limits.accessoryHeightPoints)) pt")
    case .noRoomForSubview:
      Wording(
        "a subview has no room in the view",
        "it needs \(Shape.words(Limits.subviewRoomPoints)) pt both ways beside the bars")
    case .noAccessory(.button), .noAccessory(.cancelledButton):
      Wording(
        "no callout has a button", "add 'accessory button: 29 x 31 pt' to the callout of a layer")
    case .noAccessory(let side):
      Wording(
        "no callout has an accessory on the \(side.word)",
        "add '\(side.word) accessory: {}' to the callout of a layer")
    case .outsideView(let text, let width, let height):
      Wording(
        "'\(brief(text))' lies outside the view",
        "the view is \(Shape.words(width)) x \(Shape.words(height)) pt")
    case .underBar, .noRoomForFingers, .barsCoverAll: reachWording
    case .noPlaceThere(let text):
      Wording(
        "the map shows no place of the earth at '\(brief(text))'",
        "write a point within the world that the map shows")
    case .laterMark(let name): laterMark(name)
    case .reservedMark(let name): reservedMark(name)
    case .paddingTooLarge(let maximum):
      Wording("the padding leaves no room", "write less than \(Shape.words(maximum)) pt")
    case .clusteredLayer(let name):
      Wording(
        "the layer '\(brief(name))' is clustered, so no finger carries its points",
        "name a layer without 'cluster'")
    case .clusteredTwice(let name):
      Wording(
        "the layer '\(brief(name))' has clusters of its own",
        "remove 'cluster' or 'clustering identifier'")
    case .plainLayer(let name):
      Wording("the layer '\(brief(name))' has no clusters", "name a layer with 'cluster'")
    case .noClusters, .nothingStays, .nothingTolerated, .engineNeedsMode, .engineNeedsMend,
      .engineWithoutMethod:
      clusterWording
    case .cornersExchanged:
      Wording(
        "'south west' is not south and west of 'north east'",
        "exchange them, or write an area that does not cross the 180th meridian")
    case .meantTwice(let word): Wording("'\(brief(word))' is there twice", "keep one of the two")
    case .sameOverlay(let name):
      Wording("'\(brief(name))' is the overlay itself", "name another overlay")
    case .overlayNeverAdded(let name):
      Wording(
        "no step adds the overlay '\(brief(name))'",
        "write a step 'add overlay: {name: \(brief(name))}'")
    case .geodesicsTooLong(let kilometres):
      Wording(
        "the geodesics are \(Int(kilometres.rounded())) km long together",
        "at most \(Int(Limits.geodesicKilometres)) km are drawn")
    }
  }

  private func laterMark(_ name: String) -> Wording {
    Wording("the mark '\(brief(name))' comes later", "move its step before this one")
  }

  private func reservedMark(_ name: String) -> Wording {
    Wording(
      "no mark can be called '\(brief(name))', which 'since' has for something else",
      "give it another name")
  }

  /// What is wrong about fingers and bars.
  private var reachWording: Wording {
    func area(_ rect: ScreenRect) -> String {
      "write a point from \(Shape.words(rect.minX)) x \(Shape.words(rect.minY)) pt to "
        + "\(Shape.words(rect.maxX)) x \(Shape.words(rect.maxY)) pt"
    }
    switch self {
    case .underBar(let text, let rect):
      return Wording("'\(brief(text))' lies under a bar", area(rect))
    case .noRoomForFingers(let text, let rect):
      return Wording("two fingers about '\(brief(text))' do not fit on the map", area(rect))
    case .barsCoverAll(let width, let height):
      return Wording(
        "the bars leave nothing of the view",
        "the view is \(Shape.words(width)) x \(Shape.words(height)) pt")
    default: preconditionFailure("\(self) has its wording elsewhere")
    }
  }

  /// What is wrong about clusters.
  private var clusterWording: Wording {
    switch self {
    case .nothingStays(let key):
      Wording(
        "'\(key)' is about clusters that stay, and with 'reuse: no' none does",
        "remove it or write 'reuse: yes'")
    case .nothingTolerated:
      Wording(
        "'zoom tolerance' is about noise that is tolerated, and here every zoom is one",
        "remove it or add 'fixes: {tolerate zoom noise: yes}'")
    case .engineNeedsMode(let engine):
      Wording(
        "the engine '\(engine)' has none of the flaws of the library's index",
        "write 'engine: reference' or 'mode: corrected'")
    case .engineNeedsMend(let engine, let fix):
      Wording(
        "the engine '\(engine)' cannot do without '\(fix)'",
        "write 'engine: reference' or '\(fix): yes'")
    case .engineWithoutMethod(let engine, let method):
      Wording(
        "the engine '\(engine)' keeps no order of points for '\(method)'",
        "write 'engine: reference' or another method")
    case .noClusters: Wording("no layer has clusters", "give a layer a 'cluster'")
    default: preconditionFailure("\(self) has its wording elsewhere")
    }
  }
}
