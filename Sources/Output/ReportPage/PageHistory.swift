internal import Formatting
internal import Pages
package import Reporting
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

  /// How the answer to a question moved over the last runs.
  package struct Trend: Sendable {
    /// The medians, the oldest first.
    package var medians: [Double]
    /// How far the last one moved, and since which run.
    package var words: String

    /// Makes a trend of its parts.
    package init(medians: [Double], words: String) {
      (self.medians, self.words) = (medians, words)
    }

    /// A line through the medians, from the least to the largest, with a dot at the last one.
    var line: String {
      let (least, most) = (medians.min() ?? 0, medians.max() ?? 0)
      let step = 116 / Double(max(1, medians.count - 1))
      let places = medians.enumerated().map { index, median in
        let part = most > least ? (median - least) / (most - least) : 0.5
        return (x: 2 + step * Double(index), y: 22 - 20 * part)
      }
      let points = places.map { "\(px: $0.x),\(px: $0.y)" }.joined(separator: " ")
      let dot = places.last.map { "<circle cx=\"\(px: $0.x)\" cy=\"\(px: $0.y)\" r=\"2\"/>" }
      return "<svg class=\"trend\" viewBox=\"0 0 120 24\" aria-hidden=\"true\">"
        + "<polyline points=\"\(points)\"/>\(dot ?? "")</svg>"
    }
  }

  /// The trends of the answers, where the history has earlier runs.
  package var trends: [ReportSection: Trend] = [:]
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
