import ArgumentParser
import Foundation
import Glibc

/// Something that goes wrong in one session, to test that it fails alone: `KIND:ID`.
struct Sabotage: ExpressibleByArgument {
  enum Kind: String {
    case trap
    case hang
    case hog
    case kill
    /// Asks for memory once more, in a steady frame.
    case allocate
    /// Gives one wrong answer: the facts miss a view.
    case miscount
  }

  let kind: Kind
  let id: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    id = String(parts[1])
  }

  func happen() {
    switch kind {
    case .trap:
      let nothing: [Int] = []
      exit(Int32(nothing[id.count]))
    case .hang: while true { sleep(1) }
    case .hog:
      var hog: [[UInt8]] = []
      while true { hog.append([UInt8](repeating: UInt8(hog.count & 0xFF), count: 1 << 24)) }
    // The replay that counts does it.
    case .allocate: break
    // The replay whose facts are taken does it.
    case .miscount: break
    case .kill: _ = Glibc.kill(getpid(), SIGKILL)
    }
  }
}
