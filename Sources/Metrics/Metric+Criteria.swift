/// What the criteria of callouts ask for, each with its tolerance.
extension Metric {
  /// A criterion in its own words, without what all of them have in common: `inside map`.
  public var criterionWords: String {
    name.hasPrefix("callout ") ? String(name.dropFirst("callout ".count)) : name
  }

  /// The sentence of a criterion behind its number and its words.
  var criterionHelp: String {
    let (number, sentence) = criterionSentence
    return "\(number) \(criterionWords): \(sentence)"
  }

  private var criterionSentence: (number: String, sentence: String) {
    switch self {
    case .calloutInside: ("C1", "callout and pin lie inside what bars leave of the map (0.5 pt).")
    case .calloutZoomUnchanged: ("C2", "the adjustment keeps the scale (1 ppm).")
    case .calloutShiftMinimal: ("C3", "the map moves just as far as needed (0.5 pt).")
    case .calloutUntouched:
      ("C4", "a callout that is visible leaves the map alone (0.5 pt; no zoom, no callbacks).")
    case .calloutIdempotent: ("C5", "adjusting again changes nothing (0.5 pt; no zoom).")
    case .calloutTipPinned:
      ("C6", "the tip touches its pin in every frame (0.5 pt, 1.5 pt while it grows).")
    case .calloutAnimatedAsAtOnce:
      (
        "C7",
        "the animation ends where a jump would (0.003 pt at zoom 22, half as much at each level "
          + "further out; no zoom)."
      )
    case .calloutMirrored:
      (
        "C8",
        "in a mirror, east-west or north-south, the adjustment is mirrored (0.5 pt; same zoom)."
      )
    case .calloutSameAtAnyLongitude:
      ("C9", "the shift is the same at other longitudes, across the 180th meridian too (0.5 pt).")
    case .calloutSameAtAnyLatitude: ("C10", "the shift is the same at another latitude (0.5 pt).")
    case .calloutMoveAccepted: ("C11", "the map does not refuse where it is asked to go.")
    case .calloutSameWhenTurned:
      ("C12", "the shift on the screen is the same with the map turned (0.5 pt).")
    case .calloutOversize:
      (
        "C13",
        "when callout and pin do not fit, the pin stays inside at the same scale, or the map "
          + "zooms out until what they covered fits (0.5 pt)."
      )
    case .calloutSteadyAtWorldEdge:
      ("C14", "where the world ends, the map goes the right way, not too far, and once (0.5 pt).")
    case .calloutExactWhenClose:
      ("C15", "at zoom 20 near the 180th meridian the shift is the one needed (0.5 pt; no zoom).")
    case .calloutParentVisible:
      ("C16", "the pin is still visible afterwards, inside what bars leave of the map.")
    default:
      ("C17", "one pair of region callbacks for a move, animated as asked for; none without one.")
    }
  }
}
