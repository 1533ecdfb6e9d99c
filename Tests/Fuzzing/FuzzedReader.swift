internal import Reporting
internal import ScenarioFiles
internal import Scenarios
internal import Wire

/// A reader of files, with what must hold whatever bytes it gets.
public enum FuzzedReader: String, CaseIterable, Sendable {
  /// A scenario; it is formatted, too.
  case scenario
  /// A part that a scenario runs.
  case part
  /// The defaults of a scenario's folder.
  case defaults
  /// A device profile.
  case device
  /// A table of points.
  case csv
  /// Points in GeoJSON.
  case geojson
  /// Points in newline-delimited GeoJSON.
  case geojsonl
  /// A table that is packed with gzip.
  case gzip
  /// The committed facts of a session.
  case facts
  /// What a worker process answers.
  case answer
  /// The file of a run.
  case run
  /// The file of a run, with each of its numbers set to the extremes.
  case values = "run values"

  /// What the reader did wrong with some bytes, in words; nil when all of it held.
  public func violation(of bytes: [UInt8]) -> String? {
    switch self {
    case .scenario:
      return FuzzedReader.violation(in: InMemoryFiles(scenario: bytes))
        ?? FormattedText.violation(of: bytes) { FormattedText.formatted($0) }
    case .part:
      let steps =
        "[{run: {file: Parts/a.yaml}}, {run: {file: Parts/a.yaml, with: {edge: top edge}}}]"
      return violation(ofFile: "S/Parts/a.yaml", bytes, "steps: \(steps)\n")
        ?? FormattedText.violation(of: bytes) { FormattedText.formatted($0) }
    case .defaults: return violation(ofFile: "S/defaults.yaml", bytes, "steps: [tap map]\n")
    case .device:
      return violation(ofFile: "S/Devices/fuzzed.yaml", bytes, "device: fuzzed\nsteps: [tap map]\n")
    case .csv: return violation(ofPoints: "S/Data/a.csv", bytes)
    case .geojson: return violation(ofPoints: "S/Data/a.geojson", bytes)
    case .geojsonl: return violation(ofPoints: "S/Data/a.geojsonl", bytes)
    case .gzip: return violation(ofPoints: "S/Data/a.csv.gz", bytes)
    case .facts: return FactsText.violation(of: bytes)
    case .answer:
      let answer = try? Record.value(SessionReport.self, from: bytes)
      guard let answer, let again = try? Record.bytes(of: answer) else { return nil }
      let isStable = (try? Record.value(SessionReport.self, from: again)) != nil
      return isStable ? nil : "an answer that was read cannot be read again"
    case .run: return RunText.violation(of: bytes)
    case .values: return RunValues.violation(of: bytes)
    }
  }

  private func violation(ofPoints path: String, _ bytes: [UInt8]) -> String? {
    let name = path.dropFirst("S/".count)
    return violation(
      ofFile: path, bytes, "data: {a: {file: \(name)}}\nlayers: {a: {}}\nsteps: [tap map]\n")
  }

  /// What is wrong where a small scenario names a file.
  private func violation(ofFile path: String, _ bytes: [UInt8], _ lines: String) -> String? {
    var scenario = "scenario: A test\n" + InMemoryFiles.map
    if !lines.contains("device:") { scenario += "device: phone-60hz\n" }
    if !lines.contains("data:") { scenario += InMemoryFiles.data }
    var files = InMemoryFiles(scenario: Array((scenario + lines).utf8))
    files.texts[path] = bytes
    return FuzzedReader.violation(in: files)
  }

  private static func violation(in files: InMemoryFiles) -> String? {
    let reader = ScenarioReader(files: files)
    _ = reader.setup(path: InMemoryFiles.path)
    _ = reader.heading(path: InMemoryFiles.path)
    switch reader.read(path: InMemoryFiles.path) {
    case .success(let scenarios): return scenarios.isEmpty ? "no scenario and no fault" : nil
    case .failure(let diagnostics):
      return diagnostics.all.lazy.compactMap { FaultPlace.violation(of: $0, in: files) }.first
    }
  }
}
