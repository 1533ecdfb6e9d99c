import Foundation
import Support
import Testing

/// The verb `bench`: times are printed and never judged, allocations are exact and are.
@Suite("Bench", .serialized)
struct BenchTests {
  @Test(
    Program.whenOptimized,
    arguments: ["map", "clusters"])
  func `steady panning allocates nothing, frame for frame`(suite: String) throws {
    let ending = try Program.checked.run(["bench", suite, "--runs", "1"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output.contains("0 per frame in 5744 steady frames"), "\(ending.output)")
    #expect(ending.output.contains("0 allocations per steady frame: met"))
  }

  @Test(Program.whenOptimized)
  func `every run of the workload is the same`() throws {
    let digests = try (1...2).map { runs in
      try Program.checked.run(["bench", "map", "--runs", "\(runs)"]).output.split(separator: "\n")
        .first { $0.hasPrefix("digest") }
    }
    #expect(digests[0] != nil)
    #expect(digests[0] == digests[1])
  }

  @Test(Program.whenOptimized)
  func `steady updates of clusters allocate nothing, and results stand beside their times`() throws
  {
    let ending = try Program.checked.run(["bench", "clustering", "--runs", "1"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.output.contains("0 allocations in 100 steady updates on an unchanged map: met"),
      "\(ending.output)")
    func digests(_ output: String) -> [Substring] {
      output.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        let isRow = words.contains("upstream") || words.contains("corrected")
        return isRow && words.last?.count == 8 ? words.last : nil
      }
    }
    let found = digests(ending.output)
    #expect(found.count == 20)
    // No point lies on an edge or beyond the world, so that both modes have the same answer.
    for row in stride(from: 0, to: found.count, by: 2) { #expect(found[row] == found[row + 1]) }
    // Of a whole country the same clusters are there wherever a map goes that shows it all.
    #expect(Set(found).count == 9)
    let again = try Program.checked.run(["bench", "clustering", "--runs", "2"])
    #expect(digests(again.output) == found)
  }

  @Test(Program.whenOptimized)
  func `engines show equal digests for equal clusters, and a steady query allocates nothing`()
    throws
  {
    let ending = try Program.checked.run([
      "bench", "--engines", "pyramid,aggregate,reference", "--sizes", "3k", "--data",
      "cities,line", "--kinds", "query,memory", "--runs", "1", "--json",
    ])
    #expect(ending.code == 0, "\(ending.complaints)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("{\"peer\":\"") && $0.hasSuffix("}") })
    func values(_ peer: String, _ metric: String, _ key: String) -> [Substring] {
      lines.filter {
        $0.hasPrefix("{\"peer\":\"\(peer)\"") && $0.contains("\"\(metric)\",\"z\":null")
      }.compactMap { $0.components(separatedBy: "\"\(key)\":").last?.prefix { !",}".contains($0) } }
    }
    for metric in ["query_us_median", "bytes_per_point"] {
      let digests = values("aggregate", metric, "digest")
      #expect(digests.count == 2)
      #expect(digests == values("reference", metric, "digest"))
      #expect(digests != values("pyramid", metric, "digest"))
    }
    for peer in ["pyramid", "aggregate"] {
      #expect(values(peer, "query_allocated_bytes", "value") == ["0", "0"])
    }
  }

  @Test func `mistakes in options and files of a bench of engines are told at once`() throws {
    let scratch = try Scratch()
    try scratch.file("odd.bin", "123")
    let files = ["--points", scratch.path + "/odd.bin", "--viewports", scratch.path + "/none"]
    let all = try Program.debug.run(["bench", "--engines", "moon", "--kinds", "x"] + files)
    #expect(all.code == 64)
    #expect(all.complaints.components(separatedBy: "error: ").count == 5)
    #expect(all.complaints.components(separatedBy: "help: ").count == 5)
    #expect(try Program.debug.run(["bench"] + files).code == 66)
    #expect(try Program.debug.run(["bench"] + files.prefix(2)).code == 65)
    #expect(try Program.debug.run(["bench", "map", "--json"]).code == 64)
  }

  @Test func `a debug build warns of its times`() throws {
    let engines = ["bench", "--engines", "pyramid", "--sizes", "3k", "--data", "line"]
    let ending = try Program.debug.run(engines + ["--kinds", "build", "--runs", "1"])
    #expect(ending.code == 0)
    #expect(ending.output.contains("pyramid"))
    #expect(ending.complaints.contains("warning: a debug build is slow\nhelp: make bench"))
  }

  @Test(arguments: [["bench", "moon"], ["bench", "map", "--runs", "0"]])
  func `a workload that does not exist is a mistake of usage`(arguments: [String]) throws {
    #expect(try Program.debug.run(arguments).code == 64)
  }
}
