public import MapGeometry

extension CalloutScene {
  /// The scene of a callout that stands where a view of its own does, wherever its parent would
  /// have it now.
  ///
  /// - Parameters:
  ///   - viewport: The map.
  ///   - parent: The annotation view that it belongs to.
  ///   - style: Its shape.
  ///   - layout: Where it stands; the anchor of a layout over the parent takes the place of this
  ///     one's.
  public init(
    viewport: Viewport, parent: CalloutParent, style: CalloutStyle, standing layout: CalloutLayout
  ) {
    var layout = layout
    layout.anchor = style.layout(over: parent, in: viewport.size).anchor
    self.init(viewport: viewport, parent: parent, style: style, layout: layout)
  }
}
