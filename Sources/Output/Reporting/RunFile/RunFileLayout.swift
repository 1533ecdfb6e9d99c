internal import Counts

/// What stands in a run file, name by name: the page and the JSON Schema follow from it.
///
/// A line with `#` begins a kind of object; then come its members, each with its form and what it
/// means, a member that may be left out with a question mark. Where there are words instead, the
/// value is one of them, or an object with one of them and what it holds.
enum RunFileLayout {
  static let text = """
    # run: A run, as it is written to run.json.
    version: whole: The version of the layout.
    ending: ending: How the run ended; it follows from what comes below.
    reason: text or null: Why it does not end well, in a line; it follows too.
    findings: [text]: What is wrong beside sessions, in sentences; they follow too.
    product version: text: The version of mapreplay.
    is debug build: flag: Whether the program was built for debugging; such a build measures
      nothing.
    allocator?: text: The allocator.
    fingerprint: fingerprint: On what the run was measured.
    origin: origin: Where and when the run was made.
    options?: options: What was typed that decides what is played; left out when nothing was.
    shard?: shard: Which part of a run on several machines it is; left out for a whole one.
    gates: [text]: What failed the run beside its expectations: facts, counts, time, improvements.
    contradictions: [text]: Sessions whose second replay differed from the first, in sentences.
    comparison?: comparison: The comparison with the committed facts; left out without one.
    counts?: counts: The instructions and allocations of the sessions, as they are committed; left
      out when nobody asked for them.
    metrics: metrics: What each metric is, by its name.
    sessions: [session]: The sessions by their ids, one in a line; variants in their order.

    # ending: How a run ends: the first of what is wrong with it, in this order.
    - aborted: A session did not end.
    - not deterministic: Two replays of a session differ.
    - harness broken: A canary did not fail as it must.
    - broken: An expectation or a budget is broken.
    - facts differ: Facts are not the committed ones.
    - facts unreadable: Committed facts cannot be read.
    - counts unreadable: Committed counts cannot be read.
    - not counted: A session could not be counted.
    - counts differ: Counts are not the committed ones, or have none.
    - counts undecided: Counts were asked for and decide nothing.
    - counts grew: Instructions or allocations have grown, and gate.
    - slower: A real time breaks its expectation, and gates.
    - times undecided: Real times gate and were not measured.
    - improved: All that differs is better, and gates.
    - kept: Nothing is wrong.

    # metric declaration: What a metric is.
    group: text: What it is about.
    unit: text: Its unit.
    written as: text: The form of its values: a number, or a list of part and whole.
    better: text: Which direction is better: higher, lower or neither.
    when left out: any: Its value where a table does not name it: 0, or null for none.
    help: text: What it counts.
    not evaluated when: text: Why an expectation of it would be judged by nothing.

    # failure: What an expectation or a budget complains of; it follows from the verdicts.
    file: text: The file with the expectation.
    line: whole: The line of its key, from 1.
    column: whole: The column of its key, from 1.
    complaint: text: What was expected and what was found, in a sentence.
    look at?: text: What to look at next; left out for budgets.
    follows from line?: whole: The line of the expectation that this one follows from; left out
      for none.

    # session: One replayed scenario with everything that reports contain.
    title: text: Its name with that of the variant; it follows from both.
    outcome: session outcome: Whether it did as expected; it follows from the verdicts.
    failures: [failure]: What its expectations complain of; it follows from the verdicts.
    warnings: [text]: Possible mistakes although nothing failed, in sentences; they follow from
      values.
    hitch class?: text: Apple's class of the hitch ratio: good, warning or critical; it follows
      too.
    id: text: The path of the scenario's file below the scenarios folder, without extension, and
      the name of the variant; unique in a run.
    name: text: The scenario's name in plain words.
    variant?: variant: Which of several variants of the scenario it is; left out when there is
      only one.
    file: text: The scenario's file, as messages name it.
    tags: [text]: Words by which scenarios are chosen.
    seed: digits: The seed of all random numbers of the session.
    device: device: The device profile, which is an assumption.
    clusterings: [clustering]: The mode and the fixes of each layer with clusters.
    options: [option]: Options of the map model in force, in a fixed order.
    must fail: [metric]: The metrics whose expectations must fail, for a canary; empty for any
      other scenario.
    step labels: [step label]: Names for the steps of the facts.
    scenario digest: text: A digest of all that is played; empty when the session was aborted.
    legend: legend: Names for the indexes in facts and snapshots.
    facts: facts: The facts.
    point names: [[any]]: The names of points, each with its content number: the number as a text,
      and an object with id and title.
    snapshots: [snapshot]: Snapshots of the map, in the order of time.
    timeline: timeline: When things happened that are in no other part.
    scene?: session scene: What the map showed over time; left out by versions that do not record
      it.
    bars: [[any]]: The margins that bars cover when a callout opened, where there are any: the
      number of the callout, and top, left, bottom and right in points.
    map bars pt: [number]: The margins that bars cover in every snapshot, in points.
    measurements?: measurements: Real times; left out in a debug build, which prints none.
    evidence: [evidence]: When failed expectations were missed, as far as it was found.
    real verdicts: [real verdict]: The expectations on real times, which inform.
    allocations?: allocations: What the session asked the allocator for; left out when nobody
      looked.
    budget verdicts: [budget verdict]: The budgets of allocations.
    must exceed: [allocation count]: The counts whose budgets a canary must break, beside metrics.
    abort?: abort: Why the session did not end, and so has no facts; left out when it did.

    # session outcome: Whether a session did as expected.
    - passed: Every expectation was kept.
    - failed: An expectation was broken or never evaluated.
    - caught: A canary failed in exactly the way it must.
    - "canary passed: harness broken": A canary failed otherwise or not at all.
    - aborted: The session did not end, so that it has no facts.

    # variant: One of several ways to play a scenario.
    name: text: The variant's name in plain words.
    scenario: text: The name of the scenario's file, the same for all its variants.

    # device: A device profile in words; its costs are assumptions.
    name: text: The profile's name.
    costs: [text]: Its modelled costs in words, such as view creation 2 ms.

    # clustering: The mode of clustering of a layer and its fixes, in words.
    layer: text: The name of the layer.
    engine: text: The name of the engine.
    mode: text: The name of the mode.
    changes: [text]: The fixes that differ from those of the mode, such as coalesce updates: no.
    fixes: [text]: All fixes in force; empty for CCHMapClusterController as it is.
    leaves edges out: flag: Whether its margin is ever negative, so that points near the edges of
      the view are in no cluster.

    # option: A named option of the map model with the value in force.
    name: text: The option's name in plain words.
    value: text: Its value in words.
    is default: flag: Whether the value is the model's default.

    # step label: A step of the scenario file.
    id: whole: The step's id: its index in the facts.
    line: whole: The line of its file on which it begins.
    file?: text: Its file; left out for the scenario's own.
    depth: whole: The number of steps that enclose it.
    text: text: The step in the words of the language, such as select: {near: left edge}.
    verb?: text: The key of its action, such as select; left out by earlier programs.

    # legend: Names for the indexes in events.
    view size pt: [number]: Extent of the map view, in points.
    view margin fraction: number: The fraction of the visible rect beyond each edge within which
      views exist.
    frame period ns: whole: Length of a frame.
    camera: camera: Where the map looks at the beginning.
    layers: [text]: Layers in the order of the scenario.
    marks: [text]: Marks in the order of the scenario.
    identifiers: [text]: Reuse identifiers, each once, in the order in which layers name them;
      default ones come last.
    overlays: [text]: Overlays in the order of the scenario.
    snapshots: [text]: Pictures that were asked for, in the order of the scenario.

    # camera: The camera of the map: centre, scale and heading.
    center map points: [number]: The map point in the middle of the view.
    map points per point: number: Map points for each screen point.
    heading deg: number: Bearing at the top of the screen, in degrees clockwise from north.

    # facts: Everything exact about a replayed session.
    session: values: Values over the whole session.
    marks: [mark]: Values from each mark to the next one or the end, in order.
    steps: step values: Values of each step, over all its rounds, by the step's id. A cluster
      update counts for the step that queued it and a callout for the step that opened it;
      everything else counts for the step during which it happens. The same holds for marks.
    verdicts: [verdict]: The verdicts in the order in which they fell due; then those whose step
      never ran, then those on the whole session.
    references: [reference]: The values with which expectations of other variants compare theirs.
    callouts: [callout]: The verdict on each callout, in the order of opening.
    callout timelines: [callout timeline]: The timeline of each callout, in the order of opening.
    stale reuses: [stale reuse]: The first views that were shown with stale state; a metric counts
      them all.
    unmet waits: [unmet wait]: The first waits for a condition that were given up; a metric counts
      them all.
    updates: [update]: Each cluster update, in the order of queueing.
    batch windows: [batch window]: The latency of updates in windows of batches; empty for fewer
      than two batches.
    digest: text: Fingerprint of what the session did.

    # mark: The facts of a part of a session, from a mark to the next one.
    name: text: The name of the mark that begins it.
    start ns: whole: When it begins.
    table: values: Its values.

    # update: One cluster update, in times.
    update: whole: Number of the update.
    layer: whole: Index of the layer.
    step: whole: The step during which it was queued.
    trigger: trigger: Why it was requested.
    triggered at ns: whole: The time of the trigger.
    batches: whole: The number of batches that had arrived by then.
    coalesced into?: whole: The newer update that does its work; left out for one that runs.
    is cancelled: flag: Whether it was marked as cancelled while it waited or ran, which does not
      stop it.
    work?: work: The work of its computation, in exact counts; left out before.
    indexing ns?: whole: The part of the time before its start that filled the index; left out
      while it is pending.
    queue wait ns?: whole: The rest of the time from the trigger to its start, less the wait for
      the main thread; left out while it is pending.
    compute ns?: whole: Modelled compute.
    main thread wait ns: whole: What it waited for the main thread so far: before it was queued,
      to show its clusters, to remove the old ones.
    main thread work ns?: whole: The work of the main thread that brings its clusters onto the
      map; left out before.
    animation ns?: whole: The fade of the old clusters, from then on.
    latency ns?: whole: From the trigger to the end, the sum of its parts; left out for an update
      the session did not wait for.
    latency without fade ns?: whole: From the trigger until the new clusters are on the map; left
      out before.

    # trigger: Why an update was asked for.
    - points added: Points were added.
    - points removed: Points were removed.
    - region changed: A region change ended.
    - requested: The app asked for it.
    - resumed: The layer's updates were resumed.

    # work: The work of an update, in exact counts.
    nodes visited: whole: Nodes of the index that were opened.
    points touched: whole: Points that were compared or delivered.
    cells visited: whole: Cells that were asked.
    distances: whole: Distances between two places that were computed.

    # verdict: The outcome of one expectation.
    expectation: expectation: The metric and the rule.
    text: text: The rule as the author wrote it.
    line: whole: The line of its key in its file.
    column: whole: The column of its key.
    file?: text: Its file; left out for the scenario's own.
    step?: whole: The id of the step that holds it; left out for the whole session.
    value: value: The value that was judged.
    outcome: expectation outcome: Whether the value keeps the rule.
    mark?: text: The mark since which the value counts; left out when it counts from the start or
      in a step alone.
    interval?: interval: The interval in which the value counts; left out for any other.
    layer?: text: The layer of which the value counts alone; left out for all of the session.
    sample count?: whole: How many times the value is a rank of; left out for any other value.
    is due: flag: Whether it fell due; an expectation whose step never ran, or whose mark had not
      come, did not.
    other?: value: The value of the other variant with which it is compared; left out before, or
      when that one was not played.
    is pending: flag: Whether the outcome follows once the other variant is known.
    judged at ns: whole: When it was judged.
    worst?: worst case: The worst case; left out when it was kept, or when none can be named.
    missed step?: whole: The step whose missed selection left nothing to judge; left out when the
      failure is its own.
    follows wait: flag: Whether it can follow from an earlier wait that gave up.
    is of earlier frame?: flag: Whether the screen only waited for a frame that was due before; left
      out for any other failure.

    # expectation: The expectation of a scenario about one metric.
    metric: metric: The metric.
    rule: rule: The rule that its value must keep.
    is kept by nothing: flag: Whether it is kept where the opportunity of the metric never came.

    # rule: The rule that the value must keep.
    - at most (value): Not more than the value.
    - at least (value): Not less than the value.
    - exactly (value): The value itself.
    - between (value, value): Neither less than the first value nor more than the second.
    - always: The whole of a share, and not of nothing.
    - never: None of a share, and not of nothing.
    - within (tolerance, of: text): Not further than this from the value of another variant of the
      scenario.

    # tolerance: How far a value may be from that of another variant.
    - part (whole, of: whole): This part of the other one's value.
    - amount (value): This much, in the unit of the metric.

    # expectation outcome: The outcome of an expectation.
    - kept
    - broken
    - never evaluated: The opportunity of the metric never came, so the rule was not evaluated;
      this is a failure.

    # interval: What lies between two moments of a session: from the last time the first one comes
      to the next time the second one does.
    first: moment: The moment at which it begins.
    last: moment: The moment at which it ends.

    # moment: A moment of a session at which what an expectation counts can begin or end.
    - start: The session begins.
    - download done: The last batch of all downloads that have begun arrives, or is given up or
      cancelled.
    - end: The session ends.
    - mark (text): A mark of this name is set.

    # worst case: The worst case of a missed expectation: the place to look at first.
    place: worst place: The kind of case.
    value: value: Its value; of a step the contribution to the number that was judged.
    step?: whole: The step in which it happened; left out outside of steps.
    time ns?: whole: When it happened; left out for a step, which can run often.

    # worst place: The kind of case.
    - step: The step that contributes most to a number that adds up, or lasts longest.
    - instant: The instant of the largest or last value.
    - update (whole, layer: whole): The cluster update with the rank, or the slowest one.
    - callouts (first: worst callout, worst: worst callout): The first of the callouts that miss
      the expectation, and the worst of them.
    - missed (missed selection, subjects: [subject]): A selection that missed or was refused, with
      the annotations that it names.
    - idle (idle reason): A step that changed nothing.

    # idle reason: The reason why a step changed neither annotations nor selection, region or
      pending work.
    - points present: The layer had all of the points already.
    - points absent: The layer had none of the points.
    - points in place: All points were at their goal already.
    - nothing to show: No annotation of the layers was on the map.
    - region kept: The map showed the region already, or has no size.
    - nothing selected: No annotation was selected.

    # worst callout: A callout and the criterion that it breaks.
    number: whole: Number of the callout in the session.
    step: whole: The step that opened it.
    opened at ns: whole: When it opened.
    criterion?: criterion: The criterion that it breaks worst; left out for one that is counted
      for another reason.
    measure?: criterion measure: The measure of that criterion.
    side?: edge: The side of the view without its bars where callout and pin stick out furthest;
      left out when they do not.
    later?: callout moment: When it was worst; left out when that was as the map had made room.

    # criterion: A criterion of callouts; mapreplay explain and its number say what it asks.
    - C1 inside map
    - C2 zoom unchanged
    - C3 shift minimal
    - C4 untouched when visible
    - C5 adjustment idempotent
    - C6 tip pinned
    - C7 animated as at once
    - C8 shift mirrored
    - C9 same at any longitude
    - C10 same at any latitude
    - C11 move accepted
    - C12 same on a turned map
    - C13 oversize rule
    - C14 steady at world edge
    - C15 exact at zoom 20
    - C16 parent visible
    - C17 callbacks paired

    # criterion measure: The distance of a callout from a criterion.
    amount: number: The measured amount; 0 is perfect, and infinite points are those of a move the
      map refused.
    tolerance: number: The largest amount that keeps the criterion.
    unit: criterion unit: The unit of both.

    # criterion unit: The unit of a measure.
    - points: Points of the screen.
    - scale: How much a ratio of two scales differs from 1.
    - count: Events that should not have happened.

    # criterion measures: The measured amount of each criterion that applies, by its title, and the
      largest amount that keeps the criterion. Both are points, a change of scale, or a count.
    C1 inside map?: [number]: Amount and tolerance.
    C2 zoom unchanged?: [number]: Amount and tolerance.
    C3 shift minimal?: [number]: Amount and tolerance.
    C4 untouched when visible?: [number]: Amount and tolerance.
    C5 adjustment idempotent?: [number]: Amount and tolerance.
    C6 tip pinned?: [number]: Amount and tolerance.
    C7 animated as at once?: [number]: Amount and tolerance.
    C8 shift mirrored?: [number]: Amount and tolerance.
    C9 same at any longitude?: [number]: Amount and tolerance.
    C10 same at any latitude?: [number]: Amount and tolerance.
    C11 move accepted?: [number]: Amount and tolerance.
    C12 same on a turned map?: [number]: Amount and tolerance.
    C13 oversize rule?: [number]: Amount and tolerance.
    C14 steady at world edge?: [number]: Amount and tolerance.
    C15 exact at zoom 20?: [number]: Amount and tolerance.
    C16 parent visible?: [number]: Amount and tolerance.
    C17 callbacks paired?: [number]: Amount and tolerance.
    changes of scale?: [text]: The criteria, other than C2, whose amount is a change of scale and
      not of a place.
    excused by the end of the world?: [text]: The criteria that are broken only because
      the world ends.

    # missed selection: Why a finger or the app selected nothing, and what was nearest to where it
      aimed.
    reason: missed reason: Why nothing was selected.
    edge?: edge: The edge or corner that was aimed at; left out for anything else.
    point pt?: [number]: The point of the view that was aimed at; left out for anything else.
    within pt?: number: The largest distance from either, in points; left out without one.
    role?: role: The role that was asked for; left out for any.
    nearest?: nearest annotation: The annotation nearest to what was aimed at, or that which was
      meant; left out when there is none.
    reachable?: nearest annotation: The annotation within reach of a finger that is nearest to one
      out of reach.

    # nearest annotation: The annotation nearest to what was aimed at.
    annotation: whole: Its number.
    place pt: [number]: Where its point lies in the map view.
    distance pt: number: How far that is from the goal, or from the map view where an annotation
      was the goal; in points.

    # missed reason: Why nothing was selected.
    - nothing in view: No annotation of a layer has its point in the view, none of the role that
      is asked for.
    - too far: Annotations have their points in the view, none of them within the distance.
    - not on map: The target is not on the map.
    - without view: The target is on the map and has no view, as it lies outside the area where
      views exist.
    - hidden by collision: The view of the target is hidden by one that it collides with.
    - outside map view: Where the finger would go, or all of the target's view, lies outside the
      map view.
    - no control: No callout with such a control is open.
    - outside world: None of the points that are meant lies in the world.
    - superseded: A newer call, or one that ended first, took the place of this one.
    - other role: The target is a single point where a cluster is requested, or the other way
      round.
    - under bar: Where the finger would go, or all that the map view shows of the target, is under
      a bar.
    - all under bar: Annotations have their points in the view, none of them beside the bars.
    - cluster not on map: The target was added, and no cluster on the map holds it.
    - no clusters: A cluster is asked for, and no layer makes any.
    - in cluster: The app selects an annotation that has no view of its own, as a cluster stands
      for it.
    - disabled: The view of the target is disabled.
    - without title: The view of the target can show a callout and has no title for it: it acts as
      disabled.

    # edge: An edge or a corner of the map view that a finger aims at.
    - top
    - left
    - bottom
    - right
    - top left
    - top right
    - bottom left
    - bottom right

    # role: Whether an annotation is a single point or a cluster.
    - pin
    - cluster

    # reference: The value of a metric in one variant, with which expectations of others compare
      theirs.
    metric: metric: The metric.
    line: whole: The line of the expectation.
    column: whole: The column of its key.
    file?: text: Its file; left out for the scenario's own.
    step?: whole: The id of the step that holds it; left out for the whole session.
    value: value: The value; never measured where nothing was to be compared.

    # callout: The verdict on one callout.
    callout: whole: Number of the callout in the session.
    step: whole: The step that opened it.
    opened at ns: whole: When it opened.
    measures?: criterion measures: The worst measure of each criterion; left out when the callout
      was never judged.
    later?: [callout moment]: The criteria whose worst measure came after the map had made room;
      left out for none.
    first broken?: callout moment: When it broke a criterion first; left out when it did as the
      map had made room, and for none.
    overflow pt: number: The furthest that callout or pin, even an oversize one, stick out of the
      view without its bars, in points; 0 when inside.
    overflow side?: edge: The side beyond which they stick out furthest; left out when they are
      inside.
    excess shift pt: number: Distance between the shift made and the shift needed, in points.
    scale ratio: number: New scale by old scale.
    region changes: whole: Region changes between opening and rest.
    insets pt: [number]: How far inside the view the adjuster brings its rectangle, at least as
      far as the bars reach.
    before: callout rects: The rectangles before.
    after?: callout rects: The rectangles after the map made room, or where callout and pin stuck
      out further later; left out when the callout was never judged.

    # callout moment: When a criterion of an open callout was worst, after the map had made room.
    criterion: criterion: The criterion.
    since ns: whole: Since when the callout stood there.
    step: whole: The step that was running; -1 outside of steps.
    cause: callout cause: What had moved the callout.

    # callout cause: The cause of a callout's move after the map has made room.
    - fingers: Fingers on the map or on the pin.
    - app: The app moved the map.
    - room: The map made room for a callout.
    - tracking: The map followed the user.
    - system: The map view got another size.
    - data: Its annotation moved.
    - view: Its view changed.
    - interruption: Something else stopped the map from making room.

    # callout rects: The rectangles of a callout at one instant, in points of the map view.
    parent pt: [number]: The annotation view.
    body pt: [number]: The drawn rectangle of the callout, its tip included.
    tip pt: [number]: Where it points to.
    contain pt: [number]: The rectangle that must lie inside the view.
    left accessory pt?: [number]: The accessory view left of the text.
    right accessory pt?: [number]: The accessory view right of the text.
    look: callout look: How it is drawn; the rectangles are those of its full size.

    # callout look: How a callout is drawn in pictures; no criterion depends on it.
    kind: callout kind: The kind of drawing.
    content height pt: number: Height of what a bubble holds, in points.
    offset from parent pt: [number]: From the origin of the parent's frame to where a bubble
      points.
    points up: flag: Whether the arrow of a subview points up.
    scale: number: How large it is drawn while it grows; 0 while it is hidden.

    # callout kind: The kind of drawing.
    - plain
    - bubble: The bubble that spans the map.
    - subview: A subview with an arrow.

    # callout timeline: The history of a callout from its opening to its end.
    callout: whole: Number of the callout in the session.
    annotation: whole: The annotation over which it opened.
    entries: [timeline entry]: The entries in the order of time.
    subjects: [subject]: The annotations that the entries name, as they were at that time.

    # subject: An annotation as reports name it.
    annotation: whole: Its number.
    layer: whole: Index of its layer; -1 for the user location, below that for a callout.
    content: digits: Its content number, the same for annotations of the same points.
    is cluster: flag: Whether it can represent more than one point.
    count: whole: Points that a cluster represents; 0 while unknown.

    # timeline entry: An event in the history of a callout.
    time ns: whole: The time of the event.
    step: whole: The running step; -1 outside of steps.
    kind: timeline event: The kind of event.

    # timeline event: The kinds of entries.
    - opened (callout request): It opened, with or without a request that the map make space.
    - laid out (callout layout, is again: flag): Its annotation view was shown and laid out, for
      the first time or again.
    - left behind: It stays on the map and is never removed.
    - refused: It opened, and the map refused to make space.
    - settled: The map stopped, or did not have to move.
    - interrupted: Something else moved the map before that.
    - followed (frames: whole, off pt: number): It or its pin moved in frames after that; the
      largest distance of its tip.
    - accessory tapped (callout side): A control beside its text was tapped.
    - closed (closing cause): It closed.

    # closing cause: Why a callout closes.
    - tap: The empty map was tapped.
    - tapped itself: The view of the callout itself was tapped, which deselected its parent.
    - selected (annotation: whole): Another annotation was selected.
    - step: A step closed it, as an app does or a finger beside all views.
    - region change: The region changed, and the app deselects after what it takes for a zoom.
    - left in update (whole): Its annotation left the map in a cluster update.
    - handed over (update: whole, successor: whole): Its annotation left the map in a cluster
      update, and a successor took over the selection.
    - removed: Its annotation left the map.
    - out of sight: Its annotation view left the area in which views exist.

    # callout request: The region change that was requested to make room for a callout.
    - none: The map was not called at all.
    - at once: It was asked to be elsewhere at once.
    - animated: It was asked to go elsewhere with an animation.

    # callout side: A side of a callout's text, or the button in a callout that is an annotation.
    - left
    - right
    - button
    - cancelled button: The button, under a finger that went on to do something else.

    # callout maker: The maker of the parts of a callout annotation.
    - delegate: The delegate of the map adds the annotation and makes its view.
    - annotation: The view of the parent adds the annotation, which makes its view itself.

    # callout layout: The layout of a callout annotation's view.
    view: whole: Its view.
    maker: callout maker: What made the view.
    parent: whole: The annotation that the callout belongs to.
    over: whole: The annotation of the view that it was laid out over; -1 when that waited in a
      pool.
    content: whole: The content that was carried along.
    shown content: whole: The content that the view shows.
    content owner: whole: The annotation whose content that is; an earlier one when the app forgot
      to set it.

    # stale reuse: A view that was shown with something of another annotation on it.
    time ns: whole: When the view was shown.
    step: whole: The running step; -1 outside of steps.
    view: whole: Number of the view.
    annotation: whole: The annotation that it was shown for.
    leaks: [leak]: The stale parts, in their order; at least one.
    subjects: [subject]: That annotation and those that stale parts stem from.

    # leak: A stale part and its owner.
    part: leak part: The part.
    owner?: whole: The annotation that it stems from; left out when the view was never shown
      before.

    # leak part: A part of a view that an earlier use can leave on it.
    - kind: Its class: it was made for views of another kind under the same identifier.
    - size: The extent that it was given for other views.
    - offset: The centre offset or the callout offset that it was given for other views.
    - clustering: Its clustering identifier, which went when it was prepared for another use.
    - title
    - accessory
    - callout
    - transform: It is drawn larger, as selected views are.
    - selection: It is drawn as selected.
    - content: The content that a callout annotation carries along.
    - alpha: The alpha that an animator left on it.

    # unmet wait: A wait for a condition that was given up.
    time ns: whole: When it was given up.
    number: whole: How many there were of what the condition counts.

    # batch window: The latency of the cluster updates that were triggered during some consecutive
      batches.
    batches: [whole]: The numbers of its batches, from 1.
    updates: whole: The number of finished updates.
    median: value: The latency that half of them did not exceed (nearest rank).
    percentile95: value: The latency that 95 of 100 did not exceed (nearest rank).
    maximum: value: The longest latency.

    # snapshot: A snapshot of the map with its time.
    title: text: Its title, in words.
    time ns: whole: Its time.
    step: whole: The running step; -1 before the first.
    scene: scene: The rectangles.
    callout?: whole: The open callout; left out for none.
    left behind: [left callout]: Callouts that are never removed.
    view size pt?: [number]: The extent of the map view, in points; left out for that of the
      legend.
    event?: whole: The number of its event, from 0; left out by versions that do not record it.

    # left callout: A callout annotation that the app no longer removes.
    body pt: [number]: Its extent with the tip.
    tip pt: [number]: The point of its tip.

    # scene: What the map showed, in points of its view; annotation views and shapes in
      thousandths.
    occasion: occasion: Why the moment was chosen.
    camera: camera: Where the map looked.
    grids: [grid]: The cells of clusters.
    looks: [look]: The looks of annotation views, each once.
    pins: [[number]]: Annotation views: the index of the look, x and y of the annotation's point,
      and how many points a cluster stands for.
    selected pins: [whole]: The indexes of selected ones.
    callout?: callout rects: The open callout; left out for none.
    shapes: [shape]: What overlays drew.

    # look: An annotation view without its place.
    layer: whole: Index of the layer; -1 for the user location.
    kind: view kind: The class of the view.
    is unique location: flag: Whether all its points are in one place.
    corner pt: [number]: The left upper corner of the view, from the annotation's point.
    size pt: [number]: Its extent.

    # occasion: Why the moment was chosen.
    - mark
    - callout
    - end
    - snapshot

    # timeline: When things happened, as rows of whole numbers. The first number is the time since
      the row before began; a length of -1 has no end in the session. Yes is 1, no is 0.
    length ns: whole: The length of the session.
    steps: timeline rows: Each round of each step: after ns, for ns, step.
    touches: timeline rows: What fingers did: after ns, for ns, kind (0 pan, 1 pinch, 2 rotation,
      3 drag, 4 tap, 5 double tap, 6 tap with two fingers, 7 long press).
    region changes: timeline rows: Changes of the visible region: after ns, for ns, animated,
      interrupted.
    update starts: timeline rows: When cluster updates left their queues: after ns, update.
    indexings: timeline rows: When indexes of layers were filled: after ns, for ns, layer.
    views: timeline rows: Annotation views while they are on the map: after ns, for ns, view,
      annotation, layer, identifier, reused, shown for (0 a point, 1 a cluster, 2 the user's
      location, 3 a callout).
    view counts: timeline rows: Views from a frame on: after ns, on the map, in pools.
    callouts: timeline rows: Callouts while they are open: after ns, for ns, at rest after ns,
      callout, annotation, interrupted.
    batches: timeline rows: Batches of downloads: after ns, layer, points, outcome (0 arrived, 1
      lost and asked for again, 2 given up).
    hitches: timeline rows: Frames that came late: after ns, late ns, main thread ns, frame.
    frames?: timeline rows: The work of the main thread for frames, some in a row by the one with
      most: after ns, main thread ns, frames; left out by versions that do not record it.
    occurrences?: timeline rows: In which order things happened, also those of one time: after ns,
      number of the event from 0, kind (0 a step begins, 1 fingers touch, 2 the region will change,
      3 it did change, 4 a batch, 5 the first view of a frame, 6 a callout opens, 7 is at rest, 8
      closes, 9 a late frame, 10 an update is requested, 11 applied), and the index of the row that
      says more, or the number of the update; left out by versions that do not record it.

    # session scene: What the map showed over time, as rows of whole numbers. The first number is
      the time since the row before began in nanoseconds; x and y are sixteenths of a map point,
      extents thousandths of a point of the view. What moves along with the map has one row.
    camera: timeline rows: Where the map looks; between two rows it moves evenly: after, x, y, map
      points for each point of the view in millionths, heading in thousandths of a degree.
    sizes: timeline rows: The extent of the map view: after, width, height.
    looks: timeline rows: How annotation views look: after, layer (-1 the user's location), kind (0
      image, 1 pin, 2 marker, 3 user dot, 4 callout), and from the place of the annotation left,
      top, width, height.
    views: timeline rows: Annotation views while they can be seen: after, for (-1 to the end), view,
      index of the look, x, y, points, flags (a sum of 1 one location, 2 selected, 4 reused, 8
      continues an earlier row of the view, 16 is continued by a later one).
    grids: timeline rows: The cells of layers: after, layer, x, y, side in sixteenths of a map
      point, columns, rows.
    callouts: timeline rows: The open callout: after, number (-1 for none), x and y of its tip; from
      there left, top, width, height of the annotation view, of what is drawn, and of what must be
      inside the view; kind (0 plain, 1 bubble, 2 subview), height of what a bubble holds, from the
      corner of the annotation view to where a bubble points right and down, arrow points up, scale
      in thousandths.
    shapes: timeline rows: The points of all overlays that are drawn, whenever others are: after,
      overlay (-1 for none), kind (0 circle, 1 line, 2 area), place among the points of its shape,
      x, y.
    taps: timeline rows: Where fingers tap in the view: after, right, down.
    selections: timeline rows: What is selected: after, annotation (-1 for none).
    points: timeline rows: Some points of the data, evenly drawn from those where the map has
      been: after (0), x, y.
    moments?: timeline rows: Steps that begin in the instant of a frame or a picture; the rows of
      the scene show what they do a nanosecond later: after, time of the session, number of the
      event from 0; left out by versions that do not record it.

    # timeline rows: Rows of one kind, up to a limit.
    rows: [[whole]]: The rows.
    left out?: whole: How many more there were; left out for none.

    # grid: The cells of a layer on the screen: lines every side points through origin.
    layer: whole: Index of the layer.
    origin pt: [number]: A corner of a cell, in points of the view.
    side pt: number: Side of a cell, in points.
    columns: whole: Columns from the origin to the right.
    rows: whole: Rows from the origin down.

    # shape: A drawn overlay.
    overlay: whole: Index of the overlay.
    kind: shape kind: The kind of shape.
    points: [[number]]: Points of the view; they may lie outside it.

    # shape kind: The kind of shape.
    - circle: A circle: its middle and a point on its edge.
    - polyline: A line through the points.
    - polygon: An area whose corners are the points.
    - cell: A cell of a cluster grid, drawn as its lines; the points are its corners.

    # view kind: The class of an annotation view.
    - image: A view with an image of the app's.
    - pin
    - marker: The balloon that is the default since iOS 11.
    - user dot: The dot at the user's location.
    - callout

    # measurements: Real times of a session that was replayed several times with nothing else at
      work, each the least of its repetitions; they differ from run to run.
    real ns: whole: Real time of the fastest whole replay, in nanoseconds.
    replays?: spread: Real times of all whole replays; left out when their number is unknown.
    overhead?: overhead: What clocks at every phase add to a replay; left out when that is
      unknown.
    phases: [phase]: The phases of the work, in a fixed order.
    steps: [whole]: Real time of each step in nanoseconds, all its rounds together, by its id; may
      end before the last step.
    updates: real updates: Real time to compute cluster updates: their phases from query to diff
      together.

    # overhead: Replays with a clock at every phase beside as many without, by turns; the first
      replay of all, which finds the caches as others left them, is none of them.
    replays: whole: How many there are of each kind.
    with clocks: whole: Nanoseconds of the fastest with clocks.
    without: whole: Nanoseconds of the fastest without.

    # phase: One phase of the work, such as query or diff.
    name: text: The phase's name.
    help: text: What is done in it, in a few words.
    laps: laps: How long its laps took.

    # real updates: Real time to compute the updates that were requested in each part of a
      session; left out in a part without any.
    session?: laps: Over the whole session.
    marks: [laps or null]: By mark, in the order of the facts; may end before the last mark.
    steps: [laps or null]: By step id; may end before the last step.
    by number: [real update or null]: Real time of each update, by its number; left out for one
      that changed nothing; may end before the last update.
    phase names: [text]: The names of the phases of an update, in their order.
    percentile95?: spread: The 95th percentiles of the replays; left out without updates.

    # real update: The real time of one cluster update.
    compute: whole: Nanoseconds of the phases that compute it, from query to diff.
    phases: [whole]: Nanoseconds of each phase, in the order of their names; the last one changes
      the map.

    # spread: Summary of repetitions of one measurement, in nanoseconds; the least was disturbed
      least.
    count: whole: Number of repetitions.
    least: whole: The least.
    median: whole: The one in the middle (nearest rank).
    most: whole: The most.

    # laps: Summary of many laps of a real clock: their count and durations.
    count: whole: Number of laps.
    p50: whole: The time within which half of the laps ended, in nanoseconds; within 0.1 %.
    p90: whole: The time within which 90 of 100 laps ended, in nanoseconds; within 0.1 %.
    p95: whole: The time within which 95 of 100 laps ended, in nanoseconds; within 0.1 %.
    p99?: whole: The time within which 99 of 100 laps ended, in nanoseconds; within 0.1 %; left
      out for fewer than 100 laps, of which it would be the longest one.
    max: whole: The longest lap, in nanoseconds; exact.

    # evidence: When an expectation was missed, and what happened around that time, of another
      replay.
    verdict: whole: The index of the verdict in the facts.
    place: failure place: When it was missed.
    events: [evidence line]: The events nearest to that time, in their order.
    source?: text: The line of the file in which the expectation stands; left out where it could
      not be read.

    # failure place: The times of a failure.
    judged at ns: whole: When it was judged.
    first ns?: whole: Since when the value was out of its bounds; left out when it was too little
      all along.
    event?: whole: The number of the event since which it was, from 0; left out without such a
      time.
    worst ns?: whole: When it went furthest from them at once.
    largest: whole: The largest step of the value.

    # evidence line: An event in the words of the log.
    text: text: The time in milliseconds and the words.
    is offence: flag: Whether it lies at the time of the first offence.

    # real verdict: The outcome of an expectation on a real time, which informs.
    expectation: real expectation: The time and its rule.
    text: text: The rule as the author wrote it.
    line: whole: The line of its key in its file.
    column: whole: The column of its key.
    file?: text: Its file; left out for the scenario's own.
    nanoseconds?: whole: The measured time in nanoseconds; left out when it was not measured.

    # real expectation: The expectation of a scenario about a real time.
    time: real time: The time.
    rule: rule: The rule that it is held to: at most, at least, exactly or between, in
      nanoseconds.

    # real time: The real times of this machine that an expectation can be about.
    - real time
    - real clustering compute p50
    - real clustering compute p95
    - real clustering compute max
    - real clustering indexing p50
    - real clustering indexing p95
    - real clustering indexing max

    # allocations: What a session asked the allocator for, or why nobody knows.
    - counted (counted allocations): Counted in a replay.
    - unavailable (text): Not to be had, for this reason; that is not none.

    # counted allocations: What a session asked the allocator for: exact for one build.
    count: whole: How often it asked for memory.
    bytes: whole: How many bytes it asked for, freed or not.
    peak live bytes: whole: The most that it held when a phase or step began or ended. The
      allocator's own peak is looked at every 64 KiB, from a beginning that depends on what came
      before.
    rest: allocations of a part: What came before, between and after the steps.
    steps: [allocations of a part]: Each step, by its id; all rounds of a repeat together.
    frames: allocations of frames: The steady frames.
    phase names: [text]: The names of the phases, in their order.

    # allocations of a part: What a part of the session asked for.
    count: whole: How often it asked for memory.
    bytes: whole: How many bytes it asked for.
    live bytes: whole: What the session held at its end.
    phases: [whole]: The bytes of each phase by itself, in their order, and then those of none.

    # allocations of frames: What frames asked for in which only the region moved on.
    count: whole: How many there were.
    allocating: whole: How many of them asked for memory.
    most bytes: whole: The most bytes of one of them.
    most requests?: whole: The most requests of one of them; left out when bytes alone were looked
      at.
    first step?: whole: The step of the first one that asked for memory; left out for none.

    # budget verdict: The outcome of a budget of allocations, which fails the run.
    budget: budget: The count and its rule.
    text: text: The rule as the author wrote it.
    line: whole: The line of its key in its file.
    column: whole: The column of its key.
    file?: text: Its file; left out for the scenario's own.
    number?: whole: The number; left out where there was nothing to count.
    unavailable?: text: Why it could not be counted; left out when it could.
    step?: whole: The first step that broke a budget of frames; left out for none.

    # budget: The expectation of a scenario about a count of allocations.
    count: allocation count: The count.
    rule: rule: The rule that it is held to: at most, at least, exactly or between.
    is kept by nothing: flag: Whether it is kept where there was nothing to count.

    # allocation count: The counts of allocations that an expectation can be about.
    - allocations per steady frame
    - allocations
    - allocated bytes
    - peak live bytes

    # abort: The cause of an aborted session: a bug of the program, or a limit of the run.
    cause: abort cause: The kind.
    sentences: [text]: The description of the abort, as sentences without a full stop.
    reproduction: text: The command that replays this session alone, in one process.

    # abort cause: The kinds of aborts.
    - crash: Its process was ended by a signal, or exited.
    - time limit: It took longer than a session may.
    - memory limit: It took more memory than a session may.
    - internal contradiction: The model contradicted itself.

    # fingerprint: On what the run was measured; a part that is not known is left out, and one in
      which the machines of a merged run differ is mixed.
    counter?: text: What counts instructions.
    compiler?: text: The compiler.
    configuration?: text: How the program was built.
    flags?: text: What the compiler was told beside it.
    allocator?: text: The allocator.
    library?: text: The C library.
    instruction sets?: text: The instruction sets by which the C library chooses its functions.
    processor?: text: The processor, as it names itself.
    kernel?: text: The kernel with its version.
    engines?: text: The cluster engines, each with a digest of what it answers.

    # origin: Where and when a run was made, beside what it was measured on.
    revision?: text: The revision of the scenarios, as git names it; left out outside of a
      checkout.
    is modified: flag: Whether files differ from the revision.
    branch?: text: The branch; left out where none is checked out.
    committed at s?: whole: When the revision was committed, in seconds since 1970 (UTC).
    started at s?: whole: When the run began, in seconds since 1970 (UTC).
    host?: text: The name of the machine.

    # options: The options of a run, as they were typed, that decide what is played.
    seed?: digits: The seed that replaced those of all scenarios; left out for their own.
    choosing: [text]: Those that choose scenarios, --filter and --tag, with their values.
    playing: [text]: Those that decide how a session is played, with their values: --data,
      --devices, --lift-limits, --from and --until.

    # shard: The part of a run that one of several machines plays.
    number: whole: Its number, from 1.
    count: whole: How many there are.
    sessions: whole: The sessions of all of them together.
    digest: text: A digest of all that is played in these sessions.

    # comparison: How the facts of a run compare with the committed ones.
    purpose: purpose: How differences were handled.
    folder: text: The folder of the committed facts, as given.
    count: whole: The number of sessions that were not aborted.
    changes: [change]: The sessions whose committed facts differ.
    missing: [text]: The ids of the sessions without committed facts.
    stale: [text]: The ids of committed facts whose scenario is gone.
    has facts: flag: Whether the folder holds any facts.
    renamings?: [renaming]: The sessions that were renamed or moved, and do what they did.
    new metrics?: [text]: The metrics that committed facts do not know yet, in their order.
    unreadable?: [text]: The committed facts that cannot be read, in a sentence each.
    old indexes: [text]: The paths of index pages and film strips that are not those of the run,
      although its facts may be.
    shared indexes?: [shared index]: The index pages with sessions that other machines play, which
      are compared when the parts are merged; left out for a whole run.

    # renaming: A session whose scenario has another name than when its facts were committed.
    old: text: The id under which its facts are committed.
    new: text: The session's id.

    # shared index: A committed index page of which one part of a run has some sessions.
    path: text: The page's path.
    digest?: text: A digest of its text; left out when it is missing.

    # purpose: How differences were handled.
    - compared: Differences are findings of the run.
    - updated: The committed facts were replaced.

    # change: The committed facts of a session that differ from those of the run.
    id: text: The session's id.
    values: [difference]: The values that differ, in the order of the file; empty when only its
      layout does.

    # difference: A value that differs.
    part: text: The part of the session, such as step 4 (line 12); empty for the session as a
      whole.
    key: text: The metric or another key of the file.
    old?: text: The value of the old file; left out when it has none.
    new?: text: The value of the new file; left out when it has none.

    # counts: The instructions and allocations of sessions, with what committed ones say.
    fingerprint: fingerprint: On what they were counted; empty when nothing could be.
    unavailable?: text: Why nothing can be counted here, with what to do; left out when it can.
    sessions: [counted session]: The sessions, in their order.
    comparison?: counts comparison: The comparison with the committed counts; left out without
      one.

    # counted session: A session that was counted.
    id: text: Its id.
    title: text: The title, with its variant.
    file: text: Its file, as given.
    steps: [counted step]: Its steps.
    counts?: instructions: Its counts; left out when it could not be counted.
    failure?: text: Why it could not be counted.
    allocations unavailable?: text: Why its allocations could not be counted; left out when they
      could, or nothing could.

    # counted step: A step as it stands in its file.
    id: whole: Its id, one less than the number that people see.
    line: whole: The line of its file, from 1.
    text: text: What stands there.

    # instructions: What one replay of a session costs exactly: its instructions by steps and
      phases, and what it asks of the allocator by steps.
    phase names: [text]: The names of the phases, in the order of every row.
    rows: [instructions of a step]: The steps that were played, in the order of their ids, and
      what lies between them last.
    functions?: [function]: The functions, the costliest first; left out where the counter knows
      none.
    is estimate: flag: Whether the counter ran for a part of the time only, so that the rest is
      extrapolated.
    peak live bytes?: whole: The most bytes that it held when a phase or step began or ended; left
      out where nobody counted.

    # instructions of a step: What was counted in a step, or between steps, with its rounds in a
      repetition added up.
    step?: whole: The id of the step; left out for what lies before the first, between two and
      after the last.
    phases: [whole]: Instructions of each phase by itself, those of phases within it left out.
    rest: whole: Instructions in no phase.
    allocations?: whole: How often it asked for memory; left out where nobody counted.
    allocated bytes?: whole: How many bytes it asked for, freed or not; left out where nobody
      counted.

    # function: What a function takes by itself.
    name: text: Its name as people read it; those of one name are one.
    instructions: whole: Instructions, without those of what it calls.

    # counts comparison: How counts compare with the committed ones.
    purpose: purpose: How differences were handled.
    folder: text: The folder of the committed counts.
    count: whole: The number of sessions that were counted.
    judged: whole: The number of those that were held against committed counts.
    changes: [counts change]: The sessions that differ.
    tolerates fewer: flag: Whether what is only less is no finding, but a note.
    missing: [text]: The ids of the sessions without committed counts.
    without allocations?: whole: The number of sessions whose committed counts have no allocations;
      left out for none.
    incomparable: [incomparable]: Why sessions were not compared, with how many, in the order of
      the words.
    unreadable: [text]: Committed files that cannot be read, in a sentence each, in the order of
      their paths.

    # counts change: A session whose instructions or allocations are others.
    session: whole: The session's index in the report.
    difference: counts difference: What differs.
    lines: [text]: The sentence, and the functions below it.

    # incomparable: Why sessions were not compared.
    words: text: The reason.
    count: whole: The number of sessions.

    # counts difference: How the instructions and allocations of a session differ from those of
      another build.
    session: named change: The whole session.
    step?: step change: The step whose instructions changed most, its name left out for what lies
      between steps; left out when instructions do not differ.
    phase?: named change: The phase of that step that changed most; left out names what lies in no
      phase.
    growth?: step change: The step that takes most more, beyond the tolerance; left out when none
      does.
    functions: [named change]: The functions that changed most, those first; empty where none are
      known.
    instructions differ: flag: Whether the instructions differ by more than the tolerance, in all or
      in a step.
    allocations: [allocation change]: The counts of the allocator that differ in the whole session.
    allocating step?: allocating step change: The step that asks most more of the allocator, else
      most less; left out where none differs.

    # named change: A change of what has a name.
    name: text or null: What changed; null for what lies in no phase.
    before?: whole: The instructions before; left out where they are not known.
    now: whole: The instructions now.

    # allocation change: A change of a count of the allocator.
    name: allocation count: Which count.
    before?: whole: The number before.
    now: whole: The number now.

    # allocating step change: A change of what a step asks of the allocator.
    name: allocating step: The step, with the count that changed.
    before?: whole: The number before.
    now: whole: The number now.

    # allocating step: A step, and which of its counts of the allocator is meant.
    step?: whole: The id of the step; left out for what lies between steps.
    count: allocation count: The count: requests, or bytes where no step has more or less of those.

    # step change: A change of a step.
    name: whole or null: The id of the step; null for what lies between steps.
    before?: whole: The instructions before; left out where they are not known.
    now: whole: The instructions now.
    """
}
