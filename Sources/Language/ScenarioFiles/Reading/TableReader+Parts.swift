import Scenarios

/// Steps that stand for many: `for each` and `run` are written out before any step is read, so that
/// every value is read by the place that its name has.
extension TableReader {
  /// Steps with those of each round and of each part in place of what calls them.
  mutating func writtenOut(_ nodes: [YAMLNode]) -> [YAMLNode] {
    guard nodes.contains(where: { TableReader.isCall($0) }) else { return nodes }
    return nodes.flatMap { node -> [YAMLNode] in
      guard TableReader.isCall(node), case .map(let written) = node.content else { return [node] }
      // What should have been indented deeper is a part of the call.
      let pairs = fixed(written, of: schema.object(.step))
      guard pairs.count == 1, let pair = pairs.first else { return [node] }
      let isRun = pair.key.text == StepDefinition.run.field.key
      return isRun ? partWrittenOut(pair) : roundsWrittenOut(pair)
    }
  }

  private static func isCall(_ node: YAMLNode) -> Bool {
    guard case .map(let pairs) = node.content, let key = pairs.first?.key.text else { return false }
    return key == StepDefinition.run.field.key || key == StepDefinition.forEach.field.key
  }

  // MARK: Rounds

  private mutating func roundsWrittenOut(_ pair: YAMLPair) -> [YAMLNode] {
    guard !hasWrittenOutTooMuch else { return [] }
    let kind = ObjectKind(StepDefinition.forEach.field.key)
    let (node, steps) = withoutSteps(pair.value)
    let object = object(kind, node, key: kind.name, holder: pair.key.mark)
    guard let object else { return [] }
    let outer = texts.names(at: pair.key.mark)
    var lists: [(name: String, values: [YAMLNode])] = []
    for (name, mark) in object.keyMarks.pairs where !isKey(name, of: kind) {
      guard case .node(let node)? = object.values[name]?.content else { continue }
      guard TableReader.isName(name) else {
        add(.badName(name, .parameter), at: mark)
        continue
      }
      guard !outer.contains(name) else {
        add(.nameIsTaken(name), at: mark)
        continue
      }
      guard case .list(let values) = node.content, !values.isEmpty else {
        add(.noValues(of: name), at: mark)
        continue
      }
      if !addUnknownPlaceholders(in: node) { lists.append((name, values)) }
    }
    guard !lists.isEmpty else {
      // A list by the name of a key has its diagnostic already.
      let isRefused =
        object.isWritten(StepDefinition.together) && object[StepDefinition.together] == nil
      if !isRefused, object.keyMarks.keys.allSatisfy({ isKey($0, of: kind) }) {
        add(.nothingToGoThrough, at: pair.key.mark)
      }
      return []
    }
    let areTogether = object[StepDefinition.together] == true
    if areTogether, !canGoTogether(lists, of: object) { return [] }
    // Lists that go on together have as many rounds as one of them.
    let count = lists.prefix(areTogether ? 1 : lists.count).reduce(1) { count, list in
      let (product, overflow) = count.multipliedReportingOverflow(by: list.values.count)
      return overflow ? .max : product
    }
    writtenOutNodes += min(count, Limits.writtenOutNodes)
    guard count <= Limits.unrolledSteps, !hasWrittenOutTooMuch else {
      writtenOutNodes = .max / 2
      addTooMuch(at: pair.key.mark)
      return []
    }
    let rounds =
      areTogether
      ? lists[0].values.indices.map { index in lists.map { ($0.name, $0.values[index]) } }
      : rounds(of: lists[...])
    return rounds.flatMap { writtenOut(steps, with: $0, inside: pair.key.mark) }
  }

  /// Whether an object of a kind has a key by its declaration.
  private func isKey(_ name: String, of kind: ObjectKind) -> Bool { schema.object(kind).has(name) }

