package import Wire

/// How committed facts are read, whatever editors, copies and merges did to the file.
extension FactsFile {
  /// The text with the line ends of a new file: version control may check it out with others.
  package static func unified(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
  }

  /// Why a text cannot be read as facts; nil when it can.
  package static func fault(in text: String) -> JSONText.Fault? {
    if let offset = mergeMarker(in: text) {
      return JSONText.Fault(
        at: offset, "cannot be read: a merge is unfinished, and this is a conflict marker")
    }
    let json: JSONText
    do throws(JSONText.Fault) {
      json = try JSONText(Array(text.utf8))
    } catch {
      return JSONText.Fault(at: error.offset, "cannot be read as JSON")
    }
    guard isFacts(text) else { return JSONText.Fault(at: 0, "cannot be read: these are no facts") }
    return json.read { facts in
      for key in ["version", "metric set"] {
        guard let value = try? facts.member(key) else { continue }
        guard let number: Int = try? value.whole(), (1...9_999).contains(number) else {
          return value.fault("cannot be read: '\(key)' is no number of facts")
        }
      }
      return nil
    }
  }

  /// Whether a text was that of facts until a copy, an editor or a merge damaged it.
  package static func isDamaged(_ text: String) -> Bool {
    let isCutOff = beginning.hasPrefix(text) || text.allSatisfy(\.isWhitespace)
    return isCutOff || mergeMarker(in: text) != nil || isFacts(text) && fault(in: text) != nil
  }

  /// The offset of the first conflict marker, with which no line of JSON begins.
  private static func mergeMarker(in text: String) -> Int? {
    let marker = ["<<<<<<< ", ">>>>>>> "].compactMap { sign in
      text.hasPrefix(sign) ? text.startIndex : text.firstRange(of: "\n\(sign)")?.lowerBound
    }.min()
    return marker.map { marker in
      text.utf8.distance(from: text.startIndex, to: marker) + (marker > text.startIndex ? 1 : 0)
    }
  }
}
