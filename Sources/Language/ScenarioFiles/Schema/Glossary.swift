public import Metrics

/// A word of reports that somebody who knows maps on phones may not know.
public struct GlossaryEntry: Hashable, Sendable {
  /// The word, or a few that belong together, with commas between them.
  public let name: String
  /// What it means, in one or two sentences of Markdown.
  public let text: String
  /// The metrics that are about it.
  public let metrics: [Metric]
  /// A drawing in letters; empty for none.
  let picture: String

  private init(_ name: String, _ text: String, _ metrics: [Metric] = [], picture: String = "") {
    (self.name, self.text, self.metrics, self.picture) = (name, text, metrics, picture)
  }

  /// The words of the name, one by one.
  var words: [String] {
    name.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}

extension GlossaryEntry {
  /// The life of a callout.
  static let judgedPicture = """
    opens      settles         resized   rests        closes
      |---------->|--------------->|=======>|----------->|
        the map   ^                 moves   ^            ^
       makes room |                         |            |
              C1 to C17                C1 C6 C16    C1 C6 C16
    """

  /// All words, in the order of the alphabet.
  public static let all: [GlossaryEntry] = [
    GlossaryEntry(
      "aborted",
      "The outcome of a session that trapped, took more time or memory than it may, or in "
        + "which the model contradicted itself. Its page has a command that plays it alone; its "
        + "facts stay as they were."),
    GlossaryEntry(
      "accessory",
      "A view left or right of the text of a callout, such as a button for more.",
      [.accessoryTaps]),
    GlossaryEntry(
      "adjuster",
      "The strategy by which an app moves its map so that a callout has room: the key "
        + "`adjust` of a callout, from `none` to `ideal`. `mapreplay adjusters` tries all of them "
        + "all over the screen."),
    GlossaryEntry(
      "annotation",
      "What MapKit calls an item on the map: a place, a cluster, a callout annotation or the "
        + "user's location. It is data; what one sees of it is its view.",
      [.annotationsAdded, .annotationsRemoved, .annotationsMoved]),
    GlossaryEntry(
      "assumption",
      "What the model does or costs where nothing published says it: an option of the map "
        + "view, or a number of a device profile. [Assumptions](Assumptions.md) has each with its "
        + "default."),
    GlossaryEntry(
      "bars",
      "What covers a part of the map view: a navigation bar, a tab bar (`insets` of `map`). "
        + "Fingers do not reach the map under them, and callouts must stay clear of them."),
    GlossaryEntry(
      "batch",
      "Places of a download that arrive together.", [.batches]),
    GlossaryEntry(
      "callback",
      "A call of the map to its delegate, the code of the app. `mapreplay run FILE --log` "
        + "prints them in their order."),
    GlossaryEntry(
      "callout",
      "What opens over a selected annotation: a bubble, a plain rectangle, or a subview of "
        + "the annotation view.", [.calloutsOpened]),
    GlossaryEntry(
      "callout annotation",
      "A callout that is an annotation of its own, which the app adds when another one is "
        + "selected. One that the app can no longer remove is left behind.", [.calloutsLeftBehind]),
    GlossaryEntry(
      "callout correct",
      "A judged callout that kept every criterion that applies to it.", [.calloutsCorrect]),
    GlossaryEntry(
      "canary",
      "A scenario with a planted mistake (`must fail with`). It is caught when it fails with "
        + "exactly the named metrics; not caught, it shows that the judge is blind."),
    GlossaryEntry(
      "caught, not caught",
      "The outcomes of a canary. Not caught means that the harness is broken, whatever the "
        + "others say."),
    GlossaryEntry(
      "cell",
      "A square of the grid that a layer is clustered by, 60 pt long unless it says "
        + "otherwise. The places in a cell become one cluster.", [.cellsVisited]),
    GlossaryEntry(
      "churn",
      "Annotations that left the map and came back, the same, within a second: work for "
        + "nothing, and often seen as a flicker.", [.churn]),
    GlossaryEntry(
      "cluster",
      "One annotation for several places that are near to each other on the screen. A layer "
        + "with `cluster` shows its single places as clusters of one point.",
      [.clustersShown, .clustersOfOnePoint]),
    GlossaryEntry(
      "cluster of one location",
      "A cluster whose places have one address, so that no zoom parts them.",
      [.clustersOfOneLocation, .clustersOfSeveralLocations]),
    GlossaryEntry(
      "cluster update",
      "One computation of the clusters of a layer, from its trigger (a change of the region "
        + "or of the data) until the old clusters are gone.", [.clusterUpdates]),
    GlossaryEntry(
      "coalesced",
      "An update that did not run, since a newer one does its work.", [.updatesCoalesced]),
    GlossaryEntry(
      "collision",
      "Two views that cover each other. The one with the lower display priority is hidden.",
      [.viewsHidden]),
    GlossaryEntry(
      "compute",
      "The part of an update in which its clusters are computed, in the background.",
      [.computePercentile95]),
    GlossaryEntry(
      "corrected, upstream",
      "The two modes of clustering: CCHMapClusterController with its known flaws fixed, and "
        + "as it is published. A scenario with both as variants shows what a fix changes."),
    GlossaryEntry(
      "counted twice",
      "A place that several clusters on the map hold after an update.", [.pointsCountedTwice]),
    GlossaryEntry(
      "created",
      "Said of a view that the app made since none waited in the pool; the expensive way to "
        + "get one.", [.viewsCreated]),
    GlossaryEntry(
      "criterion",
      "One of 17 rules that a callout is judged by, C1 to C17; see [the "
        + "table](#criteria-of-a-callout). Its tolerances are in brackets: 0.5 pt is a distance on "
        + "the screen, 1 ppm a change of scale by a millionth."),
    GlossaryEntry(
      "delegate",
      "The part of the app that the map asks for views and tells what happens.",
      [.callbacksUnanswered]),
    GlossaryEntry(
      "device profile",
      "A phone as a list of costs: frames per second, what it takes to make a view, to lay it "
        + "out, and so on. Profiles compare designs, not phones."),
    GlossaryEntry(
      "differs",
      "Said of a session whose facts are not the committed ones. The line names the metrics, "
        + "old and new; when it is meant, `--update` writes the new ones."),
    GlossaryEntry(
      "digest",
      "A number that follows from everything that happened in a session. Another digest with "
        + "equal metrics means that something happened otherwise, or in another order."),
    GlossaryEntry(
      "display priority",
      "Which of two colliding views is shown; `required` always is."),
    GlossaryEntry(
      "drag",
      "A finger that carries an annotation to another place. It is dropped, cancelled, or "
        + "refused by an annotation that is not draggable.",
      [.dragsDropped, .dragsCancelled, .dragsRefused]),
    GlossaryEntry(
      "dropped frame",
      "A refresh of the screen without the frame that was due, since it was not ready.",
      [.droppedFrames]),
    GlossaryEntry(
      "engine",
      "The algorithm that makes clusters of places: `reference`, `aggregate` or `pyramid`."),
    GlossaryEntry(
      "excess shift",
      "How much further than needed, or less far, the map moved for a callout.",
      [.calloutExcessShiftMaximum]),
    GlossaryEntry(
      "expectation",
      "One rule of `expect`: a metric, a limit, and from where on it counts."),
    GlossaryEntry(
      "facts",
      "The exact numbers of a session, the same on every machine, as committed in "
        + "[`Reports`](../Reports/README.md). A run with `--compare` fails when they are others."),
    GlossaryEntry(
      "fade",
      "The animation in which new clusters appear and old ones go, 200 ms by default; an "
        + "update ends when the old ones are gone. Latency without it is in the columns `no fade` "
        + "and `p95 without fade`.", [.animationMaximum, .latencyWithoutFadePercentile95]),
    GlossaryEntry(
      "fault",
      "What is wrong with a scenario file, with line, column, a remedy and a code (`mapreplay "
        + "explain MR0601`). A faulty file is not played."),
    GlossaryEntry(
      "flicker",
      "A cluster that came where one of the same places had just left, without a cause.",
      [.clustersFlickered]),
    GlossaryEntry(
      "fling",
      "A finger that lets the map go while it moves, so that it goes on and slows down by "
        + "itself."),
    GlossaryEntry(
      "follows from it",
      "Behind it are failures that are consequences of the one above. They need no reading "
        + "before that one is fixed."),
    GlossaryEntry(
      "frame",
      "One picture of the screen, 60 or 120 in a second. It is late when the main thread has "
        + "more to do than there is time.", [.frames, .worstFrame]),
    GlossaryEntry(
      "ghost",
      "A cluster that is still on the map after an update, though it belongs to no result any "
        + "more.", [.ghostClusters]),
    GlossaryEntry(
      "good, warning, critical",
      "The grades of a hitch ratio, by Apple's limits: below 5 ms per s, up to 10, and above."),
    GlossaryEntry(
      "hitch",
      "A frame that came onto the screen late; the user sees the map stop. "
        + "`\(ExpectedMetric.example.name)` counts those alone that are later than a time.",
      [.hitches, .hitchTime]),
    GlossaryEntry(
      "hitch ratio",
      "The time by which frames came late, of each second that passed.", [.hitchRatio]),
    GlossaryEntry(
      "idempotent",
      "Said of an adjustment that changes nothing when it is done again (C5).", [.calloutIdempotent]
    ),
    GlossaryEntry(
      "identifier",
      "The reuse identifier of a view. Views with the same one share a pool."),
    GlossaryEntry(
      "indexing",
      "The part of an update in which places that came or went are put into the index or "
        + "taken out.", [.indexingPercentile95]),
    GlossaryEntry(
      "judged",
      "The judge checks a callout against every criterion when the map has made room for it. "
        + "While the callout is open, the judge checks C1, C6 and C16 again after each change of "
        + "the callout, the pin, the map or the view size. The changed place must last longer than "
        + "a frame, or until a wait for 'settled' or 'map at rest' ends. The judge also checks a "
        + "callout when it closes and when the session ends. C1 does not apply while the map is "
        + "too small for the callout. Fingers (pan, pinch, turn, their drift, dragging the pin) "
        + "excuse C1, C2 and C16. The excuse ends when the callout is inside the map again, or "
        + "when the app, the data, the map or the system makes the value worse. A callout counts "
        + "once in the session, and once in each interval in which it was judged, with its worst "
        + "result. A callout that closes before the map has made room is not judged. A callout "
        + "that stays open without room counts as unsettled, and only C1, C6 and C16 apply to it.",
      [.calloutsJudged, .calloutsUnsettled, .calloutVisibleTime], picture: judgedPicture),
    GlossaryEntry(
      "latency",
      "The time from the trigger of a cluster update until its old clusters are removed: "
        + "indexing, queue wait, compute, waits for the main thread, fade.",
      [.latencyPercentile95, .latencyMaximum]),
    GlossaryEntry(
      "layer",
      "One kind of annotation on the map: how it is clustered, what its views are like, and "
        + "what opens over them."),
    GlossaryEntry(
      "live views",
      "Views that are on the map, in sight or in the margin around it.", [.liveViewsPeak]),
    GlossaryEntry(
      "lost points",
      "Places in view that no cluster holds after an update: the user cannot see that they "
        + "exist.", [.pointsLost]),
    GlossaryEntry(
      "main thread",
      "The thread of the app that makes views, takes touches and moves the map. While it does "
        + "one of these, all others wait.", [.mainThreadTime, .mainThreadWaitMaximum]),
    GlossaryEntry(
      "map cluster",
      "See native clustering.", [.mapClusters]),
    GlossaryEntry(
      "margin",
      "What lies around the view and is prepared before it is seen: for views a quarter of "
        + "the view on each side (`view margin`), for clusters half of it (`margin` of "
        + "`cluster`)."),
    GlossaryEntry(
      "mark",
      "The name of a part of a session, from this step until the next mark. Reports have all "
        + "metrics of each, and `since` counts from one."),
    GlossaryEntry(
      "marker",
      "The balloon that is MapKit's own view since iOS 11; a pin is the one before it."),
    GlossaryEntry(
      "memory peak",
      "The most memory of all annotation views at one time, on the map and in pools.",
      [.viewMemoryPeak, .pooledMemoryPeak]),
    GlossaryEntry(
      "metric",
      "Something that is counted or measured, for the session, each mark and each step. "
        + "`mapreplay explain NAME` explains it."),
    GlossaryEntry(
      "missed",
      "A step that found nothing to tap, or something that no finger reaches. It fails, "
        + "unless it is expected.", [.selectionsMissed]),
    GlossaryEntry(
      "modeled",
      "Computed from the device profile, and so the same on every machine. The opposite is "
        + "real."),
    GlossaryEntry(
      "moved",
      "A cluster at another place than before with the same members, without a cause.",
      [.clustersMoved]),
    GlossaryEntry(
      "native clustering",
      "MapKit's own clustering of views that collide and have the same clustering identifier, "
        + "without a library.", [.mapClusters, .annotationsJoined, .annotationsSeparated]),
    GlossaryEntry(
      "not applicable",
      "A criterion that has nothing to say about a callout, such as C4 about one that was not "
        + "all visible. A dash in the reports."),
    GlossaryEntry(
      "not evaluated",
      "An expectation on something that never happened. It fails: otherwise a scenario whose "
        + "taps all miss would pass."),
    GlossaryEntry(
      "option of the model",
      "A decision about what the map view does where nothing published says it. A report "
        + "names those that are not the default."),
    GlossaryEntry(
      "overflow",
      "How far a callout stuck out of the map after adjustment.", [.calloutOverflowMaximum]),
    GlossaryEntry(
      "overlay",
      "A circle, line or area on the map, drawn by its renderer.",
      [.overlaysAdded, .renderersRequested, .renderersMissing]),
    GlossaryEntry(
      "p50, p95, max",
      "The median, the value that 95 of 100 do not exceed, and the largest. With a `*` it is "
        + "the largest of all, since there were fewer than 20 (one, for a p50)."),
    GlossaryEntry(
      "parent",
      "The annotation that a callout belongs to.", [.calloutParentVisible]),
    GlossaryEntry(
      "part",
      "A file of steps that several scenarios run, in a folder `Parts`."),
    GlossaryEntry(
      "point",
      "A place of the data; for a layer with clusters, what a cluster is made of. As a unit, "
        + "`pt` is a point of the screen, the same length on all phones."),
    GlossaryEntry(
      "points touched",
      "Work of an update: places that the index compared or returned. With nodes and cells it "
        + "says why compute takes its time.", [.pointsTouched, .nodesVisited]),
    GlossaryEntry(
      "pool",
      "Where the views of annotations that left the map wait until they are used again, one "
        + "for each reuse identifier.", [.pooledViewsPeak, .largestPoolPeak]),
    GlossaryEntry(
      "provider",
      "The code of the app that gives the map a view for an annotation: out of the pool, or "
        + "made. When it has none (nil), the map takes its own.", [.providerNilAnswers]),
    GlossaryEntry(
      "queue wait",
      "The time for which an update waits until those before it are done.", [.queueWaitPercentile95]
    ),
    GlossaryEntry(
      "real",
      "Measured on the machine that made the report, and so never the same twice. Real times "
        + "are shown, and judged only with `--gate time`."),
    GlossaryEntry(
      "reentry",
      "A region change that the app begins inside the end of another one; too deep, it is "
        + "refused.", [.reentries, .reentriesRefused]),
    GlossaryEntry(
      "refused",
      "Said of a selection of a view that is disabled, or that has a callout and no title for it. "
        + "It fails, unless it is expected.", [.selectionsRefused]),
    GlossaryEntry(
      "region",
      "What of the earth the map shows. A region change has a callback at its beginning and "
        + "one at its end, which make a pair.", [.regionChanges, .calloutCallbacksPaired]),
    GlossaryEntry(
      "requested",
      "Said of a view that the map asked the app for. It is then created or reused.",
      [.viewsRequested]),
    GlossaryEntry(
      "reuse rate",
      "Reused of all requested views. The first views of a session can only be created, so "
        + "ask for a rate since a later mark.", [.viewReuseRate]),
    GlossaryEntry(
      "reused",
      "Said of a view that came out of a pool; of a cluster that got other members and stayed "
        + "on the map.", [.viewsReused, .clustersReused, .clusterReuseRate]),
    GlossaryEntry(
      "role",
      "Whether an annotation is a single point, a cluster, or a cluster at one location. Each role "
        + "has its views. An annotation that stays can change its role, and then its view is the "
        + "wrong one.", [.viewsOfAnotherRole]),
    GlossaryEntry(
      "scenario, session",
      "The file, and one replay of it. A scenario with variants is several sessions."),
    GlossaryEntry(
      "seed",
      "The number that everything drawn by chance follows from, such as the jitter of a "
        + "download. The same seed gives the same session."),
    GlossaryEntry(
      "settled",
      "A moment in which nothing moves, arrives or computes any more (`wait: settled`). A "
        + "wait gives up after an hour of simulated time, which fails.", [.waitsGivenUp]),
    GlossaryEntry(
      "shift",
      "How far the map moved so that a callout has room.", [.calloutShiftMinimal]),
    GlossaryEntry(
      "simulated time",
      "The time in the session. A minute of it is replayed in a fraction of a second.",
      [.simulatedTime]),
    GlossaryEntry(
      "snapshot",
      "A picture of the map for the report, with a name: the map at the instant of its step."),
    GlossaryEntry(
      "stale",
      "Said of a view from a pool that still shows something of its last annotation: a title, "
        + "a look, a size.", [.staleReuses, .staleClusterViews]),
    GlossaryEntry(
      "steady frame",
      "A frame before which nothing happened, since the frame before it, but that the visible "
        + "region changed, and that views came out of their pools, were hidden or went back: no "
        + "view was made, no cluster, annotation, overlay, callout or selection changed, no batch "
        + "came, no finger came or went, and no step began or ended."),
    GlossaryEntry(
      "step without effect",
      "A step that changes nothing. Example: an `add` of points that are already in the layer. "
        + "It fails. To allow it, write `may do nothing: yes` in the step.",
      [.stepsWithoutEffect, .cancelsWithoutEffect]),
    GlossaryEntry(
      "tip",
      "The end of a callout that touches its pin.", [.calloutTipPinned]),
    GlossaryEntry(
      "trigger",
      "What an update is requested by: the region changed, or points were added, removed or "
        + "moved. Latency begins there."),
    GlossaryEntry(
      "variant",
      "One of several ways to play a scenario: another phone, adjuster, option or clustering, "
        + "reported side by side."),
    GlossaryEntry(
      "view",
      "What one sees of an annotation: a picture, a pin, a marker. The map requests views "
        + "when annotations come near.", [.viewsRequested]),
    GlossaryEntry(
      "view reuse",
      "Taking views out of pools in place of making them. Less of it costs time on the main "
        + "thread, and so hitches.", [.viewReuseRate]),
    GlossaryEntry(
      "visible",
      "In sight, and not under a bar."),
    GlossaryEntry(
      "zoom level",
      "How close the map is: each level doubles the scale, 0 shows the world in 256 pt."),
  ]

