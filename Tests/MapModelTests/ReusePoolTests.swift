import Support
import Testing

@testable import MapModel

/// Pools against the plainest thing that could be meant by one.
@Suite("Reuse pools")
struct ReusePoolTests {
  /// A list for each identifier.
  struct Model {
    var waiting: [[Int32]] = [[], []]
    var live: [Int32] = []
    var identifiers: [Int32] = []

    mutating func take(_ identifier: Int32) -> (view: Int32, isReused: Bool) {
      let isReused = !waiting[Int(identifier)].isEmpty
      let view = isReused ? waiting[Int(identifier)].removeFirst() : Int32(identifiers.count)
      if !isReused { identifiers.append(identifier) }
      live.append(view)
      return (view: view, isReused: isReused)
    }

    mutating func giveBack(_ view: Int32) {
      live.removeAll { $0 == view }
      waiting[Int(identifiers[Int(view)])].append(view)
    }
  }

  /// Plays every continuation of a history up to a depth: a view of either identifier is taken, or
  /// one of those that are out is given back.
  private func explore(_ pools: ReusePools, _ model: Model, depth: Int, count: inout Int) {
    count += 1
    #expect(pools.liveCount == model.live.count)
    #expect(pools.pooledCount == model.waiting[0].count + model.waiting[1].count)
    #expect(pools.views.map(\.identifier) == model.identifiers)
    let live = pools.views.indices.filter { pools.views[$0].annotation >= 0 }.map(Int32.init)
    #expect(live == model.live.sorted())
    guard depth > 0 else { return }
    for identifier: Int32 in [0, 1] {
      var (pools, model) = (pools, model)
      let taken = pools.dequeue(identifier, for: Int32(depth))
      #expect(taken == model.take(identifier))
      #expect(pools.views[Int(taken.view)].annotation == Int32(depth))
      explore(pools, model, depth: depth - 1, count: &count)
    }
    for view in model.live {
      var (pools, model) = (pools, model)
      pools.giveBack(view)
      model.giveBack(view)
      explore(pools, model, depth: depth - 1, count: &count)
    }
  }

  @Test
  func `does what lists would do in every short history`() {
    var count = 0
    explore(ReusePools(identifiers: 2), Model(), depth: 6, count: &count)
    #expect(count == 1801)
  }

  @Test
  func `stays as small as its views in a long history`() {
    var pools = ReusePools(identifiers: 1)
    var model = Model()
    for round in 0..<2000 {
      let wanted = 1 + round * 7919 % 60
      while model.live.count < wanted {
        #expect(pools.dequeue(0, for: 1) == model.take(0))
      }
      while model.live.count > wanted {
        let view = model.live[round % model.live.count]
        pools.giveBack(view)
        model.giveBack(view)
      }
      #expect(pools.placeCount < 4 * pools.views.count + 64)
    }
    #expect(pools.views.count == 60)
  }

  @Test
  func `refuses a view that comes back twice`() async {
    await #expect(processExitsWith: .failure) {
      var pools = ReusePools(identifiers: 1)
      let taken = pools.dequeue(0, for: 0)
      pools.giveBack(taken.view)
      pools.giveBack(taken.view)
    }
  }
}
