import ExactMath
import Support
import Testing

/// An elementary function with its name in the fixture.
struct ElementaryFunction: Sendable, CustomTestStringConvertible {
  let name: String
  let function: @Sendable (Double) -> Double

  var testDescription: String { name }

  static let all = [
    ElementaryFunction(name: "sin", function: { Elementary.sin($0) }),
    ElementaryFunction(name: "cos", function: { Elementary.cos($0) }),
    ElementaryFunction(name: "tan", function: { Elementary.tan($0) }),
    ElementaryFunction(name: "log", function: { Elementary.log($0) }),
    ElementaryFunction(name: "exp", function: { Elementary.exp($0) }),
    ElementaryFunction(name: "atan", function: { Elementary.atan($0) }),
    ElementaryFunction(name: "asin", function: { Elementary.asin($0) }),
    ElementaryFunction(name: "sinh", function: { Elementary.sinh($0) }),
  ]
}

/// A row of `elementary.csv`.
private struct Row {
  let input: Double
  let nearest: Double
  /// How far the true result lies beyond the nearest double, in its units in the last place.
  let excess: Double

  init?(_ fields: [Substring]) {
    guard fields.count == 4, let input = UInt64(fields[1], radix: 16),
      let nearest = UInt64(fields[2], radix: 16), let excess = Double(fields[3])
    else { return nil }
    self.input = Double(bitPattern: input)
    self.nearest = Double(bitPattern: nearest)
    self.excess = excess
  }

  /// The error of a result in units in the last place; infinite results and zeros must be met.
  func error(of result: Double) -> Double {
    guard result.bitPattern != nearest.bitPattern else { return abs(excess) }
    guard result.isFinite, nearest.isFinite, nearest != 0, result.sign == nearest.sign else {
      return .infinity
    }
    let steps = Int64(bitPattern: result.bitPattern) - Int64(bitPattern: nearest.bitPattern)
    return abs(Double(steps) - (nearest < 0 ? -excess : excess))
  }
}

@Suite("Elementary functions")
struct ElementaryTests {
  @Test(arguments: ElementaryFunction.all)
  func `errs by half a unit in the last place`(_ elementary: ElementaryFunction) throws {
    let rows = try FixtureFiles.rows("elementary.csv").filter { $0.first ?? "" == elementary.name }
    #expect(rows.count > 400)
    var worst = (error: 0.0, input: 0.0)
    for fields in rows {
      let row = try #require(Row(fields), "\(fields)")
      let error = row.error(of: elementary.function(row.input))
      // Results of exp below the smallest normal number are rounded a second time.
      guard row.nearest.isSubnormal == false else {
        #expect(error <= 0.76, "\(row.input)")
        continue
      }
      if error >= worst.error { worst = (error, row.input) }
    }
    let report = "\(elementary.name): at most \(worst.error) ulp, at \(worst.input)"
    Attachment.record(report, named: "\(elementary.name).txt")
    #expect(worst.error <= 0.501, "\(report)")
  }

  @Test(arguments: ElementaryFunction.all)
  func `gives NaN for NaN`(_ elementary: ElementaryFunction) {
    #expect(elementary.function(.nan).isNaN)
    #expect(elementary.function(-.nan).isNaN)
    #expect(elementary.function(.signalingNaN).isNaN)
  }

  @Test(arguments: ["sin", "tan", "atan", "asin", "sinh"])
  func `keeps the sign of zero and tiny numbers`(_ name: String) throws {
    let elementary = try #require(ElementaryFunction.all.first { $0.name == name })
    for tiny in [0, .leastNonzeroMagnitude, 0x1p-1030, 1e-300, 0x1p-40] {
      #expect(elementary.function(tiny).bitPattern == tiny.bitPattern)
      #expect(elementary.function(-tiny).bitPattern == (-tiny).bitPattern)
    }
  }

