public import Callouts
public import MapGeometry

/// Other views and other callouts.
extension AdjusterGrid {
  /// A phone upright and on its side, and a tablet.
  public static let standardViewSizes: [ScreenSize] = [
    ScreenSize(width: 390, height: 844), ScreenSize(width: 844, height: 390),
    ScreenSize(width: 820, height: 1_180),
  ]

  /// A usual callout, a small one, one that is too wide for a phone, one that is too high for a
  /// phone on its side, and the published bubble, which is as wide as the map.
  public static let standardStyles: [CalloutStyle] = [
    .plain(size: ScreenSize(width: 200, height: 108)),
    .plain(size: ScreenSize(width: 80, height: 40)),
    .plain(size: ScreenSize(width: 480, height: 90)),
    .plain(size: ScreenSize(width: 260, height: 400)),
    .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)),
  ]

  /// The standard grid, and every standard callout in every standard view.
  public static let standardFamily = AdjusterGrid().family(
    viewSizes: standardViewSizes, styles: standardStyles)

  /// The most columns, rows, zoom levels and latitudes of the others of a family.
  ///
  /// What depends on size alone shows at few places; where exactly is for the first grid to tell.
  private static let coarse = (columns: 10, rows: 14, zoomLevels: 5, latitudes: 3)

  /// This grid, then one for each other pair of a view and a callout, with fewer pins at fewer zoom
  /// levels and latitudes.
  ///
  /// Views come in their order, each with the callouts in theirs. Zoom levels and latitudes are
  /// some of this grid's, from the first to the last.
  public func family(viewSizes: [ScreenSize], styles: [CalloutStyle]) -> [AdjusterGrid] {
    var grids = [self]
    for viewSize in viewSizes {
      for style in styles where viewSize != self.viewSize || style != self.style {
        grids.append(
          AdjusterGrid(
            viewSize: viewSize, columns: min(columns, AdjusterGrid.coarse.columns),
            rows: min(rows, AdjusterGrid.coarse.rows),
            zoomLevels: AdjusterGrid.some(of: zoomLevels, AdjusterGrid.coarse.zoomLevels),
            latitudes: AdjusterGrid.some(of: latitudes, AdjusterGrid.coarse.latitudes),
            longitude: longitude, style: style, parentSize: parentSize, centerOffset: centerOffset,
            options: options))
      }
    }
    return grids
  }

  /// So many of some values at most, evenly spread over them.
  private static func some(of values: [Double], _ count: Int) -> [Double] {
    guard values.count > count else { return values }
    return (0..<count).map { values[$0 * (values.count - 1) / (count - 1)] }
  }
}
