import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Views that stay when their cluster annotation becomes a single point, or the other way round.
@Suite("Views whose annotation gets another role")
struct ViewRoleTests {
  /// How an app declares the views of clusters beside those of single points.
  struct App: CustomTestStringConvertible {
    let name: String
    /// Whether a view that stays shows the wrong thing.
    let isWrong: Bool
    var refreshes = true
    var reuses = true
    let change: @Sendable (inout ViewSetup) -> Void

    var testDescription: String { name }
  }

  static let apps = [
    App(name: "the same views", isWrong: false) { _ in },
    App(name: "another identifier", isWrong: true) { $0.identifiers = ["pile"] },
    App(name: "another size", isWrong: true) { $0.size = ScreenSize(width: 60, height: 60) },
    App(name: "another offset", isWrong: true) { $0.centerOffset = .zero },
    App(name: "another kind", isWrong: true) {
      $0.kind = .marker
      $0.sizing = .eachTime
    },
    App(name: "another callout", isWrong: false) { $0.canShowCallout = true },
    App(name: "another size, set each time", isWrong: false) {
      $0.size = ScreenSize(width: 60, height: 60)
      $0.sizing = .eachTime
    },
    App(name: "another identifier, sized each time", isWrong: true) {
      $0.identifiers = ["pile"]
      $0.sizing = .eachTime
    },
    App(name: "a size that is not refreshed", isWrong: true, refreshes: false) {
      $0.size = ScreenSize(width: 60, height: 60)
      $0.sizing = .eachTime
    },
    App(name: "annotations that are made anew", isWrong: false, reuses: false) {
      $0.identifiers = ["pile"]
    },
    App(name: "no views for either", isWrong: false) { $0.provider = .answersNil },
  ]

  /// Two points that are one cluster at first, and two from one level closer on.
  private static func map(_ app: App) -> TestMap {
    var layer = LayerSetup.clustered(method: .nearCenter, reuses: app.reuses).clustering {
      $0.app.refreshesReusedViews = app.refreshes
    }
    if app.name == "no views for either" { layer.view.provider = .answersNil }
    var view = layer.view
    app.change(&view)
    layer.view.sizing = view.sizing
    layer.clusterView = view
    layer.oneLocationView = view
    return TestMap(screenPoints: [(x: 145, y: 100), (x: 155, y: 104)], layers: [layer])
  }

  /// The views that an app would not have made for what they show now, by what they look like.
  private static func wrongViews(_ test: TestMap) -> Int {
    test.map.views.shown.count { slot in
      let annotation = test.map.annotations[slot]
      let view = test.map.views.pools[annotation.view]
      let wanted = test.map.settings[annotation, annotation.role, isDefault: view.isDefault]
      let identifier = test.map.settings.identifier(of: annotation, from: wanted.provider)
      guard wanted.provider != .answersNil else { return false }
      return view.identifier != identifier || view.appearance != wanted.appearance
        || test.map.views.settings(of: slot).canShowCallout != wanted.canShowCallout
    }
  }

  @Test(arguments: apps, [3.0, -3.0])
  func `are told if they are not what the app declares`(app: App, levels: Double) {
    let test = ViewRoleTests.map(app)
    if levels < 0 { test.map.zoom(byLevels: -levels, over: SimulatedTime(milliseconds: 20)) }
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(ViewRoleTests.wrongViews(test) == 0)
    test.trace.events.removeAll()
    test.map.zoom(byLevels: levels, over: SimulatedTime(milliseconds: 20))
    #expect(test.map.advanceUntilSettled())
    let kept = test.trace.events.count {
      if case .view(.roleKept) = $0.kind { true } else { false }
    }
    #expect(kept == (app.isWrong ? 1 : 0))
    #expect(ViewRoleTests.wrongViews(test) == kept)
    // Back in its old role the view is right again.
    test.map.zoom(byLevels: -levels, over: SimulatedTime(milliseconds: 20))
    #expect(test.map.advanceUntilSettled())
    #expect(ViewRoleTests.wrongViews(test) == 0)
  }
}
