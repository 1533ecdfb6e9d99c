public import MapGeometry

/// A view that was shown with something of another annotation on it.
public struct StaleReuse: Codable, Hashable, Sendable {
  /// A part of a view that an earlier use can leave on it.
  public enum Part: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its class: it was made for views of another kind under the same identifier.
    case kind
    /// The extent that it was given for other views.
    case size
    /// The centre offset or the callout offset that it was given for other views.
    case offset
    case title
    case accessory
    case callout
    /// It is drawn larger, as selected views are.
    case transform
    /// It is drawn as selected.
    case selection
    /// What a callout annotation carries along.
    case content
  }

  /// A part and whose it is.
  public struct Leak: Codable, Hashable, Sendable {
    /// What stayed on the view.
    public var part: Part
    /// The annotation that it stems from; nil when the view was never shown before.
    public var owner: Int32?

    /// Makes a leak of its parts.
    public init(part: Part, owner: Int32?) {
      self.part = part
      self.owner = owner
    }
  }

  /// When the view was shown.
  public var time: SimulatedTime
  /// The step that was running; -1 outside of steps.
  public var step: Int32
  /// Number of the view.
  public var view: Int32
  /// The annotation that it was shown for.
  public var annotation: Int32
  /// What stayed on it, in the order of the parts; at least one.
  public var leaks: [Leak]
  /// What is known of that annotation and of those that something stems from.
  public var subjects: [CalloutTimeline.Subject]

  /// Makes a finding of its parts.
  public init(
    time: SimulatedTime, step: Int32, view: Int32, annotation: Int32, leaks: [Leak],
    subjects: [CalloutTimeline.Subject] = []
  ) {
    self.time = time
    self.step = step
    self.view = view
    self.annotation = annotation
    self.leaks = leaks
    self.subjects = subjects
  }
}
