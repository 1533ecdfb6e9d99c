internal import Formatting
internal import MapGeometry
internal import Measures
internal import Pages

/// The heat maps of all adjusters side by side as an SVG file, in the light or dark setting of its
/// reader.
public enum AdjusterPicture {
  /// The name of the file.
  public static let name = "adjusters.svg"

  private static let mapWidth = 60.0
  private static let titleWidth = 150.0
  private static let gap = 8.0

  /// The picture's text: a row for each compared criterion, a pair of maps for each adjuster.
  public static func text(of survey: AdjusterSurvey) -> String {
    let report = survey.main
    let map = HeatMap(report.grid)
    let pair = 2 * mapWidth + 3 * gap
    var content = ""
    for (adjuster, name) in report.names.enumerated() {
      content += words(name, "head", x: titleWidth + pair * (Double(adjuster) + 0.5), y: 20)
    }
    var top = 34.0
    for criterion in AdjusterPage.compared {
      var height = 0.0
      for adjuster in report.names.indices {
        let left = titleWidth + pair * Double(adjuster) + gap
        for (half, zooms) in AdjusterPage.halves(of: report.grid).enumerated() {
          let drawing = map.markup(
            of: report.marks(of: adjuster, criterion, zooms: zooms), criterion,
            named: "\(criterion.title) of \(report.names[adjuster]), "
              + AdjusterPage.words(for: zooms, of: report.grid))
          height = max(height, map.height(ofWidth: mapWidth))
          content +=
            "<svg x=\"\(px: left + Double(half) * (mapWidth + gap))\" y=\"\(px: top)\" "
            + "width=\"\(px: mapWidth)\" height=\"\(px: map.height(ofWidth: mapWidth))\" "
            + "\(drawing.dropFirst("<svg ".count))\n"
        }
        let tally = report.tally(of: adjuster, criterion)
        content += words(
          AdjusterWords.kept(tally), AdjusterPage.kind(of: tally), x: left + pair / 2 - gap,
          y: top + height + 18)
      }
      content +=
        "<text class=\"code\" x=\"0\" y=\"\(px: top + height / 2)\">\(criterion.code)</text>"
      content += lines(of: criterion.words, y: top + height / 2 + 18)
      top += height + 38
    }
    let halves = zip(["left", "right"], AdjusterPage.halves(of: report.grid)).map { side, zooms in
      "on the \(side) at \(AdjusterPage.words(for: zooms, of: report.grid))"
    }
    for note in [
      "Each cell is a place of the pin on the screen, " + halves.joined(separator: ", ")
        + ". Blue is "
        + "misplaced, orange zoomed, the stronger the more.",
      "Below, how many trials keep the criterion; * but where the world ends, which is dotted. "
        + "Hatched: not asked.",
    ] {
      for line in TextLayout.lines(of: note, atMost: 150) {
        content +=
          "<text class=\"note\" x=\"0\" y=\"\(px: top + 8)\">\(Escape.markup(line))</text>\n"
        top += 19
      }
    }
    let good = report.names.indices.filter { adjuster in
      AdjusterPage.compared.allSatisfy { criterion in
        AdjusterPage.kind(of: report.tally(of: adjuster, criterion)) != "bad"
      }
    }.map { report.names[$0] }
    let title = Escape.markup(
      "Of \(MetricText.things(report.names.count, "adjuster")) "
        + (good.isEmpty
          ? "none keeps" : "\(TextLayout.and(good)) alone keep\(good.count == 1 ? "s" : "")")
        + " these criteria all over the screen")
    let size = "\(px: titleWidth + pair * Double(report.names.count)) \(px: top + 4)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="\(title)" \
      viewBox="0 0 \(size)">
      <title>\(title)</title>
      <style>
      \(PageStyle.literal(
        PageStyle.colors + WebFile.adjusterColorsCSS + WebFile.adjusterMapsCSS
          + WebFile.adjusterPictureCSS))\
      </style>
      <defs>
      \(AdjusterPage.patterns)</defs>
      \(content)</svg>

      """
  }

  private static func words(_ text: String, _ kind: String, x: Double, y: Double) -> String {
    "<text class=\"\(kind)\" x=\"\(px: x)\" y=\"\(px: y)\">\(Escape.markup(text))</text>\n"
  }

  /// Some words in lines that fit beside the maps.
  private static func lines(of text: String, y: Double) -> String {
    TextLayout.lines(of: text, atMost: 20).enumerated().map { number, line in
      "<text class=\"note\" x=\"0\" y=\"\(px: y + 16 * Double(number))\">"
        + "\(Escape.markup(line))</text>\n"
    }.joined()
  }
}
