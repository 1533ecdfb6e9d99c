/// The stacks of one profile or of two as a tree: functions below those that call them.
struct FrameTree {
  /// A function at its place in the stacks.
  struct Node {
    var frame: Profile.Frame
    var head: Int64 = 0
    var base: Int64 = 0
    /// The functions that it calls, in the order of their names.
    var children: [Node] = []
  }

  /// The node above all stacks.
  private(set) var root: Node
  /// How many functions the longest stack has.
  private(set) var depth = 0

  /// The tree of a profile, beside another one or alone.
  init(_ head: Profile, base: Profile? = nil) {
    let baseStacks = base?.stacks ?? []
    root = Node(frame: Profile.Frame("all", .unknown))
    root.head = head.total
    root.base = base?.total ?? 0
    let stacks =
      head.stacks.map { (frames: $0.frames[...], head: $0.count, base: Int64(0)) }
      + baseStacks.map { (frames: $0.frames[...], head: 0, base: $0.count) }
    root.children = FrameTree.children(of: stacks, depth: 1, &depth)
  }

  private typealias Weighted = (frames: ArraySlice<Profile.Frame>, head: Int64, base: Int64)

  private static func children(of stacks: [Weighted], depth: Int, _ deepest: inout Int) -> [Node] {
    var groups: [String: (node: Node, stacks: [Weighted])] = [:]
    for stack in stacks {
      guard let frame = stack.frames.first else { continue }
      deepest = max(deepest, depth)
      var group = groups[frame.name] ?? (node: Node(frame: frame), stacks: [])
      group.node.head += stack.head
      group.node.base += stack.base
      group.stacks.append((stack.frames.dropFirst(), stack.head, stack.base))
      groups[frame.name] = group
    }
    return groups.sorted { $0.key < $1.key }.map { _, group in
      var node = group.node
      node.children = children(of: group.stacks, depth: depth + 1, &deepest)
      return node
    }
  }
}
