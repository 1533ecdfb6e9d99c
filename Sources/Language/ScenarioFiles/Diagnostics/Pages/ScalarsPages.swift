/// Single values.
let scalarsPages: [FaultPage] = [
  FaultPage(
    .noValue, "A key without its value",
    """
    Nothing stands behind the colon. To take what holds by default, leave the key out too.
    """, .steps,
    wrong: "- wait:",
    right: "- wait: settled"),
  FaultPage(
    .takesNoValue, "A value for a key that takes none",
    """
    The word says everything already, as 'tap map' does. A value behind it would be ignored.
    """, .steps,
    wrong: "- tap map: twice",
    right: "- tap map"),
  FaultPage(
    .unreadableValue, "A value that cannot be read",
    """
    The text is not what its key asks for, such as a number or a size. Numbers have a point and \
    no exponent, no zero before them and no plus; YAML's own guesses (0x10, 1_000, 12:30) are \
    not used.
    """, .lines,
    wrong: "seed: 0x10",
    right: "seed: 16"),
  FaultPage(
    .missingUnit, "A quantity without its unit",
    """
    A bare number leaves open whether it means milliseconds or seconds, points or pixels. Each \
    quantity has its unit in its text, with a blank between.
    """, .steps,
    wrong: "- wait: 250",
    right: "- wait: 250 ms"),
  FaultPage(
    .wrongUnit, "A unit that does not fit",
    """
    The key measures something else, or knows this unit by another name. Screens are measured in \
    points (pt), whatever the pixels of the phone.
    """, .lines,
    wrong: "map: {size: 1170 x 2532 px, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}",
    right: "map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}"),
  FaultPage(
    .outOfRange, "A value that is too small or too large",
    """
    The limits keep a session possible: a latitude ends at the poles, and a few zeros too many \
    would fill the memory or the night. The remedy names them.
    """, .steps,
    wrong: "- set center: {lat: 525.163, lon: 13.3777}",
    right: "- set center: {lat: 52.5163, lon: 13.3777}"),
  FaultPage(
    .tooFine, "A time that is finer than a nanosecond",
    """
    Simulated time is counted in whole nanoseconds, so that sums are exact. A part of one cannot \
    be kept.
    """, .steps,
    wrong: "- wait: 0.25 ns",
    right: "- wait: 25 ns"),
  FaultPage(
    .unknownWord, "A word that is none of the choices",
    """
    The key takes one of a few words, and this is not one of them. Answers are 'yes' and 'no', \
    not 'true' and 'false'.
    """, .lines,
    wrong: "options: {animated pinch: true}",
    right: "options: {animated pinch: yes}"),
  FaultPage(
    .commaInNumber, "A number with a comma",
    """
    The fraction of a number follows a point, and thousands are not parted. In braces a comma \
    even ends the value: '52,5' would be '52' and a key '5'.
    """, .steps,
    wrong: "- set center: {lat: 52,5, lon: 13,4}",
    right: "- set center: {lat: 52.5, lon: 13.4}"),
]
