import Foundation
import PackagePlugin

/// Puts the files of a target that are no Swift into the program, as enumerations with a string for
/// each: web files as `WebFile`, texts as `TextFile`.
@main
struct EmbedFiles: BuildToolPlugin {
  /// The commands that write the enumerations anew when a file changes.
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let script = context.package.directoryURL.appending(path: "Sources/Output/EmbedFiles/embed.sh")
    let kinds = [
      ("WebFile", ["css", "js", "mustache"]), ("TextFile", ["md", "txt", "yaml", "sql"]),
    ]
    return kinds.compactMap { name, endings in
      let files = module.sourceFiles.map(\.url).filter { endings.contains($0.pathExtension) }
        .sorted { $0.path < $1.path }
      guard !files.isEmpty else { return nil }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
      return .buildCommand(
        displayName: "Embedding the files of \(target.name)",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, name, output.path] + files.map(\.path),
        inputFiles: [script] + files, outputFiles: [output])
    }
  }
}
