import Foundation
import PackagePlugin

/// Puts the web files of a target into the program, as an enumeration with a string for each.
@main
struct EmbedWebFiles: BuildToolPlugin {
  /// The command that writes the enumeration anew when a file changes.
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = module.sourceFiles.map(\.url).filter {
      ["css", "js", "mustache"].contains($0.pathExtension)
    }.sorted { $0.path < $1.path }
    let script = module.directoryURL.appending(path: "embed.sh")
    let output = context.pluginWorkDirectoryURL.appending(path: "WebFile.swift")
    return [
      .buildCommand(
        displayName: "Embedding the web files of \(target.name)",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, output.path] + files.map(\.path), inputFiles: [script] + files,
        outputFiles: [output])
    ]
  }
}
