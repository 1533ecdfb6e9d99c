import Foundation
import Metrics
import Testing

@testable import Reporting

/// The page of run files says what stands in them, and nothing else.
@Suite("Layout of run files")
struct RunFileSchemaTests {
  /// Holds a value against the layout.
  private struct Walk {
    private(set) var complaints: [String] = []
    /// The members and words that were met.
    private(set) var met: Set<String> = []

    private mutating func complain(_ path: String, _ words: String) {
      complaints.append("\(path): \(words)")
    }

    mutating func walk(_ value: Any, _ form: RunFileSchema.Form, _ path: String) {
      switch form {
      case .whole: if !Walk.isWhole(value) { complain(path, "no whole number") }
      case .number:
        let isWord = ["inf", "-inf", "nan"].contains(value as? String)
        if !isWord, !(value is NSNumber) || Walk.isFlag(value) { complain(path, "no number") }
      case .text: if !(value is String) { complain(path, "no text") }
      case .digits:
        if (value as? String).flatMap(UInt64.init) == nil { complain(path, "no digits") }
      case .flag: if !Walk.isFlag(value) { complain(path, "no flag") }
      case .any: break
      case .value:
        let keys = (value as? [String: Any])?.keys.map(\.self) ?? []
        let isValue = keys.count == 1 && ["count", "ns", "micropoints", "share"].contains(keys[0])
        if !isValue, !(value is NSNull) { complain(path, "no value") }
      case .values: walkTable(value, path, Walk.isMeasured)
      case .stepValues:
        let count = (value as? [String: Any])?["steps"] as? Int
        walkTable(value, path) { ($0 as? [Any])?.count == count && count != nil }
      case .metric:
        if (value as? String).flatMap(Metric.init(named:)) == nil { complain(path, "no metric") }
      case .metrics:
        for (name, value) in value as? [String: Any] ?? [:] {
          walk(value, .kind("metric declaration"), "\(path).\(name)")
        }
      case .list(let form):
        guard let values = value as? [Any] else { return complain(path, "no list") }
        for value in values { walk(value, form, path + "[]") }
      case .orNull(let form): if !(value is NSNull) { walk(value, form, path) }
      case .kind(let name):
        guard let kind = RunFileSchema.kinds.first(where: { $0.name == name }) else {
          return complain(path, "no kind \(name)")
        }
        if kind.words.isEmpty { walk(value, kind, path) } else { walk(word: value, kind, path) }
      }
    }

    private static func isFlag(_ value: Any) -> Bool {
      (value as? NSNumber).map { CFBooleanTypeID.isFlag($0) } ?? false
    }
    private static func isWhole(_ value: Any) -> Bool { value is Int && !isFlag(value) }
    private static func isMeasured(_ value: Any) -> Bool {
      value is NSNull || isWhole(value) || (value as? [Any])?.count == 2
    }

    private mutating func walkTable(_ value: Any, _ path: String, _ isGood: (Any) -> Bool) {
      guard let members = value as? [String: Any] else { return complain(path, "no table") }
      let samples = Set(TimeSamples.allCases.map(\.recordName))
      for (name, value) in members where name != "steps" {
        let isKnown = Metric(named: name) != nil || samples.contains(name)
        if !isKnown || !isGood(value) { complain("\(path).\(name)", "no value of a metric") }
      }
    }

    private mutating func walk(_ value: Any, _ kind: RunFileSchema.Kind, _ path: String) {
      guard var rest = value as? [String: Any] else { return complain(path, "no object") }
      for member in kind.members {
        guard let value = rest.removeValue(forKey: member.name) else {
          if !member.isOptional { complain("\(path).\(member.name)", "missing") }
          continue
        }
        met.insert("\(kind.name).\(member.name)")
        walk(value, member.form, "\(path).\(member.name)")
      }
      for name in rest.keys.sorted() { complain("\(path).\(name)", "not on the page") }
    }

    private mutating func walk(word value: Any, _ kind: RunFileSchema.Kind, _ path: String) {
      let object = value as? [String: Any]
      let name = value as? String ?? object?.keys.first ?? ""
      guard let word = kind.words.first(where: { $0.name == name }) else {
        return complain(path, "\(value) is no word of \(kind.name)")
      }
      met.insert("\(kind.name).\(name)")
      guard let first = word.payload.first else {
        return object == nil ? () : complain(path, "\(name) holds nothing")
      }
      guard let held = object?[name] else { return complain(path, "\(name) holds something") }
      if word.payload.count == 1, first.label == nil { return walk(held, first.form, path) }
      let members = word.payload.enumerated().map { index, part in
        RunFileSchema.Member(
          name: part.label ?? "\(index)", form: part.form, isOptional: false, help: "")
      }
      walk(
        held, RunFileSchema.Kind(name: "\(kind.name).\(name)", help: "", members: members), path)
    }
  }

  private enum CFBooleanTypeID {
    /// Whether a number was written as true or false.
    static func isFlag(_ number: NSNumber) -> Bool { "\(type(of: number))".contains("Bool") }
  }

  @Test
  func `every member that is written is on the page, and every one on the page is written`() throws
  {
    let files = ScenesFileTests.Files(RunFileTests.run)
    var walk = Walk()
    for (text, kind) in [(files.run, "run"), (files.scenes, "scenes file")] {
      walk.walk(try JSONSerialization.jsonObject(with: Data(text.utf8)), .kind(kind), kind)
    }
    #expect(walk.complaints.isEmpty, "\(walk.complaints.prefix(20).joined(separator: "\n"))")
    let declared = RunFileSchema.kinds.flatMap { kind in
      kind.members.map { "\(kind.name).\($0.name)" }
    }
    let unmet = declared.filter { !walk.met.contains($0) }
    #expect(unmet.isEmpty, "\(unmet.joined(separator: "\n"))")
  }

  @Test
  func `every member has a meaning, and every form is declared`() {
    let names = RunFileSchema.kinds.map(\.name)
    #expect(Set(names).count == names.count)
    func kind(of form: RunFileSchema.Form) -> String? {
      switch form {
      case .list(let form), .orNull(let form): kind(of: form)
      case .kind(let name): name
      case .whole, .number, .text, .digits, .flag, .any, .value, .values, .stepValues, .metric,
        .metrics:
        nil
      }
    }
    for declared in RunFileSchema.kinds {
      #expect(declared.members.isEmpty != declared.words.isEmpty, "\(declared.name)")
      for member in declared.members {
        #expect(!member.help.isEmpty, "\(declared.name).\(member.name)")
        #expect(kind(of: member.form).map(names.contains) ?? true, "\(member)")
      }
      for part in declared.words.flatMap(\.payload) {
        #expect(kind(of: part.form).map(names.contains) ?? true, "\(declared.name)")
      }
    }
  }

  @Test
  func `is the page beside the others`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Program/CommandLineTool/CommandLineTool.docc/RunFiles.md")
    let committed = try String(contentsOf: page, encoding: .utf8)
    #expect(committed == RunFileSchema.page, "make docs writes it")
  }
}
