internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages

/// The page of heat maps: where on the screen each adjuster goes wrong, and from which zoom on.
///
/// It is one file that loads nothing, in the style of the report's page.
public enum AdjusterPage {
  /// The page's text: maps of the first grid, and tables of the other grids.
  public static func text(of survey: AdjusterSurvey) -> String {
    templates.render("page", context(of: survey))
  }

  typealias Context = PageTemplates.Context

  private static let templates = PageTemplates([
    (name: "page", text: WebFile.adjusters.replacing("{{! patterns }}", with: patterns)),
    (name: "adjuster", text: WebFile.adjuster), (name: "legend", text: WebFile.adjusterLegend),
    (name: "fault", text: WebFile.adjusterFault), (name: "sizes", text: WebFile.adjusterSizes),
  ])

  /// Two fill patterns: hatched cells are not applicable, dotted cells lie beyond the world's edge.
  static let patterns = """
    <pattern id="hatch" width="2.4" height="2.4" patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"><rect class="h0" width="2.4" height="2.4"/>
    <rect class="h1" width=".7" height="2.4"/></pattern>
    <pattern id="ended" width="2" height="2" patternUnits="userSpaceOnUse"><rect class="k"
    width="2" height="2"/><circle class="h2" cx="1" cy="1" r=".42"/></pattern>

    """

  private static let style =
    WebFile.adjusterColorsCSS + WebFile.adjusterMapsCSS + WebFile.adjustersCSS

  static let compared: [Criterion] = [
    .inside, .zoomUnchanged, .minimalShift, .untouchedWhenVisible,
  ]

  private static func context(of survey: AdjusterSurvey) -> Context {
    let report = survey.main
    let map = HeatMap(report.grid)
    let adjusters = Array(report.names.indices)
    return [
      "style": PageStyle.text + style, "headline": headline(of: survey),
      "trials": MetricText.count(Int64(survey.trials)),
      "facts": AdjusterWords.facts(of: survey).map { ["name": $0.name, "value": $0.value] },
      "sketch": AdjusterThumbnail(report.grid).markup,
      "names": adjusters.map { ["name": report.names[$0], "anchor": anchor($0)] },
      "compared": compared.map { compare($0, of: report, map) },
      "halves": zip(["Left", "right"], halves(of: report.grid)).map { side, half in
        "\(side): \(words(for: half, of: report.grid))"
      }.joined(separator: "; "),
      "criteria": AdjusterReport.criteria.map { criterion -> Context in
        [
          "code": criterion.code, "title": criterion.words,
          "help": criterion.metric.definition.help,
          "cells": adjusters.map { adjuster -> Context in
            let tally = survey.outcome(of: adjuster, criterion).counts
            return ["text": AdjusterWords.kept(tally), "kind": kind(of: tally)]
          },
        ]
      }, "worldEndNote": AdjusterWords.worldEndNote,
      "brokenNote": AdjusterWords.needsBrokenNote(survey) ? AdjusterWords.brokenNote : "",
      "sessionNote": AdjusterWords.sessionNote(survey),
      "adjusters": adjusters.map { section(on: $0, of: survey, map) },
      "legend": legend, "hasSizes": survey.reports.count > 1,
    ]
  }

  /// The farther and the closer half of the zoom levels; their failures have different reasons.
  static func halves(of grid: AdjusterGrid) -> [Range<Int>] {
    let count = grid.zoomLevels.count
    return count > 1 ? [0..<count / 2, count / 2..<count] : [0..<1]
  }

  static func words(for zooms: Range<Int>, of grid: AdjusterGrid) -> String {
    let (first, last) = (grid.zoomLevels[zooms.lowerBound], grid.zoomLevels[zooms.upperBound - 1])
    let names = [first, last].map(AdjusterWords.name(ofZoom:))
    return first == last
      ? "zoom \(AdjusterWords.number(first)) (\(names[0]))"
      : "zoom \(AdjusterWords.number(first)) to \(AdjusterWords.number(last)) "
        + "(\(names[0]) to \(names[1]))"
  }

  private static func compare(
    _ criterion: Criterion, of report: AdjusterReport, _ map: HeatMap
  ) -> Context {
    [
      "code": criterion.code, "title": criterion.words,
      "cells": report.names.indices.map { adjuster -> Context in
        let tally = report.tally(of: adjuster, criterion)
        let name = "\(criterion.title) of \(report.names[adjuster])"
        return [
          "halves": halves(of: report.grid).map { half in
            [
              "svg": map.markup(
                of: report.marks(of: adjuster, criterion, zooms: half), criterion,
                named: "\(name), \(words(for: half, of: report.grid))")
            ]
          }, "kept": AdjusterWords.kept(tally), "kind": kind(of: tally),
          "anchor": anchor(adjuster, criterion, isBroken: tally.brokenInWorld > 0),
        ]
      },
    ]
  }

