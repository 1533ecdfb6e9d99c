public import Callouts
public import MapGeometry

/// A callout and the strategy that makes room for it.
public struct CalloutSetup: Hashable, Sendable {
  /// What is drawn.
  public var style: CalloutStyle
  /// Who moves the map.
  public var adjuster: any CalloutAdjuster {
    get { comparable.adjuster }
    set { comparable = ComparableAdjuster(adjuster: newValue) }
  }
  private var comparable: ComparableAdjuster
  /// The accessory view left of the text.
  public var leftAccessory: AccessorySetup?
  /// The accessory view right of the text.
  public var rightAccessory: AccessorySetup?
  /// Whether taps reach it where it leaves its annotation view, as the system's callout arranges; a
  /// subview without a hit test of its own leaves them to the map.
  public var takesTapsOutsideView: Bool
  /// Whether it grows when it opens; a plain one never does.
  public var isAnimated: Bool
  /// What makes it an annotation of its own; nil for a part of its annotation view.
  public var annotation: CalloutAnnotationSetup?
  /// What bars cover of the map view, whether the adjuster knows of them or not.
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

/// An adjuster of any type: equal to another one of the same type and settings, or of the same name
/// when its type cannot be compared.
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
  /// Its extent, in points; at most ``tallestPoints`` high.
  public var size: ScreenSize
  /// Whether it is a control, whose taps the delegate is told of.
  public var isControl: Bool

  /// Makes a setup of its parts.
  public init(size: ScreenSize, isControl: Bool) {
    precondition(
      size.height <= AccessorySetup.tallestPoints, "an accessory is \(size.height) points high")
    self.size = size
    self.isControl = isControl
  }

  /// The height that an accessory view may have, in points.
  public static let tallestPoints = 32.0
}
