/// A timing curve as Core Animation defines it: a cubic Bezier from (0, 0) to (1, 1).
public struct AnimationCurve: Hashable, Sendable {
  private let first: SIMD2<Double>
  private let second: SIMD2<Double>

  /// Makes a curve of its control points; their x lie in 0...1.
  public init(_ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) {
    precondition((0...1).contains(first.x) && (0...1).contains(second.x), "x leaves 0...1")
    self.first = SIMD2(first.x, first.y)
    self.second = SIMD2(second.x, second.y)
  }

  /// Both control points: x and y of the first, x and y of the second.
  public var controlPoints: [Double] { [first.x, first.y, second.x, second.y] }

  /// Constant speed.
  public static let linear = AnimationCurve((0, 0), (1, 1))
  /// Slow at the beginning.
  public static let easeIn = AnimationCurve((0.42, 0), (1, 1))
  /// Slow at the end.
  public static let easeOut = AnimationCurve((0, 0), (0.58, 1))
  /// Slow at the beginning and at the end.
  public static let easeInOut = AnimationCurve((0.42, 0), (0.58, 1))
  /// Core Animation's default.
  public static let standard = AnimationCurve((0.25, 0.1), (0.25, 1))

  /// How far the animation is after a fraction of its time, both in 0...1.
  ///
  /// Solves x for the parameter by bisection to the last bit: plus and times only, so every machine
  /// gets the same bits.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    guard self != .linear else { return fraction }
    var low = 0.0
    var high = 1.0
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if AnimationCurve.bezier(middle, first.x, second.x) < fraction {
        low = middle
      } else {
        high = middle
      }
    }
    return AnimationCurve.bezier((low + high) / 2, first.y, second.y)
  }

  private static func bezier(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
  }
}
