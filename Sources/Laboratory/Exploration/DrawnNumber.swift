internal import Formatting
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// One or two numbers with a unit, drawn from what a type allows and an example suggests.
///
/// The example of a key has a usual value. Bounds, zero and one are values at which programs fail.
struct DrawnNumber {
  /// The bounds, in thousandths of the unit.
  private let range: ClosedRange<Int64>
  /// The numbers of the example, in thousandths.
  private let usual: [Int64]
  private let unit: String
  /// How many numbers there are: two with an x between.
  private let count: Int
  /// The least step, in thousandths.
  private let grain: Int64
  /// The most that is drawn, in thousandths.
  private let most: Int64

  init(_ type: ValueType, example: String) {
    var (count, grain, most) = (1, Int64(1), Int64.max)
    var (range, unit, standard): (ClosedRange<Int64>, String, Int64) = (0...0, "", 1)
    switch type {
    case .whole(let bounds):
      (grain, most) = (1_000, max(SessionDrawer.largestCount, bounds.lowerBound) * 1_000)
      range = bounds.thousandths
    case .decimal(let bounds): range = bounds.thousandths
    // In milliseconds, to a microsecond; what takes hours takes hours to replay.
    case .duration(let bounds), .moment(let bounds):
      (unit, most, standard) = (" ms", 4_000_000, 250)
      range = bounds.microseconds
    case .memory(let bounds):
      (range, unit, grain, standard) = (bounds.thousandths, " B", 1_000, 120)
    case .bandwidth(let bounds):
      (range, unit, grain, standard) = (bounds.thousandths, " bit/s", 1_000, 100_000)
    case .share(let bounds):
      (range, unit, standard) = (bounds.lowerBound / 10...bounds.upperBound / 10, " %", 5)
    case .points(let bounds): (range, unit, standard) = (bounds.thousandths, " pt", 12)
    case .size(let bounds):
      (range, unit, count, standard) = (bounds.thousandths, " pt", 2, 40)
    case .offset(let bounds), .position(let bounds):
      (range, unit, count, standard) = (bounds.thousandths, " pt", 2, 40)
    case .velocity(let bounds):
      (range, unit, count, standard) = (bounds.thousandths, " pt/s", 2, 600)
    case .distance(let bounds): (range, unit, standard) = (bounds.thousandths, " km", 50)
    case .length(let bounds): (range, unit, standard) = (bounds.thousandths, " m", 500)
    case .angle(let bounds): (range, unit, standard) = (bounds.thousandths, " deg", 30)
    case .earthOffset(let bounds): (range, unit, count) = (bounds.thousandths, " deg", 2)
    case .levels(let bounds): (range, unit) = (bounds.thousandths, " levels")
    default: assertionFailure("\(type) is no number")
    }
    (self.range, self.unit, self.count, self.grain, self.most) = (range, unit, count, grain, most)
    let numbers = DrawnNumber.numbers(of: example, as: type)
    usual = numbers.isEmpty ? [standard * 1_000] : numbers
  }

  /// A number, or two, with the unit.
  func text(_ chance: Chance) -> String {
    let numbers = (0..<count).map { axis in
      MetricText.decimal(number(usual[min(axis, usual.count - 1)], chance[axis]), places: 3)
    }
    return numbers.joined(separator: " x ") + unit
  }

  private func number(_ usual: Int64, _ chance: Chance) -> Int64 {
    let top = max(1_000, min(most, .max / 200, abs(usual) * 4))
    let drawn =
      switch chance["kind"].below(20) {
      case 0...9: usual
      case 10: usual / 2
      case 11: usual * 2
      case 12: -usual
      case 13: range.lowerBound < -100 * top ? -top : range.lowerBound
      case 14: range.upperBound > 100 * top ? top : range.upperBound
      case 15: Int64(0)
      case 16: Int64(1_000)
      default: chance["any"].number(in: -top...top) / 100 * 100
      }
    let inside = max(range.lowerBound, min(drawn, min(most, range.upperBound)))
    let whole = inside / grain * grain
    return whole < range.lowerBound ? whole + grain : whole
  }

  /// The numbers of an example, in thousandths of the unit that is drawn; none of another type.
  private static func numbers(of example: String, as type: ValueType) -> [Int64] {
    guard case .success(let scalar) = ScalarReader.value(of: example, as: type) else { return [] }
    func thousandths(_ number: Double) -> Int64 {
      Int64((max(-1e12, min(number, 1e12)) * 1_000).rounded())
    }
    switch scalar {
    case .whole(let number):
      if case .share = type { return [number / 10] }
      return [min(number, .max / 4_000) * 1_000]
    case .decimal(let number): return [thousandths(number)]
    case .duration(let time): return [time.nanoseconds / 1_000]
    case .size(let size): return [thousandths(size.width), thousandths(size.height)]
    case .offset(let offset): return [thousandths(offset.dx), thousandths(offset.dy)]
    case .position(let point): return [thousandths(point.x), thousandths(point.y)]
    case .earthOffset(let offset): return [thousandths(offset.north), thousandths(offset.east)]
    case .text, .flag, .settled, .span, .occurrence, .nothing: return []
    }
  }
}

extension ClosedRange<Int64> {
  fileprivate var thousandths: ClosedRange<Int64> {
    let limit = Int64.max / 4_000
    return Swift.max(lowerBound, -limit) * 1_000...Swift.min(upperBound, limit) * 1_000
  }
}

extension ClosedRange<Double> {
  /// The numbers inside; a bound that is finer is rounded inwards.
  fileprivate var thousandths: ClosedRange<Int64> {
    let first = Int64((Swift.max(lowerBound, -1e12) * 1_000).rounded(.up))
    return first...Swift.max(first, Int64((Swift.min(upperBound, 1e12) * 1_000).rounded(.down)))
  }
}

extension ClosedRange<SimulatedTime> {
  fileprivate var microseconds: ClosedRange<Int64> {
    (lowerBound.nanoseconds + 999) / 1_000...upperBound.nanoseconds / 1_000
  }
}
