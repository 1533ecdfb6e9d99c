import ArgumentParser
import Callouts
import MapGeometry

/// An adjuster by its name in scenarios; hyphens may replace the spaces.
struct AdjusterChoice: Hashable, ExpressibleByArgument {
  let definition: AdjusterDefinition

  /// All adjusters; the one that does nothing comes last, as the baseline for the others.
  static let all = {
    let definitions = AdjusterCatalog.standard.definitions
    return (definitions.dropFirst() + definitions.prefix(1)).map(AdjusterChoice.init)
  }()
  static let allValueStrings = all.map(\.definition.name)
  static let list = allValueStrings.joined(separator: ", ")

  init(_ definition: AdjusterDefinition) { self.definition = definition }

  init?(argument: String) {
    let name = String(argument.map { $0 == "-" ? " " : $0 })
    guard let definition = AdjusterCatalog.standard[name] else { return nil }
    self.definition = definition
  }

  var adjuster: any CalloutAdjuster { definition.published }
}

/// Callouts to try adjusters with, with commas between them: `200x108,bubble`.
struct CalloutList {
  let styles: [CalloutStyle]

  static let list = "WIDTHxHEIGHT in points, plain for 200x108, or bubble"
  static let sides = 1.0...4_000

  init(parsing argument: String) throws { styles = try words(argument).map(CalloutList.style) }

  /// The callout in numbers; those of the bubble are the published ones for pins.
  private static func style(_ word: String) throws -> CalloutStyle {
    switch word {
    case "plain": return .plain(size: ScreenSize(width: 200, height: 108))
    case "bubble": return .bubble(contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    default:
      guard let size = extent(word) else {
        throw ValidationError("'\(word)' is no callout; it is \(list)")
      }
      guard sides.contains(size.width), sides.contains(size.height) else {
        throw ValidationError("'\(word)': a callout has sides from 1 to 4000 points")
      }
      return .plain(size: size)
    }
  }
}

/// Map views with commas between them: `390x844,844x390`.
struct ViewList {
  let sizes: [ScreenSize]

  static let sides = 200.0...4_000

  init(parsing argument: String) throws {
    sizes = try words(argument).map { word in
      guard let size = extent(word) else {
        throw ValidationError("'\(word)' is no view; it is WIDTHxHEIGHT in points")
      }
      guard ViewList.sides.contains(size.width), ViewList.sides.contains(size.height) else {
        throw ValidationError("'\(word)': a view has sides from 200 to 4000 points")
      }
      return size
    }
  }
}

struct NumberList: ExpressibleByArgument {
  let numbers: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    numbers = parts.compactMap { Double($0.drop { $0 == " " }) }.filter(\.isFinite)
    guard numbers.count == parts.count else { return nil }
  }
}

private func words(_ argument: String) -> [String] {
  argument.split(separator: ",", omittingEmptySubsequences: false).map { word in
    let start = word.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}

/// An extent in points: `390x844`, with spaces allowed.
private func extent(_ word: String) -> ScreenSize? {
  let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { side in
    Double(String(side.filter { $0 != " " }))
  }
  guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
  return ScreenSize(width: width, height: height)
}
