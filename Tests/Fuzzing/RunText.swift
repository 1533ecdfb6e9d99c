import Formatting
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
    do throws(RunFileFault) {
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
    return RunFile.text(of: second) == written ? nil : "a run that is read again is another one"
  }

  /// A text that is read line by line where it has a list in lines.
  private static func inParts(_ bytes: [UInt8]) -> JSONText? {
    try? JSONText(bytes, partSize: 1) { (0..<$0).map($1) }
  }
}
