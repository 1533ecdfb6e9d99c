internal import ExactMath
internal import MapGeometry

/// The level of a part of a series: the mean of its values and how they scatter around it.
public struct Level: Hashable, Sendable {
  /// The number of values.
  public let count: Int
  /// Their mean, in their unit.
  public let mean: Double
  /// The sum of the squares of what they differ from the mean by.
  let squares: Double

  /// The level of at least one value.
  ///
  /// The mean is added to the first value, so that equal values have it exactly and no squares: the
  /// sum of ten thirds is not ten times a third.
  ///
  /// - Complexity: O(n) for n values.
  init(of values: ArraySlice<Double>) {
    precondition(!values.isEmpty, "nothing has no level")
    let first = values[values.startIndex]
    count = values.count
    mean = first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
    squares = values.reduce(0) { [mean] in $0 + ($1 - mean) * ($1 - mean) }
  }

  /// The standard deviation of the values, 0 of a single one.
  public var deviation: Double { count > 1 ? (squares / Double(count - 1)).squareRoot() : 0 }

  /// Whether all values are the same one.
  public var isExact: Bool { squares == 0 }
}

/// Student's test of two samples with one variance: whether their means differ by more than chance.
public enum StudentTest {
  /// How likely two levels lie as far apart as these if they are of one distribution, on both
  /// sides together.
  ///
  /// t is the difference of the means over s · √(1/m + 1/n), with s² as the squares of both over
  /// m + n - 2, the degrees of freedom (Student, "The probable error of a mean", 1908; Fisher,
  /// 1925). Values that do not scatter have no chance: another level is another one for certain.
  ///
  /// - Complexity: O(m + n).
  public static func pValue(_ one: Level, _ other: Level) -> Double {
    let freedom = one.count + other.count - 2
    guard one.mean != other.mean else { return 1 }
    guard freedom > 0 else { return 1 }
    let variance = (one.squares + other.squares) / Double(freedom)
    guard variance > 0 else { return 0 }
    let spread = variance * (1 / Double(one.count) + 1 / Double(other.count))
    return tails(beyond: (other.mean - one.mean).magnitude / spread.squareRoot(), freedom)
  }

  /// The chance of both tails of Student's distribution beyond ±t.
  ///
  /// The series of Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4,
  /// which end for whole degrees of freedom. It gives what lies between the tails, so that they are
  /// right to about 1e-14 in all, and those below are zero.
  ///
  /// - Parameters:
  ///   - t: At least zero.
  ///   - freedom: The degrees of freedom, at least one.
  /// - Returns: The chance, from 0 to 1.
  /// - Complexity: O(degrees of freedom).
  static func tails(beyond t: Double, _ freedom: Int) -> Double {
    let degrees = Double(freedom)
    let hypotenuse = (degrees + t * t).squareRoot()
    guard hypotenuse < .infinity else { return 0 }
    let (sine, cosine) = (t / hypotenuse, degrees.squareRoot() / hypotenuse)
    let isOdd = !freedom.isMultiple(of: 2)
    // cos + 2/3 cos³ + 2·4/(3·5) cos⁵ + …, or 1 + 1/2 cos² + 1·3/(2·4) cos⁴ + …
    var (term, sum) = (isOdd ? cosine : 1, 0.0)
    for power in stride(from: isOdd ? 1 : 0, through: freedom - 2, by: 2) {
      sum += term
      term *= cosine * cosine * Double(power + 1) / Double(power + 2)
    }
    let angle = isOdd ? Elementary.atan(t / degrees.squareRoot()) : 0
    let between = isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
    return min(1, max(0, 1 - between))
  }
}
