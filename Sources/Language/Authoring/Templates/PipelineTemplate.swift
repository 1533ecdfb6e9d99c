/// The pipeline of a build server for a repository that has scenarios and no sources.
public enum PipelineTemplate: String, CaseIterable, Hashable, Sendable {
  /// GitHub Actions.
  case github
  /// GitLab.
  case gitlab

  /// The path of its file in the repository.
  public var path: String {
    switch self {
    case .github: ".github/workflows/mapreplay.yaml"
    case .gitlab: ".gitlab-ci.yml"
    }
  }

  /// The text of its file.
  public var text: String {
    switch self {
    case .github: TextFile.github
    case .gitlab: TextFile.gitlab
    }
  }
}
