import MapConfiguration
import MapGeometry
import Support

@testable import MapModel

extension Scrolling {
  /// That of a map of which nothing is said.
  static let standard = Scrolling(.asRecorded)

  /// The same but for the deceleration.
  init(_ deceleration: MapOptions.Deceleration) {
    var options = MapOptions.standard
    options.deceleration = deceleration
    self.init(options)
  }
}
