import Foundation
import Measures
import Metrics
import Reporting
import Testing

/// Whole files of a tiny run: what stands here is what a reader of the file gets.
@Suite("Outputs of a tiny run")
struct WholeOutputTests {
  @Test
  func `facts file`() {
    #expect(
      FactsFile.text(of: Fixture.smallRun.sessions[1])
        == WholeOutputTests.factsText)
  }

  @Test
  func `index page`() {
    #expect(
      IndexPage.text(of: Fixture.smallRun)
        == WholeOutputTests.indexText)
  }

  @Test
  func summary() {
    #expect(Summary.text(of: Fixture.smallRun) == WholeOutputTests.summaryText)
  }

  @Test
  func junit() {
    #expect(
      JUnit.text(of: Fixture.smallRun)
        == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="MapReplay" tests="4" failures="2" errors="0" time="0.005">
          <testsuite name="A blind judge" tests="1" failures="0" errors="0" skipped="0" \#
        time="0.0025">
            <properties>
              <property name="file" value="Scenarios/Canaries/canary.yaml"/>
              <property name="seed" value="7"/>
              <property name="device" value="phone-60hz"/>
              <property name="digest" value="cbf29ce484222325"/>
            </properties>
            <testcase classname="canary" name="fails with views created alone"/>
          </testsuite>
          <testsuite name="A pin near the edge" tests="3" failures="2" errors="0" skipped="0" \#
        time="0.0025">
            <properties>
              <property name="file" value="Scenarios/edges.yaml"/>
              <property name="seed" value="7"/>
              <property name="device" value="phone-60hz"/>
              <property name="digest" value="cbf29ce484222325"/>
            </properties>
            <testcase classname="edges" name="views created: at most 40 (line 31)"/>
            <testcase classname="edges" name="views created: at most 40 (line 31), round 2">
              <failure type="broken" message="views created: at most 40, but was \#
        1,234">Scenarios/edges.yaml:31:7
        expected views created: at most 40
        found 1,234
        Annotation views that had to be made.</failure>
            </testcase>
            <testcase classname="edges" name="callout inside map: always (line 32)">
              <failure type="never-evaluated" message="callout inside map: always, but it was \#
        not evaluated: no callout that the criterion applies to came to rest in the \#
        session">Scenarios/edges.yaml:32:7
        expected callout inside map: always
        found not evaluated: no callout that the criterion applies to came to rest in the session
        C1 inside map: callout and pin lie inside what bars leave of the map (0.5 pt).</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test
  func console() {
    let console = Console(hasColours: false, isQuiet: false)
    let run = Fixture.smallRun
    #expect(
      run.sessions.map { console.line(for: $0) }.joined() + console.closing(of: run)
        == #"""
        CAUGHT  A blind judge                      1,000.0 ms  p95 236.4 ms     reuse 90.9 %   \#
        callouts 1/1
        FAIL    A pin near the edge                1,000.0 ms  p95 236.4 ms     reuse 90.9 %   \#
        callouts 1/1

        How long does clustering take?

        scenario            updates  latency no fade indexing compute real indexing real compute
        ------------------- ------- -------- ------- -------- ------- ------------- ------------
        A pin near the edge       2 236.4 ms       -        -       -             -     22.3 us*
        Each time is the p95 of the whole session. Latency: from the trigger of an update \#
        until its old
            clusters are gone; no fade: until its new ones are on the map; indexing: to fill \#
        the index with
            a change of the data; compute: to compute an update. These are modelled and the \#
        same on every
            machine; real ones are the same work on this machine.
        * The longest of all: a p95 of fewer than 20 times is, and a p50 of a single one.

        How well are annotation views reused?

        scenario            requested created reused reuse rate live peak pooled peak churn dirty
        ------------------- --------- ------- ------ ---------- --------- ----------- ----- -----
        A pin near the edge       440      40    400     90.9 %         -           -     0     -

        Do callouts end up where they should?

        scenario            opened judged correct overflow excess shift
        ------------------- ------ ------ ------- -------- ------------
        A pin near the edge      1      1 100.0 %  12.5 pt            -

        Does the map move smoothly?

        scenario            frames worst frame hitches dropped        hitch ratio
        ------------------- ------ ----------- ------- ------- ------------------
        A pin near the edge     60           -       -       - 3.2 ms per s, good
        Hitch ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, critical \#
        above 10.

        2.00 s simulated in 5 ms of replay: 400.0 simulated seconds per real second

        Failures

        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
        Scenarios/edges.yaml:32:7: callout inside map: always, but it was not evaluated: no \#
        callout that the
            criterion applies to came to rest in the session

        judged: 1 of 1 scenario failed, 1 canary caught; facts not compared (see --compare)

        """#)
  }
}

/// The longest of the texts.
extension WholeOutputTests {
  private static let factsText = #"""
    {
      "callouts": [
        {"callout": 0, "excess shift micropoints": 250000, "kept": "C1 inside map, C2 zoom \#
    unchanged, C5 adjustment idempotent, C16 parent visible", "not applicable": "C3 shift \#
    minimal, C4 untouched when visible, C6 tip pinned, C7 animated as at once, C8 shift \#
    mirrored, C9 same at any longitude, C10 same at any latitude, C11 move accepted, C12 same \#
    on a turned map, C13 oversize rule, C14 steady at world edge, C15 exact at zoom 20, C17 \#
    callbacks paired", "opened at ns": 600000000, "overflow micropoints": 0, "region changes": \#
    1, "scale ratio millionths": 1000000, "step": 1}
      ],
      "device": "phone-60hz",
      "digest": "cbf29ce484222325",
      "marks": [
        {
          "mark": "zooming",
          "mark start ns": 400000000,
          "view reuse rate": {"of": 3, "part": 0},
          "views created": 3
        }
      ],
      "scenario": "A pin near the edge",
      "seed": "7",
      "session": {
        "callout inside map": {"of": 1, "part": 0},
        "callout overflow max micropoints": 12500000,
        "callouts correct": {"of": 1, "part": 1},
        "callouts judged": 1,
        "callouts opened": 1,
        "churn": 0,
        "cluster updates": 2,
        "clustering latency max ns": 236400000,
        "clustering latency p50 ns": 120000000,
        "clustering latency p95 ns": 236400000,
        "clustering points touched": 12345,
        "frames": 60,
        "hitch ratio ns": {"of": 1000000000, "part": 3200000},
        "simulated time ns": 1000000000,
        "view reuse rate": {"of": 440, "part": 400},
        "views created": 40,
        "views requested": 440,
        "views reused": 400
      },
      "steps": [
        {
          "step": 1,
          "step line": 21,
          "step text": "select: {near: left edge}",
          "view reuse rate": {"of": 3, "part": 0},
          "views created": 3
        }
      ],
      "verdicts": [
        {"expectation": "views created: at most 40", "line": 31, "outcome": "kept", "views \#
    created": 38},
        {"expectation": "views created: at most 40", "line": 31, "outcome": "broken", "views \#
    created": 1234},
        {"expectation": "callout inside map: always", "line": 32, "outcome": "never evaluated"}
      ],
      "version": 3
    }

    """#

  private static let indexText = #"""
    # Facts

    What every scenario comes to, replayed in simulated time: exact numbers, the same on \#
    every machine. A change of these files is a change of behaviour; nothing here was timed \#
    on a clock. Latencies follow from the costs of the device profile, which are assumptions.

    1 of 1 scenario failed, 1 canary caught.

    ## How long does clustering take?

    Each time is the p95 of the whole session. Latency: from the trigger of an update until its \#
    old clusters are gone; no fade: until its new ones are on the map; indexing: to fill the \#
    index with a change of the data; compute: to compute an update. These are modelled and the \#
    same on every machine; real ones are the same work on this machine.

    | scenario | updates | latency | no fade | indexing | compute | points touched | nodes visited |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | [A pin near the edge](edges.json) | 2 | 236.4 ms | - | - | - | 12,345 | - |

    ## How well are annotation views reused?

    Annotation views that the map asked for, made anew or taken out of a reuse pool; churn is \#
    what left the map and came back unchanged within a second, dirty what was shown with \#
    something on it that an earlier use left.

    | scenario | requested | created | reused | reuse rate | live peak | pooled peak | churn | \#
    dirty |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | [A pin near the edge](edges.json) | 440 | 40 | 400 | 90.9 % | - | - | 0 | - |

    ## Do callouts end up where they should?

    Callouts judged by the rectangles in which they came to rest; a criterion's column counts \#
    the callouts that broke it, and has no column when none did.

    | scenario | opened | judged | correct | C1 inside map | overflow | excess shift |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    | [A pin near the edge](edges.json) | 1 | 1 | 100.0 % | 1 | 12.5 pt | - |

    ## Does the map move smoothly?

    Modelled work of the main thread in each frame, by the costs of the device profile. Hitch \#
    ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, critical above 10.

    | scenario | frames | worst frame | hitches | dropped | hitch ratio |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | [A pin near the edge](edges.json) | 60 | - | - | - | 3.2 ms per s, good |

    The criteria:

    - C1 inside map: callout and pin lie inside what bars leave of the map (0.5 pt).
    - C2 zoom unchanged: the adjustment keeps the scale (1 ppm).
    - C3 shift minimal: the map moves just as far as needed (0.5 pt).
    - C4 untouched when visible: a callout that is visible leaves the map alone (0.5 pt; no \#
    zoom, no callbacks).
    - C5 adjustment idempotent: adjusting again changes nothing (0.5 pt; no zoom).
    - C6 tip pinned: the tip touches its pin in every frame (0.5 pt, 1.5 pt while it grows).
    - C7 animated as at once: the animation ends where a jump would (0.003 pt at zoom 22, half \#
    as much at each level further out; no zoom).
    - C8 shift mirrored: in a mirror, east-west or north-south, the adjustment is mirrored (0.5 \#
    pt; same zoom).
    - C9 same at any longitude: the shift is the same at other longitudes, across the 180th \#
    meridian too (0.5 pt).
    - C10 same at any latitude: the shift is the same at another latitude (0.5 pt).
    - C11 move accepted: the map does not refuse where it is asked to go.
    - C12 same on a turned map: the shift on the screen is the same with the map turned (0.5 pt).
    - C13 oversize rule: when callout and pin do not fit, the pin stays inside at the same \#
    scale, or the map zooms out until what they covered fits (0.5 pt).
    - C14 steady at world edge: where the world ends, the map goes the right way, not too far, \#
    and once (0.5 pt).
    - C15 exact at zoom 20: at zoom 20 near the 180th meridian the shift is the one needed (0.5 \#
    pt; no zoom).
    - C16 parent visible: the pin is still visible afterwards, inside what bars leave of the map.
    - C17 callbacks paired: one pair of region callbacks for a move, animated as asked for; \#
    none without one.

    ## Canaries

    Sessions with a planted mistake. Each must fail, with exactly the named metrics; one that \#
    does not shows that the judge is blind.

    | canary | must fail with | failed with | outcome |
    | --- | --- | --- | --- |
    | [A blind judge](canary.json) | views created | views created | caught |

    ## Files

    | scenario | id | device | digest | outcome |
    | --- | --- | --- | --- | --- |
    | [A blind judge](canary.json) | canary | phone-60hz | `cbf29ce484222325` | caught |
    | [A pin near the edge](edges.json) | edges | phone-60hz | `cbf29ce484222325` | **failed** |

    """#

  private static let summaryText = #"""
    # ❌ 1 of 1 scenario failed, 1 canary caught

    judged: 1 of 1 scenario failed, 1 canary caught; facts not compared (see --compare)

    ## Failures

    - **A pin near the edge**: views created: at most 40, but was 1,234 \#
    (Scenarios/edges.yaml:31:7)
    - **A pin near the edge**: callout inside map: always, but it was not evaluated: no \#
    callout that the criterion applies to came to rest in the session \#
    (Scenarios/edges.yaml:32:7)

    ## How long does clustering take?

    | scenario | updates | latency | no fade | indexing | compute | real indexing | \#
    real compute | points touched | nodes visited |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 2 | 236.4 ms | - | - | - | - | 22.3 us* | 12,345 | - |

    \* The longest of all: a p95 of fewer than 20 times is, and a p50 of a single one.

    Each time is the p95 of the whole session. Latency: from the trigger of an update until \#
    its old clusters are gone; no fade: until its new ones are on the map; indexing: to fill \#
    the index with a change of the data; compute: to compute an update. These are modelled \#
    and the same on every machine; real ones are the same work on this machine.

    ## How well are annotation views reused?

    | scenario | requested | created | reused | reuse rate | live peak | pooled peak | \#
    churn | dirty |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 440 | 40 | 400 | 90.9 % | - | - | 0 | - |

    ## Do callouts end up where they should?

    | scenario | opened | judged | correct | C1 inside map | overflow | excess shift |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 1 | 1 | 100.0 % | 1 | 12.5 pt | - |

    ## Does the map move smoothly?

    | scenario | frames | worst frame | hitches | dropped | hitch ratio |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 60 | - | - | - | 3.2 ms per s, good |

    Hitch ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, critical \#
    above 10.

    2 s of simulated time replayed in 5 ms: 400.0 simulated seconds per real second.

    ## What was assumed

    The costs of device profiles are assumptions: they compare designs, not devices.

    - **phone-60hz**: view creation 2 ms, point visit 90 ns

    | option of the model | standard | otherwise |
    | --- | --- | --- |
    | region fit | edge sum |  |

    MapReplay 1.2.3; latencies are simulated.

    """#
}
