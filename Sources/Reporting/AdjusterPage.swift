public import AdjusterSuite

public enum AdjusterPage {
  public static func text(of report: AdjusterReport) -> String { "" }
}
public enum AdjusterMarkdown {
  public static func text(of report: AdjusterReport) -> String { "" }
}
