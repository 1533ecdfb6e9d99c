internal import Formatting
internal import Mustache

/// The templates of an HTML page.
package struct PageTemplates {
  /// The values that a template sees, by name.
  package typealias Context = [String: Any]

  private let library: MustacheLibrary

  /// Reads templates; they are constants, so one that cannot be read is a programming error.
  package init(_ templates: [(name: String, text: String)]) {
    MustacheContentTypes.register(MarkupContent(), named: "MARKUP")
    var library = MustacheLibrary()
    for template in templates {
      // A partial falls back to the library's own escaping unless it asks for ours.
      let text = "{{% CONTENT_TYPE:MARKUP}}\n" + template.text
      do {
        try library.register(text, named: template.name)
      } catch {
        preconditionFailure("the template \(template.name) cannot be read: \(error)")
      }
    }
    self.library = library
  }

  /// A template's text.
  package func render(_ name: String, _ context: Context) -> String {
    guard let text = library.render(context, withTemplate: name) else {
      preconditionFailure("there is no template \(name)")
    }
    return text
  }

  /// Escapes by scalars; the library's own way lets `<` with a combining accent through.
  private struct MarkupContent: MustacheContentType {
    func escapeText(_ text: String) -> String { Escape.markup(text) }
  }
}
