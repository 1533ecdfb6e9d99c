internal import Clustering
internal import MapEvents
package import MapGeometry

/// Region changes to the last bit of a map that is played block by block.
///
/// Such a map is the stand-in of the recordings: changes can begin inside others, and rects follow
/// from a sphere of 6378137 metres, by formulas that round in an order of their own.
extension MapSimulation {
  /// A gesture that ends at once, inside another change too; none when the rect is shown already.
  package func gesture(exactlyTo rect: MapRect) {
    moveExactly(to: rect, animated: false)
  }

  /// Tells the controllers past the map that the region is about to change.
  package func controllersWillSeeRegionChange() {
    clusterLayersWillSeeRegionChange()
  }

  /// Tells the controllers past the map that the region has changed.
  package func controllersDidSeeRegionChange() {
    clusterLayersDidSeeRegionChange()
  }

  /// Selects the first cluster on the map that holds a point, with a view or without.
  package func selectExactly(_ point: Int32, layer: Int) {
    guard let slot = slot(of: point, layer: layer) else { return miss(.notOnMap) }
    if selected != slot { select(slot) }
  }

  /// How many points an annotation stands for; nil when it is not on the map.
  package func recordedCount(ofAnnotation serial: Int32) -> Int? {
    annotations.slots.indices.first {
      annotations.isUsed[$0] && annotations.slots[$0].serial == serial
    }.map { Int(annotations.slots[$0].count) }
  }

  @discardableResult
  private func moveExactly(to rect: MapRect, animated: Bool) -> Bool {
    guard rect != visibleRect else { return false }
    emit(.map(.regionWillChange(animated: animated)))
    clusterLayersWillSeeRegionChange()
    if animated {
      post(.show(rect))
    } else {
      show(exactly: rect)
      didChangeExactly(animated: false)
    }
    return true
  }

  func didChangeExactly(animated: Bool) {
    emit(.map(.regionDidChange(animated: animated, camera)))
    clusterLayersDidSeeRegionChange()
  }

  /// Centres the map at once, at the same size.
  ///
  /// - Returns: Whether it changed.
  func moveExactly(toCenter place: Coordinate) -> Bool {
    let middle = MapSimulation.exactProjection.mapPoint(for: place)
    return moveExactly(
      to: MapRect(
        x: middle.x - visibleRect.width / 2, y: middle.y - visibleRect.height / 2,
        width: visibleRect.width, height: visibleRect.height),
      animated: false)
  }

  /// Shows so many metres around a place.
  func moveExactly(
    toMetres metres: (latitudinal: Double, longitudinal: Double), around place: Coordinate,
    animated: Bool
  ) {
    let metresPerDegree = 2 * Double.pi * 6_378_137 / 360
    let north = metres.latitudinal / metresPerDegree
    let east =
      metres.longitudinal / metresPerDegree
      / Elementary.cos(place.latitude * (Double.pi / 180))
    let projection = MapSimulation.exactProjection
    let middle = projection.mapPoint(for: place)
    let width = east / 360 * MapSize.worldSide
    let height =
      projection.mapY(forLatitude: place.latitude - north / 2)
      - projection.mapY(forLatitude: place.latitude + north / 2)
    guard viewport.hasSize, width.isFinite, height.isFinite else { return }
    let rect = MapRect(
      x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    moveExactly(to: fitted(rect), animated: animated)
  }

  /// A rect enlarged about its middle to the shape of the view.
  private func fitted(_ rect: MapRect) -> MapRect {
    let across = rect.width / viewport.size.width
    let down = rect.height / viewport.size.height
    guard abs(across - down) > 1e-12 * abs(across) else { return rect }
    let scale = max(across, down)
    let width = scale * viewport.size.width
    let height = scale * viewport.size.height
    return MapRect(
      x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height)
  }

  /// The latitude at which the world of the recordings ends.
  private static let exactProjection = Projection(latitudeLimit: 85.051128779806604)
}

extension Viewport {
  /// Whether there is anything to see in the view.
  var hasSize: Bool { size.width > 0 && size.height > 0 }
}
