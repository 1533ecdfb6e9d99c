import Callouts
import MapConfiguration
import MapEvents
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

  /// A callout of a layer or of a kind of points; nil after a fault.
  mutating func callout(_ object: ReadObject, of name: String) -> CalloutSetup? {
    let isButton = object.keyMarks["accessory button"] != nil
    // A faulty one is there too, so that steps which tap it are not blamed.
    if isButton { accessorySides.formUnion([.button, .cancelledButton]) }
    let left = accessory(.left, object)
    let right = accessory(.right, object)
    guard let told = toldInsets(object),
      let style = calloutStyle(object, left: left, right: right, insets: told),
      let adjuster = adjuster(object, style: style, insets: told),
      let grows = object.flag("callout animation"), let taps = object.text("takes taps")
    else { return nil }
    var setup = CalloutSetup(
      style: style, adjuster: adjuster, leftAccessory: left, rightAccessory: right,
      takesTapsOutsideView: taps == "everywhere", isAnimated: grows)
    let bars = map?.insets ?? EdgeInsets(all: 0)
    setup.bars = EdgeInsets(
      top: max(told.top, bars.top), left: max(told.left, bars.left),
      bottom: max(told.bottom, bars.bottom), right: max(told.right, bars.right))
    guard object.text("as") == Language.calloutAnnotationWord else { return setup }
    setup.annotation = calloutAnnotation(object, of: name)
    return setup.annotation == nil ? nil : setup
  }

  private func adjuster(
    _ object: ReadObject, style: CalloutStyle, insets: EdgeInsets
  ) -> (any CalloutAdjuster)? {
    guard let name = object.text("adjust"), let definition = reader.schema.adjusters[name],
      let isAnimated = object.flag("animated"),
      let precision = object.word("precision", EdgedRegionAdjuster.Precision.self),
      let overlooksRight = object.flag("overlooks right"),
      object.isReadable("subject"), object.isReadable("margin")
    else { return nil }
    var settings = AdjusterSettings()
    settings.margin = object.decimal("margin")
    settings.isAnimated = isAnimated
    settings.precision = precision
    settings.subject = object.word("subject", MoveCenterAdjuster.Subject.self)
    settings.overlooksRight = overlooksRight
    settings.insets = insets
    if case .subview = style { settings.isSubview = true }
    return definition.make(settings)
  }

  private func calloutStyle(
    _ object: ReadObject, left: AccessorySetup?, right: AccessorySetup?, insets: EdgeInsets
  ) -> CalloutStyle? {
    guard let style = object.text("style"), let height = object.decimal("content height"),
      let size = object.size("size"),
      let arrow = object.word("arrow", SubviewCallout.Directions.self)
    else { return nil }
    switch style {
    case "bubble":
      return .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    case "plain": return .plain(size: size)
    case "subview":
      return content(of: object, whole: size).map {
        .subview(
          SubviewCallout(
            content: $0, leftAccessory: left?.size, rightAccessory: right?.size,
            directions: arrow, insets: insets))
      }
    default: preconditionFailure("the callout style '\(style)' is declared but never built")
    }
  }

  /// What makes a subview as large as it is; nil when one of its keys is faulty.
  private func content(of object: ReadObject, whole: ScreenSize) -> SubviewCallout.Content? {
    guard object.isReadable("title width"), object.isReadable("subtitle width"),
      object.isReadable("content size")
    else { return nil }
    if let title = object.decimal("title width") {
      return .text(titleWidth: title, subtitleWidth: object.decimal("subtitle width"))
    }
    return object.size("content size").map { .view($0) } ?? .whole(whole)
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
    _ side: CalloutSide, _ callout: ReadObject
  ) -> AccessorySetup? {
    let key = "\(side.word) accessory"
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
    return AccessorySetup(size: size, isControl: isControl)
  }
}
