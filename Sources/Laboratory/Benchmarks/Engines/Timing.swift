import Clustering
import Instruments
import MapGeometry

/// The timed loops.
///
/// Each is generic and called with one engine, so that it is compiled for it.
enum Timing {
  struct Sample: Sendable {
    var view: Int
    /// How long the call took, in nanoseconds.
    var nanoseconds: Double
    /// How long a copy of the answer took, in nanoseconds.
    var copy: Double
    var clusters: Int
  }

  /// The least time that is measured, in nanoseconds: much longer than reading the clock takes.
  private static let shortest: Int64 = 5_000
  private static let clock = MonotonicClock()

  /// Queries each view over and over: the first ones in any case, the rest while there is time.
  static func warm<Index: ClusterIndex>(
    _ index: inout Index, views: [ClusterView], least: Int, budget: Int64
  ) -> [Sample] {
    var samples: [Sample] = []
    var clusters: [Index.Cluster] = []
    var copy: [Index.Cluster] = []
    var work = Work()
    let begin = clock.nanoseconds
    for number in views.indices {
      let view = views[number]
      index.clusters(in: view, into: &clusters, work: &work)
      let time = repeated {
        clusters.removeAll(keepingCapacity: true)
        index.clusters(in: view, into: &clusters, work: &work)
      }
      let copying = self.copying(clusters, into: &copy)
      samples.append(
        Sample(view: number, nanoseconds: time, copy: copying, clusters: clusters.count))
      clusters.removeAll(keepingCapacity: true)
      guard number + 1 < least || clock.nanoseconds - begin < budget else { break }
    }
    return samples
  }

  /// Queries each view once, the caches evicted before, as far as the time suffices.
  static func cold<Index: ClusterIndex>(
    _ index: inout Index, views: [ClusterView], evictor: inout Evictor, budget: Int64
  ) -> [Double] {
    var samples: [Double] = []
    var clusters: [Index.Cluster] = []
    clusters.reserveCapacity(4_096)
    var work = Work()
    let begin = clock.nanoseconds
    for view in views {
      evictor.evict()
      clusters.removeAll(keepingCapacity: true)
      let start = clock.nanoseconds
      index.clusters(in: view, into: &clusters, work: &work)
      samples.append(Double(clock.nanoseconds - start))
      guard clock.nanoseconds - begin < budget else { break }
    }
    return samples
  }

  /// Walks each path of views, from each to the next with what is new; a sample is a mean step.
  static func pan<Index: ClusterIndex>(
    _ index: inout Index, paths: [[ClusterView]], budget: Int64
  ) -> [Sample] {
    var work = Work()
    return times(of: paths.indices, budget: budget) { number in
      let path = paths[number]
      return total(of: number, 1..<path.count, parts: path.count - 1) { step, clusters in
        index.clusters(in: path[step], notIn: path[step - 1], into: &clusters, work: &work)
      }
    }
  }

  /// Queries all views of each sweep; a sample is a whole sweep.
  static func sweep<Index: ClusterIndex>(
    _ index: inout Index, sweeps: [[ClusterView]], budget: Int64
  ) -> [Sample] {
    var work = Work()
    return times(of: sweeps.indices, budget: budget) { number in
      total(of: number, sweeps[number].indices, parts: 1) { step, clusters in
        index.clusters(in: sweeps[number][step], into: &clusters, work: &work)
      }
    }
  }

  /// Measures one after the other while there is time, the first in any case.
  @inline(__always) private static func times(
    of numbers: Range<Int>, budget: Int64, _ body: (Int) -> Sample
  ) -> [Sample] {
    var samples: [Sample] = []
    let begin = clock.nanoseconds
    for number in numbers {
      samples.append(body(number))
      guard clock.nanoseconds - begin < budget else { break }
    }
    return samples
  }

