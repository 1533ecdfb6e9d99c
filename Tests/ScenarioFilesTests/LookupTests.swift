import Foundation
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
    #expect(files.bytes(at: path + "/a") == Array("a".utf8))
    #expect(files.bytes(at: path + "/link") == Array("a".utf8))
    #expect(files.bytes(at: path + "/none") == nil)
    #expect(files.bytes(at: path) == nil)
    #expect(files.bytes(at: "/dev/zero") == nil)
    #expect(files.names(in: path) == ["C", "a", "b", "link"])
    #expect(files.names(in: path + "/none") == [])
  }
}
