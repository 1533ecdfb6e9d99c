import Wire

/// Run files with other numbers: each number of a file set to the extremes, one at a time.
///
/// Bytes that are changed at random hardly ever leave a file that can be read, with one number that
/// is too large for what is done with it.
enum RunValues {
  /// The numbers that others could write: the largest that is read and the first that is not, on
  /// both sides, and those around the kinds of numbers in memory.
  static let extremes: [String] = {
    let most = Int64(JSONValue.mostWhole)
    let wholes = [most, Int64(Int32.max), 1, 0]
    return wholes.flatMap { ["\($0)", "\(-$0 - 1)"] } + ["\(Int64.max)", "1e308", "0.5"]
  }()

  /// Where a number stands, and the keys around it; items of one list have one path.
  struct Slot {
    var path: String
    var range: Range<Int>
  }

  /// The numbers of a text of JSON, in its order.
  static func slots(of bytes: [UInt8]) -> [Slot] {
    var slots: [Slot] = []
    // The key of each object that is open, and nothing for each list.
    var open: [String] = []
    var text = ""
    var position = 0
    while position < bytes.count {
      let start = position
      position += 1
      switch bytes[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append("")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ":"): if !open.isEmpty { open[open.count - 1] = text }
      case UInt8(ascii: "\""):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        text = String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
        position += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while position < bytes.count, isNumber(bytes[position]) { position += 1 }
        slots.append(Slot(path: open.joined(separator: "/"), range: start..<position))
      default: break
      }
    }
    return slots
  }

  /// What a reader did wrong with an extreme in some slot of a text, in words.
  static func violation(of bytes: [UInt8]) -> String? {
    for slot in slots(of: bytes) {
      if let found = violation(of: bytes, with: extremes, at: slot) { return found }
    }
    return nil
  }

  /// What a reader did wrong in a quick look at the paths that no text before had.
  ///
  /// The first slot of each gets -1, where it counts something, and in turns the largest number and
  /// the least of 32 bits. Each text that can be read takes a tenth of a second, as its page and
  /// all exports are written, so that all extremes in all slots would take minutes.
  static func violation(of bytes: [UInt8], newTo seen: inout Set<String>) -> String? {
    for slot in slots(of: bytes) where seen.insert(slot.path).inserted {
      let large = seen.count % 2 == 0 ? "\(JSONValue.mostWhole)" : "\(Int32.min)"
      if let found = violation(of: bytes, with: ["-1", large], at: slot) { return found }
    }
    return nil
  }

  private static func violation(
    of bytes: [UInt8], with extremes: [String], at slot: Slot
  ) -> String? {
    for extreme in extremes {
      if let found = RunText.violation(of: text(bytes, with: extreme, at: slot)) {
        return "\(extreme) at \(slot.path): \(found)"
      }
    }
    return nil
  }

  /// The text with an extreme in place of one of its numbers.
  static func text(_ bytes: [UInt8], with extreme: String, at slot: Slot) -> [UInt8] {
    Array(bytes[..<slot.range.lowerBound]) + Array(extreme.utf8)
      + Array(bytes[slot.range.upperBound...])
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
