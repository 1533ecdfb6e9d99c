/// The form of the files that `make counts` writes about the project.
enum HistoryRules {
  private static let path = "Reports/History.csv"
  private static let header =
    "date,version,source lines,program bytes,counted on,instructions,allocations,reason"

  /// The columns of the rows; a reason may have commas.
  private static func rows(of tree: Tree) -> [[Substring]] {
    let lines = tree.files.first { $0.path == path }?.lines ?? []
    return lines.dropFirst().map {
      $0.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false)
    }
  }

  static let rows = Rule(
    name: "each row of the history has a date, sizes and counts or nothing, and a reason",
    findings: { tree in
      guard tree.files.first(where: { $0.path == path })?.lines.first == header[...] else {
        return [Finding(path: path, message: "does not begin with \(header)")]
      }
      var date: Substring = ""
      return rows(of: tree).enumerated().compactMap { index, row in
        defer { date = row[0] }
        guard row.count == 8, row[0].wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil, row[0] >= date,
          !row[1].isEmpty, !row[7].isEmpty,
          [row[2], row[3], row[5], row[6]].allSatisfy({ $0.allSatisfy(\.isWholeNumber) })
        else { return Finding(path: path, line: index + 2, message: "is no row of the history") }
        return nil
      }
    },
    examples: [
      .init([path: header + "\n2026-01-31,1,2,,,,,a, b\n2026-01-31,1,2,3,k,4,5,c\n"]),
      .init(
        [
          path: header + "\n2026-01-31,1,2,3,k,4,5,\n2026-01-30,1,2,3,k,4,5,c\n"
            + "2026-01-31,1,two,3,k,4,5,c\n1,2\n"
        ], finds: [2, 3, 4, 5].map { "\(path):\($0)" }),
      .init([path: "2026-01-31,1,2,3,k,4,5,c\n"], finds: [path]),
      .init([:], finds: [path]),
    ])

  static let counts = Rule(
    name: "the committed counts are those of the last row of the history",
    findings: { tree in
      var (folders, instructions): (Set<Substring>, Int) = ([], 0)
      for file in tree.files where file.path.hasPrefix("Reports/Counts/") {
        folders.insert(file.path.split(separator: "/")[2])
        instructions += file.lines.reduce(0) { sum, line in
          sum + (line.wholeMatch(of: #/  "instructions": (\d+),/#).flatMap { Int($0.1) } ?? 0)
        }
      }
      guard let last = rows(of: tree).last, last.count == 8, folders == [last[4]],
        last[5] == "\(instructions)"
      else {
        let message = "is not what the history says; run make counts REASON='why it changed'"
        return [Finding(path: "Reports/Counts", message: message)]
      }
      return []
    },
    examples: [
      .init([
        path: "\n2026-01-31,1,2,3,j,4,5,c\n2026-01-31,1,2,3,k,9,5,c\n",
        "Reports/Counts/k/A/a.json": "  \"instructions\": 2,\n    \"instructions\": 1,\n",
        "Reports/Counts/k/A/b.json": "  \"instructions\": 7,\n",
      ]),
      .init(
        [
          path: "\n2026-01-31,1,2,3,k,8,5,c\n",
          "Reports/Counts/k/A/a.json": "  \"instructions\": 9,\n",
        ], finds: ["Reports/Counts"]),
      .init(
        [
          path: "\n2026-01-31,1,2,3,k,9,5,c\n",
          "Reports/Counts/k/A/a.json": "  \"instructions\": 2,\n",
          "Reports/Counts/j/A/a.json": "  \"instructions\": 7,\n",
        ], finds: ["Reports/Counts"]),
      .init([:], finds: ["Reports/Counts"]),
    ])
}
