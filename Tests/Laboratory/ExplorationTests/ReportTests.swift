import Reporting
import Support
import Testing

@testable import Exploration

@Suite("Reports of searches")
struct ReportTests {
  private static func search(_ law: String, _ fault: PlantedFault?) throws -> (
    Explorer, Exploration
  ) {
    var explorer = Explorer()
    (explorer.jobs, explorer.sessionLimit) = (0, 60)
    explorer.laws = try Explorer.laws(named: [law])
    return (explorer, PlantedFault.$current.withValue(fault) { explorer.explore() })
  }

  private static func report(_ law: String, _ fault: PlantedFault?) throws -> RunReport {
    let (explorer, result) = try search(law, fault)
    let scratch = try Scratch()
    let words = ExplorationText(
      result, of: explorer, options: "--seed 1", sought: nil, folder: scratch.path)
    for file in words.files { try scratch.file(file.name, file.text) }
    // The files have to be there while they are read.
    return withExtendedLifetime(scratch) { words.report }
  }

  /// The law compares a session with one whose two waits take longer.
  @Test
  func `have what breaks a law, and beside it the session with which the law compares it`() throws {
    let report = try Self.report("split wait", PlantedFault.all["split wait"])
    let search = try #require(report.search)
    #expect(search.verdict == "1 of 2 laws is broken")
    #expect(search.command == "mapreplay explore --sessions 60 --seed 1")
    #expect(search.laws.map(\.name) == ["no crash", "split wait"])
    #expect(search.laws[0].broken == 0 && search.laws[1].broken > 0)
    #expect(search.laws.map(\.finds.count) == search.laws.map(\.broken))
    #expect(search.laws[1].sessions > 0 && search.laws[1].sessions <= search.sessions)
    let found = try #require(report.sessions.first { $0.id == search.laws[1].finds[0] })
    #expect(found.outcome == .failed)
    #expect(found.find?.law == "split wait")
    #expect(found.find?.observation.isEmpty == false)
    let other = try #require(report.sessions.first { $0.id == found.find?.other })
    #expect(other.title == "Compared by the law: split wait")
    #expect(other.find == nil && other.outcome == .passed)
    #expect(found.comment?.contains { $0.contains(", shrunk from ") } == true)
    #expect(found.comment?.contains("mapreplay explore --sessions 250 --seed 1") == true)
  }

  @Test
  func `say what held, and are the same for the same search`() throws {
    let reports = try (0..<2).map { _ in RunFile.text(of: try Self.report("repeat once", nil)) }
    #expect(reports[0] == reports[1])
    #expect(reports[0].contains("\"verdict\":\"all 2 laws held in "))
  }
}
