import MapGeometry
import Support

extension MapRect {
  /// A rect of four numbers; null stands for infinity, as in a null rect.
  init(_ value: JSONValue) {
    let numbers = value.list.map { $0.isNull ? Double.infinity : $0.number }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Coordinate {
  init(_ value: JSONValue) {
    self.init(latitude: value[0].number, longitude: value[1].number)
  }
}

/// A small generator with a fixed seed, for worlds that are drawn.
struct Draw {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// A number from 0 to one below the limit.
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// A number from 0 to just below 1.
  mutating func fraction() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}
