import MapEvents
import MapGeometry

/// A maker for each case of every room, in the order of the numbers that the digest knows them by.
enum EveryCase {
  typealias Maker = @Sendable (inout FieldSource) -> Event.Kind

  static let makers: [Maker] =
    session + map + data + view + selection + cluster + callout + [
      { .frame($0.frame()) },
      { .scene($0.scene()) },
    ]

  private static let session: [Maker] = [
    { .session(.began($0.legend())) },
    { _ in .session(.stepBegan) },
    { _ in .session(.stepEnded) },
    { .session(.mark($0.whole())) },
    { _ in .session(.expectationsDue) },
    { _ in .session(.ended) },
    { _ in .session(.neverSettled) },
  ]

  private static let map: [Maker] = [
    { .map(.regionWillChange(animated: $0.flag())) },
    { .map(.visibleRegionChanged($0.camera())) },
    { .map(.regionDidChange(animated: $0.flag(), $0.camera())) },
  ]

  private static let data: [Maker] = [
    { .data(.batchArrived(layer: $0.whole(), points: $0.whole())) },
    { .data(.pointsAdded(layer: $0.whole(), points: $0.whole())) },
    { .data(.pointsRemoved(layer: $0.whole(), points: $0.whole())) },
    {
      .data(
        .annotationAdded(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(), isCluster: $0.flag()))
    },
    {
      .data(
        .annotationRemoved(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(), isCluster: $0.flag()))
    },
  ]

  private static let view: [Maker] = [
    { .view(.requested(annotation: $0.whole(), identifier: $0.whole())) },
    { .view(.created(view: $0.whole(), identifier: $0.whole())) },
    { .view(.reused(view: $0.whole(), identifier: $0.whole())) },
    { .view(.returned(view: $0.whole(), annotation: $0.whole(), identifier: $0.whole())) },
    { .view(.didAdd(views: $0.list { $0.whole() })) },
  ]

  private static let selection: [Maker] = [
    { .selection(.willSelect(annotation: $0.whole())) },
    { .selection(.didSelect(annotation: $0.whole())) },
    { .selection(.willDeselect(annotation: $0.whole())) },
    { .selection(.didDeselect(annotation: $0.whole())) },
    { _ in .selection(.missed) },
  ]

  private static let triggers: [ClusterEvent.Trigger] = [
    .pointsAdded, .pointsRemoved, .regionChanged,
  ]

  private static let cluster: [Maker] = [
    {
      .cluster(
        .queued(
          update: $0.whole(), layer: $0.whole(), trigger: triggers[Int($0.bits() % 3)],
          triggeredAt: $0.time()))
    },
    { .cluster(.started(update: $0.whole(), layer: $0.whole())) },
    {
      .cluster(
        .computed(
          update: $0.whole(), layer: $0.whole(),
          work: ClusterWork(
            nodesVisited: $0.long(), pointsTouched: $0.long(), cellsVisited: $0.long(),
            distances: $0.long())))
    },
    { .cluster(.reused(annotation: $0.whole(), layer: $0.whole(), content: $0.bits())) },
    {
      .cluster(
        .applied(
          update: $0.whole(), layer: $0.whole(),
          change: ClusterChange(
            shown: $0.whole(), created: $0.whole(), reused: $0.whole(), removed: $0.whole())))
    },
    { .cluster(.finished(update: $0.whole(), layer: $0.whole())) },
    {
      .cluster(
        .indexed(
          layer: $0.whole(),
          work: ClusterWork(
            nodesVisited: $0.long(), pointsTouched: $0.long(), cellsVisited: $0.long(),
            distances: $0.long())))
    },
  ]

  private static let callout: [Maker] = [
    { .callout(.opened(callout: $0.whole(), annotation: $0.whole(), $0.opening())) },
    { .callout(.settled(callout: $0.whole(), $0.rest())) },
    { .callout(.interrupted(callout: $0.whole())) },
    { .callout(.closed(callout: $0.whole())) },
  ]
}