  private static func headline(of survey: AdjusterSurvey) -> String {
    let good = survey.names.indices.filter { AdjusterWords.broken(by: $0, of: survey).isEmpty }
    let count = MetricText.things(survey.names.count, "way", "ways")
    let start = "\(count) to make room for a callout: "
    guard !good.isEmpty else { return start + "none keeps every criterion that was asked" }
    let names = TextLayout.and(good.map { "“\(survey.names[$0])”" })
    return start + "\(names) \(good.count == 1 ? "keeps" : "keep") every criterion that was asked"
  }

  private static func anchor(_ adjuster: Int) -> String { "adjuster-\(adjuster + 1)" }

  private static func anchor(_ adjuster: Int, _ criterion: Criterion, isBroken: Bool) -> String {
    isBroken ? "\(anchor(adjuster))-\(criterion.code)" : anchor(adjuster)
  }

  static func kind(of tally: CriterionCounts) -> String {
    if tally.asked == 0 { return "none" }
    return tally.isKeptWhereWorldGoesOn ? "good" : "bad"
  }

  /// The colors with what they mean.
  private static var legend: [Context] {
    [
      row(
        "misplaced or moved by", .points, AdjusterResultCell.pointLimits, "pt",
        beyond: "more, or refused elsewhere"),
      row(
        "scale changed by", .scale, AdjusterResultCell.scaleLimits.map { $0 * 100 }, "%",
        beyond: "more"),
    ]
  }

  private static func row(
    _ title: String, _ unit: CriterionMeasure.Unit, _ limits: [Double], _ name: String,
    beyond: String
  ) -> Context {
    let texts =
      limits.enumerated().map { index, limit in
        let number = AdjusterWords.number(limit)
        return index == 0 ? "up to \(number) \(name)" : "to \(number)"
      } + [beyond]
    let letter = HeatMap.letter(of: unit)
    return [
      "title": title,
      "keys": texts.enumerated().map { ["class": "\(letter)\($0.offset)", "text": $0.element] },
    ]
  }
}

extension AdjusterPage {
  private static func section(
    on adjuster: Int, of survey: AdjusterSurvey, _ map: HeatMap
  ) -> Context {
    let report = survey.main
    let levels = report.grid.zoomLevels
    let hasSizes = survey.reports.count > 1
    let failures = AdjusterReport.criteria.compactMap { criterion -> Context? in
      // A criterion that the main grid keeps is drawn on the first grid that breaks it.
      survey.outcome(of: adjuster, criterion).first.map { first in
        first == 0
          ? failure(criterion, of: adjuster, in: report, map)
          : failure(
            criterion, of: adjuster, in: survey.reports[first],
            HeatMap(survey.reports[first].grid), isElsewhere: true)
      }
    }
    return [
      "anchor": anchor(adjuster), "name": survey.names[adjuster],
      "verdict": AdjusterWords.verdict(on: adjuster, of: survey),
      "size": hasSizes ? AdjusterWords.size(of: report.grid) + ", at" : "at",
      "sizes": hasSizes ? [sizes(of: adjuster, in: survey)] : [],
      "zooms": levels.map {
        ["level": AdjusterWords.number($0), "name": AdjusterWords.name(ofZoom: $0)]
      }, "rows": AdjusterReport.criteria.map { row($0, of: adjuster, in: report) },
      "faults": failures,
    ]
  }

  private static func row(
    _ criterion: Criterion, of adjuster: Int, in report: AdjusterReport
  ) -> Context {
    let tally = report.tally(of: adjuster, criterion)
    return [
      "code": criterion.code, "title": criterion.words, "help": criterion.metric.definition.help,
      "cells": report.grid.zoomLevels.indices.map { zoom -> Context in
        cell(
          AdjusterWords.worstShare(of: adjuster, criterion, zoom: zoom, in: report),
          isEnded: report.tally(of: adjuster, criterion, zoom: zoom).brokenByWorldEnd > 0)
      }, "worst": tally.worst.map { AdjusterWords.amount(of: $0) } ?? "",
      "place": tally.worst.map { AdjusterWords.place($0.place, on: report.grid) } ?? "",
    ]
  }

