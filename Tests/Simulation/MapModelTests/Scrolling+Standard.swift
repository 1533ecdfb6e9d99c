import MapConfiguration
import MapGeometry

@testable import MapModel

extension Scrolling {
  /// That of a map of which nothing is said.
  static let standard = Scrolling(.standard)

  /// The same but for the deceleration.
  init(_ deceleration: MapOptions.Deceleration) {
    var options = MapOptions.standard
    options.deceleration = deceleration
    self.init(options)
  }
}
