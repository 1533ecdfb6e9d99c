import AdjusterSuite
import Callouts

extension AdjusterReport {
  /// Tries adjusters on a grid, one after the other.
  init(of adjusters: [any CalloutAdjuster], on grid: AdjusterGrid) {
    let results = adjusters.flatMap { adjuster in
      grid.latitudes.indices.map { AdjusterResultGrid(of: adjuster, on: grid, latitude: $0) }
    }
    self.init(results, of: adjusters.map(\.name), on: grid)
  }
}
