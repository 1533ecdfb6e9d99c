/// Files that a scenario is in or names.
let filesPages: [FaultPage] = [
  FaultPage(
    .missingFile, "A file that is not there",
    """
    The scenario names a file, and none of the folders in which it is looked for has it. Files \
    of points are looked for in the folder of --data, then beside the scenario and in up to four \
    folders above it. The remedy lists every place that was tried.
    """, .lines,
    wrong: "data: {cities: {file: Data/citties.csv}}",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .notAFile, "Something else than a file",
    """
    A folder, a pipe or a device stands where a file is expected. Only regular files are read, \
    because the others may never end or have no text at all.
    """, .lines,
    wrong: "data: {cities: {file: Data}}",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .unreadableFile, "A file that you may not read",
    """
    The file is there, but its rights do not let you read it. Nothing in it could be checked.
    """, .lines,
    wrong: "data: {cities: {file: Data/locked.csv}}  # nobody may read it",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .fileTooLarge, "A file that is too large",
    """
    A scenario and a device profile may have \(Limits.scenarioBytes >> 20) MiB, a file of points \
    \(Limits.dataBytes >> 20) MiB. More is most \
    likely another file than the one that was meant, and would fill the memory before anything \
    is said about it.
    """, .lines,
    wrong: "data: {cities: {file: Data/huge.csv}}  # 300 MiB",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .unknownDevice, "A device that nobody described",
    """
    A device profile says what each piece of work costs on a phone; without it no time can be \
    computed. The name must be that of a built-in profile or of a file in a folder named \
    Devices. 'mapreplay list --devices' shows every profile that can be named.
    """, .lines,
    wrong: "device: phone-60Hz-pro",
    right: "device: phone-60hz"),
  FaultPage(
    .otherDeviceName, "A device profile that calls itself by another name",
    """
    A profile is found by the name of its file, and reports show the name that is written in it. \
    If the two differ, a report names a device that no scenario can ask for.
    """, .device,
    wrong: """
      # Devices/my-phone.yaml
      device: phone of mine
      frames per second: 60
      view creation: 900 us
      view reuse: 120 us
      view layout: 6 us
      annotation change: 25 us
      annotation comparison: 4 us
      point visit: 60 ns
      node visit: 90 ns
      """,
    right: """
      # Devices/my-phone.yaml
      device: my-phone
      frames per second: 60
      view creation: 900 us
      view reuse: 120 us
      view layout: 6 us
      annotation change: 25 us
      annotation comparison: 4 us
      point visit: 60 ns
      node visit: 90 ns
      """),
  FaultPage(
    .pathNotPortable, "A path that works on one machine only",
    """
    Scenarios are shared, so a path may not begin with a slash, go up with '..' or contain a \
    backslash. Write it relative to the scenario or to a folder above it; those are searched.
    """, .lines,
    wrong: "data: {cities: {file: ../Data/cities.csv}}",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .notUTF8, "A text that is not UTF-8",
    """
    The bytes of the file cannot be read as UTF-8, the one encoding of scenarios and of files of \
    points. Old spreadsheets save Windows-1252 or UTF-16; choose UTF-8 when you save.
    """, .lines,
    wrong: "data: {cities: {file: Data/windows.csv}}  # saved as Windows-1252",
    right: "data: {cities: {file: Data/cities.csv}}"),
  FaultPage(
    .unreadableFolder, "A folder that you may not read",
    """
    Folders are searched for scenarios to the bottom. One that cannot be opened might hold \
    scenarios that would be left out in silence, so it is a mistake.
    """, .folder,
    wrong: """
      Scenarios/pin.yaml
      Scenarios/secret/     nobody may read it
      """,
    right: """
      Scenarios/pin.yaml
      Scenarios/secret/     everybody may read it
      """),
  FaultPage(
    .sameID, "Two scenarios of the same id",
    """
    The id of a scenario is its folder and the name of its file without the ending. Facts and \
    reports are named after it, so that two files of one id would write over each other.
    """, .folder,
    wrong: """
      Scenarios/pin.yaml
      Scenarios/pin.yml
      """,
    right: """
      Scenarios/pin.yaml
      Scenarios/second-pin.yaml
      """),
  FaultPage(
    .furtherFaults, "More faults than are listed",
    """
    At most \(Limits.faults) faults of a file are listed; this line counts the others. Many faults \
    usually have one cause, such as a wrong column or indentation. Fix the first ones and validate \
    again.
    """, .points,
    wrong: "id,lat,lon\n"
      + (1...Limits.faults + 2).map { "p\($0),north,13.4" }.joined(separator: "\n"),
    right: "id,lat,lon\np1,52.5,13.4"),
  FaultPage(
    .factsClash, "Facts that would take the place of other files",
    """
    Facts are written to a file named after the id of the scenario. Here that would be the file \
    of another scenario, or lie among the reports, which each run replaces.
    """, .folder,
    wrong: """
      Scenarios/pin.yaml
      pin.yaml               both have the facts Reports/pin.json
      """,
    right: """
      Scenarios/pin.yaml
      second-pin.yaml
      """),
  FaultPage(
    .tooManyValues, "A file with too many keys and items",
    """
    A file may have \(Limits.values) keys and items, so that it is read within a second. That \
    is far more than anybody writes: what is done often is a 'repeat', and many points belong \
    into a file of points.
    """, .lines,
    wrong: "steps:\n" + String(repeating: "  - tap map\n", count: Limits.values),
    right: "steps: [{repeat: {times: 10000, steps: [tap map]}}]"),
  FaultPage(
    .badFileName, "A name of a file that cannot be in an id",
    """
    The id of a scenario is its folder and the name of its file without the ending. It stands in \
    a line of messages, and facts and reports are files of that name. So there are no line \
    breaks, tabs and other control characters in these names, and none is a dot or two.
    """, .folder,
    wrong: """
      Scenarios/two\\tpins.yaml      there is a tab in it
      Scenarios/...yaml             the name is two dots
      """,
    right: """
      Scenarios/two pins.yaml
      Scenarios/dots.yaml
      """),
]
