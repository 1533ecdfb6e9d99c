internal import ScenarioFiles

/// Draws variations of scenarios: values drawn again, steps left out, doubled, moved and added.
struct Variation: Sendable {
  let drawer: SessionDrawer

  /// Returns a scenario that differs from another one in up to four places.
  ///
  /// - Parameters:
  ///   - root: The nodes to vary.
  ///   - donor: A scenario from which steps are taken over.
  ///   - chance: Decides what becomes of which node.
  /// - Returns: The nodes of the variation, which may be faulty.
  func of(_ root: YAMLNode, donor: YAMLNode, _ chance: Chance) -> YAMLNode {
    var root = root
    for number in 0...chance["count"].below(4) {
      root = changed(root, donor: donor, chance[number])
    }
    return root
  }

  private func changed(_ root: YAMLNode, donor: YAMLNode, _ chance: Chance) -> YAMLNode {
    switch chance["change"].below(6) {
    case 0, 1: return redrawn(root, chance)
    case 2: return changingSteps(root, chance) { $0.remove(at: $1) }
    case 3:
      return changingSteps(root, chance) { steps, index in
        steps.insert(steps[index], at: chance["to"].below(steps.count + 1))
      }
    case 4:
      let names = DrawnNames(of: root, drawer.schema)
      let step = drawer.value(
        of: "steps", in: .scenario, chance["step"], names: names, isFirstEnough: true
      )?.items.first
      return changingSteps(root, chance) { steps, index in
        if let step { steps.insert(step, at: index) }
      }
    default:
      let others = donor["steps"]?.items ?? []
      guard !others.isEmpty else { return root }
      return changingSteps(root, chance) { steps, index in
        steps.insert(chance["other"].one(of: others), at: index)
      }
    }
  }

  private func changingSteps(
    _ root: YAMLNode, _ chance: Chance, _ change: (inout [YAMLNode], Int) -> Void
  ) -> YAMLNode {
    guard var steps = root["steps"]?.items, !steps.isEmpty else { return root }
    change(&steps, chance["step"].below(steps.count))
    var root = root
    root.set("steps", to: YAMLNode(.list(steps)))
    return root
  }

  /// The nodes with one key of one object drawn again, or added.
  private func redrawn(_ root: YAMLNode, _ chance: Chance) -> YAMLNode {
    var objects: [(path: [Int], kind: ObjectKind)] = []
    root.visitObjects(drawer.schema) { path, kind, _ in objects.append((path, kind)) }
    let (path, kind) = chance["object"].one(of: objects)
    // Ranked, so that a new key moves the choice only where it is chosen itself.
    let keys = drawer.schema.object(kind).keys
    guard let key = chance["key"].ranked(keys, name: { $0 }, weight: { _ in 1 }).first,
      // All steps at once are another session.
      !(path.isEmpty && ["steps", "setup", "teardown", "scenario"].contains(key)),
      var object = root[path[...]],
      let value = drawer.value(
        of: key, in: kind, chance["value"], names: DrawnNames(of: root, drawer.schema))
    else { return root }
    object.set(key, to: value)
    return root.replacing(at: path, by: object)
  }
}
