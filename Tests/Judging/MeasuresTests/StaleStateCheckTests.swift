import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

@Suite("Dirty check")
struct StaleStateCheckTests {
  private static let clean = ViewState(
    title: -1, accessory: -1, callout: -1, isTransformed: false, isSelected: false)

  /// A state with each part of some annotation, or of none.
  private static func state(_ code: Int) -> ViewState {
    let owners = [code % 3, code / 3 % 3, code / 9 % 3].map { AnnotationID($0 - 1) }
    return ViewState(
      title: owners[0], accessory: owners[1], callout: owners[2],
      isTransformed: code / 27 % 2 == 1, isSelected: code / 54 == 1)
  }

  private static let states: [ViewState] = (0..<108).map { state($0) }

  /// Every state of a view shown for annotation 0 after annotation 1, selected or not, against the
  /// sentence that declares the check.
  @Test
  func `finds what stems from others, and nothing else`() {
    for isSelected in [false, true] {
      for state in StaleStateCheckTests.states {
        var check = StaleStateCheck()
        _ = check.show(4, for: 1, StaleStateCheckTests.clean)
        if isSelected { check.observe(.didSelect(annotation: 0)) }
        let leaks = check.show(4, for: 0, state)
        var parts: [StaleReuse.State] = []
        if state.title == 1 { parts.append(.title) }
        if state.accessory == 1 { parts.append(.accessory) }
        if state.callout == 1 { parts.append(.callout) }
        if state.isTransformed, !isSelected { parts.append(.transform) }
        if state.isSelected, !isSelected { parts.append(.selection) }
        #expect(leaks.map(\.part) == parts, "\(state), \(isSelected)")
        #expect(leaks.allSatisfy { $0.owner == 1 })
      }
    }
  }

