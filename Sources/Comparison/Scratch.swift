internal import Foundation

/// A folder for files that are needed only for a while; its owner removes it.
struct Scratch {
  let path: String

  init() throws(ComparisonError) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "mapreplay-compare-\(UUID().uuidString)")
    path = folder.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ComparisonError(
        .cannotWrite, "cannot make the folder \(path)", help: "make room, or set TMPDIR")
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Two programs under paths of one length.
  ///
  /// A path lies on the stack of its program, and what lies there decides by a little what it costs
  /// to copy memory: one program under a longer path is not the same to the last instruction.
  func lodged(
    _ base: Contender, _ head: Contender
  ) throws(ComparisonError) -> (base: Contender, head: Contender) {
    guard base.program.utf8.count != head.program.utf8.count else { return (base, head) }
    var sides = [base, head]
    for index in sides.indices {
      let place = "\(path)/side-\(index)"
      do {
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: sides[index].program, toPath: "\(place)/mapreplay")
      } catch {
        throw ComparisonError(
          .cannotWrite, "cannot copy \(sides[index].program) to \(place)",
          help: "make room, or set TMPDIR")
      }
      sides[index].program = "\(place)/mapreplay"
    }
    return (sides[0], sides[1])
  }

  /// The texts of the files below a folder whose names end in some way, by their paths from there.
  static func texts(below folder: String, ending suffix: String) -> [String: String] {
    var texts: [String: String] = [:]
    for name in FileManager.default.subpaths(atPath: folder) ?? [] where name.hasSuffix(suffix) {
      texts[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return texts
  }
}
