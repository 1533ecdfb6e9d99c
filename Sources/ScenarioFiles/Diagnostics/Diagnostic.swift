public import Scenarios

/// A mistake in a file, with its place and, where there is one, a remedy.
public struct Diagnostic: Hashable, Sendable {
  /// The path of the file as it was asked for.
  public let file: String
  /// Where the mistake is.
  public let place: Place
  /// How many characters it covers; at least one.
  public let length: Int
  /// The line of the file, without its end; empty when there is none.
  public let sourceLine: String
  /// What is wrong.
  public let kind: Kind

  init(file: String, spot: Spot, sourceLine: String, kind: Kind) {
    self.file = file
    place = spot.place
    length = max(1, spot.length)
    self.sourceLine = sourceLine
    self.kind = kind
  }

  init(in source: SourceText, at spot: Spot, _ kind: Kind) {
    self.init(
      file: source.file, spot: spot, sourceLine: source.line(spot.place.line), kind: kind)
  }

  /// What is wrong, in a few words.
  public var message: String { kind.message }

  /// What can be done about it, or nil.
  public var remedy: String? { kind.remedy }
}

extension Diagnostic: CustomStringConvertible {
  /// Place and message on the first line, then the line of the file with carets under the mistake,
  /// then the remedy.
  public var description: String {
    var lines = ["\(file):\(place.line):\(place.column): error: \(message)"]
    if !sourceLine.isEmpty {
      let number = "\(place.line)"
      let gutter = String(repeating: " ", count: number.count)
      let (shown, column) = excerpt
      // Tabs are kept, so that the carets stand under the mistake however wide a tab is.
      let indent = String(shown.prefix(column - 1).map { $0 == "\t" ? "\t" : " " })
      let room = max(1, shown.count - column + 1)
      let carets = String(repeating: "^", count: min(length, room))
      lines.append(" \(number) | \(shown)")
      lines.append(" \(gutter) | \(indent)\(carets)")
    }
    if let remedy { lines.append("help: \(remedy)") }
    return lines.joined(separator: "\n")
  }

  /// The part of the line that is shown, and the column of the mistake in it.
  private var excerpt: (text: String, column: Int) {
    guard sourceLine.count > 160 else { return (sourceLine, place.column) }
    let start = max(0, place.column - 60)
    let piece = sourceLine.dropFirst(start).prefix(120)
    let lead = start > 0 ? "…" : ""
    let tail = start + 120 < sourceLine.count ? "…" : ""
    return (lead + piece + tail, place.column - start + lead.count)
  }
}

/// All mistakes of a scenario and of the files it names, in the order of the files.
public struct Diagnostics: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes; at least one.
  public let all: [Diagnostic]

  init(_ all: [Diagnostic]) {
    precondition(!all.isEmpty, "a failure needs at least one fault")
    self.all = all
  }

  /// The mistakes with an empty line between them.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }
}
