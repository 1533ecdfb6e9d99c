internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
public import Reporting

/// The map of a session at any moment in characters.
///
/// Annotation views are blocks of dots, clusters have their counts, and the open callout is
/// a frame. Notes on the right list the current events.
public struct TerminalMap {
  private let session: SessionReport
  private let reader: SceneReader
  private let steps: [SessionTimeline.StepSpan]
  private let length: SimulatedTime
  private let columns: Int
  private let rows: Int
  /// The number of characters that fit next to the map.
  private let noteWidth: Int
  /// Points of the view for each dot.
  private let pointsPerDot: Double

  /// Creates the map with its notes in at most `rows` rows and `columns` columns of
  /// characters.
  ///
  /// The map takes at most half of the columns.
  ///
  /// Nil for a session without a scene, and when the space is too small for a map.
  public init?(_ session: SessionReport, rows: Int = 26, columns: Int = 100) {
    guard let reader = SceneReader(session), rows >= 8, columns >= 24 else { return nil }
    let (rows, columns) = (min(rows, 26) - 2, (columns - 4) / 2)
    (self.session, self.reader) = (session, reader)
    let times = SceneTimes(session)
    (steps, length) = (times.steps.rows, times.end)
    let size = reader.largestSize
    // Two columns and four rows of dots are a character, so that dots are about square.
    pointsPerDot = max(1, size.width / Double(columns * 2), size.height / Double(rows * 4))
    self.columns = max(1, Int((size.width / pointsPerDot / 2).rounded()))
    self.rows = max(1, Int((size.height / pointsPerDot / 4).rounded()))
    noteWidth = columns
  }

  /// The number of frames that play the session: ten for each second, at most 300 in all.
  public var frameCount: Int { max(1, min(300, Int(length.nanoseconds / 100_000_000))) + 1 }

  /// A frame by its number.
  ///
  /// The last frame is the end of the session.
  public func frame(_ number: Int) -> String {
    let last = Int64(frameCount - 1)
    return frame(
      at: number >= last
        ? length : SimulatedTime(nanoseconds: length.nanoseconds / last * Int64(number)))
  }

  /// The most moments.
  private static let momentLimit = 6

  /// The selected moments, with their maps one below the other.
  public var moments: String {
    Moments(session).choice(atMost: TerminalMap.momentLimit).moments.map { moment in
      "\n\(Escape.line(moment.title))\n\(frame(at: moment.time))"
    }.joined()
  }

  /// The map at a time.
  ///
  /// The number of lines is the same at any time.
  func frame(at time: SimulatedTime) -> String {
    let notes = notes(at: time)
    let edge = String(repeating: "─", count: columns)
    let map = ["┌\(edge)┐"] + drawing(at: time).map { "│\(String($0))│" } + ["└\(edge)┘"]
    return map.enumerated().map { row, line in
      row > 0 && row <= notes.count
        ? "\(line)  \(TextLayout.fitted(notes[row - 1], to: noteWidth))\n" : "\(line)\n"
    }.joined()
  }

  // MARK: Drawing

  private func dot(_ points: Double) -> Int {
    Int(max(-1e6, min(1e6, (points / pointsPerDot).rounded(.down))))
  }

  private func drawing(at time: SimulatedTime) -> [[Character]] {
    let scene = reader.snapshot(at: time)
    var canvas = BrailleCanvas(columns: columns, rows: rows)
    for shape in scene.shapes {
      for (start, end) in zip(shape.points, shape.points.dropFirst()) {
        line(from: start, to: end, on: &canvas)
      }
    }
    for pin in scene.pins where pin.count < 2 { fill(pin.frame, on: &canvas) }
    for pin in scene.pins where pin.count > 1 { outline(pin.frame, on: &canvas) }
    if let callout = scene.callout { outline(callout.body, on: &canvas) }
    var lines = canvas.lines
    for pin in scene.pins where pin.count > 1 {
      write(NumberFormat.abbreviated(pin.count), at: pin.frame, on: &lines)
    }
    for pin in scene.pins where pin.isSelected { write("◆", at: pin.frame, on: &lines) }
    return lines
  }

