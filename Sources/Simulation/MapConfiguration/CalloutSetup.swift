public import Callouts
public import MapEvents
public import MapGeometry

/// A callout and the strategy that makes room for it.
public struct CalloutSetup: Hashable, Sendable {
  /// The drawn callout.
  public var style: CalloutStyle
  /// The adjuster that moves the map.
  public var adjuster: any CalloutAdjuster {
    get { comparable.adjuster }
    set { comparable = ComparableAdjuster(adjuster: newValue) }
  }
  private var comparable: ComparableAdjuster
  /// Whether it is the map's own over views that can show one: then the map scrolls as its options
  /// say, and the adjuster is for a map that does not.
  public var isOwn = false
  /// The accessory view left of the text.
  public var leftAccessory: AccessorySetup?
  /// The accessory view right of the text.
  public var rightAccessory: AccessorySetup?
  /// Whether a view of the app takes the place of the subtitle.
  public var hasDetail = false
  /// Whether taps reach it outside its annotation view; a subview needs a custom hit test.
  public var takesTapsOutsideView: Bool
  /// Whether it grows when it opens; a plain one never does.
  public var isAnimated: Bool
  /// The setup of a callout annotation; nil for a part of its annotation view.
  public var annotation: CalloutAnnotationSetup?
  /// The margins that bars cover, in points, whether the adjuster knows of them or not.
  public var bars = EdgeInsets(all: 0)

  /// Makes a setup of its parts.
  public init(
    style: CalloutStyle, adjuster: any CalloutAdjuster, leftAccessory: AccessorySetup? = nil,
    rightAccessory: AccessorySetup? = nil, takesTapsOutsideView: Bool = true,
    isAnimated: Bool = true
  ) {
    self.style = style
    comparable = ComparableAdjuster(adjuster: adjuster)
    self.leftAccessory = leftAccessory
    self.rightAccessory = rightAccessory
    self.takesTapsOutsideView = takesTapsOutsideView
    self.isAnimated = isAnimated
  }
}

extension CalloutSetup {
  /// Whether it has a part that a selected marker cannot show by itself.
  package var saysMoreThanMarker: Bool {
    guard case .plain = style, annotation == nil else { return true }
    return hasDetail || leftAccessory != nil || rightAccessory != nil
  }
}

/// An adjuster, equal by type and settings, or by name when its type cannot be compared.
private struct ComparableAdjuster: Hashable {
  let adjuster: any CalloutAdjuster

  static func == (left: ComparableAdjuster, right: ComparableAdjuster) -> Bool {
    guard let one = left.adjuster as? any Hashable, let other = right.adjuster as? any Hashable
    else { return left.adjuster.name == right.adjuster.name }
    return AnyHashable(one) == AnyHashable(other)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(adjuster.name) }
}

/// An accessory view of a callout.
public struct AccessorySetup: Hashable, Sendable {
  /// Its extent, in points.
  public var size: ScreenSize
  /// Whether it is a control, whose taps call the delegate.
  public var isControl: Bool

  /// Makes a setup of its parts.
  public init(size: ScreenSize, isControl: Bool) {
    self.size = size
    self.isControl = isControl
  }
}

/// A callout that is a separate annotation, at the coordinate of the selected one.
public struct CalloutAnnotationSetup: Hashable, Sendable {
  /// How long a callout annotation lives.
  public enum Lifetime: String, Hashable, Sendable, CaseIterable {
    /// One annotation for the whole session, which moves to each selection.
    case moves = "one that moves"
    /// A new one for each selection.
    case anew = "a new one each time"
  }

  /// The reuse identifier of its views, whose extent and place the app sets at each layout.
  public var identifier: String
  /// How long an annotation lives.
  public var lifetime = Lifetime.moves
  /// Whether its view can be selected.
  public var isViewEnabled = true
  /// Whether the app keeps the selected view, which can show another annotation later.
  public var keepsParentView = true
  /// Whether the app draws the callout again when the map has made room for it.
  public var redrawsAfterShift = false
  /// Whether a view that is used again shows the content that it showed before.
  public var keepsStaleContent = false
  /// The maker of the annotation.
  public var maker = CalloutMaker.delegate
  /// The extent of a button in it that keeps its parent selected, in points; nil for none.
  public var button: ScreenSize?

  /// Makes the setup of the published app, without a button.
  public init(identifier: String) { self.identifier = identifier }
}
