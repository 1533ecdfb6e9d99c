/// The grammar of YAML, and what scenarios do without.
let grammarPages: [FaultPage] = [
  FaultPage(
    .emptyFile, "An empty file",
    """
    A scenario needs a title, a device, a map and steps. An empty file would be a session that \
    proves nothing and always passes.
    """, .scenario,
    wrong: "# nothing but a comment",
    right: """
      scenario: A tap on the map
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      steps:
        - tap map
      """),
  FaultPage(
    .unreadableText, "A text that is no YAML",
    """
    From this place on the text follows no rule of YAML, and what the author meant cannot be \
    told from the usual slips. The cause is mostly in this line or the one before it: a colon, a \
    brace or a quote that is missing or too many.
    """, .lines,
    wrong: "layers: {cities: {cluster:, view: {}}}",
    right: "layers: {cities: {cluster: {}, view: {}}}"),
  FaultPage(
    .badCharacter, "A character that no text contains",
    """
    Control characters cannot be seen in an editor and come from a copied terminal or a damaged \
    file. YAML does not allow them.
    """, .lines,
    wrong: "scenario: A tap\u{7} on the map",
    right: "scenario: A tap on the map"),
  FaultPage(
    .tab, "A tab at the beginning of a line",
    """
    YAML sees from the blanks before a line what it belongs to. A tab is as wide as each editor \
    likes, so YAML forbids it there. Let your editor insert blanks.
    """, .steps,
    wrong: "- pan:\n\t  by: 120 x -40 pt",
    right: "- pan:\n    by: 120 x -40 pt"),
  FaultPage(
    .unclosedBracket, "A brace or bracket that is not closed",
    """
    Each '{' needs a '}' and each '[' a ']', in the order in which they were opened. Without it \
    everything below would be a part of the same value.
    """, .steps,
    wrong: "- zoom: {by: 1 level, over: 300 ms",
    right: "- zoom: {by: 1 level, over: 300 ms}"),
  FaultPage(
    .wrongClosing, "A closing bracket that fits no opening one",
    """
    A '}' or ']' closes the last bracket that was opened. Here nothing is open, or something of \
    the other kind.
    """, .steps,
    wrong: "- zoom: {by: 1 level]",
    right: "- zoom: {by: 1 level}"),
  FaultPage(
    .missingBraces, "Several keys in a line without braces",
    """
    Keys that stand in one line need braces around them. The other way is a line for each key, \
    indented deeper, without commas.
    """, .steps,
    wrong: "- zoom: by: 1 level, over: 300 ms",
    right: """
      - zoom: {by: 1 level, over: 300 ms}
      - zoom:
          by: 1 level
          over: 300 ms
      """),
  FaultPage(
    .comma, "A comma that is missing or too many",
    """
    Inside braces and brackets one comma stands between two entries. Without it two entries are \
    read as one.
    """, .steps,
    wrong: "- zoom: {by: 1 level over: 300 ms}",
    right: "- zoom: {by: 1 level, over: 300 ms}"),
  FaultPage(
    .needsQuotes, "A text that needs quotes",
    """
    A colon with a blank behind it makes a key of what stands before, and some characters at the \
    beginning of a text have a meaning in YAML. Quotes around the text take it as it is.
    """, .lines,
    wrong: "scenario: Zoom: twice",
    right: "scenario: \"Zoom: twice\""),
  FaultPage(
    .missingColon, "A key without its colon",
    """
    A key is followed by a colon and a blank. Without the colon the key and its value are one \
    word that means nothing.
    """, .steps,
    wrong: "- wait settled",
    right: "- wait: settled"),
  FaultPage(
    .missingBlank, "A blank that is missing",
    """
    A blank follows the colon of a key and the hyphen of an item; without it YAML takes \
    everything for one word.
    """, .steps,
    wrong: "- zoom:{by: 1 level}",
    right: "- zoom: {by: 1 level}"),
  FaultPage(
    .missingDash, "An item of a list without its hyphen",
    """
    The lines above are items of a list, and this one stands in their column without being one. \
    Begin it with '- ', or indent it to where it belongs.
    """, .steps,
    wrong: "- mark: zooming\nwait: settled",
    right: "- mark: zooming\n- wait: settled"),
  FaultPage(
    .indentation, "A line in the wrong column",
    """
    What belongs together begins in the same column, and what is inside something begins further \
    to the right than it. Otherwise the line belongs to nothing, or to something else than it \
    seems.
    """, .steps,
    wrong: """
      - repeat:
          times: 3
          steps:
            - zoom: {by: 1 level}
           - wait: settled
      """,
    right: """
      - repeat:
          times: 3
          steps:
            - zoom: {by: 1 level}
            - wait: settled
      """),
  FaultPage(
    .textWithoutKey, "A line that is neither a key nor an item",
    """
    Every line is a key with a colon, an item that begins with a hyphen, or a comment that \
    begins with '#'. A sentence on its own is none of these.
    """, .lines,
    wrong: "now comes the map",
    right: "# now comes the map"),
  FaultPage(
    .textAfterClosing, "Something behind a value that has ended",
    """
    The closing brace or quote ends the value, so that what follows belongs to nothing. Most \
    often a key was written behind the brace instead of before it.
    """, .steps,
    wrong: "- zoom: {by: 1 level}, over: 300 ms",
    right: "- zoom: {by: 1 level, over: 300 ms}"),
  FaultPage(
    .secondDocument, "A second document in one file",
    """
    A line '---' or '...' ends a document of YAML, and what follows would be another scenario. \
    One file holds one scenario, so that the name of the file can name its facts.
    """, .scenario,
    wrong: """
      scenario: A tap on the map
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      steps: [tap map]
      ---
      scenario: Another tap
      """,
    right: """
      scenario: A tap on the map
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      steps: [tap map]
      """),
  FaultPage(
    .anchor, "An anchor, an alias or a merge key",
    """
    With '&name', '*name' and '<<' YAML copies values from elsewhere in the file. What a line \
    means would then stand far away from it, and a small file could grow without end. Write the \
    value out; 'repeat' does steps several times.
    """, .steps,
    wrong: "- pan: &left {by: 120 x 0 pt}\n- pan: *left",
    right: "- repeat:\n    times: 2\n    steps:\n      - pan: {by: 120 x 0 pt}"),
  FaultPage(
    .tag, "A tag of YAML",
    """
    A tag such as '!!str' says which type a value has. Here the key decides that, so a tag could \
    only contradict it.
    """, .steps,
    wrong: "- mark: !!str 7",
    right: "- mark: 7"),
  FaultPage(
    .blockText, "A block of text",
    """
    '|' and '>' begin a text of several lines. All texts of a scenario are short names and \
    titles that reports show in one line.
    """, .steps,
    wrong: "- mark: |\n    zooming",
    right: "- mark: zooming"),
  FaultPage(
    .openQuote, "A quote that is not closed",
    """
    A text that begins with a quote ends with the same one. Without it the rest of the file is a \
    part of the text.
    """, .steps,
    wrong: "- mark: \"zooming",
    right: "- mark: \"zooming\""),
  FaultPage(
    .tooDeep, "Objects and lists that are nested too deeply",
    """
    No key of the language needs more than a few levels, and \(Limits.nesting) are allowed. \
    Deeper ones come from a bracket that is repeated by mistake, or from somebody who wants to \
    crash the reader.
    """, .lines,
    wrong: "steps: " + String(repeating: "[", count: 4_000),
    right: "steps: [tap map]"),
  FaultPage(
    .lineTooLong, "A line that is too long",
    """
    A line may have \(Limits.lineBytes) bytes, so that a place in it can be shown. Lists of many \
    points belong into a file of points, and long lists of steps into lines of their own.
    """, .lines,
    wrong: "tags: [slow]  # " + String(repeating: "very ", count: Limits.lineBytes / 5) + "slow",
    right: "tags: [slow]  # very slow"),
  FaultPage(
    .duplicateKey, "A key that is there twice",
    """
    YAML would take one of the two values and forget the other one in silence. Keep the one that \
    you mean.
    """, .steps,
    wrong: "- pan: {by: 120 x 0 pt, over: 300 ms, by: 60 x 0 pt}",
    right: "- pan: {by: 120 x 0 pt, over: 300 ms}"),
  FaultPage(
    .keyIsNoText, "A key that is no word",
    """
    YAML lets a list or an object be a key. The keys of scenarios are words.
    """, .lines,
    wrong: "[tags, seed]: 7",
    right: "seed: 7"),
]
