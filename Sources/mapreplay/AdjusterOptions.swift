import ArgumentParser
import Callouts
import MapGeometry

/// An adjuster by its name in scenarios; hyphens may stand for the spaces.
enum AdjusterChoice: String, CaseIterable, ExpressibleByArgument {
  case edgeMargins = "edge margins"
  case containRect = "contain rect"
  case edgedRegion = "edged region"
  case moveCenter = "move center"
  case ideal
  case none

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  init?(argument: String) {
    self.init(rawValue: String(argument.map { $0 == "-" ? " " : $0 }))
  }

  /// The adjuster as published.
  var adjuster: any CalloutAdjuster {
    switch self {
    case .edgeMargins: EdgeMarginsAdjuster()
    case .containRect: ContainRectAdjuster(animated: false)
    case .edgedRegion: EdgedRegionAdjuster()
    case .moveCenter: MoveCenterAdjuster()
    case .ideal: IdealAdjuster(animated: true)
    case .none: NoAdjuster()
    }
  }
}

/// A callout to try adjusters with.
enum CalloutChoice: String, CaseIterable, ExpressibleByArgument {
  case plain
  case bubble

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The callout in numbers; those of the bubble are the published ones for pins.
  var style: CalloutStyle {
    switch self {
    case .plain: .plain(size: ScreenSize(width: 200, height: 108))
    case .bubble: .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    }
  }
}

/// Numbers with commas between them.
struct NumberList: ExpressibleByArgument {
  let numbers: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    numbers = parts.compactMap { Double($0.drop { $0 == " " }) }.filter(\.isFinite)
    guard numbers.count == parts.count else { return nil }
  }
}

/// An extent in points: `390x844`.
struct ViewExtent: ExpressibleByArgument {
  let size: ScreenSize

  init(size: ScreenSize) {
    self.size = size
  }

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { side in
      Double(String(side.filter { $0 != " " }))
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    size = ScreenSize(width: width, height: height)
  }

  var defaultValueDescription: String { "\(Int(size.width))x\(Int(size.height))" }
}
