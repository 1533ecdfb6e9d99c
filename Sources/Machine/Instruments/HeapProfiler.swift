internal import CSystem
internal import Glibc

/// The heap profiler of jemalloc, which keeps the stack of each request.
///
/// It is there only in a process that was started with ``options`` in `MALLOC_CONF`.
public enum HeapProfiler {
  /// Every request, freed or not, once it is switched on.
  public static let options = "prof:true,prof_accum:true,prof_active:false,lg_prof_sample:0"

  /// Whether this process was started so.
  public static var isReady: Bool { Allocator.value(of: "opt.prof", false) == true }

  /// Begins or ends to keep stacks.
  public static func setActive(_ isActive: Bool) {
    var isActive = isActive
    _ = unsafe mallctl("prof.active", nil, nil, &isActive, MemoryLayout<Bool>.size)
  }

  /// What was kept, as the text of the profiler.
  ///
  /// - Parameter path: A file through which it goes.
  /// - Returns: The text; nil when it cannot be had.
  public static func text(through path: String) -> String? {
    let isWritten = unsafe path.withCString { text in
      var pointer: UnsafePointer<CChar>? = unsafe text
      let size = unsafe MemoryLayout<UnsafePointer<CChar>?>.size
      return unsafe mallctl("prof.dump", nil, nil, &pointer, size) == 0
    }
    return isWritten ? Machine.text(ofFile: path) : nil
  }
}
