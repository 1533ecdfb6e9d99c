public import Clustering
public import MapGeometry

/// The index straight from its definition: no tree, no haste.
///
/// The order of the library's walk is that of words: a point is kept under the word of the children
/// on its way, "0" to "3" for each level, and the words are read in the order of a dictionary,
/// short ones before those that they begin.
public struct OracleIndex {
  let fixes: ClusterFixes
  let fault: OracleFault
  private var buckets: [String: [Int32]] = [:]
  private var parents: Set<String> = []
  /// Where the points are held.
  public private(set) var places: [Int32: Coordinate] = [:]
  private(set) var hashes: [Int32: String] = [:]

  private static let bounds = OracleBox(south: -85, west: -180, north: 85, east: 180)

  /// Makes an empty index.
  public init(fixes: ClusterFixes = .none, fault: OracleFault = .none) {
    self.fixes = fixes
    self.fault = fault
  }

  /// Where a coordinate is kept, if it is.
  private func kept(_ coordinate: Coordinate) -> Coordinate? {
    var place = coordinate
    guard place.longitude >= -180, place.longitude <= 180 else { return nil }
    if fixes.clampsLatitudes, place.latitude > 85, place.latitude <= 90 { place.latitude = 85 }
    if fixes.clampsLatitudes, place.latitude < -85, place.latitude >= -90 { place.latitude = -85 }
    guard place.latitude >= -85, place.latitude <= 85 else { return nil }
    // What is rounded up to the date line lies on it, and that is in the west.
    if fixes.keepsPointsInOneCell, OracleGeometry.x(place.longitude) >= OracleGeometry.world {
      place.longitude = -180
    }
    return place
  }

  /// The first child that accepts a place: south-west, north-west, south-east, north-east.
  private func child(of box: OracleBox, for place: Coordinate) -> (Character, OracleBox) {
    let latitude = (box.south + box.north) / 2
    let longitude = (box.west + box.east) / 2
    let children = [
      OracleBox(south: box.south, west: box.west, north: latitude, east: longitude),
      OracleBox(south: latitude, west: box.west, north: box.north, east: longitude),
      OracleBox(south: box.south, west: longitude, north: latitude, east: box.east),
      OracleBox(south: latitude, west: longitude, north: box.north, east: box.east),
    ]
    let number = children.firstIndex { $0.holds(place) } ?? 0
    return (Character("\(number)"), children[number])
  }

  /// Takes a point, if it is new and in the world; says whether it did.
  public mutating func add(_ id: Int32, at coordinate: Coordinate) -> Bool {
    guard fault == .takesPointsTwice || places[id] == nil, let place = kept(coordinate) else {
      return false
    }
    if places[id] != nil { _ = remove(id, at: places[id] ?? place) }
    var word = ""
    var box = OracleIndex.bounds
    while buckets[word, default: []].count >= 10, !fixes.sharesLeaves || word.count < 24 {
      parents.insert(word)
      let (letter, half) = child(of: box, for: place)
      word.append(letter)
      box = half
    }
    buckets[word, default: []].append(id)
    places[id] = place
    hashes[id] = OracleGeometry.geohash(
      place, latitudeFirst: fault == .latitudeComesFirst,
      length: fault == .locationsAreCoarse ? 7 : 9)
    return true
  }

  /// Lets a point go, if it is where it is said to be; says whether it did.
  public mutating func remove(_ id: Int32, at coordinate: Coordinate) -> Bool {
    guard places[id] != nil else { return false }
    if fixes.findsByIdentity {
      guard let word = buckets.first(where: { $0.value.contains(id) })?.key else { return false }
      drop(id, from: word)
      return true
    }
    guard let place = kept(coordinate) else { return false }
    var word = ""
    var box = OracleIndex.bounds
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

  /// Lets points go and takes them again elsewhere; says how many it took.
  public mutating func move(_ ids: [Int32], to coordinates: [Coordinate]) -> Int {
    for (id, place) in zip(ids, coordinates) { _ = remove(id, at: place) }
    guard fault != .losesWhatMoves else { return 0 }
    var taken = 0
    for (id, place) in zip(ids, coordinates) where add(id, at: place) { taken += 1 }
    return taken
  }

  /// All points in the order of the walk.
  public var walk: [Int32] {
    let all = buckets.keys.sorted().flatMap { buckets[$0, default: []] }
    return fault == .sortsMembers ? all.sorted() : all
  }

  /// The points in a box, in the order of the walk.
  public func points(in box: OracleBox) -> [Int32] {
    walk.filter { id in places[id].map { box.holds($0) } ?? false }
  }
}
