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
}
