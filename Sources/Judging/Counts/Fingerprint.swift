/// The conditions of a measurement: two measurements compare only if their conditions are equal.
///
/// An unknown condition is left out. Two fingerprints without it agree.
public struct Fingerprint: Hashable, Sendable {
  /// A part, by its name in files.
  ///
  /// As a text in a text it is described as a key of JSON; write its raw value.
  public enum Component: String, CaseIterable, Codable, CodingKey, Sendable {
    /// The instruction counter, such as `callgrind 3.19.0`.
    case counter
    /// The compiler, such as `Swift 6.3, clang 21.0.0 11673e6660b2`.
    case compiler
    /// How the program was built, such as `release`.
    case configuration
    /// Further compiler flags, such as `exclusivity unchecked`.
    case flags
    /// The allocator, such as `jemalloc 5.3.0`.
    case allocator
    /// The C library, such as `glibc 2.36`.
    case library
    /// The instruction sets by which the C library chooses its functions, sorted.
    case instructionSets = "instruction sets"
    /// The processor, as it names itself.
    case processor
    /// The kernel with its version.
    case kernel
    /// The cluster engines, each with a digest of what it does with some points.
    case engines
    /// The version of the work beside which processor times are measured.
    case referenceWork = "reference work"
  }

  /// The parts that are known.
  public var values: [Component: String]

  /// Makes a fingerprint of its parts.
  public init(_ values: [Component: String]) { self.values = values }

  /// Placeholder for parts that differ between merged fingerprints.
  public static let mixed = "mixed"

  /// Creates the fingerprint of measurements that were made in several places.
  ///
  /// A part that all of them share keeps its value. A part that differs, or that only some of
  /// them know, is ``mixed``.
  public init(mixing prints: [Fingerprint]) {
    var values: [Component: String] = [:]
    for part in Component.allCases {
      guard let value = prints.lazy.compactMap({ $0.values[part] }).first else { continue }
      values[part] =
        prints.allSatisfy { $0.values[part] == value } ? value : Fingerprint.mixed
    }
    self.init(values)
  }

  /// A part that differs; nil where it is not known.
  public struct Difference: Hashable, Sendable {
    /// The part.
    public let part: Component
    /// The value in this fingerprint.
    public let here: String?
    /// The value in the other fingerprint.
    public let there: String?

    /// As words: another compiler, Swift 6.3 instead of Swift 6.2.
    public var words: String {
      let plural = [.instructionSets, .flags, .engines].contains(part)
      return "\(plural ? "other" : "another") \(part.rawValue), \(here ?? "unknown") instead of "
        + (there ?? "unknown")
    }
  }

  /// Returns the parts that differ from another fingerprint, in the order of the parts.
  ///
  /// - Parameters:
  ///   - other: The fingerprint to compare with.
  ///   - parts: The parts that matter.
  /// - Returns: The differences; empty when the two can be compared.
  public func differences(
    from other: Fingerprint, in parts: [Component] = Component.allCases
  ) -> [Difference] {
    Component.allCases.compactMap { part in
      guard parts.contains(part), values[part] != other.values[part] else { return nil }
      return Difference(part: part, here: values[part], there: other.values[part])
    }
  }

  /// Returns the fingerprint with only these parts.
  public func restricted(to parts: [Component]) -> Fingerprint {
    Fingerprint(values.filter { parts.contains($0.key) })
  }

  /// A short name for files: the counter, and a digest of all parts.
  public var key: String {
    let text = digested.map { "\($0.rawValue)=\(values[$0] ?? "")\n" }.joined()
    let counter = (values[.counter] ?? "").replacing(" ", with: "-")
    return "\(counter)-\(Fingerprint.digest(of: text.utf8).prefix(8))"
  }

  /// The parts that digests include: the parts of the first version, and later parts that are
  /// known.
  public var digested: [Component] {
    Component.allCases.filter { $0 != .referenceWork || values[$0] != nil }
  }

  /// A digest of bytes for a part: the same for the same bytes, on every machine; no protection
  /// against those who seek another text with the same one.
  ///
  /// - Complexity: O(bytes).
  public static func digest(of bytes: some Sequence<UInt8>) -> String {
    var digest = Digest()
    digest.add(bytes)
    return digest.text
  }

  /// A digest of bytes that come one part after the other.
  public struct Digest {
    // FNV-1a.
    @usableFromInline var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// A digest of no bytes.
    public init() {}

    /// Takes in more bytes.
    ///
    /// It is compiled where it is called, since sessions have megabytes of points.
    @inlinable
    public mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Takes in the eight bytes of a number.
    @inlinable
    public mutating func add(_ number: UInt64) {
      add((0..<8).lazy.map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// The digest, as sixteen hexadecimal digits.
    public var text: String {
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}

extension Fingerprint: Codable {
  /// Reads an object of parts; those of another version are left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Component.self)
    var values: [Component: String] = [:]
    for part in Component.allCases {
      values[part] = try container.decodeIfPresent(String.self, forKey: part)
    }
    self.init(values)
  }

  /// Writes an object of parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Component.self)
    for part in Component.allCases {
      try container.encodeIfPresent(values[part], forKey: part)
    }
  }
}
