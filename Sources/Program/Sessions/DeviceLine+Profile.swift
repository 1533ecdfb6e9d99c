internal import Formatting
internal import MapConfiguration
internal import MapGeometry
package import Reporting
internal import ScenarioFiles
package import Scenarios

extension DeviceLine {
  /// A scenario's device in words.
  package init(_ device: DeviceProfile) {
    self.init(
      name: device.name,
      costs: (DeviceLine.replacement(device).map { [$0] } ?? [])
        + ["\(device.costs.framesPerSecond) frames a second"]
        + device.costs.named.map { "\($0.name) \($0.value)" })
  }

  /// Where a profile comes from, in words.
  package static func origin(of device: DeviceProfile) -> String {
    guard let file = device.file else { return "built in" }
    return replacement(device).map { "\(file), \($0)" } ?? file
  }

  private static func replacement(_ device: DeviceProfile) -> String? {
    device.file != nil && ScenarioReader.isBuiltIn(device: device.name)
      ? "a file in place of the built-in profile" : nil
  }

  /// A table of the costs of some profiles; as many profiles beside each other as fit.
  package static func table(_ devices: [DeviceProfile]) -> String {
    let labels = ["frames a second"] + DeviceCosts(framesPerSecond: 1).named.map(\.name)
    let cells = devices.map { device in
      ["\(device.costs.framesPerSecond)"] + device.costs.named.map(\.value)
    }
    let widest = (devices.map(\.name.count) + cells.joined().map(\.count)).max() ?? 0
    let room = TextLayout.width - (labels.map(\.count).max() ?? 0)
    let count = max(1, room / (widest + 1))
    return stride(from: 0, to: devices.count, by: count).map { first in
      let columns = first..<min(first + count, devices.count)
      return TextLayout.table(of: labels.indices) { row in
        [TableCell("", labels[row])]
          + columns.map { TableCell(devices[$0].name, cells[$0][row], isNumber: true) }
      }
    }.joined(separator: "\n")
  }
}
