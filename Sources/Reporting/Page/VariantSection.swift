internal import Formatting
internal import Measures
internal import Metrics

/// Variants side by side.
enum VariantSection {
  typealias Context = PageTemplates.Context

  private static let variantLimit = 150

  static func variants(of run: RunReport, _ anchors: HTMLPage.Anchors) -> [Context] {
    let all = VariantTable.tables(of: run)
    guard !all.isEmpty else { return [] }
    let tables = all.prefix(variantLimit)
    return [
      [
        "title": VariantTable.title,
        "help": VariantTable.help + " Bold is the better value. "
          + HTMLPage.more(all.count - tables.count, "scenario"),
        "tables": tables.map { table in variantTable(table, anchors) },
      ]
    ]
  }

  private static func variantTable(_ table: VariantTable, _ anchors: HTMLPage.Anchors) -> Context {
    let expected = table.rows.filter(\.isExpected)
    let others = table.rows.filter { !$0.isExpected }
    return [
      "title": table.sessions[0].name, "file": table.sessions[0].file,
      "isEmpty": table.rows.isEmpty,
      "columns": zip(table.sessions, table.names).map { session, name -> Context in
        [
          "name": name, "anchor": anchors.name(of: session), "isGood": session.outcome.isGood,
          "modes": Set(session.clusterings.map(\.words)).count == 1
            ? session.clusterings[0].words : "",
        ]
      },
      "groups": [("expected", expected), ("also different", others)].filter { !$0.1.isEmpty }
        .map { name, rows -> Context in
          ["name": name, "span": table.names.count + 1, "rows": rows.map(variantRow)]
        },
    ]
  }

  private static func variantRow(_ row: VariantTable.Row) -> Context {
    [
      "name": row.metric.name, "scope": row.scope, "help": row.metric.definition.help,
      "cells": row.cells.map { cell -> Context in
        [
          "text": cell.text, "exact": cell.exact,
          "kind": cell.value.isMeasured ? (cell.isBest ? "best" : "") : "none",
          "rules": cell.rules.map { ["words": $0.words, "kind": $0.isKept ? "good" : "bad"] },
        ]
      },
    ]
  }
}
