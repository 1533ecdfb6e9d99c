/// A permission to break the expectations of one metric for a time, as a ticket about it is open.
public struct KnownFailure: Codable, Hashable, Sendable {
  /// The name of the metric or of the count of allocations.
  public var metric: String
  /// The ticket: an address or an id.
  public var ticket: String
  /// The last day of the permission, such as `2027-01-31`.
  public var until: String
  /// The line of the scenario that names the metric, from 1.
  public var line: Int
  /// The column of that name, in characters from 1.
  public var column: Int

  /// Makes a permission of its parts.
  public init(metric: String, ticket: String, until: String, line: Int, column: Int) {
    (self.metric, self.ticket, self.until) = (metric, ticket, until)
    (self.line, self.column) = (line, column)
  }

  /// The address of the ticket; nil where it is no address of the web.
  public var address: String? {
    ["http://", "https://"].contains(where: ticket.hasPrefix) ? ticket : nil
  }

  /// Whether the permission was over on a day; false without a day.
  public func isOver(on day: String?) -> Bool { day.map { $0 > until } ?? false }
}
