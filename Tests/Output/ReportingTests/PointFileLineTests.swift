import Support
import Testing

@testable import Reporting

@Suite("Files of points in reports")
struct PointFileLineTests {
  private func line(_ skippedRows: Int, _ skipped: [String]) -> PointFileLine {
    PointFileLine(
      data: "stores", file: "stores.csv", choices: ["separator: tab"], skippedRows: skippedRows,
      skipped: skipped)
  }

  @Test
  func `list what was chosen and the first skipped rows`() {
    #expect(line(0, []).sentences == ["separator: tab"])
    #expect(line(1, ["line 4: a"]).sentences == ["separator: tab", "1 row skipped", "line 4: a"])
    #expect(
      line(1_203, ["line 4: a", "line 5: b"]).sentences == [
        "separator: tab", "1,203 rows skipped", "line 4: a", "line 5: b", "1,201 more rows skipped",
      ])
  }

  @Test
  func `warn of points with exchanged angles`() {
    var session = Fixture.session()
    var file = line(0, [])
    session.pointFiles = [file]
    #expect(session.warnings == Fixture.session().warnings)
    file.exchanged = ["x", "y"]
    session.pointFiles = [file]
    #expect(
      session.warnings.first
        == "stores.csv: latitude and longitude of 2 points may be exchanged, as of 'x', which is "
        + "far from most others")
  }
}