  /// Whether there are several lists, all of one length; otherwise that is a diagnostic.
  private mutating func canGoTogether(
    _ lists: [(name: String, values: [YAMLNode])], of object: ReadObject
  ) -> Bool {
    guard lists.count > 1 else {
      // A list that is refused has its diagnostic already.
      let nameCount = object.keyMarks.keys.count { !isKey($0, of: object.kind) }
      if nameCount == 1 {
        add(.aloneTogether, at: object.mark(ofKey: StepDefinition.together) ?? object.mark)
      }
      return false
    }
    let first = lists[0]
    let odd = lists.first { $0.values.count != first.values.count }
    guard let odd else { return true }
    add(
      .unequalLists(
        odd.name, odd.values.count, first: first.name, first.values.count),
      at: object.keyMarks[odd.name] ?? object.mark)
    return false
  }

  private var hasWrittenOutTooMuch: Bool { writtenOutNodes > Limits.writtenOutNodes }

  /// Adds the one diagnostic for what would be too much.
  private mutating func addTooMuch(at mark: YAMLMark) {
    guard !isTooMuchKnown else { return }
    isTooMuchKnown = true
    add(.tooMuchWrittenOut, at: mark)
  }

  /// Each combination of a value of each list; the last list goes round first.
  private func rounds(
    of lists: ArraySlice<(name: String, values: [YAMLNode])>
  ) -> [[(name: String, value: YAMLNode)]] {
    guard let list = lists.first else { return [[]] }
    let rest = rounds(of: lists.dropFirst())
    return list.values.flatMap { value in rest.map { [(list.name, value)] + $0 } }
  }

  // MARK: Parts

  private mutating func partWrittenOut(_ pair: YAMLPair) -> [YAMLNode] {
    guard !hasWrittenOutTooMuch else { return [] }
    // As many calls as a session can have steps.
    writtenOutNodes += Limits.writtenOutNodes / Limits.unrolledSteps
    let kind = ObjectKind(StepDefinition.run.field.key)
    let object = object(kind, pair.value, key: kind.name, holder: pair.key.mark)
    guard let object, let file = object[StepDefinition.runFile],
      let part = part(file.text, at: file.mark)
    else { return [] }
    let calls = texts.origins(of: pair.key.mark).compactMap { origin -> String? in
      if case .call(let path, _) = origin.kind { path } else { nil }
    }
    guard !calls.contains(part.path) else {
      add(.partRunsItself(file.text), at: file.mark)
      return []
    }
    guard calls.count < Limits.repeatDepth else {
      add(.partsTooDeep, at: file.mark)
      return []
    }
    let values = arguments(object, of: part.part, holder: pair.key.mark)
    guard let values else { return [] }
    var mark = pair.key.mark
    mark.origin = texts.add(.call(path: part.path, at: pair.key.mark), inside: mark.origin)
    return writtenOut(part.part.steps, with: values, inside: mark)
  }

  /// The values of a part's parameters; nil after an error.
  private mutating func arguments(
    _ call: ReadObject, of part: Part, holder: YAMLMark
  ) -> [(name: String, value: YAMLNode)]? {
    let given = call[StepDefinition.runValues]
    let names = part.parameters.map(\.name)
    var isWhole = given != nil
    var meant: [String] = []
    for (name, mark) in (given?.keyMarks ?? KeyedValues()).pairs where !names.contains(name) {
      let suggestions = suggestions(for: name, among: names)
      meant += suggestions
      add(.unknownName(name, .parameter, suggestions: suggestions, known: names), at: mark)
      isWhole = false
    }
    var values: [(name: String, value: YAMLNode)] = []
    for parameter in part.parameters {
      if case .node(let node)? = given?.values[parameter.name]?.content {
        let key = given?.keyMarks[parameter.name] ?? node.mark
        if addUnknownPlaceholders(in: node)
          || value(node, parameter.type, key: parameter.name, holder: key) == nil
        {
          isWhole = false
        }
        values.append((parameter.name, node))
      } else if let standard = parameter.standard {
        values.append((parameter.name, standard))
        if parameter.isFaulty { isWhole = false }
      } else {
        if !meant.contains(parameter.name) {
          add(.missingValue(parameter.name, title: part.title), at: holder)
        }
        isWhole = false
      }
    }
    return isWhole ? values : nil
  }

