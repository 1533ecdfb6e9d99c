import ExactMath
import Testing

@Suite("Random streams")
struct RandomStreamTests {
  @Test
  func `pins the first numbers of the generator`() {
    var stream = RandomStream(seed: 7, name: "download")
    #expect(
      (0..<4).map { _ in stream.next() } == [
        0xa1f8_51f4_2053_5a49, 0xf410_d2f9_5e5e_e693,
        0xf476_eb24_e28a_d6c6, 0x1888_0d72_477d_570a,
      ])
  }

  @Test
  func `streams of other names and seeds differ`() {
    var first = RandomStream(seed: 7, name: "download")
    var second = RandomStream(seed: 7, name: "gesture")
    var third = RandomStream(seed: 8, name: "download")
    let draws = [first.next(), second.next(), third.next()]
    #expect(Set(draws).count == 3)
  }

  @Test
  func `draws stay within their bound and reach every number`() {
    var stream = RandomStream(seed: 1, name: "bound")
    var seen = [Int](repeating: 0, count: 7)
    for _ in 0..<7_000 { seen[Int(stream.next(through: 6))] += 1 }
    for (number, times) in seen.enumerated() {
      #expect((800...1_200).contains(times), "\(number) was drawn \(times) times")
    }
  }
}
