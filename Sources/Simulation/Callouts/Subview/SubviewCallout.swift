public import MapGeometry

/// A callout that is a subview of its annotation view, with the sizes of SMCalloutView 2.1.5.
///
/// Source: nfarina/calloutview, version 2.1.5.
public struct SubviewCallout: Hashable, Sendable {
  /// The content of a callout; widths are those preferred by the text, in points.
  public enum Content: Hashable, Sendable {
    /// A title, and a subtitle below it unless that is nil.
    case text(titleWidth: Double, subtitleWidth: Double?)
    case view(ScreenSize)
    /// Any content that makes the callout this large, its arrow included.
    case whole(ScreenSize)
  }

  /// Where the arrow may point: down, with the callout above its target, up, or up only if there is
  /// too little room above and more below.
  public enum Directions: String, Hashable, Sendable, CaseIterable { case down, up, any }

  /// The content.
  public var content: Content
  /// Extent of the accessory view left of the content.
  public var leftAccessory: ScreenSize?
  /// Extent of the accessory view right of the content.
  public var rightAccessory: ScreenSize?
  /// Where the arrow may point.
  public var directions: Directions
  /// The margins that bars cover of the view that the callout should lie in, in points.
  public var insets: EdgeInsets
  /// Pixels in a point; the callout is placed at whole pixels.
  public var pixelsPerPoint: Double

  /// Makes a callout of its parts, none of which has a negative extent.
  public init(
    content: Content, leftAccessory: ScreenSize? = nil, rightAccessory: ScreenSize? = nil,
    directions: Directions = .down, insets: EdgeInsets = EdgeInsets(all: 0),
    pixelsPerPoint: Double = 2
  ) {
    precondition(pixelsPerPoint > 0, "\(pixelsPerPoint) pixels in a point")
    (self.content, self.leftAccessory) = (content, leftAccessory)
    (self.rightAccessory, self.directions, self.insets) = (rightAccessory, directions, insets)
    self.pixelsPerPoint = pixelsPerPoint
  }

  enum Measures {
    /// Height of the main part with a title alone.
    static let container = 44.0
    /// Height of the main part with a subtitle too.
    static let containerWithSubtitle = 52.0
    static let contentMargin = 12.0
    static let arrow = 13.0
    static let narrowest = 61.0
    static let titleMargin = 12.0
    static let betweenAccessories = 7.0
    /// The least distance of the arrow's point from either end of the callout.
    static let anchorMargin = 27.0
    /// The preferred space around the callout, in points.
    static let comfort = 10.0
  }

  /// Height of the main part, without the arrow, in points.
  public var containerHeight: Double {
    switch content {
    case .text(_, nil): Measures.container
    case .text: Measures.containerWithSubtitle
    case .view(let size): size.height + 2 * Measures.contentMargin
    case .whole(let size): size.height - Measures.arrow
    }
  }

  /// The size in a space of some width: as wide as it likes to be, but neither narrower than 61
  /// points nor wider than the space.
  public func size(inWidth width: Double) -> ScreenSize {
    assert(preferredWidth >= 0, "a callout would like a negative width")
    return ScreenSize(
      width: min(max(preferredWidth, Measures.narrowest), width),
      height: containerHeight + Measures.arrow)
  }

  /// The frames of the accessory views in a callout of some frame.
  public func accessoryFrames(
    in frame: ScreenRect, pointsUp: Bool
  ) -> (left: ScreenRect?, right: ScreenRect?) {
    let top = frame.minY + (pointsUp ? Measures.arrow : 0)
    func rect(_ size: ScreenSize, x: Double) -> ScreenRect {
      ScreenRect(
        minX: x, minY: top + ((frame.height - Measures.arrow - size.height) / 2).rounded(),
        width: size.width, height: size.height)
    }
    return (
      leftAccessory.map { rect($0, x: frame.minX + accessoryMargin($0)) },
      rightAccessory.map { rect($0, x: frame.maxX - accessoryMargin($0) - $0.width) }
    )
  }

  private var preferredWidth: Double {
    switch content {
    case .whole(let size): return size.width
    case .view(let size): return size.width + contentMargins
    case .text(let title, let subtitle):
      let text = max(title, subtitle ?? 0)
      guard text < 0.000001 else { return text + contentMargins }
      let accessories = [leftAccessory, rightAccessory].compactMap { $0 }
      let widths = accessories.reduce(0) { $0 + $1.width + accessoryMargin($1) }
      return widths + (accessories.count == 2 ? Measures.betweenAccessories : 0)
    }
  }

  /// Space left and right of the content, accessory views included.
  private var contentMargins: Double {
    [leftAccessory, rightAccessory].reduce(2 * Measures.titleMargin) { sum, accessory in
      sum + (accessory.map { $0.width + accessoryMargin($0) } ?? 0)
    }
  }

  /// An accessory view lies as far from the side as from above and below, unless it is too high.
  private func accessoryMargin(_ accessory: ScreenSize) -> Double {
    guard accessory.height < containerHeight else { return 0 }
    return ((containerHeight - accessory.height) / 2).rounded()
  }
}
