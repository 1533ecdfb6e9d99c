/// Where time or instructions went: stacks of functions, each with its count.
public struct Profile: Hashable, Sendable {
  /// What is counted.
  public enum Unit: String, CaseIterable, Sendable {
    /// How often a function was at work when somebody looked.
    case samples
    /// Instructions, all of them.
    case instructions
  }

  /// A function in a stack.
  public struct Frame: Hashable, Sendable {
    /// Its name as people write it.
    public var name: String
    /// Whose it is.
    public var kind: FunctionKind

    /// Makes a frame.
    public init(_ name: String, _ kind: FunctionKind) { (self.name, self.kind) = (name, kind) }
  }

  /// Functions that call each other, the outermost first, with what the innermost counts by itself.
  public struct Stack: Hashable, Sendable {
    /// The functions.
    public var frames: [Frame]
    /// What was counted.
    public var count: Int64

    /// Makes a stack.
    public init(_ frames: [Frame], _ count: Int64) { (self.frames, self.count) = (frames, count) }
  }

  /// What is counted.
  public let unit: Unit
  /// Each stack once, sorted by the names of its functions.
  public let stacks: [Stack]

  /// Makes a profile; stacks of the same names are added up, and those of nothing left out.
  public init(_ unit: Unit, _ stacks: some Sequence<Stack>) {
    var counts: [[String]: Stack] = [:]
    for stack in stacks where stack.count > 0 && !stack.frames.isEmpty {
      counts[stack.frames.map(\.name), default: Stack(stack.frames, 0)].count += stack.count
    }
    self.unit = unit
    self.stacks = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// The count of all stacks.
  public var total: Int64 { stacks.reduce(0) { $0 + $1.count } }

  /// Whether a part of a profile is another one than that of a profile before: instructions when
  /// they differ at all, samples when their shares differ by more than chance makes them.
  ///
  /// Shares of one program differ by over three standard errors in three of a thousand looks.
  static func differ(
    _ head: Int64, of headTotal: Int64, _ base: Int64, of baseTotal: Int64, in unit: Unit
  ) -> Bool {
    guard unit == .samples else { return head != base }
    guard headTotal > 0, baseTotal > 0 else { return false }
    let (now, before) = (Double(headTotal), Double(baseTotal))
    let pooled = (Double(head) + Double(base)) / (now + before)
    let error = (pooled * (1 - pooled) * (1 / now + 1 / before)).squareRoot()
    return abs(Double(head) / now - Double(base) / before) > 3 * error
  }
}
