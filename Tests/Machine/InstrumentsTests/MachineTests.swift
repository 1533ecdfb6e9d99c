import Foundation
import Instruments
import Testing

@Suite("Machine")
struct MachineTests {
  @Test
  func `this program is found by its file, links followed`() throws {
    let path = try #require(Bundle.main.executablePath)
    #expect(Machine.program == URL(filePath: path).resolvingSymlinksInPath().path)
  }
}
