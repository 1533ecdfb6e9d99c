internal import Formatting
internal import Pages
internal import Reporting
internal import Wire

/// The findings of a history of runs, for the page of one run.
public struct PageHistory: Sendable {
  /// A chart, already drawn by the history.
  public struct Chart: Sendable {
    /// The finding.
    public var title: String
    /// The drawing, as a whole SVG file.
    public var svg: String
    /// The titles of the columns of its numbers.
    public var columns: [String]
    /// Its numbers, row by row.
    public var rows: [[String]]

    /// Makes a chart of its parts.
    public init(title: String, svg: String, columns: [String], rows: [[String]]) {
      (self.title, self.svg, self.columns, self.rows) = (title, svg, columns, rows)
    }
  }

  /// The finding, in a sentence.
  public var sentence: String
  /// The charts of the changed series.
  public var charts: [Chart]

  /// Makes a history of its parts.
  public init(sentence: String, charts: [Chart]) {
    (self.sentence, self.charts) = (sentence, charts)
  }

  /// The part that the page draws on demand.
  ///
  /// Each chart is an image, so its styles stay inside it.
  var part: PageFragment {
    PageFragment("history", "history") { [charts] in
      [
        "charts": charts.map { chart -> PageTemplates.Context in
          [
            "title": chart.title, "columns": chart.columns,
            "source": "data:image/svg+xml;base64,"
              + PackedText.base64(Array(chart.svg.utf8)[...]),
            "rows": chart.rows.map { row -> PageTemplates.Context in
              ["name": row.first ?? "", "cells": Array(row.dropFirst())]
            },
          ]
        }
      ]
    }
  }
}
