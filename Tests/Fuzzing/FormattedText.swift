import Authoring
import ScenarioFiles

/// What must hold of a text in its canonical layout.
enum FormattedText {
  /// The canonical text of a file; nil when it has diagnostics.
  static func formatted(_ bytes: [UInt8]) -> Result<String, FileFormatter.FormatError> {
    FileFormatter().formatted(file: InMemoryFiles.path, .bytes(bytes))
  }

  /// What a formatter did wrong with some bytes, in words.
  static func violation(
    of bytes: [UInt8], by format: ([UInt8]) -> Result<String, FileFormatter.FormatError>
  ) -> String? {
    switch format(bytes) {
    case .failure(.contradiction): return "the canonical text says something else"
    case .failure(.diagnostics(let diagnostics)):
      let files = InMemoryFiles(scenario: bytes)
      return diagnostics.all.lazy.compactMap { FaultPlace.violation(of: $0, in: files) }.first
    case .success(let text):
      guard case .success(text) = format(Array(text.utf8)) else {
        return "the canonical text of the canonical text is another one"
      }
      return nil
    }
  }
}
