internal import MapConfiguration
public import MapEvents
public import MapGeometry

/// A batch of a download as the network brings it; times count from the beginning of the download.
public struct PlannedBatch: Hashable, Sendable {
  /// Attempts whose answers never come.
  public struct Losses: Hashable, Sendable {
    /// When the app notices the first one.
    public var first: SimulatedTime
    /// Time between two of them.
    public var interval: SimulatedTime
    /// How many there are.
    public var count: Int

    /// Makes losses of their parts.
    public init(first: SimulatedTime, interval: SimulatedTime, count: Int) {
      precondition(count > 0 && first >= .zero && interval >= .zero, "losses that never happen")
      self.first = first
      self.interval = interval
      self.count = count
    }
  }

  /// The points that it brings.
  public var points: [PointID]
  /// Index of the layer that gets them.
  public var layer: Int
  /// When it arrives; nil for one that is given up after its last loss.
  public var arrival: SimulatedTime?
  /// The attempts before; nil when the first one succeeds.
  public var losses: Losses?

  /// Makes a batch of its parts.
  public init(
    points: [PointID], layer: Int, arrival: SimulatedTime?, losses: Losses? = nil
  ) {
    precondition(arrival != nil || losses != nil, "a batch is given up without a loss")
    precondition(arrival ?? .zero >= .zero, "a batch cannot arrive in the past")
    self.points = points
    self.layer = layer
    self.arrival = arrival
    self.losses = losses
  }
}

/// The downloads that have begun: the batches that the network delivers, loses, or never delivers.
final class Downloads: MapComponent {
  private struct Download {
    /// How many batches are still to come.
    var pending: Int
    /// The part of the app that asked for it.
    let asker: Asker
    var isCancelled = false
  }

  /// The part of the app that asks for a download.
  enum Asker {
    /// A step whose end nothing waits for.
    case step
    /// A step that gives the download a name; the session tells when it begins and ends.
    case namedStep
    /// A callback, with what the app does with the answer, and its layer.
    case callback(VisibleLoad.Method, LayerID)
  }

  private let points: LayerPoints
  private var all: [Download] = []
  private(set) var hasCancelled = false

  init(_ part: MapComponent, points: LayerPoints) {
    self.points = points
    super.init(part)
  }

  /// Begins a download, whose batches arrive from now on; returns its number.
  @discardableResult
  func begin(_ batches: [PlannedBatch], for asker: Asker) -> Int32 {
    let download = Int32(all.count)
    all.append(Download(pending: batches.count, asker: asker))
    switch asker {
    case .step: break
    case .namedStep: context.emit(.data(.downloadBegan(download: download)))
    case .callback(_, let layer): context.emit(.data(.loadBegan(load: download, layer: layer)))
    }
    for batch in batches {
      precondition(
        context.setup.layers.indices.contains(batch.layer), "there is no layer \(batch.layer)")
      if let losses = batch.losses {
        let loss = ScheduledLoss(
          layer: LayerID(batch.layer), points: Int32(batch.points.count), download: download,
          interval: losses.interval, left: Int32(losses.count), isFatal: batch.arrival == nil)
        scheduler.schedule(.loss(loss), at: context.now + losses.first, inBackground: true)
      }
      if let arrival = batch.arrival {
        scheduler.schedule(
          .batch(layer: batch.layer, points: batch.points, download: download),
          at: context.now + arrival, inBackground: true)
      }
    }
    return download
  }

  /// A batch comes from the network; the app gets it once the main thread is free.
  func bring(_ batch: [PointID], to layer: Int, of download: Int32) {
    var method: VisibleLoad.Method?
    let count = Int32(batch.count)
    if case .callback(let other, let layer) = all[Int(download)].asker {
      method = other
      context.emit(.data(.loadEnded(load: download, layer: layer, points: count)))
    } else {
      context.emit(.data(.batchArrived(layer: LayerID(layer), points: count)))
    }
    answer(download)
    guard context.isMainThreadFree else {
      scheduler.schedule(.insertion(layer: layer, points: batch, method), at: context.now)
      return
    }
    points.insert(batch: batch, into: layer, by: method)
  }

