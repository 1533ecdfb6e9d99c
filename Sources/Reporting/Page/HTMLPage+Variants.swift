internal import Measures
internal import Metrics

/// Variants side by side.
extension HTMLPage {
  /// The most scenarios whose variants stand side by side.
  private static let variantLimit = 150

  static func variants(of run: RunReport, _ anchors: Anchors) -> [Context] {
    let all = VariantTable.tables(of: run)
    guard !all.isEmpty else { return [] }
    let tables = all.prefix(variantLimit)
    return [
      [
        "title": VariantTable.title,
        "help": VariantTable.help + " Bold is the better value. "
          + more(all.count - tables.count, "scenario"),
        "tables": tables.map { table in variantTable(table, anchors) },
      ]
    ]
  }

  private static func variantTable(_ table: VariantTable, _ anchors: Anchors) -> Context {
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
          "text": cell.text,
          "exact": cell.exact,
          "kind": cell.value.isMeasured ? (cell.isBest ? "best" : "") : "none",
          "demands": cell.demands.map { demand -> Context in
            ["words": demand.words, "kind": demand.isKept ? "good" : "bad"]
          },
        ]
      },
    ]
  }

  /// The mode and the mends of each layer with clusters.
  static func clusterings(of session: SessionReport) -> [Context] {
    session.clusterings.map { clustering in
      ["layer": clustering.layer, "words": clustering.words, "mends": clustering.mendWords]
    }
  }

  static let variantsTemplate = """
    <section id="variants">
    <h2>{{title}}</h2>
    <p class="help">{{help}}</p>
    {{#tables}}
    <div class="variants">
    <h3>{{title}} <small>{{file}}</small></h3>
    {{#isEmpty}}<p class="nothing">Its variants do not differ.</p>{{/isEmpty}}
    <div class="scroll"><table>
    <thead><tr><th></th>
    {{#columns}}<th><a href="#{{anchor}}" title="{{modes}}"><i class="{{#isGood}}good{{/isGood}}\
    {{^isGood}}bad{{/isGood}}"></i>{{name}}</a></th>{{/columns}}</tr></thead>
    {{#groups}}
    <tbody>
    <tr class="heading"><th colspan="{{span}}">{{name}}</th></tr>
    {{#rows}}
    <tr><th title="{{help}}">{{name}} <small>{{scope}}</small></th>
    {{#cells}}<td class="{{kind}}" title="{{exact}}">{{text}}
    {{#demands}}<small class="{{kind}}">{{words}}</small>{{/demands}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    {{/groups}}
    </table></div>
    </div>
    {{/tables}}
    </section>

    """
}
