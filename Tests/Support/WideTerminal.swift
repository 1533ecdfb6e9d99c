internal import Formatting

/// Does something as on a terminal of 100 columns, on which most tables of tests fit.
package func wide<Result>(_ body: () throws -> Result) rethrows -> Result {
  try TextLayout.$width.withValue(100, operation: body)
}
