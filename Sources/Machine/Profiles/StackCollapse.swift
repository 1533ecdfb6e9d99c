/// Creates a profile of a part of a session from the stacks of a profiler.
///
/// The profile begins at the part, has readable names of functions, and leaves out
/// functions that only serve to measure.
public struct StackCollapse {
  /// A function in a stack, as profilers report it.
  public struct Symbol: Hashable, Sendable {
    /// The linker's name; nil when there is none.
    public var name: String?
    /// The file of the program or library; empty when unknown.
    public var module: String

    /// Makes a function.
    public init(_ name: String?, module: String) { (self.name, self.module) = (name, module) }
  }

  /// The name of the root of stacks whose beginning is lost.
  public static let lostName = "[unknown callers]"
  /// The function through which a session is replayed.
  private static let sessionName = "mapreplay_session"

  /// The function with which the part begins.
  private let root: String
  /// Parts of the names of functions that prepare the measurement; their stacks are left out.
  private let excluded: [String]
  /// Whether a function of a name only forwards; its self count is added to its caller.
  private let isHidden: (String) -> Bool
  /// Whether a stack whose beginning is lost may belong to the part.
  private let keepsLost: Bool
  private let readable: (String) -> String
  private let unit: Profile.Unit

  private var stacks: [[Symbol]: Int64] = [:]
  private var frames: [Symbol: Profile.Frame] = [:]
  /// The count outside of the part.
  public private(set) var leftOut: Int64 = 0

  /// Begins a profile of a part.
  ///
  /// - Parameters:
  ///   - unit: The unit of the counts.
  ///   - root: The function with which the part begins.
  ///   - excluded: Parts of names; stacks with such a function are left out.
  ///   - keepsLost: Whether stacks whose beginning is lost are kept.
  ///   - isHidden: Whether a function of a name is left out of stacks.
  ///   - readable: The readable name of a function by its symbol.
  public init(
    _ unit: Profile.Unit, from root: String, excluding excluded: [String] = [],
    keepingLost keepsLost: Bool = true,
    hiding isHidden: @escaping (String) -> Bool = { _ in false },
    readable: @escaping (String) -> String
  ) {
    (self.unit, self.root, self.excluded) = (unit, root, excluded)
    (self.keepsLost, self.isHidden, self.readable) = (keepsLost, isHidden, readable)
  }

  /// Adds a stack, the outermost function first.
  ///
  /// A stack whose beginning the profiler lost may belong to the part, and is kept apart. A
  /// stack that comes from elsewhere is left out.
  ///
  /// - Returns: Whether the stack belongs to the part, or may belong to it.
  @discardableResult
  public mutating func add(_ symbols: [Symbol], _ count: Int64) -> Bool {
    let names = symbols.map { $0.name ?? "" }
    let start = names.firstIndex(of: root)
    // What stands above the part may repeat it as well as prepare it.
    let isPreparing = names[(start ?? 0)...].contains { name in
      excluded.contains(where: name.contains)
    }
    let isLost = start == nil && !names.contains(where: StackCollapse.begins)
    guard !isPreparing, start != nil || (isLost && keepsLost) else {
      leftOut += count
      return false
    }
    if let start {
      stacks[Array(symbols[start...]), default: 0] += count
    } else {
      // What is above the lost part may be anything that looked like an address.
      let known = symbols.drop { $0.name == nil }
      stacks[[Symbol(StackCollapse.lostName, module: "")] + known, default: 0] += count
    }
    return true
  }

  /// Whether a stack with this function is complete: it begins with the program, or with the
  /// session where only that is seen.
  private static func begins(_ name: String) -> Bool {
    [sessionName, "main", "_start", "_dl_start"].contains(name)
      || name.hasPrefix("__libc_start_") || name.hasSuffix("_main")
  }

  /// Returns the profile of the added stacks.
  public mutating func profile() -> Profile {
    var found: [Profile.Stack] = []
    for (symbols, count) in stacks {
      var stack: [Profile.Frame] = []
      for symbol in symbols {
        if isHidden(symbol.name ?? ""), !stack.isEmpty { continue }
        let frame = frame(of: symbol)
        // All of the kernel is one function, and so are neighbors without a name.
        let isRepeated = stack.last == frame && (frame.kind == .kernel || frame.kind == .unknown)
        if !isRepeated { stack.append(frame) }
        if frame.kind == .kernel { break }
      }
      found.append(Profile.Stack(stack, count))
    }
    return Profile(unit, found)
  }

  private mutating func frame(of symbol: Symbol) -> Profile.Frame {
    if let frame = frames[symbol] { return frame }
    let name: String
    let kind: FunctionKind
    if let symbolName = symbol.name {
      kind = FunctionKind(symbol: symbolName, module: symbol.module)
      let short = kind == .kernel ? FunctionKind.kernelName : words(for: symbolName)
      name = short.isEmpty ? symbolName : short
    } else {
      let file = symbol.module.split(separator: "/").last ?? ""
      name = file.isEmpty ? "[unknown]" : "[unknown in \(file)]"
      kind = FunctionKind(symbol: name, module: symbol.module)
    }
    let frame = Profile.Frame(name, kind)
    frames[symbol] = frame
    return frame
  }

  /// Returns the names of regions for a session's regions, and the caller's readable names
  /// otherwise.
  private func words(for symbol: String) -> String {
    let phase = "mapreplay_phase_"
    if symbol.hasPrefix(phase) { return "phase \(symbol.dropFirst(phase.count))" }
    if symbol == StackCollapse.lostName { return symbol }
    return symbol == StackCollapse.sessionName ? "session" : readable(symbol)
  }
}
