/// What a program says before it ends for a mistake of its user.
package enum Complaint {
  /// The mistake in one line and the remedy in the next, whatever the names in them hold; no
  /// newline at the end.
  package static func text(_ mistake: String, help: String? = nil) -> String {
    "error: \(Escape.line(mistake))" + (help.map { "\nhelp: \(Escape.line($0))" } ?? "")
  }
}
