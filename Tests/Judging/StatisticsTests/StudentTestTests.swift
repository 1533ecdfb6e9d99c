import Foundation
import Testing

@testable import Statistics

/// Against integrals by the rule of Simpson, and against printed tables.
@Suite("Student's test")
struct StudentTestTests {
  /// Both tails as parts of the integral of cos^(freedom - 1), by the angle whose tangent is
  /// t / √freedom.
  private func slowTails(beyond t: Double, _ freedom: Int) -> Double {
    func integral(from start: Double, to end: Double) -> Double {
      let count = 20_000
      let width = (end - start) / Double(count)
      return (0...count).reduce(0) { sum, index in
        let weight = index == 0 || index == count ? 1.0 : index.isMultiple(of: 2) ? 2 : 4
        return sum + weight * pow(cos(start + Double(index) * width), Double(freedom - 1))
      } * width / 3
    }
    let angle = atan(t / Double(freedom).squareRoot())
    return integral(from: angle, to: .pi / 2) / integral(from: 0, to: .pi / 2)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 12, 25, 58, 117, 400])
  func `tails are those of the integral`(freedom: Int) {
    for t in [0, 0.01, 0.3, 1, 2, 3.5, 5, 9] {
      let (tails, slow) = (StudentTest.tails(beyond: t, freedom), slowTails(beyond: t, freedom))
      #expect((tails - slow).magnitude < 1e-10, "\(t) with \(freedom): \(tails), \(slow)")
    }
  }

  /// The critical values of any table.
  @Test(arguments: [
    (1, 12.706, 0.05), (2, 4.303, 0.05), (5, 2.571, 0.05), (10, 2.228, 0.05), (30, 2.042, 0.05),
    (1, 63.657, 0.01), (4, 4.604, 0.01), (8, 3.355, 0.01), (60, 2.660, 0.01),
    (1, 636.62, 0.001), (3, 12.924, 0.001), (20, 3.850, 0.001), (120, 3.373, 0.001),
  ])
  func `critical values are those of the tables`(freedom: Int, t: Double, chance: Double) {
    let tails = StudentTest.tails(beyond: t, freedom)
    #expect((tails / chance - 1).magnitude < 2e-3, "\(tails)")
  }

  /// Student's own data of 1908: hours of sleep that two drugs gave.
  @Test
  func `published numbers come out`() {
    let dextro = Level(of: [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
    let laevo = Level(of: [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
    #expect((dextro.mean - 0.75).magnitude < 1e-15)
    #expect((StudentTest.pValue(dextro, laevo) - 0.07918671).magnitude < 1e-8)
    #expect(StudentTest.pValue(dextro, laevo) == StudentTest.pValue(laevo, dextro))
  }

  @Test(
    arguments: [
      ([5, 5, 5], [5, 5, 5], 1), ([5, 5, 5], [6, 6, 6], 0), ([5], [6], 1), ([5], [6, 6], 0),
      ([1e15, 1e15], [1e15 + 1, 1e15 + 1], 0),
      // A mean that is added up would differ in its last digit.
      (Array(repeating: 1 / 3, count: 7), Array(repeating: 1 / 3, count: 10), 1),
      ([0, 1, 2], [2, 1, 0], 1),
    ] as [([Double], [Double], Double)])
  func `exact values have another level for certain, or the same`(
    before: [Double], after: [Double], pValue: Double
  ) {
    #expect(StudentTest.pValue(Level(of: before[...]), Level(of: after[...])) == pValue)
  }

  @Test
  func `tails stay between nothing and all`() {
    for freedom in [1, 2, 3, 50, 2_000] {
      #expect(StudentTest.tails(beyond: 0, freedom) == 1)
      for t in [1e3, 1e30, 1e160, .infinity] {
        #expect((0...1e-3).contains(StudentTest.tails(beyond: t, freedom)), "\(t), \(freedom)")
      }
    }
  }
}
