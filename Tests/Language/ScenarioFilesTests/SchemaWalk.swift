import Foundation
import Testing

/// A schema as an editor walks it: from a place in a file to the keys that fit there.
struct SchemaWalk {
  /// A key that an editor offers.
  struct Offer: Hashable {
    var key: String
    var description: String
    /// What is inserted with the key.
    var snippets: Int
  }

  typealias Object = [String: Any]

  let root: Object

  init(_ text: String) throws {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    root = try #require(json as? Object)
  }

  var definitions: Object { root["definitions"] as? Object ?? [:] }

  /// The keys that fit at a place, in alphabetic order, as often as the schema offers them.
  func offers(at path: String) -> [Offer] {
    let parts = path.split(separator: "/").map(String.init)
    let schemas = parts.reduce([root]) { schemas, part in schemas.flatMap { step(into: $0, part) } }
    return schemas.flatMap(branches).flatMap { schema in
      (schema["properties"] as? Object ?? [:]).compactMap { key, value in
        (value as? Object).map { offer(key, resolved($0)) }
      }
    }.sorted { $0.key < $1.key }
  }

  private func offer(_ key: String, _ schema: Object) -> Offer {
    Offer(
      key: key, description: schema["description"] as? String ?? "",
      snippets: (schema["defaultSnippets"] as? [Any] ?? []).count)
  }

  /// A schema with what it refers to; what stands beside a reference comes first.
  func resolved(_ schema: Object) -> Object {
    guard let target = schema["$ref"] as? String,
      let definition = definitions[String(target.dropFirst("#/definitions/".count))] as? Object
    else { return schema }
    return schema.merging(resolved(definition)) { own, _ in own }
  }

  /// The schema, or the alternatives that it lists.
  private func branches(of schema: Object) -> [Object] {
    let schema = resolved(schema)
    let conditional = ["then", "else"].compactMap { schema[$0] as? Object }
    let alternatives = schema["anyOf"] as? [Object] ?? []
    return [schema] + (alternatives + conditional).flatMap(branches)
  }

  private func step(into schema: Object, _ part: String) -> [Object] {
    branches(of: schema).compactMap { schema in
      if Int(part) != nil { return schema["items"] as? Object }
      let properties = schema["properties"] as? Object ?? [:]
      return properties[part] as? Object ?? schema["additionalProperties"] as? Object
    }
  }

  /// The keywords of a schema and of all those inside it.
  static func keywords(in schema: Object) -> Set<String> {
    var found = Set(schema.keys)
    for (keyword, value) in schema {
      if let named = value as? Object,
        ["properties", "patternProperties", "definitions", "dependencies"].contains(keyword)
      {
        found.formUnion(named.values.compactMap { $0 as? Object }.flatMap(keywords))
      } else if let inner = value as? Object {
        found.formUnion(keywords(in: inner))
      } else if ["anyOf", "allOf", "oneOf"].contains(keyword) {
        found.formUnion((value as? [Object] ?? []).flatMap(keywords))
      }
    }
    return found
  }
}
