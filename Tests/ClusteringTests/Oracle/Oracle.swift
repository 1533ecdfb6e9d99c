import Clustering
import MapGeometry

/// A set as the oracle finds it.
struct OracleSet: Equatable {
  let cell: Int
  let rect: MapRect
  let members: [Int32]
  let isUnique: Bool
  let place: Coordinate
}

/// What is wrong with an oracle on purpose.
enum OracleFault: CaseIterable {
  case none, sortsMembers, forgetsMinimum, averagesWrongly, leavesBucketsAsTheyWere
}

/// The index and its cells straight from their definition: no tree, no buffers, no haste.
///
/// The order of the library's walk is that of words: a point is kept under the word of the children
/// on its way, "0" to "3" for each level, and the words are read in the order of a dictionary,
/// short ones before those that they begin.
struct Oracle {
  let mends: ClusterMends
  var fault = OracleFault.none
  private var buckets: [String: [Int32]] = [:]
  private var parents: Set<String> = []
  private(set) var places: [Int32: Coordinate] = [:]

  init(mends: ClusterMends, fault: OracleFault = .none) {
    self.mends = mends
    self.fault = fault
  }

  // MARK: The index

  /// Where a coordinate is kept, if it is.
  private func kept(_ coordinate: Coordinate) -> Coordinate? {
    var place = coordinate
    guard place.longitude >= -180, place.longitude <= 180 else { return nil }
    if mends.clampsLatitudes, place.latitude > 85, place.latitude <= 90 { place.latitude = 85 }
    if mends.clampsLatitudes, place.latitude < -85, place.latitude >= -90 { place.latitude = -85 }
    guard place.latitude >= -85, place.latitude <= 85 else { return nil }
    if mends.keepsPointsInOneCell, (place.longitude + 180) / 360 >= 1 { place.longitude = -180 }
    return place
  }

  /// The first child that accepts a place: south-west, north-west, south-east, north-east.
  private func child(of box: CoordinateBox, for place: Coordinate) -> (Character, CoordinateBox) {
    let latitude = (box.minLatitude + box.maxLatitude) / 2
    let longitude = (box.minLongitude + box.maxLongitude) / 2
    let children = [
      (box.minLatitude, box.minLongitude, latitude, longitude),
      (latitude, box.minLongitude, box.maxLatitude, longitude),
      (box.minLatitude, longitude, latitude, box.maxLongitude),
      (latitude, longitude, box.maxLatitude, box.maxLongitude),
    ].map {
      CoordinateBox(minLatitude: $0.0, minLongitude: $0.1, maxLatitude: $0.2, maxLongitude: $0.3)
    }
    let number = children.firstIndex { $0.contains(place) } ?? 0
    return (Character("\(number)"), children[number])
  }

  mutating func add(_ id: Int32, at coordinate: Coordinate) -> Bool {
    guard places[id] == nil, let place = kept(coordinate) else { return false }
    var word = ""
    var box = CoordinateBox.world
    while buckets[word, default: []].count >= 10, !mends.sharesLeaves || word.count < 24 {
      parents.insert(word)
      let (letter, half) = child(of: box, for: place)
      word.append(letter)
      box = half
    }
    buckets[word, default: []].append(id)
    places[id] = place
    return true
  }

  mutating func remove(_ id: Int32, at coordinate: Coordinate) -> Bool {
    guard places[id] != nil else { return false }
    if mends.findsByIdentity {
      guard let word = buckets.first(where: { $0.value.contains(id) })?.key else { return false }
      drop(id, from: word)
      return true
    }
    guard let place = kept(coordinate) else { return false }
    var word = ""
    var box = CoordinateBox.world
    while !buckets[word, default: []].contains(id) {
      guard parents.contains(word) else { return false }
      let (letter, half) = child(of: box, for: place)
      word.append(letter)
      box = half
    }
    drop(id, from: word)
    return true
  }

  private mutating func drop(_ id: Int32, from word: String) {
    guard var bucket = buckets[word], let index = bucket.firstIndex(of: id) else { return }
    if fault == .leavesBucketsAsTheyWere {
      bucket.remove(at: index)
    } else {
      bucket[index] = bucket[bucket.count - 1]
      bucket.removeLast()
    }
    buckets[word] = bucket
    places[id] = nil
  }

  mutating func move(_ ids: [Int32], to coordinates: [Coordinate]) -> Int {
    for (id, place) in zip(ids, coordinates) {
      _ = remove(id, at: mends.movesPoints ? places[id] ?? place : place)
    }
    var taken = 0
    for (id, place) in zip(ids, coordinates) where add(id, at: place) { taken += 1 }
    return taken
  }

