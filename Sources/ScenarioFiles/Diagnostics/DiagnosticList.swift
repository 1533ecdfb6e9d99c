import Scenarios

/// The faults of one file while they are being found.
///
/// A fault shows its line, and a damaged file may have a hundred thousand of them; so they are kept
/// as marks, and only those that are listed in the end get the text of their line.
struct DiagnosticList {
  private struct Entry {
    var mark: YAMLMark
    var kind: Diagnostic.Kind
  }

  let source: SourceText
  private var entries: [Entry] = []
  /// Faults that were counted only.
  private var uncounted = 0

  init(_ source: SourceText) {
    self.source = source
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  mutating func add(_ kind: Diagnostic.Kind, at mark: YAMLMark) {
    entries.append(Entry(mark: mark, kind: kind))
  }

  /// Counts faults that nobody has kept.
  mutating func add(count: Int) {
    uncounted += count
  }

  /// Adds the faults that were found later in the same file, without those at the places of these:
  /// an alias that is refused is not also a value without a unit.
  mutating func addFollowing(_ later: DiagnosticList) {
    uncounted += later.uncounted
    guard !entries.isEmpty else {
      entries = later.entries
      return
    }
    let places = Set(entries.map { [$0.mark.line, $0.mark.column] })
    entries += later.entries.filter { !places.contains([$0.mark.line, $0.mark.column]) }
  }

  /// Each fault once, in the order of the places, with a number instead of those beyond the limit.
  ///
  /// - Complexity: O(n log n), and the length of the line for each fault that is listed.
  var listed: [Diagnostic] {
    let sorted = entries.enumerated().sorted {
      ($0.element.mark.line, $0.element.mark.column, $0.offset)
        < ($1.element.mark.line, $1.element.mark.column, $1.offset)
    }
    var result: [Diagnostic] = []
    var left = sorted.count + uncounted
    for (_, entry) in sorted where result.count < Limits.faults {
      left -= 1
      let fault = Diagnostic(in: source, at: source.spot(of: entry.mark), entry.kind)
      if result.last != fault { result.append(fault) }
    }
    if left > 0, let last = result.last {
      let spot = Spot(place: last.place, length: 1)
      result.append(
        Diagnostic(file: source.file, spot: spot, sourceLine: "", kind: .session(.more(left))))
    }
    return result
  }
}
