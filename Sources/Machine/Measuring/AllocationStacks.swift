internal import Instruments
public import MapModel
internal import Profiles

/// The stacks that ask for memory, from the text of jemalloc's heap profiler.
public struct AllocationStacks: Hashable, Sendable {
  /// A stack.
  public struct Stack: Hashable, Sendable {
    /// How often it asked.
    public var count: Int64
    /// For how many bytes.
    public var bytes: Int64
    /// Where its calls return to, the innermost first.
    public var addresses: [UInt64]
  }

  /// A file that is mapped into the process.
  public struct Module: Hashable, Sendable {
    /// Its path.
    public var path: String
    /// Where its first byte lies.
    public var base: UInt64
    /// Where its code lies.
    public var addresses: Range<UInt64>
  }

  /// The stacks, those that ask most often first.
  public private(set) var stacks: [Stack] = []
  /// The files, in the order of their addresses.
  public private(set) var modules: [Module] = []

  /// Reads a profile; nil when it is none.
  public init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard lines.first?.hasPrefix("heap_v2/") == true else { return nil }
    var addresses: [UInt64] = []
    var bases: [Substring: UInt64] = [:]
    var isInMaps = false
    for line in lines.dropFirst() {
      if line.hasPrefix("MAPPED_LIBRARIES:") {
        isInMaps = true
      } else if isInMaps {
        read(mapping: line, &bases)
      } else if line.hasPrefix("@") {
        addresses = line.split(separator: " ").dropFirst().compactMap {
          UInt64($0.dropFirst(2), radix: 16)
        }
      } else if line.hasPrefix("  t*:"), !addresses.isEmpty {
        // `  t*: 1: 64 [3: 192]`: what is held, and behind it what was asked for in all.
        let numbers = line.split { !$0.isNumber }.compactMap { Int64($0) }
        guard numbers.count == 4, numbers[2] > 0 else { continue }
        stacks.append(Stack(count: numbers[2], bytes: numbers[3], addresses: addresses))
        addresses = []
      }
    }
    // Which of two equal ones comes first is the order of the profiler.
    let order = stacks.indices.sorted {
      (stacks[$1].count, stacks[$1].bytes, $0) < (stacks[$0].count, stacks[$0].bytes, $1)
    }
    stacks = order.map { stacks[$0] }
  }

  /// A line of /proc/self/maps: `55d0-55f0 r-xp 00001000 08:01 42   /usr/bin/x`.
  private mutating func read(mapping line: Substring, _ bases: inout [Substring: UInt64]) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6, let path = fields.last?.drop(while: { $0 == " " }),
      path.hasPrefix("/")
    else { return }
    let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return }
    let base = bases[path] ?? ends[0]
    bases[path] = base
    guard fields[1].contains("x") else { return }
    modules.append(Module(path: String(path), base: base, addresses: ends[0]..<ends[1]))
  }

  /// The names of the functions of each stack, the innermost first, without those of the allocator
  /// and of the language's runtime; the file and the place in it where there is no name.
  public var names: [[String]] {
    let symbols = AllocationStacks.symbols(of: Set(stacks.flatMap(\.addresses)), in: modules)
    var names: [UInt64: String] = [:]
    for address in Set(stacks.flatMap(\.addresses)) {
      names[address] =
        symbols[address].map { FunctionName.short(Demangler.name(of: $0) ?? $0) }
        ?? place(of: address)
    }
    return stacks.map { stack in
      stack.addresses.drop { address in
        isOfAllocator(address) || AllocationStacks.isOfRuntime(symbols[address] ?? "")
      }.compactMap { names[$0] }
    }
  }

  /// A place as the file and the bytes from where it begins, which are the same in each process.
  private func place(of address: UInt64) -> String {
    guard let module = modules.first(where: { $0.addresses.contains(address) }) else {
      return "0x" + String(address, radix: 16)
    }
    let file = module.path.split(separator: "/").last ?? ""
    return "\(file)+0x" + String(address - module.base, radix: 16)
  }

  private func isOfAllocator(_ address: UInt64) -> Bool {
    modules.contains { $0.addresses.contains(address) && $0.path.contains("/libjemalloc") }
  }

  private static func isOfRuntime(_ symbol: String) -> Bool {
    symbol.hasPrefix("swift_") || symbol.hasPrefix("_ZN5swift") || symbol.hasPrefix("_ZNSt")
      || symbol.hasPrefix("_Zn")
  }

  /// The symbols at addresses, by `addr2line` of the machine; none where it is missing.
  private static func symbols(
    of addresses: Set<UInt64>, in modules: [Module]
  ) -> [UInt64: String] {
    guard let tool = ChildProcess.path(of: "addr2line") else { return [:] }
    var symbols: [UInt64: String] = [:]
    for module in modules {
      let own = addresses.filter(module.addresses.contains).sorted()
      guard !own.isEmpty else { continue }
      // The call lies before the address to which it returns.
      let words = own.map { "0x" + String($0 - module.base - 1, radix: 16) }
      let program = ChildProcess.Program(
        path: tool, arguments: ["-f", "-e", module.path] + words)
      guard let result = ChildProcess.run(program), result.isSuccess else { continue }
      // Two lines for each: the function, and its place.
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, address) in own.enumerated() where index * 2 < lines.count {
        let name = lines[index * 2]
        if name != "??" { symbols[address] = String(name) }
      }
    }
    return symbols
  }
}

/// Lets the heap profiler keep the stacks of a session, or of some of its frames.
public final class StackMeter: Meter {
  /// The frames whose stacks are kept, by their numbers in the session; nil keeps all.
  private let frames: Set<Int32>?
  private var frame: Int32 = 0
  /// The frame in which one more allocation is made, to test that it is found.
  private let planted: Int32?

  /// Makes a meter of frames, or of a whole session.
  public init(frames: Set<Int32>? = nil, plantsIn planted: Int32? = nil) {
    (self.frames, self.planted) = (frames, planted)
  }

  /// Replays a session and returns the stacks; nil when the profiler is not there.
  public func session(_ play: () -> Void) -> StackSample? {
    guard HeapProfiler.isReady else { return nil }
    HeapProfiler.setActive(isWanted)
    play()
    HeapProfiler.setActive(false)
    guard let folder = ScratchFolder() else { return nil }
    defer { folder.remove() }
    return HeapProfiler.text(through: folder.path("heap"))
      .flatMap { AllocationStacks(text: $0) }.map(StackSample.init)
  }

  private var isWanted: Bool { frames?.contains(frame) ?? true }

  /// Does the work; a frame ends with its phase.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    work()
    guard phase == .frame else { return }
    if frame == planted { AllocationCounters.allocateOnce() }
    frame += 1
    HeapProfiler.setActive(isWanted)
  }
}
