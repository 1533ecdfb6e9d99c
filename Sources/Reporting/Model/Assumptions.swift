internal import Formatting

/// What a run assumed, collected from its sessions: device profiles, and the decisions of the model
/// that nothing published settles.
struct Assumptions {
  /// An option of the model over all sessions.
  struct Option {
    var name: String
    /// The model's own choice; nil when no session has it.
    var standard: String?
    /// Other values, with the number of sessions that set them, in the order of the sessions.
    var others: [(value: String, count: Int)] = []
  }

  /// Said wherever costs stand.
  static let sentence =
    "The costs of device profiles are assumptions: they compare designs, not devices."

  /// Each profile once, in the order of the sessions.
  private(set) var devices: [DeviceLine] = []
  /// Each option once, in the order of the sessions.
  private(set) var options: [Option] = []

  init(_ run: RunReport) {
    for session in run.sessions {
      if !devices.contains(session.device) { devices.append(session.device) }
      for option in session.options { add(option) }
    }
  }

  /// The options of a session that differ from what stands for all.
  func exceptions(of session: SessionReport) -> [MapOption] {
    session.options.filter { option in
      !option.isDefault || options.first { $0.name == option.name }?.standard != option.value
    }
  }

  private mutating func add(_ option: MapOption) {
    let index = options.firstIndex { $0.name == option.name } ?? options.endIndex
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

extension Assumptions.Option {
  /// The other values in words: `fast (2 scenarios)`; empty when there are none.
  var exceptions: String {
    others.map { "\($0.value) (\(MetricText.things($0.count, "scenario")))" }
      .joined(separator: ", ")
  }
}
