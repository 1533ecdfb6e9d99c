import Foundation

/// A file of the repository.
struct SourceFile: Sendable {
  /// The path from the top of the repository.
  let path: String
  /// The content; empty for files that hold no text.
  let text: String
  /// The code of a Swift file.
  let code: SwiftLexer?

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = path.hasSuffix(".swift") ? SwiftLexer(text) : nil
  }

  /// The target of a file under `Sources`, below the folder of its district.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : nil
  }

  /// The lines, without an empty one after the last line break.
  var lines: [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}

/// A repository: what its rules are held against.
struct Tree: Sendable {
  /// The files, in the order of their paths.
  let files: [SourceFile]

  init(_ files: [SourceFile]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The Swift files.
  var swiftFiles: [SourceFile] { files.filter { $0.code != nil } }

  /// The Swift files of targets, with the target's name.
  var targetFiles: [(target: String, file: SourceFile, code: SwiftLexer)] {
    files.compactMap { file in
      guard let target = file.target, let code = file.code else { return nil }
      return (target: target, file: file, code: code)
    }
  }
}

/// The repository around this file.
extension Tree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The repository as it is now, with files that are not committed yet.
  static let repository = Tree(
    (pathsOfGit() ?? pathsOfFolder()).compactMap { path in
      guard let data = try? Data(contentsOf: root.appending(path: path)) else { return nil }
      return SourceFile(path: path, text: String(data: data, encoding: .utf8) ?? "")
    })

  /// What git tracks or would track; nil without git.
  static func pathsOfGit() -> [String]? {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard",
    ]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    let paths = String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    // An exported copy may lie inside a repository of something else.
    return git.terminationStatus == 0 && paths.contains("Package.swift") ? Set(paths).sorted() : nil
  }

  /// Everything in the folder but what building and running leave there.
  static func pathsOfFolder() -> [String] {
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let folders = Set(all.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) })
    let leftovers = [".build", ".git/", ".swiftpm", "Reports/latest", "Package.resolved"]
    return all.filter { path in
      !folders.contains(path) && path != ".git" && !leftovers.contains { path.hasPrefix($0) }
    }
  }
}
