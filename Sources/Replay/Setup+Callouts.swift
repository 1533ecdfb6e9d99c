internal import Callouts
internal import MapGeometry
internal import MapModel
internal import Scenarios

extension CalloutSetup {
  /// A scenario's callout, judged by the bars that its app tells of and by those of the map.
  init(_ settings: CalloutSettings, under mapBars: EdgeInsets) {
    self.init(
      style: CalloutStyle(settings), adjuster: CalloutSetup.adjuster(settings),
      leftAccessory: settings.leftAccessory.map { AccessorySetup($0) },
      rightAccessory: settings.rightAccessory.map { AccessorySetup($0) },
      takesTapsOutsideView: settings.taps == .everywhere, isAnimated: settings.grows)
    annotation = settings.annotation.map { CalloutAnnotationSetup($0) }
    let told = settings.insets
    bars = EdgeInsets(
      top: max(told.top, mapBars.top), left: max(told.left, mapBars.left),
      bottom: max(told.bottom, mapBars.bottom), right: max(told.right, mapBars.right))
  }

  private static func adjuster(_ settings: CalloutSettings) -> any CalloutAdjuster {
    if let own = settings.ownAdjuster {
      var told = AdjusterSettings()
      (told.isAnimated, told.insets) = (settings.isAnimated, settings.insets)
      if case .subview = settings.style { told.isSubview = true }
      return own.make(told)
    }
    let (margin, animated) = (settings.marginPoints, settings.isAnimated)
    return switch settings.adjuster {
    case .none: NoAdjuster()
    case .edgeMargins: EdgeMarginsAdjuster()
    case .containRect: ContainRectAdjuster(margin: margin, animated: animated)
    case .edgedRegion:
      EdgedRegionAdjuster(precision: settings.precision == .single ? .single : .double)
    case .moveCenter:
      MoveCenterAdjuster(
        margin: margin, insets: settings.insets,
        subject: settings.subject == .callout ? .callout : .calloutAndParent,
        overlooksRight: settings.overlooksRight, animated: animated)
    case .ideal: IdealAdjuster(margin: margin, insets: settings.insets, animated: animated)
    }
  }
}

extension CalloutStyle {
  /// The shape of a scenario's callout.
  init(_ settings: CalloutSettings) {
    switch settings.style {
    case .plain(let size): self = .plain(size: size)
    case .bubble(let height):
      self = .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    case .subview(let subview):
      self = .subview(
        SubviewCallout(
          content: SubviewCallout.Content(subview.content),
          leftAccessory: settings.leftAccessory?.size,
          rightAccessory: settings.rightAccessory?.size,
          directions: SubviewCallout.Directions(subview.arrow), insets: settings.insets))
    }
  }
}

extension SubviewCallout.Content {
  /// What a scenario's subview shows.
  init(_ content: CalloutSettings.Subview.Content) {
    switch content {
    case .text(let title, let subtitle): self = .text(titleWidth: title, subtitleWidth: subtitle)
    case .view(let size): self = .view(size)
    case .whole(let size): self = .whole(size)
    }
  }
}

extension SubviewCallout.Directions {
  /// Where the arrow of a scenario's subview may point.
  init(_ arrow: CalloutSettings.Arrow) {
    switch arrow {
    case .down: self = .down
    case .up: self = .up
    case .any: self = .any
    }
  }
}

extension AccessorySetup {
  /// A scenario's accessory view.
  init(_ accessory: CalloutSettings.Accessory) {
    self.init(size: accessory.size, isControl: accessory.isControl)
  }
}
