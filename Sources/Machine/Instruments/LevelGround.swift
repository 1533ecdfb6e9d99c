internal import CSystem
internal import Glibc

/// Memory that lies the same whatever a process did before and was told: what it costs to copy
/// memory depends a little on where in their pages the two places are.
public enum LevelGround {
  /// Does work on a stack that begins at a page, with an arena of the allocator of its own.
  ///
  /// The arena stays for the rest of the process, since what was made in it may live on.
  public static func work(_ work: () -> Void) {
    let arena = newArena()
    let before = arena.flatMap { use(arena: $0) }
    enterAtPage(work)
    if let before { _ = use(arena: before) }
  }

  /// Asks the allocator once for memory of each small size, so that what is asked for next, such as
  /// the path of a folder, comes from memory that is there, and all else lies as without it.
  ///
  /// What the language's runtime finds by addresses costs a little more or less elsewhere.
  public static func prepare() {
    for size in stride(from: 16, through: 4_096, by: 16) {
      unsafe free(Allocator.allocate(size))
    }
  }

  /// The number of a new arena; nil where another allocator serves the program.
  private static func newArena() -> UInt32? {
    Allocator.isServing ? Allocator.value(of: "arenas.create", UInt32(0)) : nil
  }

  /// Makes this thread take memory from an arena; the number of the one before.
  private static func use(arena: UInt32) -> UInt32? {
    // What the cache keeps lies in the other one.
    _ = unsafe mallctl("thread.tcache.flush", nil, nil, nil, 0)
    var (before, after) = (UInt32(0), arena)
    var size = MemoryLayout<UInt32>.size
    guard unsafe mallctl("thread.arena", &before, &size, &after, size) == 0 else { return nil }
    return before
  }
}

// Of CSystem.
@_silgen_name("mapreplay_at_page") private func enterAtPage(_ work: () -> Void)
