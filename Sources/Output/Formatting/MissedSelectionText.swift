package import MapEvents
internal import MapGeometry

extension MissedSelection {
  /// The reason, with the nearest annotation by its name and distance where there is one.
  package func words(nearest name: (AnnotationID) -> String) -> String {
    let candidate = nearest.map { nearest in
      "\(name(nearest.annotation)), at \(MapWords.place(nearest.place))"
    }
    let who = candidate.map { " (\($0))" } ?? ""
    let distance = nearest.map { "\(MapWords.decimal($0.distancePoints, places: 1)) pt" } ?? ""
    switch reason {
    case .nothingInView: return "no \(kind) is in the map view"
    case .tooFar:
      let limit = withinPoints.map { "\(MapWords.decimal($0)) pt" } ?? "reach"
      let goal = edge?.words ?? point.map { "point \(MapWords.place($0))" } ?? "place"
      return "no \(kind) within \(limit) of the \(goal); the nearest is "
        + "\(distance) away (\(candidate ?? "unknown"))"
    case .notOnMap: return "it is not on the map, alone or in a cluster"
    case .withoutView where nearest?.distancePoints == 0:
      return "the map has not requested its view yet\(who)"
    case .withoutView: return "it has no view, \(distance) outside the map view\(who)"
    case .hiddenByCollision: return "its view is hidden by another one\(who)"
    case .outsideMapView, .underBar:
      let place = reason == .underBar ? "under a bar" : "outside the map view"
      guard let candidate else {
        return point.map { "point \(MapWords.place($0)) lies \(place)" }
          ?? "the control lies \(place)"
      }
      return "its view lies \(place) (\(candidate))"
        + (reachable.map {
          "; the nearest within reach is \(MapWords.decimal($0.distancePoints, places: 1)) pt away "
            + "(\(name($0.annotation)), at \(MapWords.place($0.place)))"
        } ?? "")
    case .allUnderBar: return "no \(kind) lies beside the bars; the nearest lies under one\(who)"
    case .clusterNotOnMap: return "no cluster on the map holds it, though it was added"
    case .noClusters: return "no layer makes clusters"
    case .inCluster: return "it has no view of its own, as a cluster stands for it\(who)"
    case .disabled: return "its view is disabled\(who)"
    case .withoutTitle: return "it has no title for its callout, so its view acts as disabled\(who)"
    case .noControl: return "no callout with such a control is open"
    case .outsideWorld: return "none of its points lies in the world"
    case .superseded: return "a newer call took its place"
    case .otherRole:
      return "it is \(role == .cluster ? "a pin, no cluster" : "a cluster, no pin")\(who)"
    }
  }

  private var kind: String { role == .cluster ? "cluster" : "pin" }

  /// The remedy.
  package var remedy: String {
    switch reason {
    case .nothingInView: "move the map, or wait for the data"
    case .tooFar: "widen `within` or move the map"
    case .notOnMap: "add it first, or wait until its clusters are on the map"
    case .withoutView where nearest?.distancePoints == 0:
      "wait for it, such as with `wait: settled`"
    case .withoutView: "move the map to it first"
    case .hiddenByCollision: "zoom in, or give it a higher display priority"
    case .outsideMapView, .underBar:
      nearest == nil
        ? point == nil
          ? "make room for the callout, as with `adjust`, or move the map"
          : "choose a place within reach"
        : reachable == nil ? "move the map to it first" : "move the map, or choose the nearest"
    case .allUnderBar: "move the map, or choose another place"
    case .clusterNotOnMap: "move the map to it, or wait until its clusters are on the map"
    case .noClusters: "name a pin, or let a layer `cluster`"
    case .inCluster: "zoom until it is alone, or name the cluster that holds it, with `cluster`"
    case .disabled: "enable the view, or expect `selections refused`"
    case .withoutTitle:
      "give the point a `title`, or its clusters `titles: yes`; a `retitle` can take it away"
    case .noControl: "select a pin whose callout has it, and wait until it is open"
    case .outsideWorld: "check its latitude"
    case .superseded: "wait until one call has ended before the next"
    case .otherRole: "name it without `\(kind)`, or zoom until it is one"
    }
  }
}
