import MapGeometry
import Scenarios
import Workloads

extension ScenarioBuilder {
  /// Points that are drawn; nil after a fault.
  mutating func drawnPoints(_ object: ReadObject, name: String) -> DataSet? {
    guard let count = object.whole("points"), let cities = object.whole("cities"),
      let seed = object.whole("seed")
    else { return nil }
    let standard = CityCrowd.standardArea
    let first = object.object("south west").map { $0.coordinate }
    let last = object.object("north east").map { $0.coordinate }
    // A corner that cannot be read has its fault already.
    guard case let southWest? = first ?? standard.southWest,
      case let northEast? = last ?? standard.northEast
    else { return nil }
    guard southWest.latitude <= northEast.latitude, southWest.longitude <= northEast.longitude
    else {
      let mark = object["south west"]?.mark ?? object["north east"]?.mark ?? object.mark
      add(.map(.cornersExchanged), at: mark)
      return nil
    }
    var crowd = CityCrowd(
      seed: UInt64(seed), cityCount: Int(cities),
      latitudes: southWest.latitude...northEast.latitude,
      longitudes: southWest.longitude...northEast.longitude)
    let coordinates = crowd.next(Int(count))
    let numbers = 1...Int(count)
    return DataSet(
      name: name, file: nil, ids: numbers.map { "p\($0)" }, coordinates: coordinates,
      titles: numbers.map { "Place \($0)" })
  }
}