  /// A cell with the share that is broken, in percent; nil where nothing was asked.
  private static func cell(_ share: Int?, isEnded: Bool) -> Context {
    guard let share else { return ["text": MetricText.never, "kind": "none", "share": 0] }
    return [
      "text": share == 0 ? (isEnded ? "*" : "·") : "\(share)",
      "kind": share == 0 ? "zero" : share > 55 ? "full" : "part", "share": share,
    ]
  }

  private static func failure(
    _ criterion: Criterion, of adjuster: Int, in report: AdjusterReport, _ map: HeatMap,
    isElsewhere: Bool = false
  ) -> Context {
    let marks = report.marks(of: adjuster, criterion)
    let threshold = AdjusterWords.threshold(of: adjuster, criterion, in: report)
    let levels = report.grid.zoomLevels
    let name = "\(criterion.title) of \(report.names[adjuster])"
    let zooms = AdjusterWords.zooms(breaking: criterion, by: adjuster, of: report)
    let worst = report.tally(of: adjuster, criterion).worst.map {
      "; worst \(AdjusterWords.worst($0, on: report.grid))"
    }
    let seen = Set(threshold.zooms)
    return [
      "anchor": anchor(adjuster, criterion, isBroken: true), "code": criterion.code,
      "title": criterion.words
        + (isElsewhere ? ", with \(AdjusterWords.size(of: report.grid))" : ""),
      "isOpen": isElsewhere || compared.contains(criterion) || criterion == .idempotent,
      "sentence": "Broken \(zooms), \(AdjusterWords.place(of: marks, on: report.grid))"
        + "\(worst ?? "").",
      "worst": map.markup(of: marks, criterion, named: "\(name), worst of all"),
      "from": map.markup(ofZooms: threshold.zooms, named: "\(name), by zoom level"),
      "direction": AdjusterWords.direction(of: threshold),
      "keys": levels.indices.filter(seen.contains).map {
        [
          "class": "z\(HeatMap.tone($0, of: levels.count))",
          "text": AdjusterWords.number(levels[$0]),
        ]
      },
      "byZoom": levels.indices.map { zoom -> Context in
        let marks = report.marks(of: adjuster, criterion, zoom: zoom)
        return [
          "svg": map.markup(of: marks, criterion, named: name),
          "text": AdjusterWords.number(levels[zoom]),
        ]
      },
      "byLatitude": report.grid.latitudes.indices.map { latitude -> Context in
        [
          "svg": map.markup(
            of: report.marks(of: adjuster, criterion, latitude: latitude), criterion, named: name),
          "text": AdjusterWords.latitude(report.grid.latitudes[latitude]),
        ]
      },
    ]
  }
}

/// Results by view and callout.
extension AdjusterPage {
  /// A row for each criterion, a column for each callout in each view.
  static func sizes(of adjuster: Int, in survey: AdjusterSurvey) -> Context {
    let grids = survey.reports.map(\.grid)
    let starts = grids.indices.filter { $0 == 0 || grids[$0].viewSize != grids[$0 - 1].viewSize }
    let ends = starts.dropFirst() + [grids.count]
    return [
      "views": zip(starts, ends).map { start, end -> Context in
        ["name": AdjusterWords.extent(grids[start].viewSize), "count": end - start]
      },
      "callouts": grids.map { grid -> Context in
        // A narrow column breaks an extent behind its cross.
        let words = AdjusterWords.narrow(AdjusterWords.callout(grid.style)).split(separator: "×")
        return words.count == 2
          ? ["name": "\(words[0])×", "rest": String(words[1])]
          : ["name": words.joined(separator: "×"), "rest": ""]
      }, "rows": AdjusterReport.criteria.map { row($0, of: adjuster, in: survey) },
    ]
  }

  private static func row(
    _ criterion: Criterion, of adjuster: Int, in survey: AdjusterSurvey
  ) -> Context {
    let outcome = survey.outcome(of: adjuster, criterion)
    return [
      "code": criterion.code, "title": criterion.words, "help": criterion.metric.definition.help,
      "cells": survey.reports.map { report -> Context in
        let tally = report.tally(of: adjuster, criterion)
        let share =
          tally.asked > 0 ? AdjusterWords.percent(tally.brokenInWorld, of: tally.asked) : nil
        return cell(share, isEnded: tally.brokenByWorldEnd > 0)
      },
      "first": outcome.first.map { first in
        let grid = survey.reports[first].grid
        return AdjusterWords.narrow(AdjusterWords.callout(grid.style)) + " on "
          + AdjusterWords.narrow(AdjusterWords.extent(grid.viewSize))
      } ?? "", "sizes": outcome.first == nil ? "" : AdjusterWords.sizes(outcome),
    ]
  }
}
