import Scenarios

/// The texts that one scenario is read from, and the origins of nodes that are read in
/// several places.
package struct SourceTexts {
  /// The reason why a node is read at another place, or several times.
  struct Origin {
    enum Kind {
      /// A value replaces its name; the value stands at the mark.
      case value(name: String, at: YAMLMark)
      /// A node inside a value, which replaces its name at the mark.
      case use(name: String, at: YAMLMark)
      /// A round of a `for each`, or a part with these values.
      case values([(name: String, value: YAMLNode)])
      /// A step at the mark runs the part at the path.
      case call(path: String, at: YAMLMark)
    }

    let kind: Kind
    /// The number of the origin around this one; 0 for none.
    let outer: UInt32
  }

  private(set) var all: [SourceText]
  private var origins: [Origin] = []

  package init(_ main: SourceText) { all = [main] }

  /// The scenario's own text.
  var main: SourceText { all[0] }

  /// The number that the next text gets.
  var nextNumber: UInt16 { UInt16(clamping: all.count) }

  mutating func add(_ text: SourceText) { all.append(text) }

  /// The number of a new origin inside of another one.
  mutating func add(_ kind: Origin.Kind, inside outer: UInt32) -> UInt32 {
    origins.append(Origin(kind: kind, outer: outer))
    return UInt32(clamping: origins.count)
  }

  /// The origins of a node, the innermost first.
  func origins(of mark: YAMLMark) -> [Origin] {
    var result: [Origin] = []
    var number = mark.origin
    while number > 0 {
      let origin = origins[Int(number) - 1]
      result.append(origin)
      number = origin.outer
    }
    return result
  }

  /// The text of the value that a name has at a mark; nil when the name is unknown there.
  func text(of name: String, at mark: YAMLMark) -> String? {
    values(at: mark).first { $0.name == name }?.value.inBraces
  }

  /// The names that have a value at a mark; a part does not see those of what runs it.
  private func values(at mark: YAMLMark) -> [(name: String, value: YAMLNode)] {
    var found: [(name: String, value: YAMLNode)] = []
    for origin in origins(of: mark) {
      switch origin.kind {
      case .values(let values): found += values
      case .call: return found
      case .value, .use: continue
      }
    }
    return found
  }

  /// The names that have a value at a mark.
  func names(at mark: YAMLMark) -> [String] { values(at: mark).map(\.name) }

  /// The line of a mark, without its end.
  func line(of mark: YAMLMark) -> String { text(of: mark).line(mark.line) }

  /// The place of a mark; it names its file unless that is the scenario's own.
  func place(of mark: YAMLMark) -> Place {
    var place = text(of: mark).place(of: mark)
    if mark.textNumber > 0 { place.file = text(of: mark).file }
    return place
  }

  /// Returns the diagnostic of a problem at a mark, with the places that led to it.
  func diagnostic(_ problem: Diagnostic.Message, at mark: YAMLMark) -> Diagnostic {
    let text = text(of: mark)
    return Diagnostic(in: text, at: text.spot(of: mark), problem, notes: notes(at: mark))
  }

  private func notes(at mark: YAMLMark) -> [Diagnostic.Note] {
    origins(of: mark).compactMap { origin in
      switch origin.kind {
      case .value(let name, let place): note("the value of '\(name)' stands here", at: place)
      case .use(let name, let place): note("the value of '\(name)' is read here", at: place)
      case .call(_, let place): note("the part is run here", at: place)
      case .values: nil
      }
    }
  }

  func note(_ message: String, at mark: YAMLMark) -> Diagnostic.Note {
    let text = text(of: mark)
    return Diagnostic.Note(file: text.file, place: text.place(of: mark), message: message)
  }

  private func text(of mark: YAMLMark) -> SourceText { all[Int(mark.textNumber)] }
}