  private func fill(_ frame: ScreenRect, on canvas: inout BrailleCanvas) {
    let (left, top) = (dot(frame.minX), dot(frame.minY))
    for x in left...max(left, min(dot(frame.maxX), columns * 2)) where x >= 0 {
      for y in top...max(top, min(dot(frame.maxY), rows * 4)) where y >= 0 { canvas.set(x, y) }
    }
  }

  private func outline(_ frame: ScreenRect, on canvas: inout BrailleCanvas) {
    let corners = [
      ScreenPoint(x: frame.minX, y: frame.minY), ScreenPoint(x: frame.maxX, y: frame.minY),
      ScreenPoint(x: frame.maxX, y: frame.maxY), ScreenPoint(x: frame.minX, y: frame.maxY),
    ]
    for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      line(from: start, to: end, on: &canvas)
    }
  }

  /// The dots of a line that are on the canvas.
  private func line(
    from start: ScreenPoint, to end: ScreenPoint, on canvas: inout BrailleCanvas
  ) {
    guard let (from, to) = clipped(start, end) else { return }
    let (x, y) = (dot(from.x), dot(from.y))
    let (width, height) = (dot(to.x) - x, dot(to.y) - y)
    let steps = max(abs(width), abs(height), 1)
    for step in 0...steps { canvas.set(x + width * step / steps, y + height * step / steps) }
  }

  /// The part of a line that is on the map (Liang and Barsky 1984); nil for none.
  private func clipped(
    _ start: ScreenPoint, _ end: ScreenPoint
  ) -> (from: ScreenPoint, to: ScreenPoint)? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite else { return nil }
    var (first, last) = (0.0, 1.0)
    let right = Double(columns * 2) * pointsPerDot
    let bottom = Double(rows * 4) * pointsPerDot
    for (slope, room) in [
      (-dx, start.x), (dx, right - start.x), (-dy, start.y), (dy, bottom - start.y),
    ] {
      if slope == 0 {
        if room < 0 { return nil }
      } else if slope < 0 {
        first = max(first, room / slope)
      } else {
        last = min(last, room / slope)
      }
    }
    guard first <= last else { return nil }
    func point(_ part: Double) -> ScreenPoint {
      ScreenPoint(x: start.x + part * dx, y: start.y + part * dy)
    }
    return (point(first), point(last))
  }

  /// Writes a text over the middle of a rectangle, if it is on the map.
  private func write(_ text: String, at frame: ScreenRect, on lines: inout [[Character]]) {
    let row = dot(frame.minY + frame.height / 2) >> 2
    let start = dot(frame.minX + frame.width / 2) >> 1 - (text.count - 1) / 2
    guard lines.indices.contains(row) else { return }
    for (place, letter) in text.enumerated() where lines[row].indices.contains(start + place) {
      lines[row][start + place] = letter
    }
  }

  // MARK: Words

  private func notes(at time: SimulatedTime) -> [String] {
    let timeline = session.timeline
    let step = steps.last { $0.start <= time }
    let label = step.flatMap { session.label(of: $0.step) }
    let counts = timeline.viewCounts.rows.last { $0.start <= time }
    var notes = ["\(MetricText.short(time)) of \(MetricText.short(length))"]
    if let step {
      notes.append("step \(Int(step.step) + 1)\(label.map { ", \($0.placeWords)" } ?? "")")
    }
    if let label { notes.append(Escape.line(label.text)) }
    if let counts {
      notes.append(
        "\(MetricText.things(Int(counts.live), "view")) on the map, \(counts.pooled) in pools")
    }
    if let number = reader.calloutNumber(at: time) {
      let rest = timeline.callouts.rows.first { $0.callout == number }?.rest
      let isAtRest = rest.map { $0 <= time } ?? false
      let judged = session.judgment(ofCallout: number, at: time).ending
      notes.append(isAtRest ? "callout \(number)\(judged)" : "callout \(number) moves")
    }
    return notes
  }
}
