internal import Formatting
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting

/// Variants side by side.
enum VariantSection {
  typealias Context = PageTemplates.Context

  /// A table for each file with variants.
  static func parts(of run: RunReport) -> [PageFragment] {
    VariantTable.groups(of: run).map { sessions in
      PageFragment(name(of: sessions[0]), "variants") { variantTable(VariantTable(sessions)) }
    }
  }

  /// The name of the table in which a session stands.
  static func name(of session: SessionReport) -> String { "variants \(session.fileID)" }

  private static func variantTable(_ table: VariantTable) -> Context {
    let expected = table.rows.filter(\.isExpected)
    let others = table.rows.filter { !$0.isExpected }
    return [
      "title": VariantTable.title, "help": VariantTable.help + " Bold is the better value.",
      "isEmpty": table.rows.isEmpty,
      "columns": zip(table.sessions, table.names).map { session, name -> Context in
        [
          "name": name, "anchor": session.anchor, "isGood": session.outcome.isGood,
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
      "name": row.subject.name, "scope": row.scope, "help": row.subject.help,
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
