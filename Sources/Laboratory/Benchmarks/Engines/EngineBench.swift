import Clustering
import Instruments
public import MapGeometry

/// Cluster engines compared with each other and with the machine.
public struct EngineBench {
  /// The plan of the measurements.
  public var plan: BenchPlan
  /// Points from a file; nil to draw them.
  public var points: [Coordinate]?
  /// Viewports from a file; nil to draw them around points.
  public var views: [BenchView]?
  static let viewsPerZoom = 50

  /// Makes a bench of its parts.
  public init(_ plan: BenchPlan, points: [Coordinate]? = nil, views: [BenchView]? = nil) {
    (self.plan, self.points, self.views) = (plan, points, views)
  }

  /// The mistakes of the plan for these points; empty when there are none.
  public var diagnostics: [BenchDiagnostic] {
    EngineBench.diagnostics(sizes: plan.sizes, pointsOfFile: points?.count)
  }

  /// The mistakes of sizes for a file with this number of points.
  static func diagnostics(sizes: [Int]?, pointsOfFile: Int?) -> [BenchDiagnostic] {
    let largest = BenchPlan.mostPointsText
    guard let most = sizes?.max() else {
      guard let pointsOfFile, pointsOfFile > BenchPlan.mostPoints else { return [] }
      return [
        .usage(
          "--points has \(pointsOfFile) points, more than engines hold",
          remedy: "give --sizes up to \(largest): so many are taken from the beginning")
      ]
    }
    var diagnostics: [BenchDiagnostic] = []
    if most > BenchPlan.mostPoints {
      diagnostics.append(
        .usage(
          "--sizes asks for \(most) points, more than engines hold",
          remedy: "give --sizes up to \(largest)"))
    }
    if let pointsOfFile, most > pointsOfFile {
      diagnostics.append(
        .usage(
          "--sizes asks for \(most) points, and --points has \(pointsOfFile)",
          remedy: pointsOfFile > BenchPlan.mostPoints
            ? "give --sizes up to \(largest)"
            : "ask for at most \(pointsOfFile) points, or leave --sizes out for all"))
    }
    return diagnostics
  }

  /// Measures everything.
  ///
  /// It calls `progress` with the name of each part before the part starts, and `finished`
  /// with the rows of each part right after it.
  ///
  /// - Precondition: There are no ``diagnostics``.
  public func measure(
    progress: (String) -> Void = { _ in }, finished: ([EngineBenchReport.Row]) -> Void = { _ in }
  ) -> EngineBenchReport {
    precondition(diagnostics.isEmpty, "more points are asked for than there are or may be")
    var report = EngineBenchReport(facts: facts)
    var evictor = Evictor()
    for data in points == nil ? plan.data.map(Optional.some) : [nil] {
      for count in plan.sizes ?? [points?.count ?? 0] {
        var section = section(data, count: count)
        section.measure(evictor: &evictor, progress: progress)
        report.rows += section.rows
        finished(section.rows)
      }
      if plan.kinds.contains(.growth) {
        progress("\(data?.rawValue ?? "file"): growth")
        let rows = growth(data)
        report.rows += rows
        finished(rows)
      }
    }
    return report
  }

  /// How the work of each engine grows up to the most points of the plan.
  private func growth(_ data: DrawnData?) -> [EngineBenchReport.Row] {
    let largest = plan.sizes?.last ?? points?.count ?? 0
    let most = min(largest, WorkGrowth.sizes.last ?? largest)
    let all = data.map { $0.places(most) } ?? Array((points ?? []).prefix(most))
    return plan.engines.map { peer in
      var row = EngineBenchReport.Row(
        kind: .growth, peer: peer.rawValue, data: data?.rawValue ?? "file", count: all.count)
      let measured = WorkGrowth.measured(of: peer, points: all, patience: plan.patience)
      guard let (growths, digest) = measured else {
        row.note =
          all.count < WorkGrowth.sizes[WorkGrowth.fewestSizes - 1]
          ? "left out, there are fewer than \(WorkGrowth.sizes[WorkGrowth.fewestSizes - 1]) points"
          : "left out, it would take too long"
        return row
      }
      // No line leads through nothing: it would be flat, and look like the best engine.
      guard growths.allSatisfy({ ($0.clusters.min() ?? 0) > 0 }) else {
        row.note = "left out, the middle of the United States, where it looks, has no points"
        return row
      }
      row.figures = WorkGrowth.figures(of: growths)
      row.digest = digest
      return row
    }
  }

  private func section(_ data: DrawnData?, count: Int) -> BenchSection {
    let more = BatchMaker.extra
    let base: [Coordinate]
    let extra: [Coordinate]
    if let data {
      let all = data.places(count + more)
      base = Array(all[..<count])
      extra = Array(all[count...])
    } else {
      // From the end of the file, again and again where it is short.
      let all = points ?? []
      base = Array(all.prefix(count))
      extra = (0..<more).map { all[all.count - 1 - $0 % all.count] }
    }
    return BenchSection(
      plan: plan, data: data?.rawValue ?? "file", points: base, extra: extra,
      views: views ?? BenchView.drawn(around: base, perZoom: EngineBench.viewsPerZoom))
  }

  var facts: [String] {
    let sizes = plan.sizes.map { $0.map { "\($0)" }.joined(separator: ", ") } ?? "all"
    let source =
      points.map { "a file of \($0.count) points" }
      ?? plan.data.map(\.rawValue).joined(separator: ", ") + " (seed \(DrawnData.seed))"
    let shown =
      views.map { "780 pt wide, \($0.count) from a file" } ?? """
        780 x 1688 pt, \(EngineBench.viewsPerZoom) around points for each zoom level from \
        \(BenchView.zooms.lowerBound) to \(BenchView.zooms.upperBound) (seed \(DrawnData.seed))
        """
    return [
      "data:      \(source); points: \(sizes)", "views:     \(shown)",
      "cells:     60 pt, for pyramid 64 pt",
      "rounds:    \(plan.runs), one engine after the other, at most \(plan.budget / 1_000_000) ms "
        + "for a row and engine",
      "reference: the tree of CCHMapClusterController, fixed; x ref. below 1 is faster than it",
      "sort:      radix sort of as many 48-bit keys; copy: of the answer's 24-byte clusters",
      "updates:   a thousand at random in as many cells of 24 bytes; bare: a place and a number",
      "changes:   batches of \(BatchMaker.size), at most \(BatchMaker.most), "
        + "\(BatchMaker.perTurn) to a turn, left in the index, which each kind rebuilds",
      "memory:    jemalloc, with the options \(Allocator.options)",
      "growth:    of what a query looks at when it was made before, at zoom levels 4 and 5",
      "digests:   of the first view of each zoom level; of exact sums in any order (squares, "
        + "reference), else of places in theirs",
    ]
  }
}
