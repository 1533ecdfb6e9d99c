internal import ScenarioFiles

/// The page of what the model assumes, written from the options and the costs that it has.
public enum AssumptionsPage {
  /// The page, in Markdown.
  public static var markdown: String {
    let entries = ModelOptions.entries
    let decided = entries.count { $0.evidence == .decision }
    var text = """
      # What the model assumes

      Written from the options that the model itself reads; do not edit. Nobody outside Apple \
      knows how a map view works, so each of these behaviors is an option with a name: a \
      scenario sets it (`options: {collision order: top}`), every report lists those in force, \
      and [`Phone`](Phone/README.md) has scenarios that show both values side by side. A \
      default follows the strongest source: the documentation, then talks of the makers, then \
      what several people report, then one, then our own decision, as for \(decided) of \
      \(entries.count).

      | option | default | what | rests on |
      | --- | --- | --- | --- |

      """
    for evidence in Evidence.allCases {
      for entry in entries where entry.evidence == evidence {
        let source = entry.source.isEmpty ? "" : ": \(entry.source)"
        text += ScenarioReference.row([
          "`\(entry.field.key)`", "`\(entry.words(ModelOptions()))`", entry.field.help,
          evidence.words + source,
        ])
      }
    }
    let margin = ScenarioReference.absent(MapKeys.viewMargin.field.need)
    let fit = ScenarioReference.absent(MapKeys.regionFit.field.need)
    text += """

      Where views exist (`view margin` \(margin)) and how a span is fitted (`region fit` \(fit)) \
      are set by `map`, and are our decisions too.

      ## Costs

      What work costs on the main thread and in the background is said by the device profile \
      (`mapreplay list --devices`). These costs are assumptions: they were measured on no \
      phone, and compare designs, not devices.

      | cost | what | phone-60hz |
      | --- | --- | --- |

      """
    let phone = BuiltInDevices.lines(of: "phone-60hz") ?? []
    // The frame rate, which comes first, is no cost.
    for (cost, line) in zip(DeviceKeys.costs, phone.dropFirst()) {
      text += ScenarioReference.row(["`\(cost.key.name)`", cost.key.field.help, line.value])
    }
    return text
  }
}
