/// The counts of callgrind between two dumps, for its first event.
///
/// The event is instructions unless callgrind was told otherwise.
public struct CallgrindDump: Hashable, Sendable {
  /// The reason for the dump, such as `Program termination`; empty when the file does not
  /// say.
  public var trigger = ""
  /// The total cost.
  public var total: Int64 = 0
  /// Each function once, in the order of the file.
  public var functions: [Function] = []

  /// The name that the program gave to the dump; nil when the program did not request it.
  public var request: String? {
    let prefix = "Client Request: "
    return trigger.hasPrefix(prefix) ? String(trigger.dropFirst(prefix.count)) : nil
  }

  /// A function of an object file; those of one name in several source files are one.
  public struct Function: Hashable, Sendable {
    /// Its name as linkers know it.
    public var name: String
    /// The file of the program or library; empty when unknown.
    public var object: String
    /// The source file in which it begins; empty when unknown.
    public var file: String
    /// The cost without called functions.
    public var selfCost: Int64 = 0
    /// The cost of the called functions.
    ///
    /// Each entry counts: in a recursion through other functions, a call within itself counts
    /// once for each level.
    public var calledCost: Int64 = 0
    /// The self cost line by line, sorted; empty for files without debug information.
    public var lines: [Line] = []

    /// Its name without the number that callgrind adds to the second level of a recursion, as in
    /// `sort'2`.
    public var symbol: String {
      guard let sign = name.lastIndex(of: "'") else { return name }
      let level = name[name.index(after: sign)...]
      return level.isEmpty || !level.allSatisfy(\.isNumber) ? name : String(name[..<sign])
    }

    /// The cost with called functions; see ``calledCost`` for recursions.
    public var inclusiveCost: Int64 { selfCost + calledCost }
  }

  /// The self cost of a line of a function.
  public struct Line: Hashable, Sendable {
    /// The source file, which differs from that of the function if code was inlined.
    public var file: String
    /// Its number, from 1.
    public var line: Int64
    /// The cost.
    public var cost: Int64

    /// Makes the cost of a line.
    public init(file: String, line: Int64, cost: Int64) {
      (self.file, self.line, self.cost) = (file, line, cost)
    }
  }

  /// The function of a name; nil when it was never entered.
  public func function(named name: String) -> Function? { functions.first { $0.name == name } }
}
