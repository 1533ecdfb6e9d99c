/// What callgrind counted between two dumps, of its first event: instructions unless it was told
/// otherwise.
public struct CallgrindDump: Hashable, Sendable {
  /// Why it was written, such as `Program termination`; empty when the file does not say.
  public var trigger = ""
  /// The cost of everything.
  public var total: Int64 = 0
  /// Each function once, in the order in which the file comes to them.
  public var functions: [Function] = []

  /// Makes an empty dump.
  public init() {}

  /// The name that the program gave to the dump; nil when it was not the program that asked.
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
    /// What it costs without what it calls.
    public var selfCost: Int64 = 0
    /// What the others cost that it calls.
    ///
    /// Each time it is entered counts: in a recursion through others, what is called within itself
    /// counts once for each level.
    public var calledCost: Int64 = 0
    /// Its own cost line by line, sorted; of files without debug information there is none.
    public var lines: [Line] = []

    /// Its name without the number that callgrind adds to the second level of a recursion, as in
    /// `sort'2`.
    public var symbol: String {
      guard let sign = name.lastIndex(of: "'") else { return name }
      let level = name[name.index(after: sign)...]
      return level.isEmpty || !level.allSatisfy(\.isNumber) ? name : String(name[..<sign])
    }

    /// What it costs with what it calls; see ``calledCost`` for recursions.
    public var inclusiveCost: Int64 { selfCost + calledCost }
  }

  /// What a line of a function costs by itself.
  public struct Line: Hashable, Sendable {
    /// The source file, another one than the function's where code was inlined.
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
