internal import Formatting
internal import MapEvents
package import MapGeometry
package import Measures
internal import Pages

/// The moments of a session side by side, as an SVG file beside its facts, in the light or dark
/// setting of its reader; a strip without room for all of them says so below them.
public enum FilmStrip {
  /// The most moments in a strip.
  private static let limit = 9
  /// The most moments beside each other: a page of a repository shows them in their full size.
  package static let rowLimit = 3
  /// The most bytes of a strip.
  public static let largestBytes = 30_000
  /// The width of a picture, in pixels.
  private static let pictureWidth = 260.0
  /// The least size of a number in a picture, in pixels.
  private static let leastNumber = 8.0
  /// The most letters of a line below a picture.
  private static let lettersPerPicture = 36
  /// The colors written out, once for all strips.
  private static let style = PageStyle.literal(
    PageStyle.colors + PageStyle.map + WebFile.filmStripCSS)
  /// How many moments there are, and how many annotation views of each have their looks: fewer
  /// where the strip would be too large.
  private static let sizes = [
    (9, 80), (9, 40), (9, 16), (6, 40), (6, 16), (6, 6), (5, 6), (4, 6), (3, 6), (2, 6), (1, 6),
  ]
  /// The name of the file, beside that of the facts.
  public static func name(for session: SessionReport) -> String { "\(session.id).svg" }

  /// The strip's text; nil for a session without a scene.
  public static func text(of session: SessionReport) -> String? {
    guard let reader = SceneReader(session) else { return nil }
    let moments = Moments(session)
    let most = choice(of: moments, atMost: limit, session, reader)
    guard !most.moments.isEmpty else { return nil }
    var text = ""
    var tried: Set<[Int]> = []
    for (count, fullPins) in sizes
    where tried.insert([min(count, most.moments.count), fullPins]).inserted {
      let choice =
        count < most.moments.count
        ? choice(of: moments, atMost: count, session, reader) : most
      text = draw(choice, of: session, reader, fullPins)
      if text.utf8.count <= largestBytes { break }
    }
    return text
  }

  /// Moments up to a limit, no two in a row with one picture: of those the one with the best reason
  /// stays, and another moment takes the place.
  private static func choice(
    of moments: Moments, atMost limit: Int, _ session: SessionReport, _ reader: SceneReader
  ) -> Moments.Choice {
    var asked = limit
    while true {
      var choice = moments.choice(atMost: asked)
      let isAll = choice.moments.count < asked
      var kept: [(moment: Moment, picture: String)] = []
      for moment in choice.moments {
        let picture = MapPicture(moment, of: session, reader, nil).markup(named: "")
        guard let last = kept.last, last.picture == picture else {
          kept.append((moment, picture))
          continue
        }
        if moment.reason < last.moment.reason { kept[kept.count - 1].moment = moment }
      }
      guard isAll || kept.count >= limit || asked > 4 * limit else {
        asked += limit - kept.count
        continue
      }
      choice.moments = Array(kept.map(\.moment).prefix(limit))
      return choice
    }
  }

