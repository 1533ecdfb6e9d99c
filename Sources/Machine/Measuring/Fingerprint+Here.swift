public import Counts
internal import Instruments
internal import Statistics

extension Fingerprint {
  /// The fingerprint of this build on this machine, without the parts for a counter and for
  /// engines.
  public static var here: Fingerprint {
    var values: [Component: String] = [:]
    values[.compiler] = Build.compiler
    values[.configuration] = Build.configuration
    values[.flags] = Build.flags
    values[.allocator] = Allocator.name
    values[.library] = Machine.library
    values[.processor] = Machine.processor
    values[.instructionSets] = Machine.instructionSets.joined(separator: " ")
    values[.kernel] = Machine.kernel
    return Fingerprint(values)
  }

  /// Returns the fingerprint of counts, with only the parts that matter to them.
  ///
  /// Callgrind simulates a processor, so only the instruction sets that it knows matter.
  ///
  /// - Parameter counter: The counter, as ``SessionCounter/name`` returns it.
  /// - Returns: The fingerprint.
  public static func ofCounts(by counter: String) -> Fingerprint {
    var print = Fingerprint.here
    print.values[.counter] = counter
    guard counter.hasPrefix("callgrind") else {
      return print.restricted(to: partsOfCounts + [.processor])
    }
    print.values[.instructionSets] = Machine.instructionSets.filter { !$0.hasPrefix("avx512") }
      .joined(separator: " ")
    return print.restricted(to: partsOfCounts)
  }

  private static let partsOfCounts: [Component] = [
    .counter, .compiler, .configuration, .flags, .allocator, .library, .instructionSets,
  ]
}

/// How this program was built.
enum Build {
  static var compiler: String {
    #if compiler(>=6.5)
    let swift = "Swift 6.5 or later"
    #elseif compiler(>=6.4)
    let swift = "Swift 6.4"
    #elseif compiler(>=6.3)
    let swift = "Swift 6.3"
    #else
    let swift = "Swift 6.2"
    #endif
    return "\(swift), \(Machine.cCompiler)"
  }

  static var configuration: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }

  /// The setting of exclusivity checks.
  ///
  /// The Makefile and the recipe of revisions define it along with the compiler flag.
  static var flags: String {
    #if UNCHECKED_EXCLUSIVITY
    "exclusivity unchecked"
    #else
    "exclusivity checked"
    #endif
  }
}
