internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics

/// The life of a callout in words.
struct CalloutLifeText {
  let session: SessionReport

  /// Each chapter with its time.
  func chapters(of life: CalloutLife) -> [(time: String, words: String)] {
    var lines = life.chapters.map { chapter in
      (
        time: MetricText.short(.nanoseconds(chapter.time.nanoseconds), of: .simulatedTime),
        words: words(chapter, in: life)
      )
    }
    if case .closed = life.chapters.last?.kind { return lines }
    lines.append((time: "", words: "is still open at the end"))
    return lines
  }

  private func words(_ chapter: CalloutLife.Chapter, in life: CalloutLife) -> String {
    switch chapter.kind {
    case .opened(.none): "opens over annotation \(life.annotation); the map is not asked to move"
    case .opened(.atOnce): "opens over annotation \(life.annotation); the map jumps to make room"
    case .opened(.animated):
      "opens over annotation \(life.annotation); the map begins to make room"
    case .refused: "opens over annotation \(life.annotation); the map refuses to make room"
    case .settled: "comes to rest"
    case .interrupted:
      chapter.step == life.chapters.first?.step
        ? "is interrupted by another move of the map" : "is interrupted\(by(chapter.step))"
    case .followed(let frames, let offPoints):
      "moves or grows in \(MetricText.things(frames, "frame")), its tip at most "
        + "\(MapWords.decimal(offPoints)) pt off"
    case .accessoryTapped(let side): "its \(side) control is tapped"
    case .closed(let cause): "is closed\(words(cause, chapter))"
    }
  }

  private func words(_ cause: CalloutLife.Cause, _ chapter: CalloutLife.Chapter) -> String {
    switch cause {
    case .tap: " by a tap beside it\(by(chapter.step))"
    case .selected(let annotation):
      ", since annotation \(annotation) is selected\(by(chapter.step))"
    case .step:
      session.label(ofStep: Int(chapter.step)).map { " by `\($0.text)` at line \($0.line)" } ?? ""
    case .regionChange: " by the app, since the region changed\(by(chapter.step))"
    case .leftInUpdate(let update): ", since its annotation leaves in cluster update \(update)"
    case .removed: ", since its annotation is removed\(by(chapter.step))"
    case .outOfSight: ", since its view leaves the map\(by(chapter.step))"
    }
  }

  /// The step in the author's words; nothing outside of steps.
  private func by(_ step: Int32) -> String {
    session.label(ofStep: Int(step)).map { " (line \($0.line): \($0.text))" } ?? ""
  }
}
