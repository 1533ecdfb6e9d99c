import ScenarioFiles
import Scenarios
import Testing

@Suite("Faults of a scenario")
struct FaultTests {
  @Test(arguments: stepFaults.pages)
  func `of one step are found, placed and worded`(page: DiagnosticBook.Page) {
    let result = read(headText + "steps:\n  - \(page.input)\n")
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  @Test(arguments: mapStepFaults.pages + clusterStepFaults.pages)
  func `of one step of the map are found, placed and worded`(page: DiagnosticBook.Page) {
    let result = read(mapText + "  - \(page.input)\n")
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  /// Lines of the page take the place of lines of the good head with the same key; others follow.
  @Test(arguments: headFaults.pages + setupFaults.pages + clusterFaults.pages)
  func `of the other keys are found, placed and worded`(page: DiagnosticBook.Page) {
    var lines = headText.split(separator: "\n").map(String.init)
    for line in page.input.split(separator: "\n") {
      let key = line.prefix { $0 != ":" } + ":"
      if let index = lines.prefix(5).firstIndex(where: { $0.hasPrefix(key) }) {
        lines[index] = String(line)
      } else {
        lines.append(String(line))
      }
    }
    let result = read(lines.joined(separator: "\n"))
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  /// A scenario without its title is still a scenario.
  @Test(arguments: [
    ("x.yaml", "part: A\nsteps: [tap map]", "this file is a part, not a scenario"),
    ("x.yaml", "steps: [tap map]\npart: A", "this file is a part, not a scenario"),
    ("defaults.yaml", "tags: [a]", "this file is the defaults of a folder, not a scenario"),
    (
      "x.yaml", "device: x\nfrom: phone-60hz\nview creation: 1 ms",
      "this file is a device profile, not a scenario"
    ),
    ("x.yaml", "tolerances: []", "this file is a file of tolerances, not a scenario"),
    ("x.yaml", "history: []", "this file is a file of tolerances, not a scenario"),
    ("x.yaml", "device: phone-60hz\nsteps: [tap map]", nil), ("x.yaml", "stps: [tap map]", nil),
    ("defaults.yaml", headText + "steps: [tap map]", nil), ("x.yaml", "[tap map]", nil),
    ("x.yaml", "part: A\nscenario: B", nil),
  ])
  func `name a file of another kind by its kind`(name: String, text: String, message: String?) {
    let files = FakeFiles(["S/\(name)": text])
    let result = ScenarioReader(files: files).read(path: "S/\(name)")
    let found: [Diagnostic] =
      if case .failure(let diagnostics) = result { diagnostics.all } else { [] }
    let others = found.filter { $0.code == .notAScenario }
    #expect(others.map(\.message) == [message].compactMap(\.self))
    // Nothing else is said about such a file.
    #expect(message == nil || found.count == 1)
  }

  @Test
  func `show the line, carets and a remedy`() {
    let result = read(headText + "steps:\n  - zooom: {by: 1 level}\n")
    guard case .failure(let diagnostics) = result else {
      Issue.record("the scenario was read")
      return
    }
    #expect(
      diagnostics.description == """
        S/x.yaml:7:5: error[MR0601]: unknown step 'zooom'
         7 |   - zooom: {by: 1 level}
           |     ^^^^^
        help: did you mean 'zoom'?
        """)
  }

  @Test
  func `count columns in characters and keep tabs above the carets`() {
    let text = headText + "tags: [\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}e\u{301},\t[x]]\n"
    guard case .failure(let diagnostics) = read(text + "steps: [tap map]") else {
      Issue.record("the scenario was read")
      return
    }
    #expect(diagnostics.all.map(\.place) == [Place(line: 6, column: 12)])
    #expect(diagnostics.description.split(separator: "\n")[2] == "   |           \t^")
  }

  @Test
  func `show a part of a long line`() throws {
    let filler = String(repeating: "a", count: 300)
    let result = read(headText + "tags: [\(filler), [x], \(filler)]\nsteps: [tap map]")
    guard case .failure(let diagnostics) = result else {
      Issue.record("the scenario was read")
      return
    }
    // The first and the last tag are too long, the one between is a list.
    try #require(diagnostics.all.count == 3)
    let lines = diagnostics.all[1].description.split(separator: "\n")
    let column = lines[2].prefix { $0 != "^" }.count
    #expect(lines[1].dropFirst(column).hasPrefix("[x], aaa"))
    #expect(lines[1].count < 140)
  }

  @Test
  func `are found all at once`() {
    let text = """
      scenario: Five mistakes
      device: phon
      map: {size: 390 x 844, center: {lat: 95, lon: 13.3777}, span: 45 km x 45 km}
      data: {cities: {file: Data/cities.csv}}
      layers: {cities: {cluster: {cell siz: 60 pt}}}
      steps:
        - download: {data: cities, into: town}
      """
    #expect(
      messages(read(text)) == [
        "2:9 unknown device 'phon'", "3:13 '390 x 844' has no unit",
        "3:38 'lat' is out of range: '95'",
        "5:29 unknown key 'cell siz' of the cluster", "7:36 there is no layer 'town'",
      ])
  }

  @Test
  func `of files that it names come after its own, each once`() {
    let text = headText.replacing(
      "cities.csv}}", with: "cities.csv}, more: {file: Data/cities.csv}}")
    let result = read(
      text + "steps: [click]",
      more: [
        "S/Data/cities.csv": "id,lat,lon\na,x,2",
        "S/Devices/phone.yaml": deviceText + "\nfan: 1 ms",
      ])
    guard case .failure(let diagnostics) = result else {
      Issue.record("the scenario was read")
      return
    }
    #expect(
      diagnostics.all.map { "\($0.file):\($0.place.line) \($0.message)" } == [
        "S/x.yaml:6 unknown step 'click'",
        "S/Devices/phone.yaml:10 unknown key 'fan' of the device profile",
        "S/Data/cities.csv:2 'x' is not a number",
      ])
  }

