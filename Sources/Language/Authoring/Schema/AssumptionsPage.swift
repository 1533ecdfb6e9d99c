internal import MapGeometry
internal import ScenarioFiles

/// The page of the assumptions, written from the options and the costs of the model.
public enum AssumptionsPage {
  /// Returns the page in Markdown, with the verdicts that depend on each assumption.
  public static func markdown(_ counts: AssumptionCounts) -> String {
    let entries = ModelOptions.entries
    let options = OptionEvidence.allCases.flatMap { evidence in
      entries.filter { $0.evidence == evidence }.map { entry in
        [
          "`\(entry.field.key)`", "`\(entry.words(ModelOptions()))`", entry.field.help,
          entry.basis,
          words(counts.row(.option, entry.field.key)),
        ]
      }
    }
    // The frame rate, which comes first, is no cost.
    let costs = zip(DeviceKeys.lent, BuiltInDevices.lines(of: "phone-60hz") ?? []).dropFirst()
    return TextSection.put(
      [
        ("decided", "\(entries.count { $0.evidence == .decision })"), ("all", "\(entries.count)"),
        ("options", ScenarioReference.rows(options)),
        ("margin", ScenarioReference.absent(MapKeys.viewMargin.field.need)),
        ("fit", ScenarioReference.absent(MapKeys.regionFit.field.need)),
        ("marginCount", words(counts.row(.option, MapKeys.viewMargin.field.key))),
        ("fitCount", words(counts.row(.option, MapKeys.regionFit.field.key))),
        ("robust", robust(counts)),
        (
          "costs",
          ScenarioReference.rows(
            costs.map { cost, line in
              [
                "`\(cost.name)`", cost.field.help, line.value,
                BuiltInDevices.source(of: cost.name) ?? "", words(counts.row(.cost, cost.name)),
              ]
            })
        ),
      ], into: TextFile.assumptions)
  }

  /// The verdicts that depend on an assumption: `12 of 340`; a dash where no session consults it.
  private static func words(_ row: AssumptionCounts.Row?) -> String {
    guard let row, row.consulting > 0 else { return "-" }
    return "\(row.changed) of \(row.verdicts)"
  }

  private static func robust(_ counts: AssumptionCounts) -> String {
    guard let all = counts.row(.all) else { return "The scenarios were not studied yet." }
    return
      "\(all.verdicts - all.changed) of \(all.verdicts) verdicts are robust: no other value of an "
      + "option changes them."
  }
}
