import Support
import Testing

@Suite("The verb list")
struct ListTests {
  private func world() throws -> Scratch {
    let scratch = try Scratch()
    let text = ExitStatusTests.scenario("")
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("Scenarios/b/sub/deep.yaml", text)
    try scratch.file("Scenarios/b/long-name.yaml", "tags: [x, y]\n" + text)
    try scratch.file(
      "Scenarios/b/two.yaml", "tags: [y]\nvariants: {one: {}, two: {device: phone-60hz}}\n" + text)
    try scratch.file(
      "Scenarios/a/canary.yaml",
      "must fail with: [views created]\n" + text + "expect: {views created: exactly 9}\n")
    try scratch.file("Scenarios/top.yaml", text)
    return scratch
  }

  private func list(_ arguments: String..., in scratch: Scratch) throws -> String {
    let ending = try Program.debug.run(["list"] + arguments, in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    return ending.output
  }

  @Test
  func `is a tree of folders, a line for each file`() throws {
    #expect(
      try list(in: world()) == """
        top  3 steps  One pin  test-phone
        a/
          canary  3 steps  canary: One pin  test-phone
        b/
          long-name  3 steps  One pin              test-phone  [x, y]
          two        3 steps  One pin, 2 variants  test-phone  [y]
          sub/
            deep  3 steps  One pin  test-phone

        5 scenarios, 6 sessions, 1 canary

        """)
  }

  @Test
  func `knows the lengths of committed facts`() throws {
    let scratch = try world()
    let facts =
      "{\n  \"callouts\": [],\n  \"marks\": [\n    {\n    \"simulated time ns\": 7,\n    }],\n"
      + "  \"session\": {\n    \"x\": 1,\n    \"simulated time ns\": TIME,\n    \"y\": 2}}\n"
    for (name, time) in [("two.one", "1500000000"), ("two.two", "61250000000")] {
      try scratch.file("Reports/b/\(name).json", facts.replacing("TIME", with: time))
    }
    let output = try list(in: scratch)
    #expect(
      output.contains("  two        3 steps  61.25 s  One pin, 2 variants  test-phone"), "\(output)"
    )
    #expect(output.contains("  long-name  3 steps           One pin "), "\(output)")
    #expect(output.hasSuffix("1 canary; durations are simulated time from the facts in Reports\n"))
    #expect(try list("--facts", "Else", in: scratch) == list(in: world()))
  }

  @Test
  func `counts tags, the most frequent first`() throws {
    #expect(try list("--tags", in: world()) == "y  2 scenarios\nx  1 scenario\n")
  }

  @Test
  func `is flat for scripts`() throws {
    let lines = try list("--flat", in: world()).split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != " " } } == [
        "a/canary", "b/long-name", "b/sub/deep", "b/two.one", "b/two.two", "top",
      ])
    #expect(lines[0].hasSuffix("  One pin  test-phone, 3 steps, canary: views created"))
  }
}
