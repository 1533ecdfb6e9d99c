import Metrics
import Testing

@testable import Authoring
@testable import ScenarioFiles

@Suite("Explanations of names")
struct ExplanationTests {
  private func text(_ name: String) -> String {
    Explanation.all(of: name).map(\.text).joined(separator: "\n")
  }

  @Test
  func `of a step have its keys, limits, defaults and examples`() {
    #expect(
      text("zoom") == """
        zoom: a step

        Pinches around the middle of the part of the view that no bar covers.

        Example:

            - zoom: {by: 1 level, over: 300 ms}

        Keys:

            by: -2 levels
                The number of levels; positive numbers zoom in.
                Value: zoom levels such as 1 level or -2 levels; -25 to 25 levels.
                Required.

            over: 300 ms
                The time for which the fingers move.
                Value: a duration such as 250 ms or 1.5 s; 1 ms to 60 min.
                When left out: 300 ms.

            release: moving
                The way in which the fingers leave the map. 'resting': they stop first,
                and the map stops. 'moving': they leave while they move, and the map
                moves on.
                Value: one of: resting, moving.
                When left out: resting.

        zoom: a key of 'map'

            zoom: no
                Whether pinches, double taps and two-finger taps zoom.
                Value: yes or no.
                When left out: yes.

        """)
  }

  @Test
  func `of a metric have its unit, direction and scope`() {
    #expect(
      text("views created") == """
        views created: a metric of views

        Annotation views that were created.

        Unit: count, such as 40; the lower, the better.

        Scope: in the 'expect' of a scenario, the whole session, or the time between two
        moments ('between'). In an 'expect' step, the session so far, or the time since
        a mark ('since'). Add 'layer' to count one layer only.

        Fails as 'not evaluated' if no view was requested.

        Example:

            expect: {views created: at most 40}

        """)
  }

  @Test
  func `of a key are one for each meaning`() {
    #expect(
      text("within") == """
        within: a key of 'data set'

            within: 300 km
                How far from 'around' a point may be, along a great circle.
                Value: a distance such as 300 km; 0 to 20100 km.
                Optional.

        within: a key of 'cities', 'uniform', 'blobs', 'grid'

            within: 20 km
                The distance from 'around' to the edge of the area.
                Value: a distance such as 300 km; 0.001 to 200 km.
                Optional.

        within: a key of 'expect of the session', 'expect'

            within: 500 ms
                The time limit of 'then'; if the session ends earlier, the promise is
                not decided.
                Value: a duration such as 250 ms or 1.5 s; 0 ns to 60 min.
                When left out: the end of the range.

        within: a key of 'touched annotation', 'select', 'select annotation', 'drag',
        'annotation', 'zoom to cluster'

            within: 22 pt
                The largest distance between that edge, corner or point and the
                annotation's own point.
                Value: a distance such as 12 pt; 0 to 10000 pt.
                When left out: 20 pt.

        """)
  }

  @Test
  func `of a value name the keys that can have it`() {
    #expect(
      text("bubble").hasPrefix("bubble: a value of the key 'style' of 'callout'\n\n    style: "))
    #expect(text("pyramid").hasPrefix("pyramid: a value of the key 'engine' of 'cluster'"))
    #expect(text("yes").isEmpty)
  }

  @Test(arguments: ScenarioSchema.objects)
  func `there are of every object and key`(object: ObjectSchema) {
    let whole = text(object.kind.name)
    #expect(!whole.isEmpty && !whole.contains("`"))
    for field in object.fields {
      #expect(whole.contains("    \(field.key):"), "\(field.key)")
      #expect(!text(field.key).isEmpty, "\(field.key)")
    }
  }

  @Test(arguments: Metric.allCases)
  func `there are of every metric`(metric: Metric) {
    #expect(text(metric.name).contains("\(metric.name): a metric of "))
  }

  @Test
  func `do without capitals, but not without the right letters`() {
    #expect(text("Tap Map") == text("tap map"))
    #expect(Explanation.all(of: "tapp map").isEmpty)
    #expect(Explanation.remedy(for: "tapp map") == "did you mean 'tap map'?")
    let remedy = Explanation.remedy(for: "drift")
    let pages = remedy.split(separator: "'").enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
    #expect(remedy.hasPrefix("see the pages of '") && pages.contains("fling"), "\(remedy)")
    for page in pages { #expect(text(page).lowercased().contains("drift"), "\(page)") }
    #expect(Explanation.remedy(for: "qxqxqxq").hasPrefix("write a code such as "))
  }
}