  /// The page beside the scenarios, in Markdown.
  public static var page: String {
    func links(_ metrics: [Metric]) -> String {
      metrics.map { "[`\($0.name)`](Reference.md#metrics)" }.joined(separator: ", ")
    }
    var text = """
      # Glossary

      The words of the terminal, of `report.html`, `summary.md` and the pages in \
      [`Reports`](../Reports/README.md), for people who know maps on phones. Names `like this` are \
      metrics, in [the reference](Reference.md#metrics) with unit and rules; `mapreplay explain \
      NAME` has words and metrics in the terminal.


      """
    for entry in all {
      let metrics = entry.metrics.isEmpty ? "" : " \(links(entry.metrics))."
      text += "- **\(entry.name)**: \(entry.text)\(metrics)\n"
      guard !entry.picture.isEmpty else { continue }
      text += "\n" + TextLines.indented("```text\n\(entry.picture)\n```") + "\n\n"
    }
    text += """

      ## Criteria of a callout

      A callout is correct when it keeps all that apply to it. `mapreplay explain C1` explains C1.

      | metric | criterion |
      | --- | --- |

      """
    for metric in Metric.allCases where metric.definition.criterion != nil {
      text += ScenarioReference.row([links([metric]), metric.definition.help])
    }
    return text
  }
}
