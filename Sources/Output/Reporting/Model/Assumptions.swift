internal import Formatting

/// The assumptions of a run: device profiles, and options of the model that no publication settles.
package struct Assumptions {
  private struct Option {
    var name: String
    /// The model's default; nil when no session has it.
    var standard: String?
    /// Other values with their number of sessions, in the order of the sessions.
    var others: [(value: String, count: Int)] = []
  }

  package static let sentence =
    "The costs of device profiles are assumptions: they compare designs, not devices."

  /// Each profile once, in the order of the sessions.
  package private(set) var devices: [DeviceLine] = []
  /// Each option once, in the order of the sessions.
  private var options: [Option] = []

  package init(_ run: RunReport) {
    for session in run.sessions {
      if !devices.contains(session.device) { devices.append(session.device) }
      for (place, option) in session.options.enumerated() { add(option, at: place) }
    }
  }

  /// Name, default and other values of each option: `fast (2 sessions)`.
  package var rows: [[String]] {
    options.map { option in
      let others = option.others.map { "\($0.value) (\(MetricText.things($0.count, "session")))" }
      return [option.name, option.standard ?? MetricText.never, others.joined(separator: ", ")]
    }
  }

  /// The options of a session that are not the common default.
  package func exceptions(of session: SessionReport) -> [MapOption] {
    session.options.enumerated().filter { place, option in
      !option.isDefault
        || index(of: option, at: place).map { options[$0].standard } != option.value
    }.map(\.element)
  }

  /// Where an option is, which is most often at its place in the session.
  private func index(of option: MapOption, at place: Int) -> Int? {
    options.indices.contains(place) && options[place].name == option.name
      ? place : options.firstIndex { $0.name == option.name }
  }

  private mutating func add(_ option: MapOption, at place: Int) {
    let index = index(of: option, at: place) ?? options.endIndex
    if index == options.endIndex { options.append(Option(name: option.name)) }
    if option.isDefault, options[index].standard == nil { options[index].standard = option.value }
    guard options[index].standard != option.value || !option.isDefault else { return }
    if let other = options[index].others.firstIndex(where: { $0.value == option.value }) {
      options[index].others[other].count += 1
    } else {
      options[index].others.append((value: option.value, count: 1))
    }
  }
}
