public import MapGeometry

/// The events of annotation views.
///
/// Identifiers are indexes into the legend.
public enum ViewEvent: Hashable, Sendable {
  case requested(annotation: AnnotationID, identifier: Int32)
  case created(view: ViewID, identifier: Int32)
  /// A view was taken out of the pool and prepared for reuse.
  case reused(view: ViewID, identifier: Int32)
  /// A view left the map and returned to its pool.
  case returned(view: ViewID, annotation: AnnotationID, identifier: Int32)
  /// The views displayed since the last time are on the map; delivered once a frame.
  case didAdd(views: Int32)
  /// The delegate returned no view for an annotation, so the map uses its default view.
  case providerAnsweredNil(annotation: AnnotationID)
  /// A view was prepared for display, in this state.
  case displayed(view: ViewID, annotation: AnnotationID, ViewState)
  /// A view is hidden by another one that it collides with.
  case hidden(view: ViewID, by: ViewID)
  case unhidden(view: ViewID)
  /// A native cluster represents an annotation from now on, which has no view meanwhile.
  case joinedCluster(annotation: AnnotationID, cluster: AnnotationID)
  /// A native cluster no longer represents an annotation.
  case leftCluster(annotation: AnnotationID, cluster: AnnotationID)
  /// A view last set up for another purpose is displayed with its appearance unchanged.
  case appearanceKept(
    view: ViewID, annotation: AnnotationID, ViewAppearance, insteadOf: ViewAppearance)
  /// The callout over a native cluster reads its title, which may be that of a member, and
  /// its subtitle.
  ///
  /// Together they name a number of members.
  case clusterTextRead(cluster: AnnotationID, titleOf: AnnotationID, members: Int32)
  /// The delegate is called for the annotation of a native cluster that forms, with its first
  /// member and the number of its members.
  case clusterAnnotationRequested(first: AnnotationID, members: Int32)
  /// A reused view that is about to be displayed lacks the clustering identifier that the app
  /// set when it was made, so it joins no native cluster.
  case clusteringLost(view: ViewID, annotation: AnnotationID)
  /// A memory warning: all views in reuse pools were released.
  case poolsEmptied(views: Int32)
  /// A view that has just been displayed occupies a different number of bytes than before.
  case memoryChanged(view: ViewID, bytes: Int64)
  /// A view left the map and stays with its annotation, for which the app keeps it.
  case setAside(view: ViewID, annotation: AnnotationID)
  /// The delegate answered with the view that it keeps for an annotation.
  case shownAgain(view: ViewID, identifier: Int32)
  /// A view that was set aside went: with its annotation, or for a view of another class.
  case released(view: ViewID)
  /// The annotation of a view got another role.
  ///
  /// The view stays, but differs from the app's declaration for that role.
  case roleKept(view: ViewID, annotation: AnnotationID)
}

extension ViewEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .requested(let annotation, let identifier):
      visit(3, 0, "viewFor $0", annotation, identifier)
    case .created(let view, let identifier):
      visit(
        3, 1, "  dequeue \"$1\" -> none, made $0", view,
        Named(index: identifier, list: .identifiers))
    case .reused(let view, let identifier):
      visit(
        3, 2, "  dequeue \"$1\" -> $0\n  prepareForReuse $0", view,
        Named(index: identifier, list: .identifiers))
    case .returned(let view, let annotation, let identifier):
      visit(3, 3, "enqueue $0 of $1", view, annotation, identifier)
    case .didAdd(let views): visit(3, 4, "didAdd $0", Things(count: views, noun: "view"))
    case .providerAnsweredNil(let annotation):
      visit(3, 5, "  -> nil, the map takes its own", annotation)
    case .displayed(let view, let annotation, let state):
      visit(3, 6, "  prepareForDisplay $0 for $1", view, annotation, state)
    case .hidden(let view, let other): visit(3, 7, "(hide $0 under $1)", view, other)
    case .unhidden(let view): visit(3, 8, "(unhide $0)", view)
    case .joinedCluster(let annotation, let cluster):
      visit(3, 9, "($0 joins $1)", annotation, cluster)
    case .leftCluster(let annotation, let cluster):
      visit(3, 10, "($0 leaves $1)", annotation, cluster)
    case .appearanceKept(let view, let annotation, let kept, let wanted):
      visit(3, 11, "  ($0 stays $2, not $3)", view, annotation, kept, wanted)
    case .clusterTextRead(let cluster, let owner, let members):
      visit(3, 12, nil, cluster, owner, members)
    case .clusterAnnotationRequested(let first, let members): visit(3, 13, nil, first, members)
    case .clusteringLost(let view, let annotation):
      visit(3, 14, "  ($0 has no clustering identifier)", view, annotation)
    case .poolsEmptied(let views):
      visit(
        3, 15, "didReceiveMemoryWarning ($0 in pools are gone)", Things(count: views, noun: "view"))
    case .memoryChanged(let view, let bytes): visit(3, 16, nil, view, bytes)
    case .setAside(let view, let annotation):
      visit(3, 17, "($0 stays with $1)", view, annotation)
    case .shownAgain(let view, let identifier):
      visit(3, 18, "  -> $0, the annotation's own", view, identifier)
    case .released(let view): visit(3, 19, "($0 goes with its annotation)", view)
    case .roleKept(let view, let annotation):
      visit.remark("($0 stays as it was before $1 got another role)", view, annotation)
    }
  }
}

/// The state of a view as it comes onto the map; a part of another annotation is a leak between
/// uses.
public struct ViewState: Hashable, Sendable {
  /// The annotation whose title it shows; -1 for none.
  public var title: AnnotationID
  /// The annotation whose accessory views it holds; -1 for none.
  public var accessory: AnnotationID
  /// The annotation whose callout it still holds; -1 for none.
  public var callout: AnnotationID
  /// Whether it is drawn larger than it should be, as selected views are.
  public var isTransformed: Bool
  /// Whether it is drawn as selected.
  public var isSelected: Bool

  /// Makes a state of its parts.
  public init(
    title: AnnotationID, accessory: AnnotationID, callout: AnnotationID, isTransformed: Bool,
    isSelected: Bool
  ) {
    self.title = title
    self.accessory = accessory
    self.callout = callout
    self.isTransformed = isTransformed
    self.isSelected = isSelected
  }
}

/// The class, extent and offsets that an app gives a view when it makes it.
public struct ViewAppearance: Hashable, Sendable {
  /// Its class, which never changes.
  public var kind: AnnotationViewKind
  /// Its extent, in points.
  public var size: ScreenSize
  /// From the coordinate's screen point to the middle of the view.
  public var centerOffset: ScreenOffset
  /// From the middle of the view's upper edge to where its callout points.
  public var calloutOffset: ScreenOffset

  /// Makes an appearance of its parts.
  public init(
    kind: AnnotationViewKind, size: ScreenSize, centerOffset: ScreenOffset,
    calloutOffset: ScreenOffset
  ) {
    self.kind = kind
    self.size = size
    self.centerOffset = centerOffset
    self.calloutOffset = calloutOffset
  }
}

/// The class of an annotation view.
public enum AnnotationViewKind: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// A view with an image of the app's.
  case image = 0
  case pin = 1
  /// The balloon that is the default since iOS 11.
  case marker = 2
  /// The dot at the user's location.
  case userDot = 3
  case callout = 4
}