  @Test
  func `finds a lost clustering identifier in the very next use alone`() {
    var check = StaleStateCheck()
    #expect(check.show(4, for: 1, StaleStateCheckTests.clean).isEmpty)
    check.loseClustering(4)
    #expect(
      check.show(4, for: 0, StaleStateCheckTests.clean)
        == [StaleReuse.Leak(part: .clustering, owner: 1)])
    #expect(check.show(4, for: 2, StaleStateCheckTests.clean).isEmpty)
    check.loseClustering(4)
    #expect(check.show(5, for: 3, StaleStateCheckTests.clean).isEmpty)
    #expect(check.show(4, for: 5, StaleStateCheckTests.clean).isEmpty)
  }

  @Test(
    arguments: [
      ([.willSelect(annotation: 7)], true), ([.didSelect(annotation: 7)], true),
      ([.didSelectAnnotation(7)], true), ([.refused(.disabled(annotation: 7))], false),
      ([.nothingMeant], false),
      ([.didSelect(annotation: 8)], false),
      ([.didSelect(annotation: 7), .willDeselect(annotation: 7)], false),
      ([.didSelect(annotation: 7), .didDeselect(annotation: 7)], false),
      ([.didSelect(annotation: 7), .didDeselectAnnotation(7)], false),
      (
        [
          .didSelect(annotation: 8), .didDeselect(annotation: 8), .didSelect(annotation: 7),
          .nothingMeant, .refused(.disabled(annotation: 9)),
        ], true
      ),
    ] as [([SelectionEvent], Bool)])
  func `lets the selected annotation look selected`(events: [SelectionEvent], isClean: Bool) {
    var check = StaleStateCheck()
    for event in events { check.observe(event) }
    var state = StaleStateCheckTests.clean
    state.isSelected = true
    #expect(check.show(0, for: 7, state).isEmpty == isClean)
  }

  @Test
  func `a view that was never shown got its looks from nobody`() {
    var check = StaleStateCheck()
    var state = StaleStateCheckTests.clean
    state.isTransformed = true
    #expect(
      check.show(2, for: 7, state) == [StaleReuse.Leak(part: .transform, owner: nil)])
    #expect(
      check.show(2, for: 8, state) == [StaleReuse.Leak(part: .transform, owner: 7)])
  }

  /// The view passes from 1, which was selected, to 2, 3 and 4; 3 is selected in its turn.
  @Test
  func `a look that is handed on stems from who was selected`() {
    var check = StaleStateCheck()
    var state = StaleStateCheckTests.clean
    _ = check.show(0, for: 1, state)
    _ = check.show(1, for: 9, state)
    check.observe(.didSelect(annotation: 1))
    check.observe(.didDeselect(annotation: 1))
    state.isSelected = true
    func leak(of owner: AnnotationID) -> [StaleReuse.Leak] {
      [StaleReuse.Leak(part: .selection, owner: owner)]
    }
    #expect(check.show(0, for: 2, state) == leak(of: 1))
    #expect(check.show(0, for: 3, state) == leak(of: 1))
    // What 1 does now happens on another view.
    _ = check.show(1, for: 1, StaleStateCheckTests.clean)
    check.observe(.didSelect(annotation: 3))
    check.observe(.didDeselect(annotation: 3))
    check.observe(.didSelect(annotation: 1))
    check.observe(.didDeselect(annotation: 1))
    #expect(check.show(0, for: 4, state) == leak(of: 3))
    #expect(check.show(1, for: 5, state) == leak(of: 1))
  }

  private static let pin = ViewAppearance(
    kind: .pin, size: ScreenSize(width: 32, height: 39), centerOffset: ScreenOffset(dx: 8, dy: -16),
    calloutOffset: .zero)

  /// Every combination of what a view can keep, for a view that annotation 1 had before.
  @Test
  func `finds the class, the extent and the offsets that a view keeps of another use`() {
    for code in 0..<16 {
      var kept = StaleStateCheckTests.pin
      var parts: [StaleReuse.State] = []
      if code & 1 != 0 { kept.kind = .marker }
      if code & 2 != 0 { kept.size.height = 40 }
      if code & 4 != 0 { kept.centerOffset.dx = 0 }
      if code & 8 != 0 { kept.calloutOffset.dy = 1 }
      if code & 1 != 0 { parts.append(.kind) }
      if code & 2 != 0 { parts.append(.size) }
      if code & 12 != 0 { parts.append(.offset) }
      var check = StaleStateCheck()
      _ = check.show(4, for: 1, StaleStateCheckTests.clean)
      check.keep(4, kept, insteadOf: StaleStateCheckTests.pin)
      let expected = parts.map { StaleReuse.Leak(part: $0, owner: 1) }
      #expect(check.show(4, for: 2, StaleStateCheckTests.clean) == expected)
      // What comes next is as it should be.
      #expect(check.show(4, for: 3, StaleStateCheckTests.clean).isEmpty)
    }
  }

  @Test
  func `counts a view once that keeps its class and a title`() {
    var marker = StaleStateCheckTests.pin
    marker.kind = .marker
    var session = Session()
    session.step(0) { $0.add(StaleStateCheckTests.shown(0, for: 3, title: 3)) }
    session.step(1) { session in
      session.add(
        .view(
          .appearanceKept(view: 0, annotation: 4, marker, insteadOf: StaleStateCheckTests.pin)))
      session.add(StaleStateCheckTests.shown(0, for: 4, title: 3))
    }
    let facts = session.facts()
    #expect(facts.session[.staleReuses] == .count(1))
    #expect(facts.staleReuses.map { $0.leaks.map(\.part) } == [[.kind, .title]])
  }

  private static func shown(_ view: ViewID, for annotation: AnnotationID, title: AnnotationID)
    -> Event.Kind
  {
    var state = clean
    state.title = title
    return .view(.displayed(view: view, annotation: annotation, state))
  }

  @Test
  func `counts each view once and says where it was`() {
    var session = Session()
    session.step(0) { $0.add(StaleStateCheckTests.shown(0, for: 3, title: 3)) }
    session.add(.session(.mark(0)))
    session.wait(5)
    session.step(2) { session in
      session.add(StaleStateCheckTests.shown(0, for: 4, title: 3))
      session.add(StaleStateCheckTests.shown(1, for: 3, title: -1))
    }
    let facts = session.facts()
    #expect(facts.session[.staleReuses] == .count(1))
    #expect(facts.marks[0].table[.staleReuses] == .count(1))
    #expect(facts.steps.map { $0[.staleReuses] } == [0, 0, 1, 0].map { .count($0) })
    #expect(
      facts.staleReuses == [
        StaleReuse(
          time: SimulatedTime(milliseconds: 5), step: 2, view: 0, annotation: 4,
          leaks: [StaleReuse.Leak(part: .title, owner: 3)])
      ])
  }

  /// What animators left is known once they had their turn, after the view was displayed.
  @Test
  func `counts a view once that keeps its alpha and a title`() {
    func kept(_ view: ViewID, for annotation: AnnotationID) -> Event.Kind {
      .animator(.alphaKept(view: view, annotation: annotation, fadedFor: 2))
    }
    let (title, alpha) = (
      StaleReuse.Leak(part: .title, owner: 3), StaleReuse.Leak(part: .alpha, owner: 2)
    )
    var session = Session()
    session.add(StaleStateCheckTests.shown(0, for: 4, title: 3))
    session.add(StaleStateCheckTests.shown(1, for: 5, title: 5))
    session.add(kept(0, for: 4))
    session.add(kept(1, for: 5))
    session.wait(5)
    session.add(StaleStateCheckTests.shown(0, for: 6, title: 6))
    session.add(kept(0, for: 6))
    let facts = session.facts()
    #expect(facts.session[.staleReuses] == .count(3))
    #expect(facts.staleReuses.map(\.leaks) == [[title, alpha], [alpha], [alpha]])
    #expect(facts.staleReuses.map(\.annotation) == [4, 5, 6])
  }

  /// Both annotations of a fade that was kept, though the one that faded has left the map.
  @Test
  func `knows whose fade a view keeps`() {
    var session = Session()
    for (annotation, earlier) in [(1, nil), (2, 1), (4, 2)] as [(AnnotationID, AnnotationID?)] {
      let content = UInt64(annotation.rawValue)
      session.add(
        .data(
          .annotationAdded(annotation: annotation, layer: 0, content: content, cluster: nil)))
      session.add(StaleStateCheckTests.shown(0, for: annotation, title: annotation))
      if let earlier {
        session.add(.animator(.alphaKept(view: 0, annotation: annotation, fadedFor: earlier)))
      }
      session.add(
        .data(
          .annotationRemoved(
            annotation: annotation, layer: 0, content: content, isCluster: false)))
    }
    let subjects = session.facts().staleReuses.map { $0.subjects.map(\.content) }
    #expect(subjects == [[2, 1], [4, 2]])
  }

  @Test
  func `keeps the first ones and counts them all`() {
    var session = Session()
    let count = Int32(FactsRecorder.staleReuseLimit) + 20
    for number in 0..<count {
      session.add(StaleStateCheckTests.shown(0, for: AnnotationID(rawValue: number + 1), title: 0))
    }
    let facts = session.facts()
    #expect(facts.session[.staleReuses] == .count(Int64(count)))
    #expect(facts.staleReuses.count == FactsRecorder.staleReuseLimit)
    #expect(facts.staleReuses.first?.annotation == 1)
  }
}
