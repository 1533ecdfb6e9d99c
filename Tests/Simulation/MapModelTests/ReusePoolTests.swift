import MapConfiguration
import MapEvents
import Support
import Testing

@testable import MapModel

extension ReusePools {
  /// Takes a view for an annotation: one that waits, or a new one.
  fileprivate mutating func dequeue(
    _ identifier: Int32, for annotation: AnnotationSlot
  ) -> (view: ViewID, isReused: Bool) {
    let waiting = dequeue(identifier)
    let view = waiting ?? create(identifier)
    show(view, for: annotation)
    return (view: view, isReused: waiting != nil)
  }
}

/// Pools against the plainest thing that could be meant by one.
@Suite("Reuse pools")
struct ReusePoolTests {
  /// A list for each identifier.
  struct Model {
    var waiting: [[ViewID]] = [[], []]
    var live: [ViewID] = []
    var identifiers: [Int32] = []

    mutating func take(_ identifier: Int32) -> (view: ViewID, isReused: Bool) {
      let isReused = !waiting[Int(identifier)].isEmpty
      guard isReused else { return (view: make(identifier), isReused: false) }
      live.append(waiting[Int(identifier)].removeFirst())
      return (view: live[live.count - 1], isReused: true)
    }

    mutating func make(_ identifier: Int32) -> ViewID {
      identifiers.append(identifier)
      live.append(ViewID(identifiers.count - 1))
      return live[live.count - 1]
    }

    mutating func giveBack(_ view: ViewID) {
      live.removeAll { $0 == view }
      waiting[Int(identifiers[view.index])].append(view)
    }
  }

  /// Puts a view on the map as an app does; the model makes a new one for `alwaysNew`.
  private func take(
    _ identifier: Int32, by provider: ViewProvider, for annotation: AnnotationSlot,
    _ pools: inout ReusePools, _ model: inout Model
  ) -> (view: ViewID, isReused: Bool) {
    switch provider {
    case .dequeuesByIdentifier:
      let (expected, isReused) = model.take(identifier)
      let waiting = pools.dequeue(identifier)
      #expect(waiting == (isReused ? expected : nil))
      let view = waiting ?? pools.create(identifier)
      #expect(pools[view].annotation == -1)
      pools.show(view, for: annotation)
      #expect(view == expected)
      return (view: view, isReused: isReused)
    case .dequeuesRegistered, .answersNil:
      let taken = pools.dequeue(identifier, for: annotation)
      #expect(taken == model.take(identifier))
      return taken
    case .alwaysNew, .ownView:
      let expected = model.make(identifier)
      let view = pools.create(identifier)
      pools.show(view, for: annotation)
      #expect(view == expected)
      return (view: view, isReused: false)
    }
  }

  /// Plays every continuation of a history up to a depth: a view of either identifier is taken in
  /// each way, one of those that are out is given back, or those that wait go.
  private func explore(_ pools: ReusePools, _ model: Model, depth: Int, count: inout Int) {
    count += 1
    #expect(pools.liveCount == model.live.count)
    #expect(pools.pooledCount == model.waiting[0].count + model.waiting[1].count)
    #expect(pools.views.map(\.identifier) == model.identifiers)
    let live = pools.views.indices.filter { pools.views[$0].annotation.isSome }.map { ViewID($0) }
    #expect(live == model.live.sorted())
    guard depth > 0 else { return }
    for identifier: Int32 in [0, 1] {
      for provider in ViewProvider.allCases {
        var (pools, model) = (pools, model)
        let taken = take(identifier, by: provider, for: AnnotationSlot(depth), &pools, &model)
        #expect(pools[taken.view].annotation == AnnotationSlot(depth))
        explore(pools, model, depth: depth - 1, count: &count)
      }
    }
    for view in model.live {
      var (pools, model) = (pools, model)
      pools.giveBack(view)
      model.giveBack(view)
      explore(pools, model, depth: depth - 1, count: &count)
    }
    guard pools.pooledCount > 0 else { return }
    var (pools, model) = (pools, model)
    pools.removeWaiting()
    model.waiting = [[], []]
    explore(pools, model, depth: depth - 1, count: &count)
  }

  @Test
  func `does what lists would do in every short history`() {
    var count = 0
    explore(ReusePools(identifiers: 2), Model(), depth: 4, count: &count)
    #expect(count == 18101)
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
