import Foundation
import Instruments
import Testing

@Suite("Child processes")
struct ChildProcessTests {
  private func run(_ script: String, _ change: (inout ChildProcess.Program) -> Void = { _ in })
    throws -> ChildProcess.Result
  {
    var program = ChildProcess.Program(path: "/bin/sh", arguments: ["-c", script])
    change(&program)
    return try #require(ChildProcess.run(program))
  }

  @Test
  func `keeps what a program says and how it ends`() throws {
    let result = try run("echo out; echo no >&2; exit 3")
    #expect(result.output == "out\n")
    #expect(result.complaints == "no\n")
    #expect(result.ending == .exited(3))
    #expect(!result.isSuccess)
    #expect(try run("kill -9 $$").ending == .killed(9))
    #expect(try run("true").isSuccess)
  }

  @Test
  func `one that never ends is killed after some seconds, one that ends is not`() throws {
    let program = ChildProcess.Program(path: "/bin/sleep", arguments: ["300"])
    #expect(try #require(ChildProcess.start(program)).finish(seconds: 1).ending == .killed(9))
    let quick = ChildProcess.Program(path: "/bin/sh", arguments: ["-c", "echo out; exit 3"])
    let result = try #require(ChildProcess.start(quick)).finish(seconds: 60)
    #expect(result.ending == .exited(3))
    #expect(result.output == "out\n")
  }

  @Test
  func `a program that does not exist exits with 127`() throws {
    let program = ChildProcess.Program(path: "/nonexistent/program", arguments: [])
    #expect(ChildProcess.run(program)?.ending == .exited(127))
  }

  @Test
  func `its environment, its folder and its input are given`() throws {
    let result = try run("echo $A:$HOME:$(pwd); cat; cat /proc/$$/environ | wc -c") {
      $0.environment = ["A=1"]
      $0.folder = "/usr"
    }
    // Nothing to read, and the variable with the zero behind it.
    #expect(result.output == "1::/usr\n4\n")
  }

  @Test(.enabled(if: ChildProcess.canFixAddresses, "the system refuses fixed addresses"))
  func `addresses can be fixed`() throws {
    func stack(isFixed: Bool) throws -> String {
      try run("grep -F '[stack]' /proc/self/maps") { $0.hasFixedAddresses = isFixed }.output
    }
    #expect(try stack(isFixed: true) == stack(isFixed: true))
    #expect(try stack(isFixed: false) != stack(isFixed: false))
  }

  @Test
  func `the core can be chosen`() throws {
    for core in Machine.cores.prefix(2) {
      let result = try run("grep Cpus_allowed_list /proc/self/status") { $0.core = core }
      #expect(result.output == "Cpus_allowed_list:\t\(core)\n")
    }
  }

  /// Whether the kernel closes a range of descriptors when the next program begins.
  private static let isKernelClosing =
    (Machine.kernel ?? "").compare("Linux 5.11", options: .numeric) != .orderedAscending

  @Test(.enabled(if: isKernelClosing, "the kernel is too old"))
  func `what this process has open is nothing that a program gets`() throws {
    let file = unsafe open("/dev/null", O_RDONLY)
    defer { close(file) }
    // What comes after it keeps the shell from becoming that program itself.
    #expect(try run("ls /proc/$$/fd; true").output == "0\n1\n2\n")
  }

  @Test
  func `much output is kept whole`() throws {
    #expect(try run("head -c 3000000 /dev/zero | tr '\\0' x").output.utf8.count == 3_000_000)
  }

  @Test
  func `a program is found by its name`() {
    #expect(ChildProcess.path(of: "sh")?.hasSuffix("/sh") == true)
    #expect(ChildProcess.path(of: "no-such-program") == nil)
  }
}
