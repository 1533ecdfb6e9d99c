import Callouts
import MapGeometry
import Scenarios

/// Callouts.
extension ScenarioBuilder {
  /// Refuses callouts in a view that has no room for them: bubbles for their corners and their tip,
  /// subviews beside the bars.
  mutating func checkCallouts(_ object: ReadObject, in size: ScreenSize) {
    for entry in object.named("layers") ?? [] {
      for callout in ScenarioBuilder.writtenCallouts(entry.object) { checkRoom(callout, in: size) }
    }
  }

  private mutating func checkRoom(_ callout: ReadObject, in size: ScreenSize) {
    switch callout.text("style") {
    case "bubble" where size.width < Limits.bubbleViewPoints:
      add(.session(.viewTooNarrow), at: callout.keyMarks["style"] ?? callout.mark)
    case "subview":
      guard let bars = toldInsets(callout),
        size.width - bars.left - bars.right < Limits.subviewRoomPoints
          || size.height - bars.top - bars.bottom < Limits.subviewRoomPoints
      else { return }
      add(.map(.noRoomForSubview), at: callout.keyMarks["insets"] ?? callout.mark)
    default: return
    }
  }

  mutating func calloutSettings(_ object: ReadObject) -> CalloutSettings? {
    let left = accessory(.left, object)
    let right = accessory(.right, object)
    guard let style = calloutStyle(object),
      let name = object.text("adjust"),
      let animated = object.flag("animated"), let bars = toldInsets(object),
      let precision = object.word("precision", CalloutSettings.Precision.self),
      let overlooksRight = object.flag("overlooks right"),
      let grows = object.flag("callout animation"),
      let taps = object.word("takes taps", CalloutSettings.Taps.self)
    else { return nil }
    // As in the sources: the callout alone with a margin of 8, or a subview with its target and 10.
    var isSubview = false
    if case .subview = style { isSubview = true }
    var subject = isSubview ? CalloutSettings.Subject.calloutAndParent : .callout
    if object.keyMarks["subject"] != nil {
      guard let word = object.word("subject", CalloutSettings.Subject.self) else { return nil }
      subject = word
    }
    let adjuster = CalloutSettings.Adjuster(rawValue: name)
    var margin = adjuster != .moveCenter ? 2.0 : isSubview ? 10 : 8
    if object.keyMarks["margin"] != nil {
      guard let written = object.decimal("margin") else { return nil }
      margin = written
    }
    var settings = CalloutSettings(
      style: style, adjuster: adjuster ?? .none, marginPoints: margin, isAnimated: animated,
      leftAccessory: left, rightAccessory: right, taps: taps)
    if adjuster == nil { settings.ownAdjuster = adjusters[name] }
    settings.insets = bars
    settings.precision = precision
    settings.subject = subject
    settings.overlooksRight = overlooksRight
    settings.grows = grows
    return settings
  }

  private func calloutStyle(_ object: ReadObject) -> CalloutSettings.Style? {
    guard let height = object.decimal("content height"), let size = object.size("size"),
      let arrow = object.word("arrow", CalloutSettings.Arrow.self)
    else { return nil }
    switch object.text("style") {
    case "bubble": return .bubble(contentHeightPoints: height)
    case "plain": return .plain(size: size)
    case "subview":
      return content(of: object, whole: size).map { .subview(.init(content: $0, arrow: arrow)) }
    default: return nil
    }
  }

  /// What makes a subview as large as it is; nil when one of its keys is faulty.
  private func content(
    of object: ReadObject, whole: ScreenSize
  ) -> CalloutSettings.Subview.Content? {
    if object.keyMarks["title width"] != nil {
      guard let title = object.decimal("title width"),
        object.keyMarks["subtitle width"] == nil || object.decimal("subtitle width") != nil
      else { return nil }
      return .text(titleWidthPoints: title, subtitleWidthPoints: object.decimal("subtitle width"))
    }
    guard object.keyMarks["content size"] != nil else { return .whole(whole) }
    return object.size("content size").map { .view($0) }
  }

  /// The bars that an adjuster is told of: its own, or those of the map; nil when they are faulty.
  private func toldInsets(_ callout: ReadObject) -> EdgeInsets? {
    callout.keyMarks["insets"] == nil ? map?.insets ?? EdgeInsets(all: 0) : insets(callout)
  }

  /// What bars cover; nil when that is faulty.
  func insets(_ object: ReadObject) -> EdgeInsets? {
    guard let insets = object.object("insets"), let top = insets.decimal("top"),
      let left = insets.decimal("left"), let bottom = insets.decimal("bottom"),
      let right = insets.decimal("right")
    else { return nil }
    return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }

  /// The accessory view on a side; nil without one and after a fault.
  private mutating func accessory(
    _ side: CalloutSettings.Side, _ callout: ReadObject
  ) -> CalloutSettings.Accessory? {
    let key = "\(side.rawValue) accessory"
    guard callout.keyMarks[key] != nil else { return nil }
    // A faulty one is there too, so that steps which tap it are not blamed.
    accessorySides.insert(side)
    guard let object = callout.object(key), let size = object.size("size"),
      let isControl = object.flag("control")
    else { return nil }
    guard size.height <= Limits.accessoryHeightPoints else {
      add(.map(.accessoryTooHigh(size.height)), at: object["size"]?.mark ?? object.mark)
      return nil
    }
    return CalloutSettings.Accessory(size: size, isControl: isControl)
  }
}
