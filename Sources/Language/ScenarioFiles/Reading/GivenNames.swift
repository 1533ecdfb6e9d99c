/// The names that steps give to things which others refer to, such as marks and downloads.
struct GivenNames {
  /// The names of all steps, each once, in the order of the file.
  private(set) var all: [String] = []
  private var known: Set<String> = []
  private var given: Set<String> = []

  init(_ all: [String] = []) {
    self.all = all
    known = Set(all)
  }

  /// Records, before any step is made, a name that a step gives.
  mutating func note(_ name: String) { if known.insert(name).inserted { all.append(name) } }

  /// Records a name that the current step gives.
  mutating func give(_ name: String) { given.insert(name) }

  /// Whether a step before the current one gave a name.
  func isGiven(_ name: String) -> Bool { given.contains(name) }
}
