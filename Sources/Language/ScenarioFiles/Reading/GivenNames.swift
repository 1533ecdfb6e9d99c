/// The names that steps give to what others mean, such as marks and downloads.
struct GivenNames {
  /// Those of all steps, each once, in the order of the file.
  private(set) var all: [String] = []
  private var known: Set<String> = []
  private var given: Set<String> = []

  init(_ all: [String] = []) {
    self.all = all
    known = Set(all)
  }

  /// Notes, before any step is made, that one gives a name.
  mutating func note(_ name: String) { if known.insert(name).inserted { all.append(name) } }

  /// The present step gives a name.
  mutating func give(_ name: String) { given.insert(name) }

  /// Whether a step before the present one gave a name.
  func isGiven(_ name: String) -> Bool { given.contains(name) }
}
