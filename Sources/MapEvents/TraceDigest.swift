internal import MapGeometry

/// A running fingerprint of a trace: FNV-1a, 64 bits, over the byte form of its events.
///
/// The byte form of an event is its time (8 bytes), its step (4 bytes), a byte for the room of its
/// kind, a byte for the case, and the payload in the order of declaration; rooms and cases are
/// numbered from 0 in the order of declaration. Whole numbers are little endian in their own width,
/// `Double` as its bit pattern, `Bool` as one byte, an enumeration inside a payload as its raw
/// value, arrays and UTF-8 text behind their length in 4 bytes, an optional behind one byte that
/// says whether it is there.
public struct TraceDigest: Codable, Hashable, Sendable {
  /// The fingerprint so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the fingerprint of nothing.
  public init() {}

  /// The fingerprint as 16 hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Takes in one event.
  ///
  /// - Complexity: O(bytes of the event).
  public mutating func add(_ event: Event) {
    put(event.time.nanoseconds)
    put(event.step)
    switch event.kind {
    case .session(let session): add(session)
    case .map(let map): add(map)
    case .data(let data): add(data)
    case .view(let view): add(view)
    case .selection(let selection): add(selection)
    case .cluster(let cluster): add(cluster)
    case .callout(let callout): add(callout)
    case .frame(let frame):
      put(room: 7, case: 0)
      put(frame.number)
      put(frame.mainThread.nanoseconds)
      put(frame.liveViews)
      put(frame.pooledViews)
    case .scene(let scene): add(scene)
    case .input(let input): add(input)
    case .drag(let drag): add(drag)
    case .overlay(let overlay): add(overlay)
    case .delegate(let delegate): add(delegate)
    case .animator(let animator): add(animator)
    case .second(let second): add(second)
    }
  }

  mutating func put(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  mutating func put(room: UInt8, case number: UInt8) {
    put(byte: room)
    put(byte: number)
  }

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<(Number.bitWidth / 8) {
      put(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func put(_ number: Double) {
    put(number.bitPattern)
  }

  mutating func put(_ flag: Bool) {
    put(byte: flag ? 1 : 0)
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    for byte in text.utf8 { put(byte: byte) }
  }

  mutating func put(_ texts: [String]) {
    put(UInt32(texts.count))
    for text in texts { put(text) }
  }
}
