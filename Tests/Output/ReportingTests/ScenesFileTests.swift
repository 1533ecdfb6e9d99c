import Formatting
import Foundation
import MapEvents
import Testing
import Wire

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("Scenes file")
struct ScenesFileTests {
  /// The files of a run.
  struct Files {
    var run: String
    var scenes: String

    init(_ run: RunReport) {
      self.run = RunFile.text(of: run)
      scenes = String(parts: ScenesFile.parts(of: run) { (0..<$0).map($1) })
    }

    /// The run that both hold.
    func read(isPart: Bool = false) throws -> RunReport {
      var run = try RunFile.report(
        of: JSONText([UInt8](run.utf8)), named: "run.json", isPart: isPart)
      run.readScenes(of: try JSONText([UInt8](scenes.utf8)), named: "scenes.json", isPart: isPart)
      return run
    }
  }

  private static func run(_ ids: [String] = ["a", "b", "c"]) -> RunReport {
    Fixture.run(
      ids.map { id in
        var session = Fixture.session(id: id)
        session.scene = Fixture.seen
        session.scene?.points.append(at: Fixture.ms(1), [Int64(id.utf8.first ?? 0), 0])
        return session
      })
  }

  @Test(arguments: [false, true])
  func `both files together hold the run that was written`(isPart: Bool) throws {
    let run = Self.run()
    let files = Files(run)
    let read = try files.read(isPart: isPart)
    #expect(read.sessions.map(\.scene) == run.sessions.map(\.scene))
    #expect(read.scenarios.map(\.scene) == run.scenarios.map(\.scene))
    #expect(read.missingScenes == nil)
    #expect(HTMLPage.text(of: read) == HTMLPage.text(of: run))
    let again = Files(read)
    #expect(again.run == files.run)
    #expect(again.scenes == files.scenes)
    #expect(read.writtenScenes.count == (isPart ? 3 : 0))
  }

