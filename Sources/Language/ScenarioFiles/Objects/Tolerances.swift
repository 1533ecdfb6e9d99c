package import Counts
import Scenarios

extension ObjectKind {
  package static let tolerances = ObjectKind("tolerances")
  static let tolerance = ObjectKind("tolerance")
  static let countLimit = ObjectKind("count limit")
  static let historyLimit = ObjectKind("history limit")
}

private enum ToleranceKeys {
  static let rows = Key(
    "tolerances", .list(.object(.tolerance), count: 1...1_000), .optional,
    "How far counts may be from committed ones.",
    example: "[{metric: instructions, hard: {relative: 1 %}}]")
  static let history = Key(
    "history", .list(.object(.historyLimit), count: 1...1_000), .optional,
    "How much worse a level may become before `history gate` fails.",
    example: "[{branch: main, limit: 1 %}]")
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

private enum HistoryLimitKeys {
  static let branch = Key(
    "branch", .text(Limits.titleLength), .optional,
    "The branch that `--branch` names; without it the row is for all.", example: "main")
  static let metric = Key(
    "metric", .text(Limits.titleLength), .optional,
    "The metric of facts, the count or `processor time`; without it the row is for all.",
    example: "views created")
  static let limit = Key(
    "limit", .text(Limits.titleLength), .required,
    "A part of the level, a number, or standard deviations of the level before.", example: "1 %")
}

extension ScenarioSchema {
  /// The objects of the file of tolerances, which no scenario has.
  package static let ofTolerances = [
    ObjectSchema(
      .tolerances, "The limits of counts and of levels in a history.",
      keys: [ToleranceKeys.rows, ToleranceKeys.history],
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
    ObjectSchema(
      .historyLimit, "A limit of levels in a history; rows of the branch win.",
      keys: [HistoryLimitKeys.branch, HistoryLimitKeys.metric, HistoryLimitKeys.limit],
      example: "{branch: main, metric: views created, limit: 3}"),
  ]
}

/// A limit of levels that a file sets.
package struct HistoryLimit: Hashable, Sendable {
  /// The branch that it is for; nil for all.
  package let branch: String?
  /// The quantity that it is for; nil for all.
  package let metric: String?
  /// The limit, such as `5 %`.
  package let limit: String
}

extension ScenarioReader {
  /// Returns the limits of counts that a file sets, the defaults where there is none, or every
  /// diagnostic of the file.
  package func tolerances(at path: String) -> Result<CountTolerances, Diagnostics> {
    limits(at: path) { object, reader in
      var rows: [CountTolerances.Row] = []
      for object in reader.objects(object?[ToleranceKeys.rows]) {
        guard let row = row(object, in: path) else { continue }
        if rows.contains(where: { $0.metric == row.metric && $0.scope == row.scope }) {
          reader.add(
            .meantTwice(row.metric.rawValue), at: object.mark(ofValue: ToleranceKeys.metric))
        }
        rows.append(row)
      }
      return rows
    }.map { CountTolerances($0) }
  }

  /// Returns the limits of levels that a file sets, or every diagnostic of the file.
  ///
  /// - Parameters:
  ///   - path: The file, which may be missing.
  ///   - metrics: The names of all quantities of histories.
  ///   - isLimit: Whether a text is a limit.
  /// - Returns: The rows in their order; none without a file.
  package func historyLimits(
    at path: String, metrics: [String], isLimit: (String) -> Bool
  ) -> Result<[HistoryLimit], Diagnostics> {
    limits(at: path) { object, reader in
      var rows: [HistoryLimit] = []
      for object in reader.objects(object?[ToleranceKeys.history]) {
        guard let limit = object[HistoryLimitKeys.limit] else { continue }
        let (branch, metric) = (object[HistoryLimitKeys.branch], object[HistoryLimitKeys.metric])
        if let metric, !metrics.contains(metric) {
          let suggestions = reader.suggestions(for: metric, among: metrics)
          reader.add(
            .unknownMetric(metric, suggestions: suggestions),
            at: object.mark(ofValue: HistoryLimitKeys.metric))
        }
        if !isLimit(limit) {
          reader.add(.historyLimit(limit), at: object.mark(ofValue: HistoryLimitKeys.limit))
        }
        if rows.contains(where: { $0.branch == branch && $0.metric == metric }) {
          let name = [metric ?? "limit", branch].compactMap(\.self).joined(separator: " of ")
          reader.add(.meantTwice(name), at: object.mark)
        }
        rows.append(HistoryLimit(branch: branch, metric: metric, limit: limit))
      }
      return rows
    }
  }

  /// Reads rows of a file; none without a file.
  private func limits<Row>(
    at path: String, _ read: (ReadObject?, inout TableReader) -> [Row]
  ) -> Result<[Row], Diagnostics> {
    let content = files.content(at: path, limit: Limits.scenarioBytes)
    guard content != .missing else { return .success([]) }
    return ScenarioReader.document(file: path, content, of: .tolerances).flatMap { tree in
      var reader = TableReader(tree.source)
      let object = tree.root.flatMap {
        reader.object(.tolerances, $0, key: ObjectKind.tolerances.name, holder: $0.mark)
      }
      let rows = read(object, &reader)
      var diagnostics = tree.diagnostics
      diagnostics.addFollowing(reader.diagnostics)
      guard diagnostics.isEmpty else {
        return .failure(Diagnostics(diagnostics.listed(in: reader.texts)))
      }
      return .success(rows)
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

extension TableReader {
  /// The objects of a list.
  fileprivate func objects(_ values: [ReadValue]?) -> [ReadObject] {
    (values ?? []).compactMap { value in
      if case .object(let object) = value.content { object } else { nil }
    }
  }
}
