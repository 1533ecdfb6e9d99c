internal import Counts
package import Formatting
package import Wire

/// The scenes file: what the map showed in each session over time, for players.
///
/// It is beside the run file, which has its name and a digest of each of its lines. So a scene of
/// another run is never drawn, and whoever shows no player need not read the file.
package enum ScenesFile {
  /// The name of the file.
  package static let name = "scenes.json"

  /// Whether a text names a file in the folder of the run file.
  static func isName(_ text: String) -> Bool {
    SessionID.isValid(text) && !text.utf8.contains(UInt8(ascii: "/"))
  }

  /// The file's bytes in parts, of which some lines may be written side by side.
  package static func parts(of run: RunReport, inOrder: PieceOrder) -> [ArraySlice<UInt8>] {
    let lines = inOrder(run.sessions.count) { line(of: run.sessions[$0], in: run) ?? [] }
    return RunFile.written { record in
      var parts: [ArraySlice<UInt8>] = []
      record.isInLines = true
      record.object {
        record.name("version")
        record.write(whole: RunFile.version)
        record.name("scenes")
        record.isInLines = true
        record.list {
          for line in lines where !line.isEmpty {
            record.element()
            parts += [record.take(), line]
          }
        }
      }
      record.endLine()
      return parts + [record.take()]
    }
  }

  /// The line of a session; nil without a scene.
  static func line(of session: SessionReport, in run: RunReport) -> ArraySlice<UInt8>? {
    run.writtenScenes[session.id]
      ?? session.scene.map { scene in
        RunFile.written { record in
          try record.object {
            record.name("id")
            record.write(text: session.id)
            record.name("scene")
            try record.write(scene)
          }
          return record.take()
        }
      }
  }

  /// The digest of a line, which the run file has.
  static func digest(of line: ArraySlice<UInt8>) -> String {
    var digest = Fingerprint.Digest()
    digest.add(line)
    return digest.text
  }
}

extension RunReport {
  /// Reads the scenes of the sessions from the text of a scenes file; those of another run are left
  /// out, and ``missingScenes`` says so.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - path: The file, as messages name it.
  ///   - isPart: Whether its sessions are put together with others, so that lines keep their bytes.
  ///   - inOrder: Reads so many scenes by their numbers, one after the other or several at once.
  /// - Complexity: O(bytes).
  package mutating func readScenes(
    of text: JSONText, named path: String, isPart: Bool = false,
    inOrder: RunFile.ReadingOrder<SessionScene?> = { (0..<$0).map($1) }
  ) {
    do {
      try text.read { try readScenes(of: $0, in: text, isPart: isPart, inOrder: inOrder) }
      lackScenes("the scenes file '\(path)' is of another run, or was changed or cut")
    } catch {
      lackScenes(error, in: text.bytes, named: path)
    }
  }

  private mutating func readScenes(
    of root: JSONValue, in text: JSONText, isPart: Bool,
    inOrder: RunFile.ReadingOrder<SessionScene?>
  ) throws {
    guard let list = try root.kind == .object ? root.member("scenes") : nil else {
      throw root.error("this is no scenes file, which has a list of scenes")
    }
    var found: [String: JSONValue] = [:]
    for line in try list.elements {
      guard let id = try line.member("id") else { throw line.error("'id' is missing") }
      found[try id.string] = line
    }
    let lines = sessions.map { (line: found[$0.id], digest: $0.sceneDigest) }
    let scenes = try inOrder(lines.count) { index in
      let (line, digest) = lines[index]
      guard let line, ScenesFile.digest(of: text.bytes(of: line)) == digest else {
        return .success(nil)
      }
      return Result {
        try line.member("scene").map { try Record.value(SessionScene.self, of: $0) }
      }
    }.map { try $0.get() }
    take(scenes)
    guard isPart else { return }
    for (session, scene) in zip(sessions, scenes) where scene != nil {
      writtenScenes[session.id] = found[session.id].map(text.bytes)
    }
  }

  /// Notes that the text of a scenes file is faulty.
  package mutating func lackScenes(_ error: any Error, in bytes: [UInt8], named path: String) {
    lackScenes(RunFileError.words(error, in: bytes, named: path))
  }

  /// Notes why sessions lack their scenes, if any does.
  package mutating func lackScenes(_ reason: String) {
    let count = sessions.count { $0.hasScene && $0.scene == nil }
    guard count > 0 else { return }
    missingScenes =
      "warning: \(Escape.line(reason)); the page has no player for \(count) of "
      + "\(MetricText.things(sessions.count, "session")), and everything else is complete\n"
      + "help: put the \(ScenesFile.name) of the same run beside its run.json and run the command "
      + "again"
  }
}

extension SessionReport {
  /// Whether there is a scene, here or in a scenes file.
  var hasScene: Bool { scene != nil || sceneDigest != nil }
}
