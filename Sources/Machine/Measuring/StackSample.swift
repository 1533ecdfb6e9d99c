internal import Formatting
internal import Foundation
internal import Instruments
internal import Profiles

/// The stacks that allocate memory in a session, recorded in one process by jemalloc's heap
/// profiler.
public struct StackSample: AnswerLine, Codable, Hashable, Sendable {
  /// A stack, with all requests through functions of its names.
  public struct Stack: Codable, Hashable, Sendable {
    /// The functions, the innermost first.
    public var names: [String]
    /// The number of requests.
    public var count: Int64
    /// The number of bytes.
    public var bytes: Int64
  }

  /// The version of the line.
  private static let format = 1

  private var format = StackSample.format
  /// The stacks, those with the most requests first.
  public private(set) var stacks: [Stack]

  /// Names the functions of stacks and merges stacks of the same names.
  init(_ found: AllocationStacks) {
    var indices: [[String]: Int] = [:]
    var stacks: [Stack] = []
    for (stack, names) in zip(found.stacks, found.names) {
      if let index = indices[names] {
        stacks[index].count += stack.count
        stacks[index].bytes += stack.bytes
      } else {
        indices[names] = stacks.count
        stacks.append(Stack(names: names, count: stack.count, bytes: stack.bytes))
      }
    }
    self.stacks = stacks.sorted { $0.count > $1.count }
  }

  /// All allocations.
  public var total: (count: Int64, bytes: Int64) {
    stacks.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.bytes) }
  }

  /// The stacks that ask otherwise than those of another build, with how much more each asks, the
  /// largest changes first.
  public func changes(from base: StackSample) -> [Stack] {
    let old = Dictionary(base.stacks.map { ($0.names, $0) }) { first, _ in first }
    let new = Set(stacks.map(\.names))
    let changed =
      stacks.map { stack in
        Stack(
          names: stack.names, count: stack.count - (old[stack.names]?.count ?? 0),
          bytes: stack.bytes - (old[stack.names]?.bytes ?? 0))
      }
      + base.stacks.filter { !new.contains($0.names) }.map {
        Stack(names: $0.names, count: -$0.count, bytes: -$0.bytes)
      }
    return changed.filter { $0.count != 0 || $0.bytes != 0 }.enumerated()
      .sorted {
        let sizes = ($0.element.count.magnitude, $1.element.count.magnitude)
        return sizes.0 == sizes.1 ? $0.offset < $1.offset : sizes.0 > sizes.1
      }
      .map(\.element)
  }

  /// The most stacks that are listed, and the most functions of each.
  private static let limits = (stacks: 10, functions: 8)

  /// Returns stacks in lines: the requests of each, with a sign for changes, then its
  /// functions.
  public static func text(of changes: [Stack], isSigned: Bool) -> String {
    var text = ""
    for change in changes.prefix(limits.stacks) {
      func number(_ number: Int64) -> String {
        (isSigned && number > 0 ? "+" : "") + MetricText.count(number)
      }
      text +=
        "\n\(TextLayout.padded(number(change.count), to: 10, left: true)) of "
        + "\(number(change.bytes)) bytes\n"
      for name in change.names.prefix(limits.functions) {
        text += "            \(TextLayout.fitted(name, to: TextLayout.width - 12))\n"
      }
    }
    let left = changes.count - limits.stacks
    return text + (left > 0 ? "\nand \(MetricText.things(left, "stack")) more\n" : "")
  }

  /// Replays a session in a separate process that has the profiler.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - session: The session, with more options of `sample`.
  /// - Returns: The stacks.
  /// - Throws: A ``MeasuringError`` with the message of the process.
  public static func taken(
    by executable: String, of session: SessionCounter.Session
  ) throws(MeasuringError) -> StackSample {
    var program = ChildProcess.Program(
      path: executable,
      arguments: ["sample", session.file, "--id", session.id, "--meter", "stacks"]
        + session.options,
      environment: [
        "LC_ALL=C", "MALLOC_CONF=\(HeapProfiler.options)", "SWIFT_DETERMINISTIC_HASHING=1",
        ChildProcess.pathOfTools,
      ])
    program.hasFixedAddresses = true
    program.folder = session.folder
    guard let result = ChildProcess.run(program, seconds: ChildProcess.patience) else {
      throw .failed("the system gives no process")
    }
    guard result.isSuccess else {
      let words = result.complaints.split(separator: "\n").first { !$0.hasPrefix("<jemalloc>") }
      throw .unavailable(words.map(String.init) ?? "the heap profiler of jemalloc gave none")
    }
    guard let sample = try? JSONDecoder().decode(StackSample.self, from: Data(result.output.utf8)),
      sample.format == format
    else { throw .unavailable("\(executable) gives stacks of another version") }
    return sample
  }
}
