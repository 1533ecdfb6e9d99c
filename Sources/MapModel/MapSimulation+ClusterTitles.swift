internal import MapEvents
internal import MapGeometry

/// Titles that the delegate gives to clusters, and views that show clusters which changed.
extension MapSimulation {
  /// The map needs the title of an annotation: the delegate is asked once for what a cluster holds.
  func askForTitle(of slot: Int32) {
    let annotation = annotations[slot]
    guard annotation.cluster >= 0, !annotation.isTitleCached,
      layers[Int(annotation.layer)].controller?.setup.app.titlesClusters == true
    else { return }
    annotations[slot].isTitleCached = true
    emit(.cluster(.titleRequested(annotation: annotation.serial, layer: annotation.layer)))
  }

  /// A callout opens over an annotation: the same for the subtitle, which only callouts show.
  func askForSubtitle(of slot: Int32) {
    let annotation = annotations[slot]
    guard annotation.cluster >= 0, !annotation.isSubtitleCached,
      layers[Int(annotation.layer)].controller?.setup.app.subtitlesClusters == true
    else { return }
    annotations[slot].isSubtitleCached = true
    emit(.cluster(.subtitleRequested(annotation: annotation.serial, layer: annotation.layer)))
  }

  /// A cluster has got other members: its title and its subtitle are forgotten, and its view is
  /// what the delegate makes of it in `willReuse`.
  ///
  /// The view itself stays, with the settings that it was made with: one of a single point goes on
  /// to be as large for a cluster, and one of points at one location for points at several. What
  /// the delegate can refresh is what the view says.
  func wasReused(_ slot: Int32, layer: Int) {
    annotations[slot].isTitleCached = false
    annotations[slot].isSubtitleCached = false
    let annotation = annotations[slot]
    guard annotation.view >= 0, let app = layers[layer].controller?.setup.app else { return }
    guard app.refreshesReusedViews else {
      return emit(
        .cluster(.viewNotRefreshed(annotation: annotation.serial, layer: Int32(layer))))
    }
    pools[annotation.view].count = annotation.count
    pools[annotation.view].isUniqueLocation = annotation.isUniqueLocation
  }

  /// What a view on the map says of its annotation: for how many points it stands, and whether
  /// those lie at one location.
  func shownContent(of slot: Int32) -> (count: Int32, isUniqueLocation: Bool) {
    assert(annotations[slot].view >= 0, "what has no view shows nothing")
    let view = pools[annotations[slot].view]
    return (count: view.count, isUniqueLocation: view.isUniqueLocation)
  }
}
