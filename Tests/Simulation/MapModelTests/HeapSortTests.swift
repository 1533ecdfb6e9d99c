import MapConfiguration
import MapGeometry
import Support
import Testing

/// Sorting in place.
@Suite("Heap sort")
struct HeapSortTests {
  @Test(arguments: 0..<8)
  func `sorts every list of few numbers`(count: Int) {
    let total = (0..<count).reduce(1) { product, _ in product * 5 }
    for number in stride(from: 0, to: total, by: count > 6 ? 7 : 1) {
      var rest = number
      var list: [Int] = []
      for _ in 0..<count {
        list.append(rest % 5)
        rest /= 5
      }
      let expected = list.sorted()
      list.heapSort()
      #expect(list == expected)
    }
  }

  @Test(arguments: 0..<20)
  func `sorts many numbers`(seed: Int) {
    var dice = Dice(seed: seed)
    var list = (0..<500).map { _ in dice.below(seed % 2 == 0 ? 10 : 100_000) }
    let expected = list.sorted()
    list.heapSort()
    #expect(list == expected)
  }
}
