/// The distribution of time or instructions over stacks of functions.
public struct Profile: Hashable, Sendable {
  /// The unit of the counts.
  public enum Unit: String, CaseIterable, Sendable {
    /// Samples in which a function was active.
    case samples
    /// Executed instructions, without sampling.
    case instructions
  }

  /// A function in a stack.
  public struct Frame: Hashable, Sendable {
    /// The readable name.
    public var name: String
    /// The kind of the function.
    public var kind: FunctionKind

    /// Makes a frame.
    public init(_ name: String, _ kind: FunctionKind) { (self.name, self.kind) = (name, kind) }
  }

  /// A call stack, the outermost function first, with the self count of the innermost.
  public struct Stack: Hashable, Sendable {
    /// The functions.
    public var frames: [Frame]
    /// The self count of the innermost function.
    public var count: Int64

    /// Makes a stack.
    public init(_ frames: [Frame], _ count: Int64) { (self.frames, self.count) = (frames, count) }
  }

  /// The unit of the counts.
  public let unit: Unit
  /// Each stack once, sorted by the names of its functions.
  public let stacks: [Stack]

  /// Creates a profile; stacks of the same names are added up, and empty stacks are left out.
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

  /// Whether the share of a function differs between two profiles.
  ///
  /// Instructions differ when they are not equal; samples when their shares differ by more
  /// than chance. Shares of one program differ by over three standard errors in three of a
  /// thousand comparisons.
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
