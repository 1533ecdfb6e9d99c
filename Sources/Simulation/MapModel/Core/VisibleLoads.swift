internal import ExactMath
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The app's requests for the points that are visible, from callback to answer.
///
/// A callback begins a load: the app waits, asks for the points that are visible then, and gets the
/// answer later. The next callback may cancel it at any time before its answer.
final class VisibleLoads: MapComponent {
  private struct Load {
    let setup: VisibleLoad
    /// The places of the points that the server has; made when they are asked for first.
    var places: [MapPoint]?
    /// How many callbacks have come, of which the last one counts where it cancels others.
    var callCount = 0
    /// The number of the last request.
    var download: Int32?
    /// Where the drawn part of the delays comes from.
    var delays: RandomStream
  }

  private let downloads: Downloads
  private var loads: [Load]

  init(_ part: MapComponent, downloads: Downloads) {
    self.downloads = downloads
    let setup = part.context.setup
    loads = setup.app.loads.enumerated().map { index, load in
      Load(setup: load, delays: RandomStream(seed: setup.seed, name: "delays of load \(index)"))
    }
    super.init(part)
  }

  /// Whether the app loads points when the map has rendered.
  private(set) lazy var waitForRendering = loads.contains { $0.setup.moment == .mapRendered }

  /// The app's delegate gets a callback.
  func appHears(_ moment: VisibleLoad.Moment) {
    for index in loads.indices where loads[index].setup.moment == moment {
      let load = loads[index].setup
      context.chargeMainThread(load.work)
      loads[index].callCount += 1
      if load.cancelsEarlier, let last = loads[index].download, downloads.isRunning(last) {
        downloads.cancel([last])
      }
      scheduler.schedule(
        .load(index: index, call: loads[index].callCount), at: context.doneTime + load.wait)
    }
  }

  /// The app asks its server, unless a later callback has cancelled this load.
  ///
  /// - Complexity: O(points that the server has).
  func ask(_ index: Int, call: Int) {
    let load = loads[index].setup
    assert(call > 0 && call <= loads[index].callCount, "a load of no callback")
    guard !load.cancelsEarlier || call == loads[index].callCount else { return }
    let numbers = context.setup.served[load.data]
    let places =
      loads[index].places
      ?? numbers.map { Projection.mapKit.mapPoint(for: context.setup.coordinates[$0]) }
    loads[index].places = places
    assert(places.count == numbers.count, "each point of the server has a place")
    let area = region.area(marginFraction: load.marginFraction)
    var points: [PointID] = []
    for (number, place) in zip(numbers, places) where area.contains(place) {
      guard points.count < load.first ?? .max else { break }
      points.append(PointID(number))
    }
    var latency = load.latency
    if load.jitter > .zero {
      latency =
        latency
        + SimulatedTime(
          nanoseconds: Int64(loads[index].delays.next(through: UInt64(load.jitter.nanoseconds))))
    }
    loads[index].download = downloads.begin(
      [PlannedBatch(points: points, layer: load.layer, arrival: latency)],
      for: .callback(load.method, LayerID(load.layer)))
  }
}
