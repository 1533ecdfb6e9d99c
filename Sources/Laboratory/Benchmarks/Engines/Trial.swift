import Clustering
internal import Counts
import Instruments
import MapGeometry

/// An engine under measurement.
///
/// The closures are made in a generic function for each engine, so that each loop is compiled for
/// it.
struct Trial {
  typealias Peer = BenchPlan.Peer

  let peer: Peer
  /// Rebuilds the index, and returns the time.
  let build: ([Coordinate]) -> Int64
  let drop: () -> Void
  let digest: ([BenchView]) -> String
  /// Times views over and over, the first ones in any case.
  let warm: ([BenchView], Int, Int64) -> [Timing.Sample]
  let cold: ([BenchView], inout Evictor, Int64) -> [Double]
  let pan: ([[BenchView]], Int64) -> [Timing.Sample]
  let sweep: ([[BenchView]], Int64) -> [Timing.Sample]
  let change: (Batch, BenchView) -> Int64
  let allocatedBytes: ([BenchView]) -> Double?
  /// The work of a query that was made before, and its clusters.
  let steadyWork: (BenchView) -> (Work, clusters: Int)
  /// Queries views while there is time.
  let look: ([BenchView], Int64) -> Int

  static func of(_ peer: Peer) -> Trial {
    switch peer {
    case .pyramid: make(peer, AggregateEngine(.pyramid), fingerprint: Fingerprint.squares)
    case .aggregate: make(peer, AggregateEngine(.aggregate), fingerprint: Fingerprint.squares)
    case .reference: make(peer, ReferenceIndex(), fingerprint: Fingerprint.reference)
    case .greedy: make(peer, GreedyIndex(), fingerprint: Fingerprint.positions)
    case .distance: make(peer, DistanceIndex(), fingerprint: Fingerprint.positions)
    case .collision: make(peer, CollisionIndex(), fingerprint: Fingerprint.positions)
    }
  }

  private final class Box<Index> {
    var index: Index

    init(_ index: Index) { self.index = index }
  }

  private static func make<Index: ClusterIndex>(
    _ peer: Peer, _ empty: Index,
    fingerprint: @escaping (inout Index, ClusterView, inout BenchDigest) -> Void
  ) -> Trial {
    let box = Box(empty)
    let cellPoints = peer.cellPoints
    func asked(_ views: [BenchView]) -> [ClusterView] {
      views.map { $0.view(cellPoints: cellPoints) }
    }
    return Trial(
      peer: peer,
      build: { places in
        let ids = Array(0..<Int32(places.count))
        var work = Work()
        // The last index is released first, so that its memory can be reused.
        box.index = empty
        let clock = MonotonicClock()
        let start = clock.nanoseconds
        let taken = box.index.add(ids, at: places, work: &work)
        let time = clock.nanoseconds - start
        precondition(taken == places.count, "\(peer) refused points")
        return time
      }, drop: { box.index = empty },
      digest: { views in
        var digest = BenchDigest()
        for view in asked(views) { fingerprint(&box.index, view, &digest) }
        return digest.text
      }, warm: { Timing.warm(&box.index, views: asked($0), least: $1, budget: $2) },
      cold: { Timing.cold(&box.index, views: asked($0), evictor: &$1, budget: $2) },
      pan: { Timing.pan(&box.index, paths: $0.map(asked), budget: $1) },
      sweep: { Timing.sweep(&box.index, sweeps: $0.map(asked), budget: $1) },
      change: { Timing.change(&box.index, batch: $0, view: $1.view(cellPoints: cellPoints)) },
      allocatedBytes: { Timing.allocatedBytes(&box.index, views: asked($0)) },
      steadyWork: { Timing.steadyWork(&box.index, view: $0.view(cellPoints: cellPoints)) },
      look: { Timing.look(&box.index, views: asked($0), budget: $1) })
  }
}

/// A digest of a view's clusters, the same for engines that answer the same.
enum Fingerprint {
  /// The exact sums, sorted: in which order cells are answered does not count.
  static func squares(
    _ engine: inout AggregateEngine, _ view: ClusterView, _ digest: inout BenchDigest
  ) {
    var sums: [CellAggregate] = []
    var work = Work()
    engine.clusters(in: view, into: &sums, work: &work)
    add(sums, to: &digest)
  }

  /// The same of the cells of the reference.
  static func reference(
    _ index: inout ReferenceIndex, _ view: ClusterView, _ digest: inout BenchDigest
  ) { add(index.sums(of: view), to: &digest) }

  /// Places and counts to the bit, in the order of the answer.
  static func positions<Index: ClusterIndex>(
    _ index: inout Index, _ view: ClusterView, _ digest: inout BenchDigest
  ) where Index.Cluster == ClusterPosition {
    var positions: [ClusterPosition] = []
    var work = Work()
    index.clusters(in: view, into: &positions, work: &work)
    digest.add(UInt64(positions.count))
    for position in positions {
      digest.add(position.x.bitPattern)
      digest.add(position.y.bitPattern)
      digest.add(UInt64(UInt32(bitPattern: position.count)))
    }
  }

  private static func add(_ sums: [CellAggregate], to digest: inout BenchDigest) {
    let sorted = sums.sorted { one, other in
      (one.count, one.latitude, one.longitude) < (other.count, other.latitude, other.longitude)
    }
    digest.add(UInt64(sorted.count))
    for sum in sorted {
      digest.add(UInt64(UInt32(bitPattern: sum.count)))
      digest.add(UInt64(bitPattern: sum.latitude))
      digest.add(UInt64(bitPattern: sum.longitude))
    }
  }
}
