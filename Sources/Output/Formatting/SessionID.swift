/// Ids of sessions: files are named after them, and messages show them in a line.
package enum SessionID {
  /// Whether a text can be an id: in one line, and as a path it leads to a file below the folder in
  /// which it is looked for.
  package static func isValid(_ text: String) -> Bool {
    // By scalars: a slash followed by a combining accent is one character, and a slash in a path.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    return Escape.line(text) == text
      && parts.map { String($0) }.allSatisfy { !["", ".", ".."].contains($0) }
  }
}
