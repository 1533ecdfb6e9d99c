internal import CSystem
internal import Glibc

/// The heap profiler of jemalloc, which keeps the stack of each request.
///
/// It exists only in a process that was started with ``options`` in `MALLOC_CONF`.
public enum HeapProfiler {
  /// The options that record every request, freed or not, once the profiler is switched on.
  public static let options = "prof:true,prof_accum:true,prof_active:false,lg_prof_sample:0"

  /// Whether this process was started with the options.
  public static var isReady: Bool { Allocator.value(of: "opt.prof", false) == true }

  /// Starts or stops the recording of stacks.
  public static func setActive(_ isActive: Bool) {
    var isActive = isActive
    _ = unsafe mallctl("prof.active", nil, nil, &isActive, MemoryLayout<Bool>.size)
  }

  /// Returns the recorded stacks as the text of the profiler.
  ///
  /// - Parameter path: The path of a temporary file for the text.
  /// - Returns: The text; nil when it is not available.
  public static func text(through path: String) -> String? {
    let isWritten = unsafe path.withCString { text in
      var pointer: UnsafePointer<CChar>? = unsafe text
      let size = unsafe MemoryLayout<UnsafePointer<CChar>?>.size
      return unsafe mallctl("prof.dump", nil, nil, &pointer, size) == 0
    }
    let text = isWritten ? Machine.text(ofFile: path) : ""
    return text.isEmpty ? nil : text
  }
}
