import Counts
import Foundation
import Statistics
import Testing

@Suite("Fingerprints")
struct FingerprintTests {
  private let here = Fingerprint([.compiler: "Swift 6.3", .allocator: "jemalloc 5.3.0"])

  @Test
  func `says which parts differ, in the order of the parts`() {
    let there = Fingerprint([.compiler: "Swift 6.2", .kernel: "Linux 6.1"])
    #expect(
      here.differences(from: there).map(\.words) == [
        "another compiler, Swift 6.3 instead of Swift 6.2",
        "another allocator, jemalloc 5.3.0 instead of unknown",
        "another kernel, unknown instead of Linux 6.1",
      ])
    #expect(here.differences(from: there, in: [.kernel]).count == 1)
    #expect(here.differences(from: here) == [])
    #expect(here.restricted(to: [.compiler]) == Fingerprint([.compiler: "Swift 6.3"]))
  }

  @Test
  func `several have in common what all of them know, and are mixed in the rest`() {
    let there = Fingerprint([
      .compiler: "Swift 6.3", .allocator: "jemalloc 5.2.1", .kernel: "Linux 6.1",
    ])
    #expect(Fingerprint(mixing: [here, here]) == here)
    #expect(Fingerprint(mixing: []) == Fingerprint([:]))
    #expect(
      Fingerprint(mixing: [here, there])
        == Fingerprint([.compiler: "Swift 6.3", .allocator: "mixed", .kernel: "mixed"]))
  }

  @Test
  func `is an object of its parts, and leaves out what it does not know`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(here), as: UTF8.self)
    #expect(text == #"{"allocator":"jemalloc 5.3.0","compiler":"Swift 6.3"}"#)
    let read = try JSONDecoder().decode(
      Fingerprint.self, from: Data(#"{"compiler":"Swift 6.3","color":"red"}"#.utf8))
    #expect(read == Fingerprint([.compiler: "Swift 6.3"]))
  }

  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c")])
  func `digests are those of FNV-1a`(text: String, digest: String) {
    #expect(Fingerprint.digest(of: text.utf8) == digest)
  }
}
