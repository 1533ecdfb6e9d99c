/// Names of Swift functions, short enough for a table.
public enum FunctionName {
  /// Returns a demangled name without modules, types and generic parameters.
  ///
  /// The rest is how the function is called, such as `Replayer.play(meter:observer:)`. Names
  /// of other languages only lose their types.
  public static func short(_ name: String) -> String {
    var scanner = Scanner(name)
    return scanner.short()
  }

  /// Words before a name that describe how the compiler derived the function, which does not
  /// affect its cost.
  private static let makings: Set = [
    "generic", "specialization", "merged", "partial", "function", "signature", "not",
    "re-abstracted", "specialized", "prespecialized", "apply", "forwarder", "inlined",
  ]

  private static let clones: Set = ["cold", "constprop", "isra", "lto_priv", "part"]

  /// Walks through a name word by word; brackets hold words together.
  private struct Scanner {
    private let letters: [Character]
    private var place = 0

    init(_ name: String) { letters = Array(name) }

    mutating func short() -> String {
      var words: [String] = []
      var isType = false
      while let word = next() {
        switch String(word.prefix(20)) {
        // What comes after an arrow or a colon is a type, up to where a closure is.
        case "->", ":": isType = true
        case "conformance": return words.dropLast().joined(separator: " ")
        case "of", "for":
          isType = false
          let isMaking = words.allSatisfy { FunctionName.makings.contains($0) }
          if isMaking { words = [] } else { words.append(String(word)) }
        case "in":
          isType = false
          words.append("in")
        case _ where isType || word.hasPrefix("@"): break
        case "from": return words.joined(separator: " ")
        default:
          let short = FunctionName.shortWord(word)
          if !short.isEmpty { words.append(short) }
        }
      }
      return words.joined(separator: " ")
    }

    /// The letters up to a space outside of brackets.
    private mutating func next() -> String? {
      while place < letters.count, letters[place] == " " { place += 1 }
      guard place < letters.count else { return nil }
      let start = place
      while place < letters.count, letters[place] != " " {
        place = FunctionName.end(ofBracketAt: place, in: letters) ?? place + 1
      }
      return String(letters[start..<place])
    }
  }

  /// The end of a bracket that begins at a letter; nil when none does, or it is an operator.
  private static func end(ofBracketAt start: Int, in letters: [Character]) -> Int? {
    let close: Character
    switch letters[start] {
    case "(": close = ")"
    case "[": close = "]"
    case "<"
    where start == 0 || letters[start - 1].isLetter || letters[start - 1].isNumber
      || letters[start - 1] == " ":
      close = ">"
    default: return nil
    }
    var place = start + 1
    while place < letters.count {
      if letters[place] == close, close != ">" || letters[place - 1] != "-" { return place + 1 }
      place = end(ofBracketAt: place, in: letters) ?? place + 1
    }
    return nil
  }

  /// A word without its module, with only the labels of its arguments.
  private static func shortWord(_ word: String) -> String {
    let letters = Array(word)
    var parts: [String] = [""]
    var place = 0
    // Behind it is the version of a function of the C library, as in memcpy@@GLIBC_2.14.
    while place < letters.count, letters[place] != "@" {
      guard let end = end(ofBracketAt: place, in: letters) else {
        switch letters[place] {
        case "." where !parts[parts.count - 1].isEmpty: parts.append("")
        // What stands before a colon is where an extension is.
        case ":" where place > 0 && letters[place - 1] == ")": parts = [""]
        default: parts[parts.count - 1].append(letters[place])
        }
        place += 1
        continue
      }
      let inside = String(letters[(place + 1)..<(end - 1)])
      let isName = parts[parts.count - 1].isEmpty
      if letters[place] == "(" {
        // A private name bears its file in brackets; a type in brackets is none of a function.
        if isName, let name = inside.firstRange(of: " in _") {
          parts[parts.count - 1] = String(inside[..<name.lowerBound])
        } else if !isName {
          parts[parts.count - 1] += "(\(labels(inside)))"
        }
      } else if letters[place] == "[", !isName {
        parts[parts.count - 1] += "[]"
      }
      place = end
    }
    parts.removeAll(where: \.isEmpty)
    // What a compiler of C has made a function into, as in f.constprop.0, is none of its name.
    if let clone = parts.firstIndex(where: FunctionName.clones.contains), clone > 0,
      parts.count > clone + 1 || parts[clone] == "cold",
      parts[clone...].allSatisfy({ clones.contains($0) || $0.allSatisfy(\.isNumber) })
    {
      parts.removeSubrange(clone...)
    }
    return (parts.count > 1 ? parts.dropFirst() : parts[...]).joined(separator: ".")
  }

  /// The labels of arguments, each with its colon.
  private static func labels(_ arguments: String) -> String {
    let letters = Array(arguments)
    var text = ""
    var label: String? = ""
    var place = 0
    while place < letters.count {
      switch letters[place] {
      case ",":
        text += label.map { $0.isEmpty ? "" : "_:" } ?? ""
        label = ""
      // A scope of C++ is no label.
      case ":" where place + 1 < letters.count && letters[place + 1] == ":":
        label?.append("::")
        place += 1
      case ":" where label != nil:
        text += (label ?? "") + ":"
        label = nil
      case " " where label?.isEmpty == true: break
      default: label?.append(letters[place])
      }
      place = end(ofBracketAt: place, in: letters) ?? place + 1
    }
    return text + (label.map { $0.isEmpty ? "" : "_:" } ?? "")
  }
}
