import Profiles
import Testing

@Suite("Stacks of a part")
struct StackCollapseTests {
  /// `main;mapreplay_session;a`, where `?` has no name and `name@file` is of a file.
  private func symbols(_ text: String) -> [StackCollapse.Symbol] {
    text.split(separator: ";").map { word in
      let parts = word.split(separator: "@")
      return StackCollapse.Symbol(
        parts[0] == "?" ? nil : String(parts[0]), module: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private func folded(
    _ stacks: [String], from root: String = "mapreplay_session", keepingLost: Bool = true
  ) -> (text: String, leftOut: Int64) {
    func isThunk(_ name: String) -> Bool { name == "thunk" }
    var collapse = StackCollapse(
      .samples, from: root, excluding: ["gate"], keepingLost: keepingLost, hiding: isThunk
    ) { $0.uppercased() }
    for stack in stacks { collapse.add(symbols(stack), 1) }
    let text = FoldedStacks.text(of: collapse.profile())
    return (text, collapse.leftOut)
  }

  @Test(arguments: [
    (["main;mapreplay_session;a;b", "main;mapreplay_session;a;b"], "session;A;B 2\n", 0),
    // What is before the part is left out, and so is what only measures.
    (["main;a", "main;mapreplay_session;gate.open;write"], "", 2),
    (["main;gate.repeat;mapreplay_session;a"], "session;A 1\n", 0),
    (["main;mapreplay_session;thunk;a;thunk"], "session;A 1\n", 0),
    // Neighbors without a name are one, all of the kernel is one.
    (
      ["main;mapreplay_session;?;?;a;fault@[kernel.kallsyms];page@[kernel.kallsyms]"],
      "session;[unknown];A;kernel 1\n", 0
    ),
    (["main;mapreplay_session;?@/x/libc.so.6"], "session;[unknown in libc.so.6] 1\n", 0),
    // A stack whose beginning is lost is kept, and shown as such.
    (["?;?;memmove"], "[unknown callers];MEMMOVE 1\n", 0),
  ])
  func `begins where the part does`(stacks: [String], text: String, leftOut: Int64) {
    let found = folded(stacks)
    #expect(found.text == text)
    #expect(found.leftOut == leftOut)
  }

  /// Callgrind begins to count at the session, and never sees how it was come to.
  @Test
  func `what is of the session and not of the phase is left out, in lost stacks where asked`() {
    let stacks = ["mapreplay_session;a", "mapreplay_session;mapreplay_phase_query;b", "?;c"]
    let kept = folded(stacks, from: "mapreplay_phase_query")
    #expect(kept.text == "[unknown callers];C 1\nphase query;B 1\n")
    #expect(kept.leftOut == 1)
    let exact = folded(stacks, from: "mapreplay_phase_query", keepingLost: false)
    #expect(exact.text == "phase query;B 1\n")
    #expect(exact.leftOut == 2)
  }

  @Test
  func `a phase within itself begins once`() {
    let stack =
      "main;mapreplay_session;mapreplay_phase_frame;a;mapreplay_phase_apply;mapreplay_phase_frame;b"
    #expect(
      folded([stack], from: "mapreplay_phase_frame").text
        == "phase frame;A;phase apply;phase frame;B 1\n")
  }

  @Test(arguments: [
    ("swift_retain", "/usr/lib/libswiftCore.so", FunctionKind.counting),
    ("swift::runtime::AccessSet::insert(x)", "", .counting), ("__tls_get_addr", "", .counting),
    ("swift_getGenericMetadata", "", .runtime), ("memmove", "/lib/libc.so.6", .library),
    ("memmove", "", .library), ("je_large_malloc", "/lib/libjemalloc.so.2", .allocator),
    ("malloc", "", .allocator), ("$s7MapKit1a", "/x/mapreplay", .ours),
    ("Replayer.play(meter:)", "", .ours), ("page_fault", "[kernel.kallsyms]", .kernel),
    ("kernel", "", .kernel), ("[unknown]", "", .unknown),
    ("_dl_fixup", "/lib/ld-linux.so", .library),
    // Of a program that has the runtime within it.
    ("swift_getGenericMetadata", "/x/mapreplay", .runtime), ("tryCast", "/x/mapreplay", .runtime),
    ("$ss6HasherV9_finalizeSiyF", "/x/mapreplay", .runtime),
    ("$sSa6appendyyxnF", "/x/mapreplay", .runtime), ("$sSSN", "/x/mapreplay", .runtime),
    ("$s10Foundation4DataV5countSivg", "/x/mapreplay", .runtime),
    ("$sSa4Wires5UInt8VRszlE6append7decimalys5Int64V_tF", "/x/mapreplay", .ours),
    ("$sSa6appendyyxnFSi_Tg5", "/x/mapreplay", .ours), ("$sSo4FILEV", "/x/mapreplay", .ours),
  ])
  func `the kind of a function follows from its name and file`(
    symbol: String, module: String, kind: FunctionKind
  ) {
    #expect(FunctionKind(symbol: symbol, module: module) == kind)
  }
}
