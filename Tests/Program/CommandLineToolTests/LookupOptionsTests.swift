import Foundation
import Support
import Testing

/// Built-in devices, files of devices and points, and where the program looks for them.
@Suite("Devices and data")
struct LookupOptionsTests {
  private static let scenario = """
    scenario: Somewhere
    device: DEVICE
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {file: Data/pins.csv}}
    layers: {pins: {}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled

    """

  private func scratch(device: String) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file(
      "x.yaml", LookupOptionsTests.scenario.replacing("DEVICE", with: device))
    return scratch
  }

  @Test(arguments: ["phone-60hz", "ipad-60hz", "old-phone"])
  func `a scenario alone in a folder works`(device: String) throws {
    let scratch = try Scratch()
    let text = ExitStatusTests.scenario("").replacing("test-phone", with: device)
    try scratch.file("x.yaml", text)
    for path in ["x.yaml", "."] {
      let ending = try Program.debug.run(["run", path, "--out", "out"], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
    }
    #expect(try scratch.text("out/run.json").contains("\"id\":\"x\""))
  }

  @Test(arguments: ["", "Data/"])
  func `folders of the command line come first`(folder: String) throws {
    let scratch = try scratch(device: "test-phone")
    try scratch.file("else/\(folder)pins.csv", "id,lat,lon\na,50,8\n")
    try scratch.file("phones/test-phone.yaml", TestDevice.text)
    let options = ["x.yaml", "--data", "else", "--devices", "phones"]
    for arguments in [["run"] + options + ["--out", "out"], ["validate"] + options] {
      let ending = try Program.debug.run(arguments, in: scratch.folder)
      #expect(ending.code == 0, "\(arguments): \(ending.complaints)")
    }
    #expect(
      try scratch.text("out/report.html").contains(
        "<code>mapreplay run x.yaml --filter x --seed 1 --data else --devices phones</code>"))
    let list = try Program.debug.run(["list", "--flat"] + options, in: scratch.folder)
    #expect(list.code == 0)
    #expect(list.output.contains("(phones/test-phone.yaml)\n"))
    #expect(list.output.hasSuffix("x  Somewhere  test-phone, 2 steps\n"), "\(list.output)")

    let bare = try Program.debug.run(["validate", "x.yaml"], in: scratch.folder)
    #expect(bare.code == 65)
    #expect(bare.complaints.contains("looked for Devices/test-phone.yaml, ../Devices/"))
    #expect(bare.complaints.contains("looked for Data/pins.csv, ../Data/pins.csv"))
    #expect(bare.complaints.contains("'--data DIR' names another folder"))
  }

  @Test(arguments: [
    ("pi.yaml", "pin.yaml"), ("Scenarios/PINS", "Scenarios/Pins"), ("Scenarois/", "Scenarios"),
    ("Scenarios/Pins/pins.yaml", "Scenarios/Pins/pin.yaml"), ("Scenarios/xyzzy", nil),
  ])
  func `a path that is nearly there is asked for`(path: String, meant: String?) throws {
    let scratch = try Scratch()
    for name in ["pin.yaml", "Scenarios/Pins/pin.yaml"] { try scratch.file(name, "") }
    let ending = try Program.debug.run(["validate", path], in: scratch.folder)
    #expect(ending.code == 66)
    let help = meant.map { "help: did you mean '\($0)'?\n" } ?? ""
    #expect(ending.complaints == "error: there is no file or folder '\(path)'\n\(help)")
  }

  @Test(arguments: ["--data", "--devices"])
  func `a folder of the command line has to be there`(option: String) throws {
    let scratch = try scratch(device: "phone-60hz")
    let ending = try Program.debug.run(["run", "x.yaml", option, "nowhere"], in: scratch.folder)
    #expect(ending.code == 66)
    #expect(ending.complaints.contains("error: there is no folder 'nowhere'"))
  }

  @Test
  func `a file replaces a built-in device, and reports say so`() throws {
    let scratch = try scratch(device: "old-phone")
    try scratch.file("Data/pins.csv", "id,lat,lon\na,50,8\n")
    let words = "a file in place of the built-in profile"
    #expect(try Program.debug.run(["run", "x.yaml", "--out", "out"], in: scratch.folder).code == 0)
    #expect(try !scratch.text("out/summary.md").contains(words))
    try scratch.file(
      "Devices/old-phone.yaml", TestDevice.text.replacing("test-phone", with: "old-phone"))
    #expect(try Program.debug.run(["run", "x.yaml", "--out", "out"], in: scratch.folder).code == 0)
    for name in ["summary.md", "run.json"] {
      #expect(try scratch.text("out/\(name)").contains(words), "\(name)")
    }
    let list = try Program.debug.run(["list", ".", "--devices"], in: scratch.folder).output
    #expect(list.contains(words))
    #expect(list.split(separator: "\n").count { $0.hasSuffix("(built in)") } == 5, "\(list)")
  }
}
