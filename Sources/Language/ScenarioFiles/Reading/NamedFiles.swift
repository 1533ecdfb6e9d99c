/// The files that a scenario names, and the diagnostics in them.
struct NamedFiles {
  let lookup: Lookup
  let cache: DataSetCache
  private(set) var diagnostics: [Diagnostic] = []

  /// Adds the diagnostics of a file; the same file may be named twice.
  mutating func add(_ problems: Diagnostics) {
    if !diagnostics.contains(where: { $0.file == problems.all[0].file }) {
      diagnostics += problems.all
    }
  }

  /// The points of the first place that holds a file, which is read once for many scenarios; what
  /// is there instead when they cannot be read.
  func table(
    in places: [String], format: PointFormat
  ) -> (path: String?, table: Result<PointTable, Diagnostics>?, content: FileContent) {
    for place in places {
      let file = DataSetCache.Reading(path: place, format: format)
      if let table = cache.table(of: file) { return (place, table, .missing) }
      if let pieces = lookup.files.pieces(at: place, limit: Limits.dataBytes),
        let table = cache.table(of: file, pieces: pieces)
      {
        return (place, .success(table), .missing)
      }
      let content = lookup.files.content(at: place, limit: Limits.dataBytes)
      switch content {
      case .missing: continue
      case .bytes(let bytes): return (place, cache.table(of: file, bytes: bytes), content)
      case .notAFile, .unreadable, .tooLarge: return (place, nil, content)
      }
    }
    return (nil, nil, .missing)
  }
}
