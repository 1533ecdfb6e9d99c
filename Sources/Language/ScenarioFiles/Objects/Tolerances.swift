package import Counts
import Scenarios

extension ObjectKind {
  package static let tolerances = ObjectKind("tolerances")
  static let tolerance = ObjectKind("tolerance")
  static let countLimit = ObjectKind("count limit")
}

private enum ToleranceKeys {
  static let rows = Key(
    "tolerances", .list(.object(.tolerance), count: 1...1_000), .required,
    "How far counts may be from committed ones.",
    example: "[{metric: instructions, hard: {relative: 1 %}}]")
  static let metric = Key<CountedMetric>(
    "metric", .oneOf, .required, "The count.", example: "instructions")
  static let folder = Key(
    "folder", .text(Limits.titleLength), .optional,
    "The sessions whose ids begin with this folder.", example: "Callouts")
  static let session = Key(
    "session", .text(Limits.titleLength), .optional, "The session with this id.",
    example: "Callouts/subview-callouts")
  static let soft = Key(
    "soft", .object(.countLimit), .optional, "Beyond it a difference warns.",
    example: "{absolute: 1000}")
  static let hard = Key(
    "hard", .object(.countLimit), .optional, "Beyond it a difference fails.",
    example: "{absolute: 2000, relative: 1 %}")
  static let absolute = Key(
    "absolute", .whole(0...1_000_000_000_000), .default("0"), "Allowed whatever the count.",
    example: "2000")
  static let relative = Key(
    "relative", .share(0...1_000_000), .default("0 %"), "Allowed besides, of the committed count.",
    example: "1 %")
}

extension ScenarioSchema {
  /// The objects of the file of tolerances, which no scenario has.
  package static let ofTolerances = [
    ObjectSchema(
      .tolerances, "The limits of counts.", keys: [ToleranceKeys.rows],
      example: "tolerances: [{metric: instructions, hard: {relative: 1 %}}]"),
    ObjectSchema(
      .tolerance, "The limits of one count; the most specific row wins.",
      keys: [
        ToleranceKeys.metric, ToleranceKeys.folder, ToleranceKeys.session, ToleranceKeys.soft,
        ToleranceKeys.hard,
      ],
      rules: [
        .excludes(ToleranceKeys.folder.name, other: ToleranceKeys.session.name),
        .needsOneOf(
          ToleranceKeys.metric.name, others: [ToleranceKeys.soft.name, ToleranceKeys.hard.name]),
      ], example: "{metric: allocations, folder: Callouts, hard: {absolute: 5}}"),
    ObjectSchema(
      .countLimit, "A limit, the sum of its parts.",
      keys: [ToleranceKeys.absolute, ToleranceKeys.relative], example: "{absolute: 5}"),
  ]
}

extension ScenarioReader {
  /// Returns the limits of counts that a file sets, the defaults where there is none, or every
  /// diagnostic of the file.
  package func tolerances(at path: String) -> Result<CountTolerances, Diagnostics> {
    let content = files.content(at: path, limit: Limits.scenarioBytes)
    guard content != .missing else { return .success(CountTolerances()) }
    return ScenarioReader.document(file: path, content, of: .tolerances).flatMap { tree in
      var reader = TableReader(tree.source)
      let object = tree.root.flatMap {
        reader.object(.tolerances, $0, key: ObjectKind.tolerances.name, holder: $0.mark)
      }
      var rows: [CountTolerances.Row] = []
      for value in object?[ToleranceKeys.rows] ?? [] {
        guard case .object(let object) = value.content, let row = row(object, in: path) else {
          continue
        }
        if rows.contains(where: { $0.metric == row.metric && $0.scope == row.scope }) {
          reader.add(
            .meantTwice(row.metric.rawValue), at: object.mark(ofValue: ToleranceKeys.metric))
        }
        rows.append(row)
      }
      var diagnostics = tree.diagnostics
      diagnostics.addFollowing(reader.diagnostics)
      guard diagnostics.isEmpty else {
        return .failure(Diagnostics(diagnostics.listed(in: reader.texts)))
      }
      return .success(CountTolerances(rows))
    }
  }

  private func row(_ object: ReadObject, in file: String) -> CountTolerances.Row? {
    func limit(_ key: Key<ReadObject>) -> CountLimit? {
      guard let limit = object[key], let absolute = limit[ToleranceKeys.absolute],
        let relative = limit[ToleranceKeys.relative]
      else { return nil }
      return CountLimit(
        absolute: Int64(absolute), millionths: relative, place: "\(file):\(limit.mark.line)")
    }
    let scope =
      object[ToleranceKeys.session].map { CountTolerances.Scope.session($0) }
      ?? object[ToleranceKeys.folder].map { .folder($0) } ?? .all
    return object[ToleranceKeys.metric].map {
      CountTolerances.Row(
        $0, scope, soft: limit(ToleranceKeys.soft), hard: limit(ToleranceKeys.hard))
    }
  }
}