  /// The part of a file with the path where it was found; nil after an error.
  private mutating func part(
    _ file: String, at mark: YAMLMark
  ) -> (path: String, part: Part)? {
    guard Lookup.isPortable(file) else { return refused(.notPortable(file), at: mark) }
    if let path = partPaths[file] { return (parts[path] ?? nil).map { (path, $0) } }
    guard looksCloser else { return nil }
    let places = lookup.map { lookup in lookup.folders.map { Lookup.join($0, file) } } ?? []
    guard let found = lookup?.find(places, limit: Limits.scenarioBytes) else {
      let known = lookup?.neighbors(of: file) ?? []
      return refused(.unknownPart(file, known: known, tried: places), at: mark)
    }
    partPaths[file] = found.path
    if parts[found.path] == nil {
      parts[found.path] = .some(read(found.path, found.content, calledAt: mark))
    }
    return (parts[found.path] ?? nil).map { (found.path, $0) }
  }

  /// Reads a part but for its steps, which need their values first.
  private mutating func read(
    _ path: String, _ content: FileContent, calledAt mark: YAMLMark
  ) -> Part? {
    switch ScenarioReader.document(file: path, content, of: .part, number: texts.nextNumber) {
    case .failure(let problems):
      partDiagnostics += problems.all.map {
        $0.noting(texts.note("the part is run here", at: mark))
      }
      return nil
    case .success(var tree):
      texts.add(tree.source)
      diagnostics.addFollowing(tree.diagnostics)
      guard let root = tree.takeRoot() else { return nil }
      guard !root.pairs.contains(where: { $0.key.text == HeadKeys.title.name }) else {
        return refused(.scenarioAsPart(path), at: mark)
      }
      let (node, steps) = withoutSteps(root)
      let kind = ObjectKind.part
      guard let object = object(kind, node, key: kind.name, holder: root.mark),
        let title = object[PartKeys.title]
      else { return nil }
      let parameters = (object[PartKeys.parameters] ?? []).compactMap { parameter($0) }
      return Part(title: title, parameters: parameters, steps: steps)
    }
  }

  private mutating func parameter(_ entry: ReadEntry) -> Part.Parameter? {
    guard TableReader.isName(entry.name) else {
      return refused(.badName(entry.name, .parameter), at: entry.object.mark)
    }
    let type = ParameterType.type(named: entry.object[PartKeys.type] ?? "")
    guard case .node(let node)? = entry.object[PartKeys.standard]?.content else {
      return Part.Parameter(name: entry.name, type: type, standard: nil)
    }
    let isFaulty =
      addUnknownPlaceholders(in: node)
      || value(node, type, key: PartKeys.standard.name, holder: node.mark) == nil
    return Part.Parameter(name: entry.name, type: type, standard: node, isFaulty: isFaulty)
  }

  // MARK: Names

  /// An object with an empty list in place of its steps, which are read later, and these.
  private mutating func withoutSteps(_ node: YAMLNode) -> (node: YAMLNode, steps: [YAMLNode]) {
    guard case .map(var pairs) = node.content,
      let index = pairs.firstIndex(where: { $0.key.text == StepDefinition.roundSteps.name }),
      case .list(let steps) = pairs[index].value.content
    else { return (node, []) }
    if steps.isEmpty {
      let type = ValueType.list(.object(.step), count: 1...Limits.unrolledSteps)
      add(
        .wrongCount(0, key: StepDefinition.roundSteps.name, type: type), at: pairs[index].key.mark)
    }
    pairs[index].value.content = .list([])
    var rest = node
    rest.content = .map(pairs)
    return (rest, steps)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.count <= Limits.nameLength && !name.contains { "${}".contains($0) }
  }

