/// The owner of a function, by which profiles are colored.
public enum FunctionKind: String, CaseIterable, Hashable, Sendable {
  /// Code of this program, with code that the compiler generated from it.
  case ours
  /// Reference counting, checks of exclusive access, and the access to thread-local data for
  /// these.
  case counting
  /// The Swift runtime and its libraries.
  case runtime
  /// Allocates and frees memory.
  case allocator
  /// The C library and the dynamic linker.
  case library
  /// The kernel.
  case kernel
  /// Without a name.
  case unknown

  /// The kind in a few words.
  public var words: String {
    switch self {
    case .ours: "this program"
    case .counting: "reference counting, exclusivity"
    case .runtime: "Swift runtime"
    case .allocator: "allocator"
    case .library: "C library"
    case .kernel: "kernel"
    case .unknown: "unknown"
    }
  }

  /// The kind of a function.
  ///
  /// - Parameters:
  ///   - symbol: Its name, mangled or not.
  ///   - module: The file of its program or library; empty when only the name is known.
  public init(symbol: String, module: String) {
    let file = module.split(separator: "/").last ?? ""
    if symbol.hasPrefix("[unknown") || symbol.isEmpty {
      self = .unknown
    } else if module.hasPrefix("[kernel") || symbol == FunctionKind.kernelName {
      self = .kernel
    } else if FunctionKind.counts(symbol) {
      self = .counting
    } else if file.hasPrefix("libjemalloc") || FunctionKind.allocators.contains(symbol) {
      self = .allocator
    } else if ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocks"]
      .contains(where: file.hasPrefix)
      || FunctionKind.isOfRuntime(symbol)
    {
      self = .runtime
    } else if ["libc.", "libm.", "libc++", "libstdc++", "libpthread", "ld-", "libgcc", "["]
      .contains(where: file.hasPrefix) || FunctionKind.isOfLibrary(symbol)
    {
      self = .library
    } else {
      self = .ours
    }
  }

  /// The name for all work of the kernel.
  static let kernelName = "kernel"

  private static func counts(_ symbol: String) -> Bool {
    let counters = [
      "swift_retain", "swift_release", "_swift_retain", "_swift_release", "swift_bridgeObject",
      "swift_unknownObjectRe", "swift_weak", "swift_unowned", "swift_nonatomic_re",
      "swift_isUniquelyReferenced", "swift_tryRetain", "swift_setDeallocating",
      "swift_beginAccess", "swift_endAccess", "swift::RefCounts", "swift::runtime::AccessSet",
      "_ZN5swift9RefCounts", "_ZNK5swift9RefCounts", "_ZN5swift7runtime9AccessSet",
      "__tls_get_addr",
    ]
    if counters.contains(where: symbol.hasPrefix) { return true }
    // Helpers that the runtime keeps to itself have its names within theirs.
    return symbol.contains("AccessSet") || symbol.contains("RefCounts<")
  }

  private static let allocators: Set = [
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "malloc_usable_size",
    "swift_slowAlloc", "swift_slowDealloc", "swift_allocObject", "swift_deallocClassInstance",
    "_swift_allocObject_",
  ]

  /// Whether a function belongs to the runtime by its name alone, since a release contains
  /// the runtime.
  private static func isOfRuntime(_ symbol: String) -> Bool {
    let beginnings = [
      "swift_", "_swift_", "swift::", "tryCast", "getCache", "dispatch_", "_dispatch_", "CF", "_CF",
      "__CF", "$ss", "$s8Dispatch", "$s10Foundation", "$s12_Concurrency", "$s15Synchronization",
      "$s20FoundationEssentials",
    ]
    // What is specialized is made for this program.
    guard !symbol.hasPrefix("$s") || !symbol.contains("Tg") else { return false }
    return beginnings.contains(where: symbol.hasPrefix) || isOfShortType(symbol)
  }

  /// Whether a mangled name begins with a one-letter type of the standard library, followed
  /// by a member and not by a module that extends the type.
  private static func isOfShortType(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$sS"), let type = symbol.dropFirst(3).first, type.isLetter,
      !"oC".contains(type)
    else { return false }
    return symbol.dropFirst(4).drop(while: \.isNumber).first?.isUppercase == false
      || symbol.dropFirst(4).first?.isNumber == false
  }

  private static func isOfLibrary(_ symbol: String) -> Bool {
    ["__mem", "mem", "__str", "_dl_", "__libc_", "do_lookup_x", "__GI_"]
      .contains(where: symbol.hasPrefix) && !symbol.contains(" ") && !symbol.contains("(")
  }
}
