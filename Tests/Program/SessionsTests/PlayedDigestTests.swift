import Clustering
import Foundation
import Scenarios
import Support
import Testing

@testable import Sessions

/// The digests by which two runs know whether their counts compare.
@Suite("Digests of what is played")
struct PlayedDigestTests {
  private static let text = """
    scenario: Two pins
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {callout: {style: plain, size: 100 x 50 pt, adjust: none}}}
    steps:
      - download: {data: pins, into: pins, batch size: 1, every: 20 ms}
      - wait: settled
    expect: {callouts opened: exactly 0}

    """

  private func digest(_ old: String = "", _ new: String = "") throws -> String {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let text = PlayedDigestTests.text
    if !old.isEmpty { try #require(text.contains(old)) }
    try scratch.file("in/a.yaml", old.isEmpty ? text : text.replacing(old, with: new))
    let scenarios = try ScenarioQuery(paths: [scratch.folder.appending(path: "in").path]).read()
      .scenarios
    return try #require(scenarios.first).playedDigest
  }

  @Test
  func `is the same wherever a scenario lies, and whatever is said of it`() throws {
    let digest = try digest()
    #expect(try self.digest() == digest)
    for (old, new) in [
      ("steps:", "# Later\n\nsteps:"), ("scenario: Two pins", "scenario: Pins"),
      ("exactly 0", "at most 3"), ("wait: settled", "wait:   settled"),
    ] {
      #expect(try self.digest(old, new) == digest, "\(old) -> \(new)")
    }
  }

  @Test(arguments: [
    ("lat: 50.01", "lat: 50.02"), ("id: b", "id: c"), ("every: 20 ms", "every: 21 ms"),
    ("span: 10 km", "span: 11 km"), ("steps:", "seed: 2\nsteps:"), ("  - wait: settled\n", ""),
    ("100 x 50 pt", "100 x 51 pt"),
  ])
  func `is another one for another session`(old: String, new: String) throws {
    #expect(try digest(old, new) != digest())
  }

  @Test
  func `engines that answer otherwise have others, those that only work otherwise have not`() {
    let words = EngineCatalog.standard.answersDigest.split(separator: ", ")
    let answers = Dictionary(
      uniqueKeysWithValues: words.compactMap { word in
        let parts = word.split(separator: " ")
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      })
    #expect(answers.count == EngineCatalog.standard.names.count)
    #expect(answers["pyramid"] == answers["aggregate"])
    #expect(answers["pyramid"] != answers["reference"])
  }
}
