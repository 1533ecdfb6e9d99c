internal import Formatting
internal import Wire

/// A part of the page that its script draws: the values for a template.
struct PagePart: Sendable {
  /// The name by which the page asks for it: of a session, a slash and its id.
  let name: String
  /// The template.
  let template: String
  /// The values.
  let context: @Sendable () -> PageTemplates.Context

  init(
    _ name: String, _ template: String, _ context: @escaping @Sendable () -> PageTemplates.Context
  ) {
    (self.name, self.template, self.context) = (name, template, context)
  }
}

/// Some parts of the page with one template, packed in one script element.
///
/// The values of one name stand beside each other: they resemble each other more than those of one
/// part do, so that they take half the space.
package struct PagePack: Sendable {
  let template: String
  /// The names of the parts.
  let parts: String
  /// What is packed.
  let letters: String

  /// The most parts that are packed together, and unpacked when one of them is looked at.
  private static let size = 16

  /// Makes packs by their numbers, one after the other or several at once.
  package typealias Order =
    @Sendable (_ count: Int, _ pack: @escaping @Sendable (Int) -> PagePack) -> [PagePack]

  /// The packs of all parts.
  static func packs(of parts: [PagePart], inOrder: Order) -> [PagePack] {
    var packs: [[PagePart]] = []
    for part in parts {
      if let last = packs.last, last.count < size, last[0].template == part.template {
        packs[packs.count - 1].append(part)
      } else {
        packs.append([part])
      }
    }
    let all = packs
    return inOrder(all.count) { PagePack(all[$0]) }
  }

  private init(_ parts: [PagePart]) {
    let contexts = parts.map { $0.context() }
    let names = Set(contexts.flatMap(\.keys)).sorted()
    let columns = names.map { name in
      JSON.Member(name, .array(contexts.map { $0[name].map(PagePack.json) ?? .null }))
    }
    template = parts[0].template
    self.parts = parts.map { Escape.link($0.name) }.joined(separator: " ")
    var bytes: [UInt8] = []
    JSON.members(columns).append(to: &bytes, atLevel: nil)
    letters = PackedText.letters(of: bytes)
  }

  /// The values that a template sees, as JSON.
  private static func json(of value: Any) -> JSON {
    switch value {
    case let text as String: .string(text)
    case let json as JSON: json
    case let flag as Bool: .flag(flag)
    case let contexts as [PageTemplates.Context]:
      .array(contexts.map { .object($0.mapValues(json)) })
    case let context as PageTemplates.Context: .object(context.mapValues(json))
    case let number as Int: .int(number)
    case let values as [Any]: .array(values.map(json))
    // A cast to a protocol takes longest.
    case let number as any BinaryInteger: .int(number)
    case let number as Double: .number(number)
    // Templates write other values by their descriptions.
    default: .string("\(value)")
    }
  }
}