  /// All points in the order of the walk.
  var walk: [Int32] {
    let all = buckets.keys.sorted().flatMap { buckets[$0, default: []] }
    return fault == .sortsMembers ? all.sorted() : all
  }

  // MARK: Cells

  func sets(_ query: ClusterQuery) -> [OracleSet] {
    let grid = query.grid
    let walk = self.walk
    let side = grid.cellSide
    var sets: [OracleSet] = []
    var y = grid.rect.minY
    for row in 0..<grid.rows {
      var seen: Set<Int> = []
      var x = grid.rect.minX
      for column in 0..<grid.columns {
        let cell = OracleCell(x: x, y: y, side: side, mends: mends)
        x += side
        if mends.visitsCellsOnce, !seen.insert(cell.column).inserted { continue }
        let inside = walk.filter { id in places[id].map { cell.holds($0) } ?? false }
        sets += split(
          inside, cell: row * grid.columns + column, rect: cell.rect, query: query)
      }
      y += side
    }
    return sets
  }

  private func split(
    _ members: [Int32], cell: Int, rect: MapRect, query: ClusterQuery
  ) -> [OracleSet] {
    func key(_ id: Int32) -> LocationKey? { places[id].flatMap { LocationKey($0) } }
    var keys: [LocationKey?] = []
    for id in members where !keys.contains(key(id)) { keys.append(key(id)) }
    let minimum = fault == .forgetsMinimum ? 0 : query.minimumUniqueLocations
    guard !members.isEmpty else { return [] }
    guard !query.isClusteringDisabled, keys.count >= max(minimum, 2) else {
      return keys.map { wanted in
        let here = members.filter { key($0) == wanted }
        return OracleSet(
          cell: cell, rect: rect, members: here, isUnique: true, place: place(here[0]))
      }
    }
    return [
      OracleSet(
        cell: cell, rect: rect, members: members, isUnique: false,
        place: center(members, rect: rect, query: query))
    ]
  }

  private func place(_ id: Int32) -> Coordinate {
    places[id] ?? Coordinate(latitude: .nan, longitude: .nan)
  }

  private func center(_ members: [Int32], rect: MapRect, query: ClusterQuery) -> Coordinate {
    let all = members.map { place($0) }
    switch query.method {
    case .centerOfMass:
      let count = Double(all.count + (fault == .averagesWrongly ? 1 : 0))
      return Coordinate(
        latitude: all.map(\.latitude).reduce(0, +) / count,
        longitude: all.map(\.longitude).reduce(0, +) / count)
    case .firstMember: return all[0]
    case .nearCenter: return query.method.coordinate(of: all, in: rect)
    }
  }
}

/// A cell by its definition.
private struct OracleCell {
  /// The column of the world; in the library's way, below zero for one that lies in the west.
  let column: Int
  let rect: MapRect
  private let box: CoordinateBox
  private let square: (column: Int, row: Int, columns: Int)?

  init(x: Double, y: Double, side: Double, mends: ClusterMends) {
    let world = MapSize.worldSide
    let columns = Int((world / side).rounded())
    let number = Int((x / side).rounded())
    // Whole worlds are taken off: towards zero in the library, downwards when it is mended.
    var worlds = number / columns
    if mends.wrapsWestward, number < worlds * columns { worlds -= 1 }
    column = number - worlds * columns
    var corner = MapPoint(x: x - Double(worlds) * world, y: y)
    if !mends.wrapsWestward, abs(x) < world { corner.x = x }
    if !mends.wrapsWestward, abs(x) >= world {
      corner.x = x.truncatingRemainder(dividingBy: world)
    }
    let row = Int((y / side).rounded())
    if mends.keepsPointsInOneCell {
      corner = MapPoint(x: Double(column) * side, y: Double(row) * side)
    }
    rect = MapRect(x: corner.x, y: corner.y, width: side, height: side)
    box = CoordinateBox(rect)
    square =
      mends.keepsPointsInOneCell ? (column: column, row: row, columns: columns) : nil
  }

  func holds(_ place: Coordinate) -> Bool {
    guard let square else { return box.contains(place) }
    let side = rect.width
    let point = Projection.mapKit.mapPoint(for: place)
    let column = min(Int(point.x / side), square.columns - 1)
    return column == square.column && Int((point.y / side).rounded(.down)) == square.row
  }
}
