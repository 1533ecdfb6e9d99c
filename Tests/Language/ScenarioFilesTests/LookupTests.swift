import Foundation
import MapConfiguration
import MapGeometry
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite("Looking for files")
struct LookupTests {
  @Test(arguments: [
    ("x.yaml", ["", "..", "../..", "../../..", "../../../.."]),
    ("S/x.yaml", ["S", "", "..", "../..", "../../.."]),
    ("./x.yaml", [".", "..", "../..", "../../..", "../../../.."]),
    ("../S/x.yaml", ["../S", "..", "../..", "../../..", "../../../.."]),
    ("/a/b/x.yaml", ["/a/b", "/a", "/"]),
    ("/x.yaml", ["/"]),
    ("/1/2/3/4/5/6/x.yaml", ["/1/2/3/4/5/6", "/1/2/3/4/5", "/1/2/3/4", "/1/2/3", "/1/2"]),
  ])
  func `goes up from the scenario's folder`(path: String, folders: [String]) {
    #expect(Lookup(scenario: path, files: FakeFiles([:])).folders == folders)
  }

  @Test
  func `goes to the folders of the command line first`() {
    let first = LookupFolders(data: "/d", devices: "e/")
    let lookup = Lookup(scenario: "/S/x.yaml", files: FakeFiles([:]), first: first)
    #expect(
      lookup.places(ofData: "Data/a.csv") == [
        "/d/Data/a.csv", "/d/a.csv", "/S/Data/a.csv", "/Data/a.csv",
      ])
    #expect(lookup.places(ofData: "a.csv") == ["/d/a.csv", "/S/a.csv", "/a.csv"])
    #expect(
      lookup.places(ofDevice: "p") == ["e/p.yaml", "/S/Devices/p.yaml", "/Devices/p.yaml"])
  }

  @Test(arguments: [
    ("Data/world-citis.csv", ["Data/world-cities.csv"]),
    ("Data/World-Cities.CSV", ["Data/world-cities.csv"]),
    ("data/world_cities.csv", ["Data/world-cities.csv"]),
    ("world-cities.csv", ["Data/world-cities.csv"]),
    ("Dat/sub/pin.csv", ["Data/sub/pins.csv"]),
    ("towns.csv", ["town.csv"]), ("Data/su", []), ("Data/xyzzy.csv", []), ("", []),
  ])
  func `says which file of points may have been meant`(path: String, files: [String]) {
    let all = FakeFiles([
      "S/x.yaml": "", "Data/world-cities.csv": "a", "S/Data/sub/pins.csv": "", "S/town.csv": "a",
      "S/Data/world-cities.csv": "b",
    ])
    #expect(Lookup(scenario: "S/x.yaml", files: all).similar(toData: path) == files)
  }

  @Test
  func `says which file of the folder of the command line may have been meant`() {
    let lookup = Lookup(
      scenario: "S/x.yaml", files: FakeFiles(["d/world-cities.csv": "a"]),
      first: LookupFolders(data: "d"))
    #expect(lookup.similar(toData: "world-citis.csv") == ["world-cities.csv"])
    #expect(lookup.similar(toData: "Data/world-citis.csv") == ["Data/world-cities.csv"])
  }

  @Test
  func `finds every built-in profile without any file, and files in place of them`() throws {
    #expect(BuiltInDevices.names == BuiltInDevices.names.sorted())
    let found = ScenarioReader(files: FakeFiles([:])).devices(for: "S")
    let profiles = try found.map { try $0.get() }
    #expect(profiles.map(\.name) == BuiltInDevices.names)
    #expect(
      profiles.contains { $0.name == "old-phone" }
        && profiles.contains { $0.name.hasPrefix("ipad") })
    #expect(profiles.allSatisfy { $0.file == nil })
    for profile in profiles {
      #expect(
        profile.costs.named.allSatisfy {
          ["0 ns", "0 B"].contains($0.value) == (profile.name == "instant")
        })
      #expect(profile.name == "instant" || profile.costs.viewCreation > profile.costs.viewReuse)
    }
    let files = FakeFiles([
      "S/Devices/old-phone.yaml": deviceText.replacing("device: phone", with: "device: old-phone")
    ])
    let other = try ScenarioReader(files: files).devices(for: "S").map { try $0.get() }
    #expect(other.count == profiles.count)
    #expect(other.compactMap(\.file) == ["S/Devices/old-phone.yaml"])
    #expect(
      other.first { $0.file != nil }?.costs.viewCreation
        != profiles.first { $0.name == "old-phone" }?.costs.viewCreation)
  }

  /// The costs of a profile by their keys, or its diagnostics.
  private func profile(_ name: String, _ files: [String: String]) -> String {
    switch Lookup(scenario: "S/x.yaml", files: FakeFiles(files)).profile(name) {
    case .success(let profile)?:
      (["frames per second: \(profile.costs.framesPerSecond)"]
        + profile.costs.named.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
    case .failure(let diagnostics)?:
      diagnostics.all.map { "\($0.file):\($0.place.line) \($0.message)" }.joined(separator: "\n")
    case nil: "none"
    }
  }

  @Test
  func `a profile takes the costs that it leaves out from another one`() {
    let fast = "device: fast\nfrom: phone-60hz\nframes per second: 90\nview reuse: 1 us\n"
    let files = [
      "S/Devices/fast.yaml": fast, "Devices/slow.yaml": "device: slow\nfrom: fast\ntouch: 9 ms\n",
      "S/Devices/phone-60hz.yaml": "device: phone-60hz\nfrom: phone-60hz\nview creation: 3 ms\n",
    ]
    let own = profile("phone-60hz", [:]).replacing(/view creation: .*/, with: "view creation: 3 ms")
    #expect(own != profile("phone-60hz", [:]))
    #expect(profile("phone-60hz", files) == own)
    let child = own.replacing("frames per second: 60", with: "frames per second: 90")
      .replacing(/view reuse: .*/, with: "view reuse: 1 us")
    #expect(profile("fast", files) == child)
    #expect(profile("slow", files) == child.replacing(/touch: .*/, with: "touch: 9 ms"))
    // All that is written is as if it had been written in one file.
    #expect(profile("copy", ["S/Devices/copy.yaml": "device: copy\n\(child)\n"]) == child)
  }

  @Test(arguments: [
    ("from: twin", "S/Devices/twin.yaml:2 the profile 'one' inherits from itself"),
    ("from: one", "S/Devices/one.yaml:2 the profile 'one' inherits from itself"),
    ("from: phone-60", "S/Devices/one.yaml:2 unknown device 'phone-60'"),
    ("from: ../one", "S/Devices/one.yaml:2 unknown device '../one'"),
    ("from: bad", "S/Devices/bad.yaml:3 unknown key 'fan' of the device profile"),
    (
      "from: phone-60\nfan: 1 us",
      """
      S/Devices/one.yaml:2 unknown device 'phone-60'
      S/Devices/one.yaml:3 unknown key 'fan' of the device profile
      """
    ),
  ])
  func `what a profile comes from is there, once`(lines: String, expected: String) {
    let files = [
      "S/Devices/one.yaml": "device: one\n\(lines)\n",
      "S/Devices/twin.yaml": "device: twin\nfrom: one\n",
      "S/Devices/bad.yaml": "device: bad\nfrom: phone-60hz\nfan: 1 us\n",
    ]
    #expect(profile("one", files) == expected)
  }

  @Test
  func `a long line of profiles ends with a diagnostic`() {
    var files: [String: String] = [:]
    for number in 0..<500 {
      files["S/Devices/p\(number).yaml"] = "device: p\(number)\nfrom: p\(number + 1)\n"
    }
    #expect(profile("p0", files).hasSuffix("the chain of 'from' is too long"))
    files["S/Devices/p3.yaml"] = "device: p3\nfrom: phone-60hz\n"
    #expect(profile("p0", files) == profile("phone-60hz", files))
  }

  @Test(arguments: [
    ("Data/a.csv", true), ("a.csv", true), ("..a/b", true), ("../a", false), ("a/../b", false),
    ("/a", false), ("a//b", false), ("a\\b", false), ("a/", false), ("", false), ("a\0", false),
  ])
  func `takes only paths that work everywhere`(path: String, isPortable: Bool) {
    #expect(Lookup.isPortable(path) == isPortable)
  }

  @Test
  func `reads regular files of the disk and nothing else`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["b", "a", "C"] {
      try Data(name.utf8).write(to: folder.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "a"))
    let path = folder.path(percentEncoded: false)
    let files = DiskFiles()
    #expect(files.content(at: path + "/a", limit: 9) == .bytes(Array("a".utf8)))
    #expect(files.content(at: path + "/link", limit: 1) == .bytes(Array("a".utf8)))
    #expect(files.content(at: path + "/link", limit: 0) == .tooLarge)
    #expect(files.content(at: path + "/none", limit: 9) == .missing)
    #expect(files.content(at: path, limit: 9) == .notAFile("a folder"))
    #expect(files.content(at: "/dev/zero", limit: 9) == .notAFile("a device"))
    #expect(files.names(in: path) == ["C", "a", "b", "link"])
    #expect(files.names(in: path + "/none") == [])
  }

  @Test
  func `refuses a file that does not fit into memory before it is read`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Devices"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = folder.appending(path: "Devices/phone.yaml")
    try Data(deviceText.utf8).write(to: device)
    let scenario = folder.appending(path: "x.yaml")
    let text = headText.replacing("Data/cities.csv", with: "huge.csv") + "steps: [tap map]"
    try Data(text.utf8).write(to: scenario)
    // They have a length only; the disk keeps nothing of them.
    let huge = folder.appending(path: "huge.csv")
    try Data().write(to: huge)
    let path = scenario.path(percentEncoded: false)
    for (file, diagnostic) in [
      (huge, "4:23 the file is larger than 256 MiB"), (device, "1:1 the file is larger than 4 MiB"),
      (scenario, "1:1 the file is larger than 4 MiB"),
    ] {
      try FileHandle(forWritingTo: file).truncate(atOffset: 50 << 30)
      #expect(messages(ScenarioReader().read(path: path)).first == diagnostic)
      try FileHandle(forWritingTo: file).truncate(atOffset: 0)
      try Data((file == device ? deviceText : text).utf8).write(to: file)
    }
  }
}