  /// The app notices that an answer does not come, and asks again or gives the batch up.
  func lose(_ loss: ScheduledLoss) {
    var next = loss
    next.left -= 1
    let isGivenUp = loss.isFatal && next.left == 0
    context.emit(
      .data(.batchLost(layer: loss.layer, points: loss.points, isGivenUp: isGivenUp)))
    if next.left > 0 {
      scheduler.schedule(.loss(next), at: context.now + loss.interval, inBackground: true)
    }
    if isGivenUp { answer(loss.download) }
  }

  /// A batch has come or is given up, which can end its download.
  private func answer(_ download: Int32) {
    assert(all[Int(download)].pending > 0, "more batches come than were asked for")
    all[Int(download)].pending -= 1
    if case .namedStep = all[Int(download)].asker, all[Int(download)].pending == 0 {
      context.emit(.data(.downloadEnded(download: download)))
    }
  }

  /// Cancels downloads by their numbers, but those that are over; if all are, that is emitted.
  func cancel(_ numbers: [Int32]) {
    assert(numbers.allSatisfy { all.indices.contains(Int($0)) }, "an unknown download")
    let running = numbers.filter(isRunning)
    guard !running.isEmpty else { return context.emit(.data(.nothingToCancel)) }
    for number in running {
      all[Int(number)].isCancelled = true
      let event: DataEvent =
        if case .callback(_, let layer) = all[Int(number)].asker {
          .loadCancelled(load: number, layer: layer)
        } else {
          .downloadCancelled(download: number, batches: Int32(all[Int(number)].pending))
        }
      context.emit(.data(event))
    }
    hasCancelled = true
    dropCancelled()
  }

  /// Whether something of a download is still to come.
  func isRunning(_ number: Int32) -> Bool {
    let download = all[Int(number)]
    return download.pending > 0 && !download.isCancelled
  }

  /// Forgets what the network would bring next for downloads that are cancelled, so that a map
  /// which waits for nothing else has settled.
  func dropCancelled() {
    guard hasCancelled else { return }
    scheduler.dropInBackground { isCancelled($0) }
  }

  /// Whether the download of an event is cancelled.
  func isCancelled(_ event: ScheduledEvent) -> Bool {
    switch event {
    case .batch(_, _, let download): all[Int(download)].isCancelled
    case .loss(let loss): all[Int(loss.download)].isCancelled
    case .load, .glide, .location, .insertion, .computed, .faded, .blocks, .lift, .dragAnswer,
      .releaseSelection:
      false
    }
  }

  private func isLoad(_ download: Int32) -> Bool {
    if case .callback = all[Int(download)].asker { true } else { false }
  }

  /// How many batches of downloads a layer is still to get, or to lose; nil means all layers.
  func pendingCount(of layer: Int?) -> Int64 {
    func counts(_ other: Int) -> Bool { layer == nil || layer == other }
    return scheduler.count { event in
      switch event {
      case .batch(let layer, _, let download):
        counts(layer) && !isCancelled(event) && !isLoad(download)
      case .insertion(let layer, _, let method): counts(layer) && method == nil
      // What is asked for again has its arrival planned, but for the last time in vain.
      case .loss(let loss): loss.isFatal && counts(loss.layer.index) && !isCancelled(event)
      case .load, .glide, .location, .computed, .faded, .blocks, .lift, .dragAnswer,
        .releaseSelection:
        false
      }
    }
  }
}

/// The next loss of a batch.
struct ScheduledLoss {
  let layer: LayerID
  let points: Int32
  let download: Int32
  let interval: SimulatedTime
  /// How many there are with this one.
  var left: Int32
  /// Whether the batch is given up after the last one.
  let isFatal: Bool
}
