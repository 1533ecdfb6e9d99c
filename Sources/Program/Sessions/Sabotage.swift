internal import Foundation
internal import Glibc
internal import MapEvents
internal import Measures

/// A mistake that a test plants in one session, to prove that the run finds it.
///
/// A release build has no option for it.
package struct Sabotage {
  enum Kind: String {
    case trap
    case hang
    case hog
    case kill
    /// Asks for memory once more, in a steady frame.
    case allocate
    /// Gives one wrong answer: the first view that is requested is lost on its way to the facts.
    case miscount
    /// Replays with another seed the second time.
    case reseed
    /// Loses the end of the first region change on its way to the auditor.
    case deafen
  }

  let kind: Kind
  let id: String

  /// Reads `KIND:ID`.
  package init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    id = String(parts[1])
  }
}

extension [Sabotage] {
  func kinds(in id: String) -> Set<Sabotage.Kind> { Set(filter { $0.id == id }.map(\.kind)) }
}

extension Sabotage.Kind {
  /// Ends or stops this process, unless the mistake is one of the replay.
  func happen(in id: String) {
    switch self {
    case .trap:
      let nothing: [Int] = []
      exit(Int32(nothing[id.count]))
    case .hang: while true { sleep(1) }
    case .hog:
      var hog: [[UInt8]] = []
      while true { hog.append([UInt8](repeating: UInt8(hog.count & 0xFF), count: 1 << 24)) }
    case .kill: _ = Glibc.kill(getpid(), SIGKILL)
    case .allocate, .miscount, .reseed, .deafen: break
    }
  }
}

/// The auditor of a replay, from which a test can hide the end of the first region change.
struct ReplayAuditor {
  private var auditor = TraceAuditor()
  private var isDeaf: Bool

  init(_ sabotage: Set<Sabotage.Kind>) { isDeaf = sabotage.contains(.deafen) }

  /// The contradictions of the model, in the order of events.
  var contradictions: [Contradiction] { auditor.contradictions }

  mutating func observe(_ event: Event) {
    if isDeaf, case .map(.regionDidChange) = event.kind {
      isDeaf = false
    } else {
      auditor.observe(event)
    }
  }
}
