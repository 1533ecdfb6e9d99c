/// The page of what the model assumes, written from the options and the costs that it has.
public enum AssumptionsPage {
  /// The page, in Markdown.
  public static var markdown: String {
    let entries = ModelOptions.entries
    let decided = entries.count { $0.evidence == .decision }
    var text = """
      # What the model assumes

      Written from the options that the model itself reads; do not edit. Nobody outside Apple \
      knows how a map view works, so each of these behaviours is an option with a name: a \
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
    text += """

      Where views exist (`view margin` \(MapKeys.viewMargin.field.need.text)) and how a span \
      is fitted (`region fit` \(MapKeys.regionFit.field.need.text)) are set by `map`, and are \
      our decisions too.

      ## Costs

      What work costs on the main thread and in the background is said by the device profile \
      (`mapreplay list --devices`). These costs are assumptions: they were measured on no \
      phone, and compare designs, not devices.

      | cost | what | phone-60hz |
      | --- | --- | --- |

      """
    for (key, example) in BuiltInDevices.costs(of: "phone-60hz") {
      text += ScenarioReference.row(["`\(key.name)`", key.field.help, example])
    }
    return text
  }
}

extension Field.Need {
  /// What holds when the key is left out, as code.
  fileprivate var text: String {
    switch self {
    case .default(let text): "`\(text)`"
    case .derived(let text): text
    case .required, .optional: ""
    }
  }
}
