public import Foundation

/// Plays golden files and determines which of their cases the package meets.
public struct ConformanceRun {
  /// The folders of the golden folder that are played, in this order.
  public static let folders = ["mapview", "clustering", "callouts"]
  private let golden: URL
  private let data: URL

  /// Makes a run of the folders in a golden folder, with data sets from another folder, by default
  /// `data` beside the golden one.
  public init(golden: URL, data: URL? = nil) {
    self.golden = golden
    self.data =
      data ?? golden.standardizedFileURL.deletingLastPathComponent().appending(path: "data")
  }

  /// Plays every case; all files are read before the first is played.
  public func results() throws(ConformanceError) -> [CaseResult] {
    let dataSets = DataSets(folder: data)
    var files: [GoldenFile] = []
    for path in try paths() { files.append(try GoldenFile.read(path, in: golden)) }
    var results: [CaseResult] = []
    for file in files {
      switch file.path.prefix(while: { $0 != "/" }) {
      case "mapview": results += MapViewCases.play(file)
      case "clustering": results += try ClusteringCases.play(file, dataSets: dataSets)
      case "callouts": results += CalloutCases.play(file)
      default: preconditionFailure("\(file.path) is in no folder of golden files")
      }
    }
    return results
  }

  private func paths() throws(ConformanceError) -> [String] {
    var found: [String] = []
    var isAnyFolderThere = false
    for folder in ConformanceRun.folders {
      let path = golden.appending(path: folder).path
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { continue }
      isAnyFolderThere = true
      found += names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".jsonl") }.sorted()
        .map { "\(folder)/\($0)" }
    }
    guard isAnyFolderThere else { throw .missing(golden.path) }
    return found
  }
}

func outcome(_ play: () throws -> Outcome) -> Outcome {
  do { return try play() } catch { return .failed("the case cannot be read: \(error)") }
}
