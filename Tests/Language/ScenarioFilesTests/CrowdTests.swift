import MapGeometry
import Testing

@testable import ScenarioFiles

@Suite("Points at one place")
struct CrowdTests {
  private static let places = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)].map {
    Coordinate(latitude: $0.0, longitude: $0.1)
  }

  @Test
  func `are counted in every order`() {
    // All lists of up to six of three places.
    var lists: [[Coordinate]] = [[]]
    for length in 1...6 {
      lists += lists.filter { $0.count == length - 1 }.flatMap { list in
        Self.places.map { list + [$0] }
      }
    }
    #expect(lists.count == 1_093)
    for list in lists {
      let counts = Self.places.map { place in list.filter { $0 == place }.count }
      let most = counts.max() ?? 0
      let first = counts.firstIndex(of: most).map { Self.places[$0] }
      let crowd = Crowd.largest(of: list)
      #expect(crowd?.count == (list.isEmpty ? nil : most))
      #expect(crowd?.place == (list.isEmpty ? nil : first))
    }
  }

  private func head(_ data: String, cluster: String = "{mode: upstream}") -> String {
    headText.replacing("{cities: {file: Data/cities.csv}}", with: data)
      .replacing("{cell size: 60 pt}", with: cluster) + "steps: [tap map]"
  }

  private func table(_ count: Int, with more: String = "") -> String {
    "id,lat,lon\n" + (0..<count).map { "\($0),52.5,13\n" }.joined() + more
  }

  @Test
  func `may be twenty thousand`() {
    let text = head("{cities: {file: a.csv}}")
    let more = "x,52.5,13.1\ny,52.4,13\n"
    #expect(messages(read(text, more: ["S/a.csv": table(20_000, with: more)])) == [])
    #expect(
      DiagnosticBook.diagnostics(read(text, more: ["S/a.csv": table(20_001, with: more)])) == """
        4:8 [cities] MR1002 20001 points at one place, lat 52.5 and lon 13
          help: at most 20000, or fix 'crowds in one leaf': the index of CCHMapClusterController \
        would take minutes for more
        """)
  }

  @Test(arguments: [
    ("{}", true), ("{mode: upstream, fixes: {crowds in one leaf: yes}}", true),
    ("{fixes: {crowds in one leaf: no}}", false),
  ])
  func `may be more where they share a leaf`(cluster: String, isGood: Bool) {
    let text = head("{cities: {file: a.csv}}", cluster: cluster)
    #expect(messages(read(text, more: ["S/a.csv": table(20_001)])).isEmpty == isGood)
    let variants = text + "\nvariants: [upstream, corrected]\n"
    let diagnostics = readVariants(
      variants.replacing(cluster, with: "{}"), more: ["S/a.csv": table(20_001)])
    #expect(DiagnosticBook.diagnostics(diagnostics).contains("20001 points at one place"))
  }

  @Test
  func `are counted after a data set is cut`() {
    let text = head("{cities: {file: a.csv, first: 20000}}")
    #expect(messages(read(text, more: ["S/a.csv": table(20_001)])) == [])
  }

  @Test
  func `are counted in all data sets together`() {
    let text = head("{one: {file: a.csv}, two: {file: b.csv}}")
    let files = ["S/a.csv": table(12_000), "S/b.csv": table(8_001)]
    #expect(
      messages(read(text, more: files))
        == ["4:1 20001 points at one place, lat 52.5 and lon 13"])
  }
}
