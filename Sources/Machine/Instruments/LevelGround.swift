internal import CSystem
internal import Glibc

/// Memory whose addresses do not depend on the history and the arguments of the process.
///
/// The cost of copying memory depends a little on the positions of the two places in their
/// pages.
public enum LevelGround {
  /// Does work on a stack that begins at a page, with a separate arena of the allocator.
  ///
  /// The arena stays for the rest of the process, since memory that was allocated in it may
  /// live on.
  public static func work(_ work: () -> Void) {
    let arena = newArena()
    let before = arena.flatMap { use(arena: $0) }
    enterAtPage(work)
    if let before { _ = use(arena: before) }
  }

  /// Requests memory of each small size once.
  ///
  /// Later requests, such as for the path of a folder, then use memory that exists already,
  /// and all other memory keeps its addresses. Structures that the language's runtime finds
  /// by addresses cost a little more or less elsewhere.
  public static func prepare() {
    for size in stride(from: 16, through: 4_096, by: 16) {
      unsafe free(Allocator.allocate(size))
    }
  }

  /// Creates an arena and returns its number; nil where another allocator serves the program.
  private static func newArena() -> UInt32? {
    Allocator.isServing ? Allocator.value(of: "arenas.create", UInt32(0)) : nil
  }

  /// Makes this thread allocate from an arena; returns the number of the previous arena.
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