  /// The time of some steps together, divided by a number of parts.
  @inline(__always) private static func total<Cluster: IndexedCluster>(
    of number: Int, _ steps: Range<Int>, parts: Int, query: (Int, inout [Cluster]) -> Void
  ) -> Sample {
    var clusters: [Cluster] = []
    var copy: [Cluster] = []
    var count = 0
    var copying = 0.0
    // The first time makes what is made lazily, and its answers are copied.
    for step in steps {
      clusters.removeAll(keepingCapacity: true)
      query(step, &clusters)
      count += clusters.count
      copying += self.copying(clusters, into: &copy)
    }
    let time = repeated {
      for step in steps {
        clusters.removeAll(keepingCapacity: true)
        query(step, &clusters)
      }
    }
    return Sample(
      view: number, nanoseconds: time / Double(parts), copy: copying / Double(parts),
      clusters: count / parts)
  }

  /// Adds, removes or moves a batch of points, then queries a view.
  static func change<Index: ClusterIndex>(
    _ index: inout Index, batch: Batch, view: ClusterView
  ) -> Int64 {
    var clusters: [Index.Cluster] = []
    clusters.reserveCapacity(4_096)
    var work = Work()
    let start = clock.nanoseconds
    let changed =
      switch batch.change {
      case .add: index.add(batch.ids, at: batch.places, work: &work)
      case .remove: index.remove(batch.ids, work: &work)
      case .move: index.move(batch.ids, to: batch.places, work: &work)
      }
    index.clusters(in: view, into: &clusters, work: &work)
    let time = clock.nanoseconds - start
    precondition(changed == batch.ids.count, "an engine has other points than it was given")
    return time
  }

  /// Bytes that repeated queries of views allocate.
  static func allocatedBytes<Index: ClusterIndex>(
    _ index: inout Index, views: [ClusterView]
  ) -> Double? {
    var clusters: [Index.Cluster] = []
    var work = Work()
    func queryAll() {
      for view in views {
        clusters.removeAll(keepingCapacity: true)
        index.clusters(in: view, into: &clusters, work: &work)
      }
    }
    queryAll()
    guard let before = Allocator.bytesAllocatedByThisThread else { return nil }
    queryAll()
    guard let after = Allocator.bytesAllocatedByThisThread else { return nil }
    return Double(after - before) / Double(max(views.count, 1))
  }

  static func steadyWork<Index: ClusterIndex>(
    _ index: inout Index, view: ClusterView
  ) -> (Work, clusters: Int) {
    var clusters: [Index.Cluster] = []
    var first = Work()
    index.clusters(in: view, into: &clusters, work: &first)
    clusters.removeAll(keepingCapacity: true)
    var steady = Work()
    index.clusters(in: view, into: &clusters, work: &steady)
    return (steady, clusters.count)
  }

  /// Queries views without timing each, and returns how many were queried in time.
  static func look<Index: ClusterIndex>(
    _ index: inout Index, views: [ClusterView], budget: Int64
  ) -> Int {
    var clusters: [Index.Cluster] = []
    var work = Work()
    let begin = clock.nanoseconds
    for number in views.indices {
      clusters.removeAll(keepingCapacity: true)
      index.clusters(in: views[number], into: &clusters, work: &work)
      guard clock.nanoseconds - begin < budget else { return number + 1 }
    }
    return views.count
  }

  private static func copying<Cluster: IndexedCluster>(
    _ clusters: [Cluster], into copy: inout [Cluster]
  ) -> Double {
    copy.removeAll(keepingCapacity: true)
    copy.append(contentsOf: clusters)
    return repeated {
      copy.removeAll(keepingCapacity: true)
      copy.append(contentsOf: clusters)
    }
  }

  /// The time of some work, repeated until enough is measured.
  @inline(__always) private static func repeated(_ body: () -> Void) -> Double {
    var times = 1
    while true {
      let start = clock.nanoseconds
      for _ in 0..<times { body() }
      let time = clock.nanoseconds - start
      if time >= shortest { return Double(time) / Double(times) }
      // A little more than is missing, and at most eight times as often.
      times = min(times * 8, Int(Int64(times) * shortest * 5 / 4 / max(time, 1)) + 1)
    }
  }
}

struct Batch: Sendable {
  enum Change: String, Sendable { case add, remove, move }

  var change: Change
  var ids: [Int32]
  /// Where they are from now on; empty for points that go.
  var places: [Coordinate]
}
