import Foundation
import MapEvents

/// The cases of the events, in the order in which the sources declare them.
enum Declarations {
  /// The names of the cases of an enumeration at the top of a file; nothing when it is not there.
  static func cases(of enumeration: String, in file: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Sources/Simulation/MapEvents/\(file)"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.drop { !$0.hasPrefix("public enum \(enumeration):") }.prefix { $0 != "}" }
    // Types inside an enumeration stand further to the right.
    return body.compactMap { line in
      for start in ["  case ", "  indirect case "] where line.hasPrefix(start) {
        return String(line.dropFirst(start.count).prefix { $0.isLetter })
      }
      return nil
    }
  }

  /// The name of the case that an event of a room is.
  static func name(of kind: Event.Kind) -> String {
    guard let payload = Mirror(reflecting: kind).children.first?.value else { return "" }
    return Mirror(reflecting: payload).children.first?.label ?? "\(payload)"
  }
}
