import Instruments
import Testing

@Suite("Processes that take turns")
struct TurnTakerTests {
  private func start(_ script: String) throws -> TurnTaker {
    try #require(
      TurnTaker.start(ChildProcess.Program(path: "/bin/sh", arguments: ["-c", script])))
  }

  @Test
  func `each does a round when it is its turn`() throws {
    let script = "n=0; while read -r turn; do n=$((n + 1)); echo >&0; done; echo $n rounds"
    let (one, other) = (try start(script), try start(script))
    for _ in 0..<3 { #expect(one.takeTurn() && other.takeTurn()) }
    #expect(other.takeTurn())
    #expect(one.finish().output == "3 rounds\n")
    #expect(other.finish().output == "4 rounds\n")
  }

  @Test
  func `one that never ends its turn is killed`() throws {
    let program = ChildProcess.Program(path: "/bin/sleep", arguments: ["300"])
    let process = try #require(TurnTaker.start(program, seconds: 1))
    #expect(!process.takeTurn())
    #expect(process.finish().ending == .killed(9))
  }

  @Test
  func `one that ends takes no more turns`() throws {
    let process = try start("read -r turn; echo >&0; read -r turn; exit 7")
    #expect(process.takeTurn())
    #expect(!process.takeTurn())
    #expect(!process.takeTurn())
    #expect(process.finish().ending == .exited(7))
    let missing = try #require(
      TurnTaker.start(ChildProcess.Program(path: "/no/such/program", arguments: [])))
    #expect(!missing.takeTurn())
    #expect(missing.finish().ending == .exited(127))
  }
}