  @Test
  func `of a device profile include another name than the file's`() {
    let device = deviceText.replacing("device: phone", with: "device: tablet")
    let result = read(headText + "steps: [tap map]", more: ["S/Devices/phone.yaml": device])
    #expect(
      DiagnosticBook.diagnostics(result) == """
        1:9 [tablet] MR0106 the profile calls itself 'tablet', its file 'phone'
          help: write 'device: phone'
        """)
  }

  @Test
  func `of a device profile include costs of more than a second`() {
    let device = deviceText.replacing("12 us", with: "1 s").replacing("450 us", with: "1001 ms")
    let result = read(headText + "steps: [tap map]", more: ["S/Devices/phone.yaml": device])
    #expect(
      DiagnosticBook.diagnostics(result) == """
        3:16 [1001 ms] MR0406 'view creation' is out of range: '1001 ms'
          help: it must be 0 ns to 1 s
        """)
  }

  @Test
  func `name the places in which a file was looked for`() {
    let files = FakeFiles(["/a/S/x.yaml": headText + "steps: [tap map]"])
    let result = ScenarioReader(files: files).read(path: "/a/S/x.yaml")
    #expect(
      DiagnosticBook.diagnostics(result) == """
        2:9 [phone] MR0105 unknown device 'phone'
          help: known devices: instant, ipad-120hz, ipad-60hz, old-phone, phone-120hz, phone-60hz \
        (looked for /a/S/Devices/phone.yaml, /a/Devices/phone.yaml, /Devices/phone.yaml)
        4:23 [Data/cities.csv] MR0101 there is no file 'Data/cities.csv'
          help: looked for /a/S/Data/cities.csv, /a/Data/cities.csv, /Data/cities.csv; \
        '--data DIR' names another folder
        """)
  }

  @Test
  func `include its own absence`() {
    let result = ScenarioReader(files: FakeFiles([:])).read(path: "x.yaml")
    #expect(
      DiagnosticBook.diagnostics(result) == """
        1:1 [] MR0101 there is no file 'x.yaml'
          help: looked for x.yaml
        """)
  }

  @Test
  func `say which data sets hold an ambiguous id`() {
    let text = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      data: {one: {file: Data/cities.csv}, two: {file: Data/cities.csv, first: 1}}
      layers: {pins: {}}
      steps:
        - add: {data: one, into: pins}
        - add: {data: two, into: pins}
        - select: {id: a, in: pins}
        - select: {id: b, in: pins}
        - select: {id: a, in: pins, of: two}
      """
    #expect(
      DiagnosticBook.diagnostics(read(text)) == """
        9:18 [a] MR0504 the point 'a' is in 'one' and 'two'
          help: add 'of: one'
        """)
  }
}

@Suite("Limits of a scenario")
struct LimitTests {
  @Test
  func `stop the search for keys that are there twice`() {
    let keys = (0..<100).map { "k\($0): 1\nk\($0): 2\n" }.joined()
    let found = messages(read(headText + "steps: [tap map]\n" + keys))
    #expect(found.count == 41)
    #expect(found.first == "7:1 the key 'k0' is there more than once")
  }

  @Test
  func `stop files that are too large or too deep`() {
    let large = String(repeating: "# comment\n", count: Limits.scenarioBytes / 10 + 1)
    #expect(messages(read(large)) == ["1:1 the file is larger than 4 MiB"])
    for text in ["[", "{a: ", "- ", "? "] {
      let deep = "steps:\n  " + String(repeating: text, count: 4_000)
      #expect(messages(read(deep)).map { $0.drop { $0 != " " } } == [" this is nested too deeply"])
    }
    let nested = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect(
      messages(read(headText + "steps: " + nested)).contains("6:208 this is nested too deeply"))
    let long = String(repeating: "ü", count: Limits.lineBytes / 2 + 1)
    #expect(messages(read(headText + "# " + long)) == ["6:1 the line is too long"])
  }

  @Test
  func `stop text that is not UTF-8`() {
    var files = FakeFiles([:])
    files.texts["x.yaml"] = Array("scenario: a\ndevice: ".utf8) + [0xFF, 0x41]
    let result = ScenarioReader(files: files).read(path: "x.yaml")
    #expect(messages(result) == ["2:9 the text is not UTF-8"])
    files.texts["x.yaml"] = [0xFE, 0xFF, 0, 0x61]
    #expect(
      messages(ScenarioReader(files: files).read(path: "x.yaml")) == ["1:1 the text is not UTF-8"])
  }

  @Test(arguments: [(8, true), (9, false)])
  func `allow eight levels of repeat`(depth: Int, isPlayable: Bool) {
    let text =
      String(repeating: "{repeat: {times: 1, steps: [", count: depth) + "tap map"
      + String(repeating: "]}}", count: depth)
    let found = messages(read(headText + "steps: [\(text)]"))
    #expect(found.isEmpty == isPlayable, "\(found)")
    if !isPlayable { #expect(found == ["6:234 'repeat' is nested too deeply"]) }
  }

  @Test
  func `count steps beyond every whole number`() {
    let text =
      String(repeating: "{repeat: {times: 10000, steps: [", count: 8) + "wait: 1 h, wait: 1 s"
      + String(repeating: "]}}", count: 8)
    let found = messages(read(headText + "steps: [\(text)]"))
    #expect(found.contains { $0.hasPrefix("6:1 written out, the session has ") }, "\(found)")
  }

  @Test
  func `allow geodesic lines of two hundred thousand kilometers together`() {
    // Half around the earth, there and back again.
    let ends = ["{lat: 0, lon: 0}", "{lat: 0, lon: 180}"]
    func overlays(_ count: Int) -> String {
      let places = (0..<count).map { ends[$0 % 2] }.joined(separator: ", ")
      let line = "{geodesic: [\(places)]}"
      return headText + "steps: [tap map]\noverlays: {a: \(line), b: \(line)}"
    }
    #expect(messages(read(overlays(5))) == [])
    #expect(
      messages(read(overlays(6))) == ["7:1 the geodesics are 200151 km long together"])
  }

  @Test(
    arguments: [
      (1_000, "mark: a", []),
      (1_001, "mark: a", ["6:1 written out, the session has 1001 marks"]),
    ])
  func `allow a thousand marks`(times: Int, step: String, diagnostics: [String]) {
    let text = headText + "steps: [{repeat: {times: \(times), steps: [\(step)]}}]"
    #expect(messages(read(text)) == diagnostics)
  }

  /// Ten thousand times two thousand points in each of five steps, and one point more.
  @Test(arguments: [
    "add: {data: two, into: pins}", "remove: {data: two, from: pins}",
    "move: {data: two, in: pins, to: {lat: 1, lon: 2}}", "replace: {data: two, in: pins}",
    "download: {data: two, into: pins, every: 1 ms}", "show: {layers: [pins]}",
  ])
  func `allow a hundred million points in all steps`(step: String) {
    let rows = (0..<2_000).map { "{id: \($0), lat: 1, lon: \(Double($0) / 20)}" }
    let head = headText.split(separator: "\n").prefix(3).joined(separator: "\n")
    let data = "data: {two: {points: [\n  \(rows.joined(separator: ",\n  "))]}}"
    let five = Array(repeating: step, count: 5).joined(separator: ", ")
    func text(_ first: Int) -> String {
      """
      \(head)
      \(data)
      layers: {pins: {}}
      steps:
        - repeat: {times: 9999, steps: [\(five)]}
        - repeat: {times: 4, steps: [\(step)]}
        - add: {data: two, into: pins, first: \(first)}
        - add: {data: two, into: pins, first: 1}
      """
    }
    #expect(messages(read(text(1_999), liftsLimits: true)) == [])
    #expect(
      messages(read(text(2_000), liftsLimits: true))
        == ["2006:1 written out, the session has 100000001 points in its steps"])
  }

  @Test(arguments: [(9_999, []), (10_000, ["6:1 written out, the session has 100001 steps"])])
  func `allow a hundred thousand steps`(times: Int, diagnostics: [String]) {
    // Ten steps each time; the repeat itself is one more.
    let steps = Array(repeating: "tap map", count: 10).joined(separator: ", ")
    let text = headText + "steps: [{repeat: {times: \(times), steps: [\(steps)]}}]"
    #expect(messages(read(text)) == diagnostics)
  }

  @Test
  func `allow fifty thousand steps of all variants together`() {
    let seeds = (1...64).map(String.init).joined(separator: ", ")
    func text(_ count: Int) -> String {
      headText + "variants: {seed: [\(seeds)]}\nsteps:\n"
        + String(repeating: "  - tap map\n", count: count)
    }
    #expect(messages(read(text(781))) == [])
    #expect(
      messages(read(text(782))) == ["6:1 written out, all variants together have 50048 steps"])
  }

  @Test
  func `list two hundred diagnostics and count the others`() {
    let text = headText + "steps:\n" + String(repeating: "  - click\n", count: 250)
    let found = messages(read(text))
    #expect(found.count == 201)
    #expect(found.last == "206:5 … 50 more")
  }

  @Test
  func `stop anchors that stand for billions of nodes`() {
    var text = headText + "steps: [tap map]\na0: &a0 [x, x]\n"
    for level in 1...60 {
      text += "a\(level): &a\(level) {*a\(level - 1) : *a\(level - 1), b: *a\(level - 1)}\n"
    }
    let found = messages(read(text))
    #expect(found.contains("8:8 the alias '*a0' is not allowed") || found.count == 201)
  }
}
