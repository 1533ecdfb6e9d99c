public import MapGeometry

/// Every decision of the model that a scenario's `options` can change.
public struct ModelOptions: Hashable, Sendable {
  /// Those of the map's behaviour.
  public var map: MapOptions
  /// Those of its geometry; the region fit is set by the key `map`.
  public var viewport: ViewportOptions

  /// Makes options of their parts.
  public init(map: MapOptions = .standard, viewport: ViewportOptions = .standard) {
    self.map = map
    self.viewport = viewport
  }

  /// Sets the option of a key to a value that the declaration of `options` lets pass.
  ///
  /// - Returns: Whether there is such a key and it takes the value.
  public mutating func set(_ key: String, to scalar: Scalar) -> Bool {
    ModelOptions.entries.first { $0.field.key == key }?.set(&self, scalar) ?? false
  }
}

/// One decision among others: its key in the language, and where its value is kept.
struct OptionEntry<Options>: Sendable {
  typealias Path<Value> = WritableKeyPath<Options, Value> & Sendable

  let field: Field
  /// The value as a scenario would write it.
  let words: @Sendable (Options) -> String
  /// Takes a value, or gives false when it is none of the field's.
  let set: @Sendable (inout Options, Scalar) -> Bool
}

extension OptionEntry<ModelOptions> {
  /// An option that is one of several words.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any Path<Value>, _ help: String, example: Value
  ) -> Self {
    OptionEntry(
      field: Field(
        key, .choice(Value.allCases.map(\.rawValue)),
        .standard(ModelOptions()[keyPath: path].rawValue), help, example: example.rawValue),
      words: { $0[keyPath: path].rawValue },
      set: { options, scalar in
        guard case .text(let text) = scalar, let value = Value(rawValue: text) else { return false }
        options[keyPath: path] = value
        return true
      })
  }

  /// An option that is or is not so.
  static func flag(_ key: String, _ path: any Path<Bool>, _ help: String) -> Self {
    let isStandard = ModelOptions()[keyPath: path]
    return OptionEntry(
      field: Field(
        key, .flag, .standard(words(isStandard)), help, example: words(!isStandard)),
      words: { words($0[keyPath: path]) },
      set: { options, scalar in
        guard case .flag(let value) = scalar else { return false }
        options[keyPath: path] = value
        return true
      })
  }

  private static func words(_ flag: Bool) -> String { flag ? "yes" : "no" }

  /// An option that is a whole number.
  static func whole(
    _ key: String, _ range: ClosedRange<Int64>, _ path: any Path<Int>, _ help: String, example: Int
  ) -> Self {
    OptionEntry(
      field: Field(
        key, .whole(range), .standard("\(ModelOptions()[keyPath: path])"), help,
        example: "\(example)"),
      words: { "\($0[keyPath: path])" },
      set: { options, scalar in
        guard case .whole(let value) = scalar else { return false }
        options[keyPath: path] = Int(value)
        return true
      })
  }

  /// An option that is a number.
  static func decimal(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self {
    number(key, .decimal(range), path, help, example: example) { Shape.words($0) }
  }

  /// An option that is a length on the screen, in points.
  static func points(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self {
    number(key, .points(range), path, help, example: example) { "\(Shape.words($0)) pt" }
  }

  private static func number(
    _ key: String, _ shape: Shape, _ path: any Path<Double>, _ help: String, example: Double,
    words: @escaping @Sendable (Double) -> String
  ) -> Self {
    OptionEntry(
      field: Field(
        key, shape, .standard(words(ModelOptions()[keyPath: path])), help, example: words(example)),
      words: { words($0[keyPath: path]) },
      set: { options, scalar in
        guard case .decimal(let value) = scalar else { return false }
        options[keyPath: path] = value
        return true
      })
  }

  /// An option that is a scale in map points for each point, written as a zoom level.
  static func zoomLevel(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: String
  ) -> Self {
    OptionEntry(
      field: Field(
        key, .levels(range), .standard(zoomWords(ModelOptions()[keyPath: path])), help,
        example: example),
      words: { zoomWords($0[keyPath: path]) },
      set: { options, scalar in
        guard case .decimal(let level) = scalar else { return false }
        options[keyPath: path] = Viewport.mapPointsPerPoint(atZoomLevel: level)
        return true
      })
  }

  /// A scale as a zoom level, to a billionth: more is rounding.
  private static func zoomWords(_ mapPointsPerPoint: Double) -> String {
    let map = Viewport(
      size: ScreenSize(width: 1, height: 1), center: MapPoint(x: 0, y: 0),
      mapPointsPerPoint: mapPointsPerPoint, headingDegrees: 0, options: .standard)
    return "\(Shape.words((map.zoomLevel * 1e9).rounded() / 1e9)) levels"
  }

  /// An option that is a length of simulated time.
  static func time(
    _ key: String, _ range: ClosedRange<SimulatedTime>, _ path: any Path<SimulatedTime>,
    _ help: String, example: SimulatedTime
  ) -> Self {
    OptionEntry(
      field: Field(
        key, .duration(range), .standard(Shape.words(ModelOptions()[keyPath: path])), help,
        example: Shape.words(example)),
      words: { Shape.words($0[keyPath: path]) },
      set: { options, scalar in
        guard case .duration(let value) = scalar else { return false }
        options[keyPath: path] = value
        return true
      })
  }
}
