internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures

/// The snapshots of a session side by side, as an SVG file beside its facts, in the light or dark
/// setting of its reader.
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
    let definitions = SVGDefinitions()
    let gap = 16.0
    let caption = 28.0
    var x = 0.0
    var height = 0.0
    var frames = ""
    for scene in placed {
      let picture = MapPicture(scene, of: session, definitions)
      let size = picture.shownSize
      let markup = picture.markup(named: scene.title)
      frames +=
        "<svg x=\"\(px: x)\" width=\"\(px: size.width)\" "
        + "height=\"\(px: size.height)\" \(markup.dropFirst("<svg ".count))\n"
        + "<text class=\"caption\" x=\"\(px: x + size.width / 2)\" "
        + "y=\"\(px: size.height + 20)\">\(Escape.markup(scene.title))</text>\n"
      x += size.width + gap
      height = max(height, size.height + caption)
    }
    let box = "0 0 \(px: x - gap) \(px: height)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box)">
      <style>
      \(PageStyle.colours)\(PageStyle.map)\
      .caption { fill: var(--soft); font: 15px system-ui, sans-serif; text-anchor: middle; }
      </style>
      <defs>
      \(definitions.text)</defs>
      \(frames)</svg>

      """
  }
}

extension MapPicture {
  /// The drawing of a snapshot of a session.
  init(_ placed: PlacedSnapshot, of session: SessionReport, _ definitions: SVGDefinitions) {
    self.init(
      placed.scene, session.legend, Judgement(session.verdict(on: placed)),
      viewSize: placed.viewSize)
    bars = placed.callout.flatMap { session.bars[$0] } ?? session.mapBars
    leftBehind = placed.leftBehind
    self.definitions = definitions
  }
}

extension SessionReport {
  /// The verdict on the callout of a snapshot, by its number: its rectangles may have moved, and
  /// another one may have the same.
  func verdict(on placed: PlacedSnapshot) -> CalloutVerdict? {
    guard let callout = placed.callout else { return nil }
    return facts.callouts.first { $0.callout == callout }
  }
}