  @Test
  func `has a session in each line, and the run file has none of it`() throws {
    let files = Files(Self.run())
    let lines = files.scenes.split(separator: "\n").filter { $0.hasPrefix("{\"id\":") }
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("{\"id\":\"b\",\"scene\":{\"camera\":{"))
    #expect(!files.run.contains("\"camera\":{\"rows\""))
    #expect(files.run.contains("\"scenes\":\"scenes.json\""))
    #expect(files.run.ranges(of: "\"scene digest\":\"").count == 3)
  }

  /// Until version 7 the scenes were members of the sessions.
  @Test
  func `scenes are read from a run file of version 7`() throws {
    let run = Self.run()
    let files = Files(run)
    var text = files.run.replacing("\"version\":8", with: "\"version\":7")
      .replacing("\"scenes\":\"scenes.json\",\n", with: "")
    for line in files.scenes.split(separator: "\n") where line.hasPrefix("{\"id\":") {
      let scene = try #require(line.firstRange(of: "\"scene\":"))
      let end = try #require(line.lastIndex(of: "}"))
      let digest = try #require(text.firstRange(of: #/"scene digest":"[0-9a-f]{16}"/#))
      text.replaceSubrange(digest, with: line[scene.lowerBound..<end])
    }
    #expect(!text.contains("scene digest"))
    for isPart in [false, true] {
      let old = try RunFile.report(
        of: JSONText([UInt8](text.utf8)), named: "run.json", isPart: isPart)
      #expect(old.scenesFile == nil)
      #expect(old.sessions.map(\.scene) == run.sessions.map(\.scene))
      #expect(Files(old).run == files.run, "a part keeps no bytes of another version")
      #expect(Files(old).scenes == files.scenes)
    }
  }

  @Test
  func `a run without scenes names no file`() throws {
    let files = Files(Fixture.smallRun)
    #expect(!files.run.contains("\"scenes\""))
    #expect(files.scenes == "{\n\"version\":8,\n\"scenes\":[\n]\n}\n")
    #expect(try RunFile.report(of: JSONText([UInt8](files.run.utf8)), named: "").scenesFile == nil)
  }

  /// Pages of folders still name the film strips, which follow from the run file alone.
  @Test
  func `without its file a run lacks players alone, and keeps the digests`() throws {
    let run = Self.run()
    let files = Files(run)
    var read = try RunFile.report(of: JSONText([UInt8](files.run.utf8)), named: "run.json")
    #expect(read.scenesFile == "scenes.json")
    #expect(read.missingScenes == nil, "nobody asked for scenes")
    read.lackScenes("there is no scenes file 'a\nb'")
    #expect(
      read.missingScenes == """
        warning: there is no scenes file 'a b'; the page has no player for 3 of 3 sessions, \
        and everything else is complete
        help: put the scenes.json of the same run beside its run.json and run the command again
        """)
    #expect(!HTMLPage.parts(of: read).contains { $0.name.hasPrefix("player ") })
    #expect(HTMLPage.parts(of: run).count { $0.name.hasPrefix("player ") } == 3)
    for (without, with) in zip(RunReport.files, RunReport.files)
    where !["report.html", "scenes.json"].contains(with.name) {
      #expect(without.text(read) == with.text(run), "\(with.name)")
    }
    #expect(Fixture.index(of: read) == Fixture.index(of: run))
  }

  @Test
  func `scenes of another run are left out, and the others are read`() throws {
    let run = Self.run()
    var files = Files(run)
    var other = run.sessions
    other[1].scene?.taps.append(at: Fixture.ms(120), [1, 2])
    files.scenes = Files(Fixture.run([other[0], other[1]])).scenes
    let read = try files.read()
    #expect(read.sessions.map { $0.scene != nil } == [true, false, false])
    #expect(
      read.missingScenes?.hasPrefix(
        "warning: the scenes file 'scenes.json' is of another run, or was changed or cut; "
          + "the page has no player for 2 of 3 sessions, ") == true, "\(read.missingScenes ?? "")")
    #expect(Files(read).run == files.run, "the digest of a scene that is missing stays")
  }

  /// Each line is one that the run file names, so that no digest hides what is wrong in it.
  @Test(arguments: [
    ("[]", "1:1: this is no scenes file, which has a list of scenes"),
    ("{\"version\":8}", "1:1: this is no scenes file, which has a list of scenes"),
    ("{\"scenes\":7}", "1:11: a list has to come here"),
    ("{\"scenes\":[7]}", "1:12: an object has to come here"),
    ("{\"scenes\":[{}]}", "1:12: 'id' is missing"),
    ("{\"scenes\":[{\"id\":7}]}", "1:18: a text has to come here"),
    ("{\"scenes\":[{\"id\":\"a\"}]}", "is of another run, or was changed or cut"),
    ("{\"scenes\":[{\"id\":\"a\",\"scene\":null}]}", "an object has to come here"),
    ("{\"scenes\":[{\"id\":\"a\",\"scene\":{}}]}", "1:30: 'camera' is missing"),
    (
      "{\"scenes\":[{\"id\":\"a\",\"scene\":{\"camera\":{\"rows\":[[1]]}}}]}",
      "1:49: a list of 5 numbers has to come here"
    ),
    (
      "{\"scenes\":[{\"id\":\"a\",\"scene\":{\"camera\":{\"rows\":[[1,9e9,0,0,0]]}}}]}",
      "a whole number has to come here"
    ),
  ])
  func `what is wrong with the file is said with its place`(text: String, words: String) throws {
    let scenes = try JSONText([UInt8](text.utf8))
    let line = text.firstRange(of: "{\"id\"").map { text[$0.lowerBound...].dropLast(2) }
    var session = Self.run(["a"]).sessions[0]
    session.scene = nil
    session.sceneDigest = ScenesFile.digest(of: [UInt8]((line ?? "").utf8)[...])
    var run = Fixture.run([session])
    run.readScenes(of: scenes, named: "scenes.json")
    #expect(run.sessions[0].scene == nil)
    let missing = try #require(run.missingScenes)
    #expect(missing.hasPrefix("warning: ") && missing.contains("scenes.json"), "\(missing)")
    #expect(missing.contains(words), "\(missing)")
  }

  /// Whatever bytes stand in a line, it is a scene that is drawn or a sentence.
  @Test
  func `a damaged line is a scene or a sentence`() throws {
    let good = [UInt8](Files(Self.run(["a"])).scenes.utf8)
    var session = Self.run(["a"]).sessions[0]
    session.scene = nil
    for position in stride(from: 0, to: good.count, by: 2) {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "]"), 0xFF] {
        var bytes = good
        bytes[position] = byte
        guard let text = try? JSONText(bytes) else { continue }
        session.sceneDigest = text.read { root in
          let line = (try? root.member("scenes")?.elements.map { $0 })?.first
          return line.map { ScenesFile.digest(of: text.bytes(of: $0)) } ?? "none"
        }
        var run = Fixture.run([session])
        run.readScenes(of: text, named: "scenes.json")
        let isRead = run.sessions[0].scene != nil
        #expect(isRead == (run.missingScenes == nil), "\(position): \(byte)")
        let context = PlayerSection.context(of: run.sessions[0])
        #expect(context.isEmpty != isRead)
        _ = FilmStrip.text(of: run.sessions[0])
      }
    }
  }

  @Test(arguments: ["../scenes.json", "/etc/passwd", "a/b.json", "..", "", "a/\u{301}b", "a\nb"])
  func `a run file names no file of another folder`(name: String) throws {
    let text = Files(Self.run()).run.replacing(
      "\"scenes\":\"scenes.json\"", with: "\"scenes\":\(JSON.string(name).text(atLevel: 0))")
    let error = try #require(throws: RunFileError.self) {
      try RunFile.report(of: JSONText([UInt8](text.utf8)), named: "run.json")
    }
    #expect(error.description.contains("the scenes file has to be beside this file"), "\(error)")
  }
}
