internal import Formatting

/// Reads the output of `perf script`: a line for each sample, a line for each function of its
/// stack, the innermost first, and an empty line.
public struct PerfScript: Hashable, Sendable {
  /// A sample of perf.
  public struct Sample: Hashable, Sendable {
    /// The line about it: program, process, time, event.
    public var heading: String
    /// The functions, the outermost first; empty when perf could follow no stack.
    public var stack: [StackCollapse.Symbol]
  }

  /// The samples in their order.
  public let samples: [Sample]

  /// Reads a text.
  ///
  /// - Throws: A ``ProfileTextError`` for the first line that is none of perf's, and for a text
  ///   that ends within a sample.
  public init(_ text: String) throws(ProfileTextError) {
    var samples: [Sample] = []
    var sample: Sample?
    var number = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      number += 1
      if line.isEmpty {
        if var ended = sample {
          ended.stack.reverse()
          samples.append(ended)
        }
        sample = nil
      } else if sample != nil {
        guard let symbol = PerfScript.symbol(line) else {
          throw ProfileTextError(
            line: number,
            sentence: "'\(Escape.line(String(line.prefix(40))))' is no function of a stack")
        }
        sample?.stack.append(symbol)
      } else if !line.hasPrefix("#") {
        guard line.contains(":") else {
          throw ProfileTextError(
            line: number,
            sentence: "'\(Escape.line(String(line.prefix(40))))' is no sample of perf's")
        }
        sample = Sample(heading: String(line.drop { $0 == " " }), stack: [])
      }
    }
    guard lines.last?.isEmpty != false, sample == nil else {
      throw ProfileTextError(line: number + 1, sentence: "the text is cut off within a sample")
    }
    self.samples = samples
  }

  /// A line such as `\t   7f07353be8a8 swift_retain+0x12 (/usr/lib/libswiftCore.so)`.
  private static func symbol(_ line: Substring) -> StackCollapse.Symbol? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    let address = text.prefix { $0 != " " }
    guard text.count < line.count, !address.isEmpty, address.allSatisfy(\.isHexDigit),
      text.last == ")", let open = start(ofModuleIn: text)
    else { return nil }
    let module = text[open...].dropFirst().dropLast()
    var name = text[address.endIndex..<open].drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    if let plus = name.ranges(of: "+0x").last,
      name[plus.upperBound...].allSatisfy(\.isHexDigit)
    {
      name = name[..<plus.lowerBound]
    }
    return StackCollapse.Symbol(
      name == "[unknown]" || name.isEmpty ? nil : String(name),
      module: module == "[unknown]" ? "" : String(module))
  }

  /// The position of the last bracket that opens in a line: names have brackets too, and so
  /// have modules.
  private static func start(ofModuleIn text: Substring) -> Substring.Index? {
    var depth = 0
    var index = text.endIndex
    while index > text.startIndex {
      index = text.index(before: index)
      if text[index] == ")" { depth += 1 }
      if text[index] == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
