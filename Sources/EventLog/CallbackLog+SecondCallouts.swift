internal import MapEvents

/// Callouts that are annotations, in words.
extension CallbackLog {
  func words(_ event: SecondCalloutEvent) -> String? {
    switch event {
    case .added(let annotation, let parent, let content, let maker):
      "(\(maker == .delegate ? "the delegate" : "the view of the parent") adds "
        + "\(names.annotation(annotation)) for \(names.annotation(parent)), content \(content))"
    case .moved(let annotation, let parent, let content):
      "(\(names.annotation(annotation)) moves to \(names.annotation(parent)), content \(content))"
    case .removed(let annotation): "(the app removes \(names.annotation(annotation)))"
    case .leftBehind(let annotation):
      "(\(names.annotation(annotation)) stays, nobody will remove it)"
    case .laidOut(let annotation, let layout): words(layout, of: annotation)
    case .tappedAway(let annotation):
      "(the tap on callout annotation \(annotation) took it away)"
    case .held(let parent, let siblings):
      "(the button keeps \(names.view(of: parent)) selected, \(siblings) other views are disabled)"
    case .released(let siblings, let revived):
      "(\(siblings) views are enabled again, \(revived) of them against the app's will)"
    case .deadTap(let annotation): "(\(names.view(of: annotation)) is dead for now)"
    case .stands: nil
    }
  }

  private func words(_ layout: SecondCalloutLayout, of annotation: Int32) -> String {
    let over = layout.over < 0 ? "a view in its pool" : names.annotation(layout.over)
    let wrong =
      layout.over == layout.parent ? "" : " in place of \(names.annotation(layout.parent))"
    let content =
      layout.content == layout.shownContent
      ? "content \(layout.content)"
      : "content \(layout.shownContent) in place of \(layout.content)"
    return "(\(names.view(of: annotation)) is laid out over \(over)\(wrong), \(content))"
  }
}
