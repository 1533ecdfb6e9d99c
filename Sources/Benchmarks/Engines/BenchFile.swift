public import MapGeometry

/// Points and viewports from files of little-endian doubles.
public enum BenchFile {
  /// Bytes of a point: longitude and latitude.
  public static let pointBytes = 16
  /// Bytes of a viewport: four degrees, and four edges on the unit square.
  public static let viewportBytes = 64
  /// The most points of a file that is read, of which a bench may take fewer.
  public static let mostPoints = 100_000_000
  /// The most viewports of a file that is read.
  public static let mostViewports = 1_000_000
  /// How many faults of a file are listed; the rest is counted.
  static let mostFaults = 5

  /// Reads pairs of longitude and latitude, in degrees.
  ///
  /// - Complexity: O(bytes).
  public static func points(_ bytes: [UInt8], name: String) -> BenchOutcome<[Coordinate]> {
    if let fault = sizeFault(bytes, record: pointBytes, name: name, holds: "lon,lat") {
      return .faults([fault])
    }
    var points: [Coordinate] = []
    points.reserveCapacity(bytes.count / pointBytes)
    var faults = FaultCounter(name: name)
    for first in stride(from: 0, to: bytes.count, by: pointBytes) {
      let place = Coordinate(
        latitude: double(bytes, at: first + 8), longitude: double(bytes, at: first))
      points.append(place)
      guard !Projection.isValid(place) else { continue }
      faults.add(
        record: first / pointBytes,
        "longitude \(place.longitude), latitude \(place.latitude) is no place",
        remedy: "write longitudes from -180 to 180, then latitudes from -90 to 90")
    }
    return faults.all.isEmpty ? .value(points) : .faults(faults.all)
  }

  /// Reads viewports: west, south, east, north in degrees, only checked, then the western,
  /// northern, eastern, southern edge on the square of the world, 1 wide, y to the south.
  ///
  /// - Complexity: O(bytes).
  public static func viewports(_ bytes: [UInt8], name: String) -> BenchOutcome<[BenchView]> {
    let holds = "minLon,minLat,maxLon,maxLat,minX,minY,maxX,maxY"
    if let fault = sizeFault(bytes, record: viewportBytes, name: name, holds: holds) {
      return .faults([fault])
    }
    var views: [BenchView] = []
    var faults = FaultCounter(name: name)
    for first in stride(from: 0, to: bytes.count, by: viewportBytes) {
      let numbers = (0..<8).map { double(bytes, at: first + 8 * $0) }
      guard let mistake = mistake(in: numbers) else {
        views.append(
          BenchView(minX: numbers[4], minY: numbers[5], maxX: numbers[6], maxY: numbers[7]))
        continue
      }
      faults.add(record: first / viewportBytes, mistake.message, remedy: mistake.remedy)
    }
    return faults.all.isEmpty ? .value(views) : .faults(faults.all)
  }

  private static func mistake(in numbers: [Double]) -> (message: String, remedy: String)? {
    guard numbers.allSatisfy(\.isFinite) else {
      return ("a number is infinite or none at all", "write eight finite numbers")
    }
    // A view may reach over the date line and beyond the poles of the map.
    guard numbers[0] <= numbers[2], numbers[1] <= numbers[3],
      abs(numbers[0]) <= 540, abs(numbers[2]) <= 540, abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
    else {
      return (
        "degrees \(numbers[0..<4].map { "\($0)" }.joined(separator: ",")) are no area",
        "write minLon,minLat,maxLon,maxLat, the smaller one first; longitudes go on beyond 180"
      )
    }
    let width = numbers[6] - numbers[4]
    let height = numbers[7] - numbers[5]
    // Down to a millimetre: a view that is next to nothing has no scale.
    guard width > 0x1p-35, height > 0x1p-35, width <= 2, height <= 8,
      numbers[4...].allSatisfy({ abs($0) <= 8 })
    else {
      return (
        "edges \(numbers[4...].map { "\($0)" }.joined(separator: ",")) are no part of the world",
        "write minX,minY,maxX,maxY on the square of the world, from 0 to 1, y to the south"
      )
    }
    guard height * BenchView.width <= width * BenchView.mostHeight else {
      let points = Int((height / width * BenchView.width).rounded())
      return (
        "a map \(Int(BenchView.width)) points wide would be \(points) points high",
        "write views of screens: a height of at most "
          + "\(Int(BenchView.mostHeight / BenchView.width)) widths"
      )
    }
    return nil
  }

  private static func sizeFault(
    _ bytes: [UInt8], record: Int, name: String, holds: String
  ) -> BenchDiagnostic? {
    guard bytes.isEmpty || bytes.count % record != 0 else { return nil }
    return BenchDiagnostic(
      .faultyFile,
      bytes.isEmpty
        ? "\(name) is empty"
        : "\(name) has \(bytes.count) bytes, which is no multiple of \(record)",
      remedy: "write records of little-endian doubles: \(holds)")
  }

  private static func double(_ bytes: [UInt8], at first: Int) -> Double {
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[first + index]) << UInt64(8 * index) }
    return Double(bitPattern: bits)
  }
}

/// The faults of one file.
private struct FaultCounter {
  let name: String
  private var faults: [BenchDiagnostic] = []
  private var more = 0

  init(name: String) { self.name = name }

  mutating func add(record: Int, _ message: @autoclosure () -> String, remedy: String) {
    guard faults.count < BenchFile.mostFaults else {
      more += 1
      return
    }
    faults.append(
      BenchDiagnostic(.faultyFile, "\(name), record \(record): \(message())", remedy: remedy))
  }

  var all: [BenchDiagnostic] {
    guard more > 0 else { return faults }
    return faults + [
      BenchDiagnostic(
        .faultyFile, "\(name): \(more) more of its records are wrong", remedy: "as above")
    ]
  }
}
