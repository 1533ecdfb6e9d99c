import Testing

/// The rules of the house, held against examples and against the repository.
@Suite("Tidiness")
struct TidyTests {
  static let rules = [
    ImportRules.table, ImportRules.spare, ImportRules.readme, ImportRules.libraries,
    SizeRules.line, SizeRules.assertions,
    WordRules.printing, WordRules.formats, WordRules.chance, WordRules.tasks, WordRules.force,
    WordRules.mathematics, WordRules.identifiers, WordRules.spelling, WordRules.pages,
    WordRules.comments,
    LayoutRules.topLevel, LayoutRules.readme, LayoutRules.variables, LayoutRules.reports,
    LayoutRules.indexes,
    LayoutRules.foreign,
    LayoutRules.issues, LayoutRules.releases,
    HistoryRules.rows, HistoryRules.counts,
  ]

  @Test(arguments: rules)
  func `a rule finds what is bad and nothing else`(rule: Rule) {
    for example in rule.examples {
      let findings = rule.findings(example.tree)
      #expect(findings.map(\.place) == example.finds, "\(findings)")
    }
    #expect(rule.examples.contains { $0.finds.isEmpty }, "a good example is missing")
    #expect(rule.examples.contains { !$0.finds.isEmpty }, "a bad example is missing")
  }

  @Test(arguments: rules)
  func `the repository keeps the rule`(rule: Rule) {
    let findings = rule.findings(Tree.repository)
    let list = findings.map { "\n  \($0)" }.joined()
    #expect(findings.isEmpty, "\(findings.count) findings:\(list)")
  }

  @Test
  func `the rules see the repository`() {
    let paths = Set(Tree.repository.files.map(\.path))
    #expect(paths.contains("Package.swift"))
    #expect(paths.contains("Tests/TidyTests/TidyTests.swift"))
    let targets = Set(Tree.repository.files.compactMap(\.target))
    #expect(targets.isSuperset(of: ImportRules.simulation))
  }

  @Test
  func `a folder without git shows the same files`() {
    let folder = Set(Tree.pathsOfFolder())
    for path in Tree.repository.files.map(\.path) { #expect(folder.contains(path), "\(path)") }
    #expect(!folder.contains { $0.hasPrefix(".build") || $0.hasPrefix(".git/") })
  }
}
