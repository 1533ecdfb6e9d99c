/// What is written once and read in several places.
let writtenOncePages: [FaultPage] = [
  FaultPage(
    .unknownValue, "A name that stands for nothing",
    """
    '${edge}' stands for the value of 'edge' only inside of a 'for each' that has a list of that \
    name, or in a part with a parameter of that name. Anywhere else nothing would take its place.
    """, .steps,
    wrong: "- select: {near: \"${edge}\", within: 40 pt}",
    right: """
      - for each: {edge: [left edge], steps: [{select: {near: "${edge}", within: 40 pt}}]}
      """),
  FaultPage(
    .nameIsTaken, "A name that has a value already",
    """
    A round inside of another one, or of a part, sees the names around it. A second value under \
    one of them would leave open which of the two is meant.
    """, .steps,
    wrong: "- for each: {t: [1 s], steps: [{for each: {t: [2 s], steps: [{wait: \"${t}\"}]}}]}",
    right: "- for each: {t: [1 s], steps: [{for each: {u: [2 s], steps: [{wait: \"${u}\"}]}}]}"),
  FaultPage(
    .noValues, "Rounds without a list to go through",
    """
    'for each' does its steps once for each value of a list, so at least one name must have a \
    list with a value in it. Without one, no step would be played.
    """, .steps,
    wrong: "- for each: {edge: left edge, steps: [{mark: \"${edge}\"}]}",
    right: "- for each: {edge: [left edge], steps: [{mark: \"${edge}\"}]}"),
  FaultPage(
    .valueInsideText, "An object or a list inside of a text",
    """
    A value that is more than a word can only stand where it is all that is written: a place in \
    the middle of a sentence has no text.
    """, .steps,
    wrong: "- for each: {place: [{lat: 52.5, lon: 13.4}], steps: [{mark: \"at ${place}\"}]}",
    right: """
      - for each: {place: [{lat: 52.5, lon: 13.4}], steps: [{tap: {at: 9 x 9 pt}}]}
      """),
  FaultPage(
    .unknownPart, "A part that is not there",
    """
    The file of a part is looked for beside the scenario and in up to four folders above it. A \
    folder 'Parts' keeps it from being taken for a scenario.
    """, .steps,
    wrong: "- run: {file: Parts/opn.yaml, with: {edge: left edge}}",
    right: "- run: {file: Parts/open.yaml, with: {edge: left edge}}"),
  FaultPage(
    .partRunsItself, "Parts that run each other in a circle",
    """
    A part stands for its steps. One that runs itself, be it through others, would stand for \
    steps without end; and up to \(Limits.repeatDepth) parts may run inside each other.
    """, .part,
    wrong: "part: Waits\nsteps:\n  - wait: 1 s\n  - run: {file: Parts/example.yaml}",
    right: "part: Waits\nsteps:\n  - repeat: {times: 2, steps: [{wait: 1 s}]}"),
  FaultPage(
    .missingValue, "A part without a value that it needs",
    """
    A parameter without a default has to be given by each 'run', under 'with'. The part would \
    not know what to do otherwise.
    """, .steps,
    wrong: "- run: {file: Parts/open.yaml}",
    right: "- run: {file: Parts/open.yaml, with: {edge: left edge}}"),
]
