internal import MapGeometry
internal import ScenarioFiles

/// The page of what the model assumes, written from the options and the costs that it has.
public enum AssumptionsPage {
  /// The page, in Markdown.
  public static var markdown: String {
    let entries = ModelOptions.entries
    let options = OptionEvidence.allCases.flatMap { evidence in
      entries.filter { $0.evidence == evidence }.map { entry in
        [
          "`\(entry.field.key)`", "`\(entry.words(ModelOptions()))`", entry.field.help,
          evidence.words + (entry.source.isEmpty ? "" : ": \(entry.source)"),
        ]
      }
    }
    // The frame rate, which comes first, is no cost.
    let costs = zip(DeviceKeys.costs, BuiltInDevices.lines(of: "phone-60hz")?.dropFirst() ?? [])
    return TextSection.put(
      [
        ("decided", "\(entries.count { $0.evidence == .decision })"), ("all", "\(entries.count)"),
        ("options", ScenarioReference.rows(options)),
        ("margin", ScenarioReference.absent(MapKeys.viewMargin.field.need)),
        ("fit", ScenarioReference.absent(MapKeys.regionFit.field.need)),
        (
          "costs",
          ScenarioReference.rows(
            costs.map { ["`\($0.key.name)`", $0.key.field.help, $1.value] })
        ),
      ], into: TextFile.assumptions)
  }
}
