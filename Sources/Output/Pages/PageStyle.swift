/// The style that all pages share.
package enum PageStyle {
  /// All of it.
  package static let text = colors + WebFile.pageCSS + map + WebFile.listsCSS
  /// One set of names for light and dark, so that nothing else asks which one is on.
  package static let colors = WebFile.colorsCSS
  /// The classes of a picture of the map.
  package static let map = WebFile.mapCSS
}
