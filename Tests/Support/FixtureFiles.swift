package import Foundation

/// The files beside the tests.
package enum FixtureFiles {
  /// The content of a file in the folder `Fixtures` beside a file of tests.
  package static func data(_ name: String, beside file: String = #filePath) throws -> Data {
    let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures")
    return try Data(contentsOf: folder.appending(path: name))
  }

  /// The lines of a text in the folder `Fixtures` beside a file of tests, without the heading.
  package static func rows(
    _ name: String, beside file: String = #filePath
  ) throws -> [[Substring]] {
    let text = try String(decoding: data(name, beside: file), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
  }
}