  /// Steps with values in place of names, written out in turn.
  private mutating func writtenOut(
    _ steps: [YAMLNode], with values: [(name: String, value: YAMLNode)], inside mark: YAMLMark
  ) -> [YAMLNode] {
    let origin = texts.add(
      .values(values), inside: mark.origin)
    var result: [YAMLNode] = []
    for step in steps {
      guard !hasWrittenOutTooMuch else {
        addTooMuch(at: mark)
        return []
      }
      result.append(filled(step, with: values, origin: origin))
    }
    return writtenOut(result)
  }

  /// A copy of a node with values in place of names.
  private mutating func filled(
    _ node: YAMLNode, with values: [(name: String, value: YAMLNode)], origin: UInt32
  ) -> YAMLNode {
    node.inside(origin: origin) { node in
      writtenOutNodes += 1
      guard case .scalar(let text, let isQuoted) = node.content, Placeholders.are(in: text) else {
        return
      }
      fill(&node, Placeholders(text), isQuoted: isQuoted, with: values, origin: origin)
    }
  }

  private mutating func fill(
    _ node: inout YAMLNode, _ names: Placeholders, isQuoted: Bool,
    with values: [(name: String, value: YAMLNode)], origin: UInt32
  ) {
    func value(_ name: String) -> YAMLNode? { values.first { $0.name == name }?.value }
    let known = names.names.compactMap { name in value(name).map { (name: name, value: $0) } }
    guard let first = known.first else { return }
    node.mark.origin = texts.add(.value(name: first.name, at: first.value.mark), inside: origin)
    writtenOutNodes += known.reduce(0) { $0 + $1.value.amount }
    guard !hasWrittenOutTooMuch else { return addTooMuch(at: node.mark) }
    if let name = names.single, let value = value(name) {
      // What is inside keeps the places where it is written.
      let use = texts.add(.use(name: name, at: node.mark), inside: origin)
      node.content = value.inside(origin: use).content
      return
    }
    if let inner = known.first(where: { $0.value.text == nil }) {
      add(.valueInsideText(inner.name), at: node.mark)
    }
    let text = names.text { value($0).map { $0.text ?? "…" } }
    guard text.utf8.count <= Limits.lineBytes else {
      node.content = .scalar("…", isQuoted: true)
      return add(.lineTooLong, at: node.mark)
    }
    node.content = .scalar(text, isQuoted: isQuoted)
  }

  /// Adds diagnostics for names inside of a value, which nothing fills in; false for none.
  private mutating func addUnknownPlaceholders(in node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let text, _): addUnknownPlaceholder(in: node, text)
    case .list(let nodes):
      nodes.reduce(false) { addUnknownPlaceholders(in: $1) || $0 }
    case .map(let pairs):
      pairs.reduce(false) { addUnknownPlaceholders(in: $1.value) || $0 }
    }
  }

  /// Adds a diagnostic for a name that has no value here; false when there is none.
  mutating func addUnknownPlaceholder(in node: YAMLNode, _ text: String) -> Bool {
    guard Placeholders.are(in: text) else { return false }
    let known = texts.names(at: node.mark)
    guard let name = Placeholders(text).names.first else {
      let meant = known.first { text.contains("$\($0)") }
      guard meant != nil || text.contains("${") else { return false }
      add(.openPlaceholder(meant ?? known.first ?? "name"), at: node.mark)
      return true
    }
    let suggestions = suggestions(for: name, among: known)
    add(.unknownValue(name, suggestions: suggestions, known: known), at: node.mark)
    return true
  }
}

extension YAMLNode {
  /// The node with another origin of everything inside it.
  ///
  /// The closure gets each value before the values inside it, and no keys.
  fileprivate func inside(
    origin: UInt32, _ change: (inout YAMLNode) -> Void = { _ in }
  ) -> YAMLNode {
    var node = self
    node.mark.origin = origin
    change(&node)
    switch content {
    case .scalar: break
    case .list(let nodes): node.content = .list(nodes.map { $0.inside(origin: origin, change) })
    case .map(let pairs):
      node.content = .map(
        pairs.map { pair in
          var key = pair.key
          key.mark.origin = origin
          return YAMLPair(key: key, value: pair.value.inside(origin: origin, change))
        })
    }
    return node
  }
}
