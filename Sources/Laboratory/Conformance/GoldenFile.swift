internal import Foundation

/// Why golden files cannot be played at all.
public enum ConformanceError: Error, Hashable, Sendable {
  /// There is no such folder, or it holds none of the folders of golden files.
  case missing(String)
  /// A file is not JSON of the known form.
  case faulty(file: String, reason: String)
}

struct GoldenFile {
  var path: String
  var cases: [(name: String, value: GoldenValue)]
  /// The whole of a file that is one value; null for a file with a case in each line.
  var document: GoldenValue

  /// Reads a file with one value (`.json`) or one in each line (`.jsonl`).
  static func read(_ path: String, in golden: URL) throws(ConformanceError) -> GoldenFile {
    guard let data = FileManager.default.contents(atPath: golden.appending(path: path).path) else {
      throw .faulty(file: path, reason: "it cannot be read")
    }
    return path.hasSuffix("l") ? try lines(data, path: path) : try document(data, path: path)
  }

  private static func lines(_ data: Data, path: String) throws(ConformanceError) -> GoldenFile {
    var cases: [(name: String, value: GoldenValue)] = []
    for (index, line) in data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ [0x09, 0x0D, 0x20].contains($0) }) {
      let value = try value(Data(line), path: path, place: "line \(index + 1)")
      let name = value["case"].text ?? value["fn"].text.map { "line \(index + 1) \($0)" }
      guard let name else {
        throw .faulty(file: path, reason: "line \(index + 1) has neither 'case' nor 'fn'")
      }
      cases.append((name, value))
    }
    return GoldenFile(path: path, cases: cases, document: .null)
  }

  private static func document(_ data: Data, path: String) throws(ConformanceError) -> GoldenFile {
    let document = try value(data, path: path, place: "it")
    // The counts of a device are a single case.
    if document["counts"].list != nil, document["mapRect"].list != nil {
      return GoldenFile(path: path, cases: [(name: "device", value: document)], document: document)
    }
    guard let list = document["cases"].list ?? document["values"].list else {
      throw .faulty(file: path, reason: "it has no list of 'cases' or 'values'")
    }
    var cases: [(name: String, value: GoldenValue)] = []
    for (index, value) in list.enumerated() {
      guard let name = value["id"].text else {
        throw .faulty(file: path, reason: "case \(index + 1) has no 'id'")
      }
      cases.append((name, value))
    }
    return GoldenFile(path: path, cases: cases, document: document)
  }

  private static func value(
    _ data: Data, path: String, place: String
  ) throws(ConformanceError) -> GoldenValue {
    guard let value = try? JSONDecoder().decode(GoldenValue.self, from: data), value.isRecord else {
      throw .faulty(file: path, reason: "\(place) is no JSON object")
    }
    return value
  }
}
