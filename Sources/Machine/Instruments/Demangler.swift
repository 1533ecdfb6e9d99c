internal import CSystem
internal import Glibc

/// The names of functions as people write them.
public enum Demangler {
  /// The name of a function as Swift writes it; nil when it is none of Swift's.
  public static func name(of symbol: String) -> String? {
    let found = unsafe symbol.withCString { text in
      unsafe swift_demangle(text, strlen(text), nil, nil, 0)
    }
    guard let found = unsafe found else { return nil }
    defer { unsafe free(found) }
    let name = unsafe String(cString: found)
    return name == symbol ? nil : name
  }
}
