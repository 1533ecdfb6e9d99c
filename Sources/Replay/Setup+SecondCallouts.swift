internal import MapEvents
internal import MapModel
internal import Scenarios

extension CalloutAnnotationSetup {
  /// A scenario's callout that is an annotation.
  init(_ settings: CalloutAnnotationSettings) {
    self.init(identifier: settings.identifier)
    switch settings.lifetime {
    case .moves: lifetime = .moves
    case .anew: lifetime = .anew
    }
    switch settings.maker {
    case .delegate: maker = .delegate
    case .annotation: maker = .annotation
    }
    isViewEnabled = settings.isViewEnabled
    keepsParentView = settings.keepsParentView
    redrawsAfterShift = settings.redrawsAfterShift
    forgetsContent = settings.forgetsContent
    button = settings.button
  }
}
