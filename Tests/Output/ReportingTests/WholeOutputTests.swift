import Foundation
import Measures
import Metrics
import ReportTexts
import Reporting
import Support
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
    #expect(Fixture.index(of: Fixture.smallRun) == WholeOutputTests.indexText)
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
        <testsuites name="MapReplay" tests="6" failures="2" errors="0" time="0.005">
          <testsuite name="canary" tests="1" failures="0" errors="0" skipped="0" \#
        time="0.003">
            <properties>
              <property name="title" value="A blind judge"/>
              <property name="file" value="Scenarios/Canaries/canary.yaml"/>
              <property name="seed" value="7"/>
              <property name="device" value="phone-60hz"/>
              <property name="digest" value="cbf29ce484222325"/>
            </properties>
            <testcase classname="canary" name="fails with views created alone" time="0.003"/>
          </testsuite>
          <testsuite name="edges" tests="4" failures="2" errors="0" skipped="0" \#
        time="0.003">
            <properties>
              <property name="title" value="A pin near the edge"/>
              <property name="file" value="Scenarios/edges.yaml"/>
              <property name="seed" value="7"/>
              <property name="device" value="phone-60hz"/>
              <property name="digest" value="cbf29ce484222325"/>
            </properties>
            <testcase classname="edges" name="replays to its end" time="0.003"/>
            <testcase classname="edges" name="views created: at most 40" time="0"/>
            <testcase classname="edges" name="views created: at most 40, number 2" \#
        time="0">
              <failure type="broken" message="views created: at most 40, but was \#
        1,234">Scenarios/edges.yaml:31:7
        expected views created: at most 40
        found 1,234
        Annotation views that were created.</failure>
            </testcase>
            <testcase classname="edges" name="callout inside map: at most 40" time="0">
              <failure type="never-evaluated" message="callout inside map: always, but it was \#
        not evaluated: no callout that the criterion applies to settled in the \#
        session">Scenarios/edges.yaml:32:7
        expected callout inside map: always
        found not evaluated: no callout that the criterion applies to settled in the session
        C1 inside map: callout and pin lie inside the part of the map that no bar covers, as \#
        long as the callout is open (0.5 pt).</failure>
            </testcase>
          </testsuite>
          <testsuite name="the whole run" tests="1" failures="0" errors="0" skipped="0">
            <testcase classname="run" name="two replays of each session agree"/>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test
  func console() {
    let console = Console(hasColors: false, isQuiet: false)
    let run = Fixture.smallRun
    #expect(
      wide { run.sessions.map { console.line(for: $0) }.joined() + console.closing(of: run) }
        == #"""
        CAUGHT 1,000.0 ms reuse 90.9 %  callouts 1/1   A blind judge (latency without fade p95 \#
        36.4 ms)
        FAIL   1,000.0 ms reuse 90.9 %  callouts 1/1
               A pin near the edge (latency without fade p95 36.4 ms)

        question                                    answer
        ------------------------------------- ------------
        How long does clustering take?             36.4 ms
        How well are annotation views reused?       90.9 %
        Do callouts end up where they should?      100.0 %
        Does the map move smoothly?           3.2 ms per s

        2.00 s simulated in 5 ms of replay: 400.0 simulated seconds per real second

        Failures

        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
        Scenarios/edges.yaml:32:7: callout inside map: always, but it was not evaluated: no \#
        callout that the
            criterion applies to settled in the session

        decided by facts: 1 of 1 scenario failed, 1 canary caught; committed facts not compared \#
        (see --compare)

        """#)
  }

  @Test
  func tables() {
    #expect(
      Fixture.verbose(Fixture.smallRun) == #"""

        How long does clustering take?

                latency without  latency                      real     real
        updates        fade p95      p95 indexing compute indexing  compute scenario
        ------- --------------- -------- -------- ------- -------- -------- -------------------
              2         36.4 ms 236.4 ms        -       -        - 22.3 µs* A pin near the edge
        Each time is the p95 of the whole session. Latency without fade is the time from the \#
        trigger of an
            update until its new clusters are on the map. Latency is the time until the old \#
        clusters are
            removed; the scenario sets the fade. Indexing adds a change of the data to the index. \#
        Compute
            finds the clusters of an update. Main thread wait is the time for which a computed \#
        update waits
            for the main thread. These times are modeled and the same on every machine. Real \#
        times are
            measured on this machine.
        * The maximum: too few values for a percentile.

        How well are annotation views reused?

        requested created reused reuse rate live peak pooled peak churn stale scenario
        --------- ------- ------ ---------- --------- ----------- ----- ----- -------------------
              440      40    400     90.9 %         -           -     0     - A pin near the edge

        Do callouts end up where they should?

        opened judged correct overflow excess shift scenario
        ------ ------ ------- -------- ------------ -------------------
             1      1 100.0 %  12.5 pt            - A pin near the edge

        Does the map move smoothly?

        frames worst frame hitches dropped        hitch ratio scenario
        ------ ----------- ------- ------- ------------------ -------------------
            60           -       -       - 3.2 ms per s, good A pin near the edge
        Hitch ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, critical \#
        above 10.

        question                                    answer
        ------------------------------------- ------------
        How long does clustering take?             36.4 ms
        How well are annotation views reused?       90.9 %
        Do callouts end up where they should?      100.0 %
        Does the map move smoothly?           3.2 ms per s

        2.00 s simulated in 5 ms of replay: 400.0 simulated seconds per real second

        Failures

        Scenarios/edges.yaml:31:7: views created: at most 40, but was 1,234
        Scenarios/edges.yaml:32:7: callout inside map: always, but it was not evaluated: no \#
        callout that the
            criterion applies to settled in the session

        decided by facts: 1 of 1 scenario failed, 1 canary caught; committed facts not compared \#
        (see --compare)

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
    1, "scale ratio millionths": 1000000, "step": 2}
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
      "metric set": 2,
      "seed": "7",
      "session": {
        "callout inside map": {"of": 1, "part": 0},
        "callout overflow max micropoints": 12500000,
        "callouts correct": {"of": 1, "part": 1},
        "callouts judged": 1,
        "callouts opened": 1,
        "cluster updates": 2,
        "clustering latency max ns": 236400000,
        "clustering latency p50 ns": 120000000,
        "clustering latency p95 ns": 236400000,
        "clustering latency without fade p95 ns": 36400000,
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
          "step": 2,
          "verb": "select",
          "view reuse rate": {"of": 3, "part": 0},
          "views created": 3
        }
      ],
      "version": 5
    }

    """#

  private static let indexText = #"""
    # Facts

    1 of 1 scenario failed, 1 canary caught.

    These pages show every scenario, replayed in simulated time. The numbers are exact and the \#
    same on every machine. If a page changes, the behavior has changed. Latencies are computed \#
    from the costs in the device profile. These costs are assumptions. *Latency* and *view reuse* \#
    are the medians of the folder's sessions, *worst* and *lowest* are the values of its worst \#
    sessions. Canaries fail on purpose.

    | folder | outcome | latency without fade p95 | worst | view reuse | lowest | callouts \#
    correct | worst hitch ratio |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | [this folder](#this-folder) | 1 failed, 1 caught | 36.4 ms | 36.4 ms | 90.9 % | 90.9 % | \#
    1 of 1 | 3.2 ms per s |

    ## This folder

    | scenario | outcome | updates | latency without fade p95 | latency p95 | view reuse | \#
    callouts correct | hitch ratio |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | [A pin near the edge](edges.json) ([YAML](../Scenarios/edges.yaml)) \#
    | **failed** | 2 | 36.4 ms | 236.4 ms | 90.9 % | \#
    100.0 % | 3.2 ms per s, good |

    A session passes if its expectations hold. Some sessions expect a flaw, such as incorrect \#
    callouts. Hitch ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, \#
    critical above 10.

    A canary has a planted mistake and must fail with exactly the named metrics.

    | canary | must fail with | failed with | outcome |
    | --- | --- | --- | --- |
    | [A blind judge](canary.json) ([YAML](../Scenarios/canary.yaml)) \#
    | views created | views created | caught |

    """#

  private static let summaryText = #"""
    # ❌ decided by facts: 1 of 1 scenario failed, 1 canary caught; committed facts not compared \#
    (see --compare)

    ## Failures

    - **A pin near the edge**: views created: at most 40, but was 1,234 \#
    (Scenarios/edges.yaml:31:7)
    - **A pin near the edge**: callout inside map: always, but it was not evaluated: no \#
    callout that the criterion applies to settled in the session \#
    (Scenarios/edges.yaml:32:7)

    ## How long does clustering take?

    | scenario | updates | latency without fade p95 | latency p95 | indexing | compute | \#
    real indexing | real compute | main thread wait | points touched |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 2 | 36.4 ms | 236.4 ms | - | - | - | 22.3 µs* | - | 12,345 |

    \* The maximum: too few values for a percentile.

    Each time is the p95 of the whole session. Latency without fade is the time from the trigger \#
    of an update until its new clusters are on the map. Latency is the time until the old \#
    clusters are removed; the scenario sets the fade. Indexing adds a change of the data to the \#
    index. Compute finds the clusters of an update. Main thread wait is the time for which a \#
    computed update waits for the main thread. These times are modeled and the same on every \#
    machine. Real times are measured on this machine.

    ## How well are annotation views reused?

    | scenario | requested | created | reused | reuse rate | live peak | pooled peak | \#
    memory peak | churn | stale |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | A pin near the edge | 440 | 40 | 400 | 90.9 % | - | - | - | 0 | - |

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

    ## Assumptions

    The costs of device profiles are assumptions: they compare designs, not devices.

    - **phone-60hz**: view creation 2 ms, point visit 90 ns

    | option of the model | default | otherwise |
    | --- | --- | --- |
    | region fit | edge sum |  |

    MapReplay 1.2.3; latencies are simulated.

    """#
}
