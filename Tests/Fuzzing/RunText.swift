import Formatting
import Reporting
import Wire

/// What must hold of texts that are taken for run files.
enum RunText {
  /// What reading or rendering did wrong with some bytes, in words.
  static func violation(of bytes: [UInt8]) -> String? {
    guard let text = try? JSONText(bytes) else { return nil }
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
    guard let again = try? JSONText(Array(written.utf8)),
      let second = try? RunFile.report(of: again, named: "run.json")
    else { return "a run that was read cannot be read again" }
    return RunFile.text(of: second) == written ? nil : "a run that is read again is another one"
  }
}
