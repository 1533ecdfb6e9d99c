import ExactMath
import MapGeometry
import Support
import Testing

/// The projections are computed in a short way; it has to give the doubles of the long one, which
/// calls one elementary function after the other.
@Suite("Quick projection")
struct QuickProjectionTests {
  private static func latitude(forMapY y: Double) -> Double {
    let angle = Double.pi - 2 * Double.pi * y / MapSize.worldSide
    return Elementary.atan(Elementary.sinh(angle)) * (180 / Double.pi)
  }

  private static func mapY(forLatitude latitude: Double, limit: Double) -> Double {
    let sine = Elementary.sin(max(-limit, min(limit, latitude)) * (Double.pi / 180))
    return (0.5 - Elementary.log((1 + sine) / (1 - sine)) / (4 * Double.pi)) * MapSize.worldSide
  }

  private static func expectSame(_ short: Double, _ long: Double, of input: Double) {
    // Whatever is no number is as good as any other.
    guard short.bitPattern != long.bitPattern, !(short.isNaN && long.isNaN) else { return }
    Issue.record("\(short) instead of \(long) for \(input)")
  }

  /// What is no place, what lies on an edge, and what is next to where the method changes.
  private static let special: [Double] = {
    let world = MapSize.worldSide
    var result: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0, -1,
      world, world + 1, -world, 3 * world, 85, -85, 85.05, 90, 90.5, 1e-7, 1e-10, 0x1p-27,
    ]
    // Of the table of sinh: its rows, the middles between them, the way for small numbers.
    let angles = (0...101).map { Double($0) / 32 } + [0.125, 3.15, .pi, 0x1p-20, 0x1p-27, 0x1p-28]
    result += angles.map { (Double.pi - $0) / (2 * .pi) * world }
    // Of the table of sines, in degrees.
    result += (0...192).map { Double($0) / 128 * (180 / Double.pi) }
    result += [1.5, 0x1p-20, 0x1p-28].map { $0 * (180 / Double.pi) }
    return result
  }()

  @Test
  func `gives the latitude of the functions at special places and next to them`() {
    for place in QuickProjectionTests.special {
      for input in [place, place.nextUp, place.nextDown, MapSize.worldSide - place] {
        QuickProjectionTests.expectSame(
          Projection.latitude(forMapY: input), QuickProjectionTests.latitude(forMapY: input),
          of: input)
      }
    }
  }

  @Test(arguments: [85, 60, Projection.worldLatitudeEdge, 90])
  func `gives the y of the functions at special places and next to them`(limit: Double) {
    let projection = Projection(latitudeLimit: limit)
    for place in QuickProjectionTests.special {
      for input in [place, place.nextUp, place.nextDown, -place] {
        QuickProjectionTests.expectSame(
          projection.mapY(forLatitude: input),
          QuickProjectionTests.mapY(forLatitude: input, limit: limit), of: input)
      }
    }
  }

  @Test
  func `gives the latitudes and the y of the functions everywhere`() {
    var numbers = Numbers(seed: 61)
    for round in 0..<60_000 {
      // Most all over the world, the others closer and closer to the equator.
      let part = round % 3 == 0 ? Double(sign: .plus, exponent: -(round % 41), significand: 1) : 1
      let y = (0.5 + part * numbers.next(in: -0.52...0.52)) * MapSize.worldSide
      QuickProjectionTests.expectSame(
        Projection.latitude(forMapY: y), QuickProjectionTests.latitude(forMapY: y), of: y)
      let latitude = part * numbers.next(in: -86...86)
      QuickProjectionTests.expectSame(
        Projection.mapKit.mapY(forLatitude: latitude),
        QuickProjectionTests.mapY(forLatitude: latitude, limit: 85), of: latitude)
    }
  }

  @Test
  func `gives both edges of a region those of the functions, wherever the other one lies`() {
    var numbers = Numbers(seed: 62)
    let edges =
      QuickProjectionTests.special + (0..<60).map { _ in numbers.next(in: -0.1...1.1) * 0x1p28 }
    for north in edges where north.magnitude < 0x1p30 {
      for south in edges where south.magnitude < 0x1p30 {
        let rect = MapRect(x: 0, y: north, width: 1, height: south - north)
        let span = Projection.region(for: rect).span
        QuickProjectionTests.expectSame(
          span.latitudeDelta,
          QuickProjectionTests.latitude(forMapY: rect.minY)
            - QuickProjectionTests.latitude(forMapY: rect.maxY), of: north)
      }
    }
  }
}
