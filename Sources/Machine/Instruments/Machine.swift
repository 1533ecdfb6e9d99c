internal import CSystem
internal import Glibc

/// The properties of this machine that affect measurements.
public enum Machine {
  /// The kernel with its version.
  public static var kernel: String? {
    name().map { "\(text($0.sysname)) \(text($0.release))" }
  }

  /// The name of the machine in its network.
  public static var hostName: String? { name().map { text($0.nodename) } }

  private static func name() -> utsname? {
    var name = utsname()
    return unsafe uname(&name) == 0 ? name : nil
  }

  private static func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The C library with its version.
  public static var library: String { unsafe "glibc \(String(cString: mapreplay_library()))" }

  /// The folder from which the C library was loaded; nil where it is a part of the program.
  public static var libraryFolder: String? {
    let end = "/libc.so.6"
    let file = text(ofFile: "/proc/self/maps").split(separator: "\n").first { $0.hasSuffix(end) }
    return file.flatMap { line in
      line.firstIndex(of: "/").map { String(line[$0...].dropLast(end.count)) }
    }
  }

  /// The compiler of the C in this program, which belongs to Swift's: its name, its version
  /// and the beginning of its revision.
  public static var cCompiler: String {
    let words = unsafe String(cString: mapreplay_compiler()).split(separator: " ")
    let revision = words.last { word in
      word.count >= 40 && word.prefix(40).allSatisfy(\.isHexDigit)
    }
    return (words.prefix(2) + (revision.map { [$0.prefix(12)] } ?? [])).joined(separator: " ")
  }

  /// The sources of this program, as `.ci/sources` prints them; empty where its build was not told.
  public static var programSource: String { unsafe String(cString: mapreplay_source()) }

  /// The limit on the address space of this process, in bytes, as `ulimit -v` sets it; nil without
  /// one.
  public static var addressSpaceBytes: UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < UInt64(Int64.max)
    else { return nil }
    return UInt64(limit.rlim_cur)
  }

  /// Ends this process with a text and a code where it would crash for want of address space.
  ///
  /// The runtime of Swift ends a program that gets no memory, with a list of functions.
  ///
  /// - Parameters:
  ///   - text: The text, of which at most 500 bytes are printed.
  ///   - code: The exit code.
  public static func endWithoutMemory(saying text: String, code: Int32) {
    unsafe mapreplay_tell_of_lacking_memory(text, code)
  }

  /// The id of the user whose rights this process has.
  public static var userID: UInt32 { geteuid() }

  /// The id of this process.
  public static var processID: Int32 { getpid() }

  /// The executable file of this process, links followed.
  public static var program: String {
    // Other programs may get it, so it names this process.
    let link = "/proc/\(processID)/exe"
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &bytes, bytes.count)
    let path = String(
      decoding: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Of a file that is gone the link can be started still, from this process.
    return unsafe access(path, X_OK) == 0 ? path : link
  }

  /// Whether a process with this id exists, whoever owns it.
  public static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }

  /// An identity of a file that distinguishes it from all other files that were or are at the
  /// path.
  ///
  /// It consists of numbers of the file system, and is nil when there is no file.
  public static func identity(ofFile path: String) -> String? {
    var file = stat()
    guard unsafe stat(path, &file) == 0 else { return nil }
    let times = [file.st_mtim, file.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)" }
    return "\(file.st_dev) \(file.st_ino) \(file.st_size) \(times.joined(separator: " "))"
  }

  /// The cores on which this process may run, by their numbers; at least one.
  public static var cores: [Int] {
    let cores = (0..<1_024).filter { mapreplay_may_run_on(Int32($0)) != 0 }
    return cores.isEmpty ? [0] : cores
  }

  /// The processor, as it names itself.
  public static var processor: String? {
    value(of: ["model name", "Model", "CPU part"], in: information)
  }

  /// The instruction sets by which the C library chooses among variants of a function, sorted.
  public static var instructionSets: [String] {
    let all = value(of: ["flags", "Features"], in: information) ?? ""
    return all.split(separator: " ").map(String.init).filter { chosenBy.contains($0) }.sorted()
  }

  private static let chosenBy: Set = [
    "ssse3", "sse4_1", "sse4_2", "avx", "avx2", "avx512bw", "avx512f", "avx512vl", "bmi1", "bmi2",
    "erms", "fma", "fma4", "fsrm", "movbe", "popcnt", "rtm", "xsavec",
    "asimd", "mops", "sve", "sve2", "mte",
  ]

  /// The value of the first of some names in lines like `name : value`.
  private static func value(of names: [String], in text: String) -> String? {
    for name in names {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].prefix(while: { $0 != "\t" }) == name else { continue }
        return String(parts[1].drop { $0 == " " })
      }
    }
    return nil
  }

  private static var information: String { text(ofFile: "/proc/cpuinfo") }

  /// The text of a file that the kernel generates while it is read; empty when there is none.
  static func text(ofFile path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
