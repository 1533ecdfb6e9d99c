/// Objects and their keys.
let objectsPages: [FaultPage] = [
  FaultPage(
    .unknownKey, "A key that the object does not have",
    """
    A key that nothing reads would be ignored, and the session would be another one than its \
    author believes. 'mapreplay explain' with the name of the object or of the key shows what \
    there is.
    """, .lines,
    wrong: "tag: [smoke]",
    right: "tags: [smoke]"),
  FaultPage(
    .missingKey, "A key that must be there",
    """
    The object cannot be made without this key, and there is no value that would be right for \
    every scenario. The remedy shows an example; take a value of your own.
    """, .steps,
    wrong: "- drag: {near: left edge}",
    right: "- drag: {near: left edge, by: 40 x 0 pt}"),
  FaultPage(
    .notExactlyOne, "Not exactly one of several keys",
    """
    Some keys are different ways to say the same thing, such as which annotation is meant. With \
    none of them it is not said, and two of them could contradict each other.
    """, .steps,
    wrong: "- select: {within: 40 pt, near: left edge, at: 100 x 200 pt}",
    right: "- select: {within: 40 pt, near: left edge}"),
  FaultPage(
    .needsOther, "A key that means nothing without another one",
    """
    The key says more about something that another key names. Without that one there is nothing \
    it could be about.
    """, .lines,
    wrong: "data: {cities: {file: Data/cities.csv, around: {lat: 52.5, lon: 13.4}}}",
    right:
      "data: {cities: {file: Data/cities.csv, around: {lat: 52.5, lon: 13.4}, within: 60 km}}"
  ),
  FaultPage(
    .excludesOther, "Two keys that exclude each other",
    """
    Each of the keys would decide the same thing in its own way, so only one of them can hold.
    """, .steps,
    wrong: "- add: {data: cities, into: cities, ids: [berlin], first: 1}",
    right: "- add: {data: cities, into: cities, ids: [berlin]}"),
  FaultPage(
    .onlyWhere, "A key that is for another choice",
    """
    The key belongs to some values of another key only; with the present one nothing would read \
    it. The remedy says for which values it is.
    """, .lines,
    wrong: "layers: {cities: {callout: {style: bubble, arrow: up}}}",
    right: "layers: {cities: {callout: {style: bubble}}}"),
  FaultPage(
    .doesNothing, "An object that changes nothing",
    """
    All its keys are optional, but with none of them it does nothing. A step that does nothing \
    is most likely not finished.
    """, .steps,
    wrong: "- change: {views of: cities}",
    right: "- change: {views of: cities, enabled: no}"),
  FaultPage(
    .wrongForm, "A value of another form",
    """
    A value is a single word or quantity, a list in '[…]' or an object in '{…}', as its key \
    asks. The remedy shows the form that is wanted.
    """, .steps,
    wrong: "- zoom: 1 level",
    right: "- zoom: {by: 1 level}"),
  FaultPage(
    .wrongCount, "A list with too few or too many entries",
    """
    The key needs a certain number of entries: a polygon has three corners or more, a 'repeat' \
    has one step or more, variants are two or more.
    """, .steps,
    wrong: "- repeat: {times: 3, steps: []}",
    right: "- repeat: {times: 3, steps: [{zoom: {by: 1 level}}]}"),
]
