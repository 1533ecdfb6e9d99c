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

  /// What a reader did wrong with an extreme in some slots of a text, in words.
  ///
  /// These are all slots with all extremes or, for a quick look, the first slot of each path with
  /// -1, where it counts something, and in turns with the largest number and the least of 32 bits.
  /// Each text that can be read takes a tenth of a second, as its page and all exports are written,
  /// so that all of them would take minutes.
  static func violation(of bytes: [UInt8], inEachSlot: Bool) -> String? {
    let all = Dictionary(grouping: slots(of: bytes), by: \.path).sorted { $0.key < $1.key }
    for (number, (path, slots)) in all.enumerated() {
      let quick = ["-1", number % 2 == 0 ? "\(JSONValue.mostWhole)" : "\(Int32.min)"]
      for slot in slots.prefix(inEachSlot ? .max : 1) {
        for extreme in inEachSlot ? extremes : quick {
          guard let found = RunText.violation(of: text(bytes, with: extreme, at: slot)) else {
            continue
          }
          return "\(extreme) at \(path): \(found)"
        }
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
