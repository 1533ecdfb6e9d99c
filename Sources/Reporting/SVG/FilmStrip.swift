internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures

/// The snapshots of a session side by side, as an SVG file that stands beside its facts.
///
/// It follows the light or dark setting of whoever looks at it.
public enum FilmStrip {
  /// The tag of the scenarios whose strip is committed.
  public static let tag = "film strip"
  /// The most snapshots in a strip.
  public static let limit = 4

  /// The name of the file, beside that of the facts.
  public static func name(for session: SessionReport) -> String { "\(session.id).svg" }

  /// The strip's text; nil for a session without the tag, or without a snapshot.
  public static func text(of session: SessionReport) -> String? {
    guard session.tags.contains(tag) else { return nil }
    let placed = session.snapshots.filter { $0.scene.occasion == .snapshot }.prefix(limit)
    guard !placed.isEmpty else { return nil }
    let book = SVGDefinitions()
    let gap = 16.0
    let caption = 28.0
    var x = 0.0
    var height = 0.0
    var frames = ""
    for scene in placed {
      let picture = MapPicture(scene, of: session, book)
      let size = picture.shownSize
      let markup = picture.markup(named: scene.title)
      frames +=
        "<svg x=\"\(NumberFormat.number(x))\" width=\"\(NumberFormat.number(size.width))\" "
        + "height=\"\(NumberFormat.number(size.height))\" \(markup.dropFirst("<svg ".count))\n"
        + "<text class=\"caption\" x=\"\(NumberFormat.number(x + size.width / 2))\" "
        + "y=\"\(NumberFormat.number(size.height + 20))\">\(Escape.markup(scene.title))</text>\n"
      x += size.width + gap
      height = max(height, size.height + caption)
    }
    let box = "0 0 \(NumberFormat.number(x - gap)) \(NumberFormat.number(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box)">
      <style>
      \(PageStyle.colours)\(PageStyle.map)\
      .caption { fill: var(--soft); font: 15px system-ui, sans-serif; text-anchor: middle; }
      </style>
      <defs>
      \(book.definitions)</defs>
      \(frames)</svg>

      """
  }
}

extension MapPicture {
  /// The picture of a moment of a session, with all that is known of it.
  init(_ placed: PlacedSnapshot, of session: SessionReport, _ book: SVGDefinitions) {
    self.init(placed.scene, session.legend, Judgement(session.verdict(on: placed)))
    bars = placed.callout.flatMap { session.bars[$0] } ?? session.mapBars
    leftBehind = placed.leftBehind
    self.book = book
  }
}

extension SessionReport {
  /// What is known of the callout of a scene, by its number: another one may have come to rest in
  /// the same rectangles, and this one may have moved on with the map.
  func verdict(on placed: PlacedSnapshot) -> CalloutVerdict? {
    guard let callout = placed.callout else { return nil }
    return facts.callouts.first { $0.callout == callout }
  }
}
