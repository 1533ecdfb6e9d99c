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
  /// How many diagnostics of a file are listed; the rest is counted.
  static let diagnosticLimit = 5

  /// Reads pairs of longitude and latitude, in degrees, in O(bytes).
  public static func points(_ bytes: [UInt8], name: String) -> BenchOutcome<[Coordinate]> {
    records(bytes, of: pointBytes, name: name, holds: "lon,lat") { first in
      let place = Coordinate(
        latitude: double(bytes, at: first + 8), longitude: double(bytes, at: first))
      guard !Projection.isValid(place) else { return .success(place) }
      return .failure(
        BenchDiagnostic(
          .faultyFile, "longitude \(place.longitude), latitude \(place.latitude) is no place",
          remedy: "write longitudes from -180 to 180, then latitudes from -90 to 90"))
    }
  }

  /// Reads viewports, in O(bytes): west, south, east, north in degrees, only checked, then the
  /// western, northern, eastern, southern edge on the square of the world, 1 wide, y to the south.
  public static func viewports(_ bytes: [UInt8], name: String) -> BenchOutcome<[BenchView]> {
    let holds = "minLon,minLat,maxLon,maxLat,minX,minY,maxX,maxY"
    return records(bytes, of: viewportBytes, name: name, holds: holds) { first in
      let numbers = (0..<8).map { double(bytes, at: first + 8 * $0) }
      if let mistake = mistake(in: numbers) { return .failure(mistake) }
      return .success(
        BenchView(minX: numbers[4], minY: numbers[5], maxX: numbers[6], maxY: numbers[7]))
    }
  }

  /// Reads the records of a file, each from its first byte; the first mistakes are listed, the rest
  /// is counted.
  private static func records<Value>(
    _ bytes: [UInt8], of size: Int, name: String, holds: String,
    _ read: (_ first: Int) -> Result<Value, BenchDiagnostic>
  ) -> BenchOutcome<[Value]> {
    guard !bytes.isEmpty, bytes.count % size == 0 else {
      let message =
        bytes.isEmpty
        ? "\(name) is empty" : "\(name) has \(bytes.count) bytes, which is no multiple of \(size)"
      let remedy = "write records of little-endian doubles: \(holds)"
      return .diagnostics([BenchDiagnostic(.faultyFile, message, remedy: remedy)])
    }
    var values: [Value] = []
    values.reserveCapacity(bytes.count / size)
    var diagnostics: [BenchDiagnostic] = []
    var more = 0
    for record in 0..<bytes.count / size {
      switch read(record * size) {
      case .success(let value): values.append(value)
      case .failure where diagnostics.count >= diagnosticLimit: more += 1
      case .failure(var mistake):
        mistake.message = "\(name), record \(record): \(mistake.message)"
        diagnostics.append(mistake)
      }
    }
    if more > 0 {
      let message = "\(name): \(more) more of its records are wrong"
      diagnostics.append(BenchDiagnostic(.faultyFile, message, remedy: "as above"))
    }
    return diagnostics.isEmpty ? .value(values) : .diagnostics(diagnostics)
  }

  private static func mistake(in numbers: [Double]) -> BenchDiagnostic? {
    guard numbers.allSatisfy(\.isFinite) else {
      return BenchDiagnostic(
        .faultyFile, "a number is infinite or none at all", remedy: "write eight finite numbers")
    }
    // A view may reach over the date line and beyond the poles of the map.
    guard numbers[0] <= numbers[2], numbers[1] <= numbers[3],
      abs(numbers[0]) <= 540, abs(numbers[2]) <= 540, abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
    else {
      return BenchDiagnostic(
        .faultyFile, "degrees \(numbers[0..<4].map { "\($0)" }.joined(separator: ",")) are no area",
        remedy:
          "write minLon,minLat,maxLon,maxLat, the smaller one first; longitudes go on beyond 180")
    }
    let width = numbers[6] - numbers[4]
    let height = numbers[7] - numbers[5]
    // Down to a millimeter: a view that is next to nothing has no scale.
    guard width > 0x1p-35, height > 0x1p-35, width <= 2, height <= 8,
      numbers[4...].allSatisfy({ abs($0) <= 8 })
    else {
      return BenchDiagnostic(
        .faultyFile,
        "edges \(numbers[4...].map { "\($0)" }.joined(separator: ",")) are no part of the world",
        remedy: "write minX,minY,maxX,maxY on the square of the world, from 0 to 1, y to the south")
    }
    guard height * BenchView.width <= width * BenchView.mostHeight else {
      let points = Int((height / width * BenchView.width).rounded())
      return BenchDiagnostic(
        .faultyFile, "a map \(Int(BenchView.width)) points wide would be \(points) points high",
        remedy: "write views of screens: a height of at most "
          + "\(Int(BenchView.mostHeight / BenchView.width)) widths")
    }
    return nil
  }

  private static func double(_ bytes: [UInt8], at first: Int) -> Double {
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[first + index]) << UInt64(8 * index) }
    return Double(bitPattern: bits)
  }
}
