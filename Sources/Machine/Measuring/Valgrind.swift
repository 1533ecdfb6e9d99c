internal import Instruments

/// The valgrind of this machine.
public struct Valgrind: Hashable, Sendable {
  /// The reason why there is none.
  public enum Missing: Error, Hashable, Sendable {
    /// It is not installed.
    case program
    /// The file exists, but cannot be run or lacks callgrind.
    case rest(path: String)

    /// The finding, as a part of a sentence.
    public var finding: String {
      switch self {
      case .program: "valgrind is not installed"
      case .rest(let path): "\(path) does not run"
      }
    }

    /// The remedy.
    public var remedy: String {
      switch self {
      case .program: "apt-get install \(Callgrind.package)"
      case .rest(let path): "'\(path) \(Valgrind.trial.joined(separator: " "))' says why"
      }
    }
  }

  /// Its file.
  let path: String
  /// Its version, such as `3.19.0`.
  public let version: String

  /// The arguments of the first trial; it succeeds only with callgrind, which is a separate
  /// program.
  private static let trial = ["--tool=callgrind", "--version"]

  /// Creates a valgrind with a known path and version, for tests.
  package init(path: String, version: String) { (self.path, self.version) = (path, version) }

  /// Finds valgrind.
  public init() throws(Missing) {
    guard let path = ChildProcess.path(of: "valgrind") else { throw .program }
    let program = ChildProcess.Program(path: path, arguments: Valgrind.trial)
    guard let result = ChildProcess.run(program, seconds: 60), result.isSuccess,
      let version = result.output.split(whereSeparator: { $0 == "-" || $0 == "\n" }).dropFirst()
        .first
    else { throw .rest(path: path) }
    (self.path, self.version) = (path, String(version))
  }
}
