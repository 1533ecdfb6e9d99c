internal import Formatting
internal import MapEvents
internal import MapGeometry
package import Measures
internal import Metrics

package struct CalloutTimelineText {
  let session: SessionReport

  /// Makes the words of a session's callouts.
  package init(session: SessionReport) { self.session = session }

  package func entries(of timeline: CalloutTimeline) -> [(time: String, words: String)] {
    var lines = timeline.entries.filter { !$0.kind.isNoNews }.map { entry in
      (time: MetricText.short(entry.time), words: words(entry, in: timeline))
    }
    if timeline.entries.contains(where: { $0.kind.isEnd }) { return lines }
    lines.append((time: "", words: "is still open at the end"))
    return lines
  }

  private func words(_ entry: CalloutTimeline.Entry, in timeline: CalloutTimeline) -> String {
    let parent = name(timeline.annotation, in: timeline)
    return switch entry.kind {
    case .laidOut(let layout, let isAgain): words(layout, isAgain, timeline)
    case .leftBehind: "stays on the map and is never removed"
    case .opened(.none): "opens over \(parent); the map does not have to move"
    case .opened(.atOnce): "opens over \(parent); the map jumps to make space"
    case .opened(.animated): "opens over \(parent); the map begins to make space"
    case .refused: "opens over \(parent); the map refuses to make space"
    case .settled: "settles"
    case .interrupted:
      entry.step == timeline.entries.first?.step
        ? "is interrupted by another move of the map" : "is interrupted\(by(entry.step))"
    case .followed(let frames, let offPoints):
      "moves or grows in \(MetricText.things(frames, "frame")), its tip at most "
        + "\(MapWords.decimal(offPoints)) pt off"
    case .accessoryTapped(.button): "its button is tapped"
    case .accessoryTapped(.cancelledButton): "its button is tapped by a finger that goes on"
    case .accessoryTapped(let side): "its \(side) control is tapped"
    case .closed(let cause): "is closed\(words(cause, entry, timeline))"
    }
  }

  private func words(
    _ layout: CalloutAnnotationLayout, _ isAgain: Bool, _ timeline: CalloutTimeline
  ) -> String {
    var words = isAgain ? "its view comes back and is laid out again" : "its view is laid out"
    if layout.over < 0 {
      words += " over a view in its pool"
    } else if layout.over != layout.parent {
      words +=
        " over \(name(layout.over, in: timeline)) in place of \(name(layout.parent, in: timeline))"
    }
    return layout.content == layout.shownContent
      ? words : words + ", with the content of an earlier callout"
  }

  private func words(
    _ cause: CalloutTimeline.Cause, _ entry: CalloutTimeline.Entry, _ timeline: CalloutTimeline
  ) -> String {
    switch cause {
    case .tap: " by a tap beside it\(by(entry.step))"
    case .tappedItself: " by a tap on itself\(by(entry.step))"
    case .selected(let annotation):
      ", since \(name(annotation, in: timeline)) is selected\(by(entry.step))"
    case .step: session.label(of: entry.step).map { " by `\($0.text)` at \($0.placeWords)" } ?? ""
    case .regionChange: " by the app, since the region changed\(by(entry.step))"
    case .leftInUpdate(let update): ", since its annotation leaves in cluster update \(update)"
    case .handedOver(let update, let successor):
      ", since its selection moves to \(name(successor, in: timeline))"
        + " in cluster update \(update)"
    case .removed: ", since its annotation is removed\(by(entry.step))"
    case .outOfSight: ", since its view leaves the map\(by(entry.step))"
    }
  }

  private func name(_ annotation: AnnotationID, in timeline: CalloutTimeline) -> String {
    guard let subject = timeline.subjects.last(where: { $0.annotation == annotation }) else {
      return "annotation \(annotation)"
    }
    return session.name(of: subject)
  }

  /// The step in the author's words; empty outside of steps.
  private func by(_ step: Int32) -> String {
    session.label(of: step).map { " (\($0.placeWords): \($0.text))" } ?? ""
  }
}

extension CalloutTimeline.Kind {
  fileprivate var isEnd: Bool {
    if case .closed = self { true } else { false }
  }

  /// Whether it is left out, as the first layout of a callout over its parent.
  fileprivate var isNoNews: Bool {
    guard case .laidOut(let layout, false) = self else { return false }
    return layout.over == layout.parent && layout.content == layout.shownContent
  }
}