  private static func draw(
    _ choice: Moments.Choice, of session: SessionReport, _ reader: SceneReader, _ fullPins: Int
  ) -> String {
    let definitions = SVGDefinitions()
    let (frames, size) = frames(of: choice, session, reader, fullPins, definitions)
    let title = choice.shares.map { shares in
      "<title>\(Escape.markup(session.title)): \(shares)</title>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size)>
      \(title ?? "")<style>
      \(style)\
      </style>
      <defs>
      \(definitions.text)</defs>
      \(frames)</svg>

      """
  }

  /// The pictures of moments with their captions, in rows, what share of all they are, and the
  /// attributes for their size.
  private static func frames(
    of choice: Moments.Choice, _ session: SessionReport, _ reader: SceneReader, _ fullPins: Int,
    _ definitions: SVGDefinitions
  ) -> (frames: String, size: String) {
    let gap = 12.0
    var (x, top, width, height) = (0.0, 0.0, 0.0, 0.0)
    var frames = ""
    for (index, moment) in choice.moments.enumerated() {
      if index > 0, index % rowLimit == 0 { (x, top) = (0, height + gap) }
      var picture = MapPicture(moment, of: session, reader, definitions)
      picture.fullPins = fullPins
      picture.leastNumber = leastNumber * picture.frame.width / pictureWidth
      let size = picture.shownSize
      let shown = (size.height * pictureWidth / size.width).rounded()
      let markup = picture.markup(named: moment.title)
      frames +=
        "<svg x=\"\(px: x)\"" + (top > 0 ? " y=\"\(px: top)\"" : "")
        + " width=\"\(px: pictureWidth)\" "
        + "height=\"\(px: shown)\" \(markup.dropFirst("<svg ".count))\n"
      let lines = TextLayout.lines(of: moment.title, atMost: lettersPerPicture)
      let middle = x + pictureWidth / 2
      for (number, line) in lines.enumerated() {
        frames += caption(line, "caption", middle, top + shown + 18 + 16 * Double(number))
      }
      let last = top + shown + 18 + 16 * Double(lines.count)
      frames += caption(MetricText.short(moment.time), "time", middle, last)
      (width, height) = (max(width, x + pictureWidth), max(height, last + 8))
      x += pictureWidth + gap
    }
    if let shares = choice.shares {
      let letters = lettersPerPicture * min(choice.moments.count, rowLimit)
      for line in TextLayout.lines(of: "shown: \(shares)", atMost: letters) {
        height += 16
        frames += caption(line, "caption", width / 2, height)
      }
      height += 8
    }
    let box = "0 0 \(px: width) \(px: height)"
    return (frames, "width=\"\(px: width)\" viewBox=\"\(box)\"")
  }

  /// Strips of a page for those without scripts, in so many bytes: of what failed, then of the
  /// first session of each folder.
  ///
  /// - Returns: The elements, and the definitions that they share.
  package static func gallery(
    of run: RunReport, bytes limit: Int
  ) -> (strips: [(session: SessionReport, svg: String)], definitions: String) {
    var folders: Set<Substring> = []
    let first = run.sessions.filter { session in
      session.outcome.isGood && SceneReader(session) != nil
        && folders.insert(session.id.prefix { $0 != "/" }).inserted
    }
    let definitions = SVGDefinitions()
    var (strips, bytes): ([(session: SessionReport, svg: String)], Int) = ([], 0)
    var shared = ""
    for session in run.sessions.filter({ !$0.outcome.isGood }) + first {
      guard let reader = SceneReader(session) else { continue }
      let choice = choice(of: Moments(session), atMost: rowLimit, session, reader)
      guard !choice.moments.isEmpty else { continue }
      let (frames, size) = frames(of: choice, session, reader, 16, definitions)
      let svg = "<svg class=\"strip\" \(size)>\(frames)</svg>"
      bytes += svg.utf8.count
      guard bytes + definitions.text.utf8.count <= limit else { break }
      strips.append((session: session, svg: svg))
      // Of a strip that has no room the definitions have none either.
      shared = definitions.text
    }
    return (strips, shared)
  }

  private static func caption(
    _ text: String, _ kind: String, _ middle: Double, _ y: Double
  ) -> String {
    "<text class=\"\(kind)\" x=\"\(px: middle)\" y=\"\(px: y)\">"
      + "\(Escape.markup(text))</text>\n"
  }
}

extension MapPicture {
  /// The drawing of a snapshot of a session.
  package init(_ placed: PlacedSnapshot, of session: SessionReport, _ definitions: SVGDefinitions) {
    self.init(
      placed.scene, session.legend, session.judgment(on: placed), viewSize: placed.viewSize,
      mayLeave: session.isTouched(placed.callout, by: placed.time))
    bars = placed.callout.flatMap { session.bars[$0] } ?? session.mapBars
    leftBehind = placed.leftBehind
    self.definitions = definitions
  }

  /// The drawing of a moment of a session.
  init(
    _ moment: Moment, of session: SessionReport, _ reader: SceneReader,
    _ definitions: SVGDefinitions?
  ) {
    let callout = moment.placed?.callout ?? reader.calloutNumber(at: moment.time)
    self.init(
      moment.placed?.scene ?? reader.snapshot(at: moment.time), session.legend,
      session.judgment(ofCallout: callout, at: moment.time),
      viewSize: reader.size(at: moment.time), widestMargin: 0.08,
      mayLeave: true)
    bars = callout.flatMap { session.bars[$0] } ?? session.mapBars
    leftBehind = moment.placed?.leftBehind ?? []
    self.definitions = definitions
  }
}

extension SessionReport {
  /// The verdict on the callout of a snapshot, by its number: its rectangles may have moved, and
  /// another one may have the same.
  package func verdict(on placed: PlacedSnapshot) -> CalloutVerdict? {
    guard let callout = placed.callout else { return nil }
    return facts.callouts.first { $0.callout == callout }
  }

  /// The judgment on the callout of a snapshot by its time.
  package func judgment(on placed: PlacedSnapshot) -> MapPicture.Judgment {
    judgment(ofCallout: placed.callout, at: placed.time)
  }

  /// The judgment on a callout by some time: none before it is at rest, and kept until a criterion
  /// is broken.
  package func judgment(ofCallout callout: Int32?, at time: SimulatedTime) -> MapPicture.Judgment {
    guard let verdict = facts.callouts.first(where: { $0.callout == callout }), verdict.isJudged
    else { return .unjudged }
    let row = timeline.callouts.rows.first { $0.callout == callout }
    if let row, row.rest.map({ $0 > time }) ?? true { return .unjudged }
    guard let broken = verdict.firstBroken, time < broken.since else {
      return verdict.isCorrect ? .kept : .broken
    }
    return row?.isInterrupted == true ? .unjudged : .kept
  }

  /// Whether fingers have moved the map or a pin between the opening of a callout and some time.
  fileprivate func isTouched(_ callout: Int32?, by time: SimulatedTime) -> Bool {
    guard let row = timeline.callouts.rows.first(where: { $0.callout == callout }) else {
      return false
    }
    return timeline.touches.rows.contains { touch in
      ![.tap, .longPress].contains(touch.kind) && row.start <= touch.start && touch.start <= time
    }
  }
}
