import Foundation
import Support
import Testing

@Suite("Completion in shells")
struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `there is a script with every verb`(shell: String) throws {
    let ending = try Program.debug.run(["--generate-completion-script", shell])
    #expect(ending.code == 0, "\(ending.complaints)")
    for verb in [
      "run", "watch", "validate", "list", "explain", "schema", "init", "bench", "conformance",
      "adjusters",
    ] {
      let isNamed = ["'\(verb)'", "_mapreplay_\(verb)"].contains { ending.output.contains($0) }
      #expect(isNamed, "\(verb)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")),
    arguments: [
      ("explain zo", ["zoom"]), ("explain in/p", ["in/pin", "in/pin.yaml"]),
      ("explain MR040", ["MR0401", "MR0404"]), ("run --tag sm", ["smoke"]),
      ("run --tag fo", ["folder"]), ("run --filter in/", ["in/pin"]), ("wat", ["watch"]),
    ])
  func `bash completes what is known`(typed: String, words: [String]) throws {
    let scratch = try Scratch()
    try scratch.file("Scenarios/in/pin.yaml", "tags: [smoke]\n" + ExitStatusTests.scenario(""))
    try scratch.file("Scenarios/in/defaults.yaml", "tags: [folder]\n")
    try scratch.file("in/pin.yaml", "")
    let script = try Program.debug.run(["--generate-completion-script", "bash"]).output
    try scratch.file("complete.sh", script)
    let count = typed.split(separator: " ").count
    let ending = try Program(path: "/bin/bash").run(
      [
        "-c",
        """
        . ./complete.sh
        COMP_WORDS=("\(Program.debug.path)" \(typed)); COMP_CWORD=\(count)
        COMP_LINE="\(Program.debug.path) \(typed)"; COMP_POINT=${#COMP_LINE}
        _mapreplay "\(Program.debug.path)" "${COMP_WORDS[COMP_CWORD]}" \\
          "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ], in: scratch.folder)
    let found = ending.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for word in words { #expect(found.contains(word), "\(found) \(ending.complaints)") }
  }
}