  @Test(arguments: ["sin", "tan", "atan", "asin", "sinh", "cos"])
  func `is odd, or even in the case of the cosine`(_ name: String) throws {
    let elementary = try #require(ElementaryFunction.all.first { $0.name == name })
    var numbers = Numbers(seed: 4)
    for _ in 0..<500 {
      let input = numbers.next(in: 0...1)
      let result = elementary.function(input)
      #expect(elementary.function(-input) == (name == "cos" ? result : -result), "\(input)")
    }
  }

  private static let specialValues: [(String, Double, Double)] = [
    ("sin", Double.infinity, Double.nan), ("sin", -.infinity, .nan), ("cos", .infinity, .nan),
    ("tan", .infinity, .nan), ("cos", 0, 1), ("cos", -0.0, 1), ("cos", 1e-300, 1),
    ("log", 0, -.infinity), ("log", -0.0, -.infinity), ("log", -1, .nan),
    ("log", -.leastNonzeroMagnitude, .nan),
    ("log", -.infinity, .nan), ("log", .infinity, .infinity), ("log", 1, 0),
    ("exp", .infinity, .infinity), ("exp", -.infinity, 0), ("exp", 0, 1), ("exp", -0.0, 1),
    ("exp", .leastNonzeroMagnitude, 1), ("exp", 710, .infinity), ("exp", -746, 0),
    ("exp", -745, .leastNonzeroMagnitude),
    ("exp", 709.782712893384, 0x1.fffffffffff2ap1023),
    ("atan", .infinity, 0.5 * .pi), ("atan", -.infinity, -0.5 * .pi), ("atan", 1e300, 0.5 * .pi),
    ("asin", 1, 0.5 * .pi), ("asin", -1, -0.5 * .pi), ("asin", 1.0000000000000002, .nan),
    ("asin", -.infinity, .nan), ("sinh", .infinity, .infinity), ("sinh", -.infinity, -.infinity),
    ("sinh", 711, .infinity), ("sinh", -711, -.infinity),
  ]

  @Test(arguments: specialValues)
  func `has the special values of IEEE 754`(name: String, input: Double, result: Double) throws {
    let elementary = try #require(ElementaryFunction.all.first { $0.name == name })
    let actual = elementary.function(input)
    #expect(actual == result || (actual.isNaN && result.isNaN), "\(name) of \(input): \(actual)")
  }

  @Test
  func `does not step back where a function grows`() {
    // Neighbors on both sides of the places where the method or the table row changes.
    let places = [0.125, 40, 1, 0.7071067811865476, 0.785, 1.4140625, 0.5, 2, 0x1p-28, 709]
    for place in places {
      var input = place - 40 * place.ulp
      for _ in 0..<80 {
        let next = input.nextUp
        #expect(Elementary.exp(input) <= Elementary.exp(next), "\(input)")
        #expect(Elementary.log(input) <= Elementary.log(next), "\(input)")
        #expect(Elementary.atan(input) <= Elementary.atan(next), "\(input)")
        #expect(Elementary.sinh(input) <= Elementary.sinh(next), "\(input)")
        if next <= 1 { #expect(Elementary.asin(input) <= Elementary.asin(next), "\(input)") }
        input = next
      }
    }
  }

  @Test
  func `gives the same bits on every machine`() {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for elementary in ElementaryFunction.all {
      var numbers = Numbers(seed: 1)
      for _ in 0..<1_250 {
        let number = numbers.next()
        let whole = Double(Int32(bitPattern: number))
        let input =
          switch elementary.name {
          case "log": Double(bitPattern: UInt64(number >> 1) << 32 % (0x7ff << 52))
          case "asin": whole * 0x1p-31
          case "exp", "sinh": whole * 0x1p-22
          default: whole * 0x1p-20
          }
        var bits = elementary.function(input).bitPattern
        for _ in 0..<8 {
          digest = (digest ^ (bits & 0xff)) &* 0x100_0000_01b3
          bits >>= 8
        }
      }
    }
    // All 10,000 results are the doubles nearest to the true ones.
    #expect(digest == 0xee9e_871a_2a1d_9656)
  }
}
