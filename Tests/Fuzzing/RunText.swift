import Formatting
import ReportTexts
import Reporting
import Wire

/// What must hold of texts that are taken for run files.
enum RunText {
  /// What reading or rendering did wrong with some bytes, in words.
  static func violation(of bytes: [UInt8]) -> String? {
    let text = try? JSONText(bytes)
    guard (text == nil) == (inParts(bytes) == nil) else { return "it is another text in parts" }
    guard let text else { return nil }
    let run: RunReport
    do throws(RunFileError) {
      run = try RunFile.report(of: text, named: "run.json")
    } catch {
      return error.description.isEmpty ? "a fault without words" : nil
    }
    for file in RunReport.files + ExportFormat.all.flatMap({ $0.files(of: run) }) {
      _ = file.text(run)
    }
    let written = RunFile.text(of: run)
    guard let again = inParts(Array(written.utf8)),
      let second = try? RunFile.report(of: again, named: "run.json")
    else { return "a run that was read cannot be read again" }
    guard RunFile.text(of: second) == written else {
      return "a run that is read again is another one"
    }
    return scenesViolation(of: run, read: second)
  }

  /// The diagnostic of a run whose scenes differ when they are read again from their file.
  private static func scenesViolation(of run: RunReport, read second: RunReport) -> String? {
    var second = second
    let written = scenes(of: run)
    guard let text = inParts(written) else { return "scenes that were written cannot be read" }
    second.readScenes(of: text, named: "scenes.json")
    return scenes(of: second) == written ? nil : "scenes that are read again are other ones"
  }

  private static func scenes(of run: RunReport) -> [UInt8] {
    ScenesFile.parts(of: run) { (0..<$0).map($1) }.flatMap(\.self)
  }

  /// A text that is read line by line where it has a list in lines.
  private static func inParts(_ bytes: [UInt8]) -> JSONText? {
    try? JSONText(bytes, partSize: 1) { (0..<$0).map($1) }
  }
}
