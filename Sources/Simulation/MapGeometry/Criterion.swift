/// A criterion that a callout's adjustment keeps or breaks.
public enum Criterion: Int, CaseIterable, Codable, Hashable, Sendable {
  case inside
  case zoomUnchanged
  case minimalShift
  case untouchedWhenVisible
  case idempotent
  case tipPinned
  case animatedAsAtOnce
  case mirrored
  case sameAtAnyLongitude
  case sameAtAnyLatitude
  case moveAccepted
  case sameWhenTurned
  case oversize
  case steadyAtWorldEdge
  case exactWhenClose
  case parentVisible
  case callbacksPaired
}
