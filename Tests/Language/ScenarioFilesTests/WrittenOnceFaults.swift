/// Steps that a scenario has from line 7 on, files beside it, and what is wrong with them.
let writtenOnceFaults: [(steps: String, others: [String: String], diagnostics: String)] = [
  // Rounds.
  (
    "  - for each: {}",
    [:],
    """
    S/x.yaml:7:5 the for each has no 'steps'
      help: add 'steps: [{mark: "${edge}"}, {select: {near: "${edge}", within: 12 \
    pt}}]'; the steps of each round, in order, with `${name}` where a value of that name \
    belongs
    S/x.yaml:7:5 'for each' has no list of values
      help: add a name with a list, such as 'edge: [left edge]'
    """
  ),
  (
    "  - for each: 3",
    [:],
    """
    S/x.yaml:7:15 'for each' is a single value
      help: write an object such as {edge: [left edge, right edge], steps: [{mark: \
    "${edge}"}]}
    """
  ),
  (
    "  - for each: {edge: left edge, steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:16 'edge' has no list of values
      help: write 'edge: [one value, another one]'
    """
  ),
  (
    "  - for each: {edge: [], steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:16 'edge' has no list of values
      help: write 'edge: [one value, another one]'
    """
  ),
  (
    "  - for each: {edge: [left edge]}",
    [:],
    """
    S/x.yaml:7:5 the for each has no 'steps'
      help: add 'steps: [{mark: "${edge}"}, {select: {near: "${edge}", within: 12 \
    pt}}]'; the steps of each round, in order, with `${name}` where a value of that name \
    belongs
    """
  ),
  (
    "  - for each: {steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:5 'for each' has no list of values
      help: add a name with a list, such as 'edge: [left edge]'
    """
  ),
  (
    "  - for each: {together: [left edge], steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:26 'together' is a list
      help: write yes or no
    """
  ),
  (
    "  - for each: {edge: [left edge], together: yes, steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:35 'together' makes no sense with a single list
      help: add a second name with a list, or remove 'together'
    """
  ),
  (
    "  - for each: {a: [1 s, 2 s], b: [3 s, 4 s], c: [1 s], together: yes, steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:46 'c' has 1 value, but 'a' has 2
      help: write 2 values, or remove 'together' for each combination
    """
  ),
  (
    "  - for each: {edge: [left edge], steps: tap map}",
    [:],
    """
    S/x.yaml:7:42 'steps' is a single value
      help: write a list, each item an object such as {pan: {by: 120 x -40 pt, over: \
    300 ms}}
    """
  ),
  (
    "  - for each: {edge: [left edge], steps: [{select: {near: ${egde}, within: 1 pt}}]}",
    [:],
    """
    S/x.yaml:7:59 no value has the name 'egde' here
      help: did you mean 'edge'?
    """
  ),
  (
    "  - for each: {edge: [lef edge], steps: [{select: {near: ${edge}, within: 1 pt}}]}",
    [:],
    """
    S/x.yaml:7:58 'near' cannot be 'lef edge'
      help: did you mean 'left edge'?
      note: S/x.yaml:7:23 the value of 'edge' stands here
    """
  ),
  (
    "  - for each: {t: [1 s, 2, 3], steps: [{wait: ${t}}]}",
    [:],
    """
    S/x.yaml:7:47 '2' has no unit
      help: write settled, a duration such as 250 ms, or an object such as \
    {until: clusters shown at most 40, at most: 5 s}; units: ns, us, ms, s, min
      note: S/x.yaml:7:25 the value of 't' stands here
    S/x.yaml:7:47 '3' has no unit
      help: write settled, a duration such as 250 ms, or an object such as \
    {until: clusters shown at most 40, at most: 5 s}; units: ns, us, ms, s, min
      note: S/x.yaml:7:28 the value of 't' stands here
    """
  ),
  (
    "  - for each: {t: [1 s, 2 s], steps: [{weit: ${t}}]}",
    [:],
    """
    S/x.yaml:7:40 unknown step 'weit'
      help: did you mean 'wait'?
    """
  ),
  (
    "  - for each: {t: [1 s], steps: [{for each: {t: [2 s], steps: [{wait: ${t}}]}}]}",
    [:],
    """
    S/x.yaml:7:46 the name 't' has a value here already
      help: choose another name
    """
  ),
  (
    "  - for each: {p: [{lat: 1, lon: 2}], steps: [{mark: at ${p}}]}",
    [:],
    """
    S/x.yaml:7:54 the value of 'p' is not a text, so it cannot be part of one
      help: let '${p}' be all that is written there
      note: S/x.yaml:7:20 the value of 'p' stands here
    """
  ),
  (
    "  - for each: {\"a}b\": [1], steps: [tap map]}",
    [:],
    """
    S/x.yaml:7:16 'a}b' cannot be the name of a parameter
      help: write 1 to 60 characters without '$', '{' and '}'
    """
  ),
  (
    "  - for each:\n      t: [1 s]\n    steps: [{wait: ${t}}]",
    [:],
    """
    S/x.yaml:9:5 'steps' is not inside 'for each'
      help: indent it deeper than 'for each'
    """
  ),
  (
    "  - wait: ${t}",
    [:],
    """
    S/x.yaml:7:11 no value has the name 't' here
      help: 'for each' and the parameters of a part give names to values
    """
  ),
  (
    "  - expect: {callouts opened: exactly ${n}}",
    [:],
    """
    S/x.yaml:7:31 no value has the name 'n' here
      help: 'for each' and the parameters of a part give names to values
    """
  ),
  (
    "  - add: {data: ${set}, into: cities}",
    [:],
    """
    S/x.yaml:7:17 no value has the name 'set' here
      help: 'for each' and the parameters of a part give names to values
    """
  ),
  (
    "  - for each: {to: [citys], steps: [{add: {data: cities, into: ${to}}}]}",
    [:],
    """
    S/x.yaml:7:64 there is no layer 'citys'
      help: layers here: cities
      note: S/x.yaml:7:21 the value of 'to' stands here
    """
  ),
  // Parts.
  (
    "  - run: {file: Parts/a.yaml}",
    [:],
    """
    S/x.yaml:7:17 there is no part 'Parts/a.yaml'
      help: looked for S/Parts/a.yaml, Parts/a.yaml, ../Parts/a.yaml, \
    ../../Parts/a.yaml, ../../../Parts/a.yaml
    """
  ),
  (
    "  - run: {file: Parts/a.yaml}",
    ["Parts/ab.yaml": "part: A\nsteps: []"],
    """
    S/x.yaml:7:17 there is no part 'Parts/a.yaml'
      help: did you mean 'Parts/ab.yaml'?
    """
  ),
  (
    "  - run: {file: ../a.yaml}",
    [:],
    """
    S/x.yaml:7:17 '../a.yaml' is not a path that works everywhere
      help: write a path relative to the scenario or to a folder above it, without '..'
    """
  ),
  (
    "  - run: {}",
    [:],
    """
    S/x.yaml:7:5 the run has no 'file'
      help: add 'file: Parts/open-and-close.yaml'; the part's file, looked for beside \
    the scenario and in the folders above it
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "part: A\nsteps:\n  - run: {file: a.yaml}"],
    """
    S/a.yaml:3:17 the part 'a.yaml' runs itself
      help: remove the circle; use 'repeat' to play steps again
      note: S/x.yaml:7:5 the part is run here
    """
  ),
  (
    "  - run: {file: a.yaml}",
    [
      "a.yaml": "part: A\nsteps: [{repeat: {times: 2, steps: [{run: {file: b.yaml}}]}}]",
      "b.yaml": "part: B\nsteps: [{run: {file: a.yaml}}]",
    ],
    """
    S/b.yaml:2:22 the part 'a.yaml' runs itself
      help: remove the circle; use 'repeat' to play steps again
      note: S/a.yaml:2:38 the part is run here
      note: S/x.yaml:7:5 the part is run here
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "part: A\nstep: []"],
    """
    S/a.yaml:2:1 unknown key 'step' of the part
      help: did you mean 'steps'?
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "part: A\nsteps: [tap mpa]\nsteps: []"],
    """
    S/a.yaml:2:9 unknown step 'tap mpa'
      help: did you mean 'tap map'?
      note: S/x.yaml:7:5 the part is run here
    S/a.yaml:3:1 the key 'steps' is already on line 2
      help: keep one of the two
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "{{{"],
    """
    S/a.yaml:1:4 the '{' of line 1 is not closed
      help: add '}' here
    """
  ),
  (
    "  - run: {file: a.yaml}\n  - run: {file: a.yaml, with: {t: 1, u: 2}}",
    ["a.yaml": "part: A\nparameters: {t: {type: duration}}\nsteps: [{wait: \"${t}\"}]"],
    """
    S/x.yaml:7:5 the part has no value for 't'
      help: add 'with: {t: …}'; the part: A
    S/x.yaml:8:35 '1' has no unit
      help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
    S/x.yaml:8:38 there is no parameter 'u'
      help: did you mean 't'?
    """
  ),
  (
    "  - run: {file: a.yaml, with: {tt: 1 s}}",
    ["a.yaml": "part: A\nparameters: {t: {type: duration}}\nsteps: [{wait: \"${t}\"}]"],
    """
    S/x.yaml:7:32 there is no parameter 'tt'
      help: did you mean 't'?
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "part: A\nparameters: {t: {type: time, default: 1 s}}\nsteps: [{wait: \"${t}\"}]"],
    """
    S/a.yaml:2:24 'type' cannot be 'time'
      help: write 'text', 'whole number', 'number', 'yes or no', 'duration', \
    'distance', 'size', 'offset', 'position', 'speed', 'levels', 'angle', 'span', \
    'coordinate', 'edge' or 'rule'
    """
  ),
  (
    "  - run: {file: a.yaml}",
    ["a.yaml": "part: A\nparameters: {t: {type: duration, default: 1}}\nsteps: [{wait: \"${t}\"}]"],
    """
    S/a.yaml:2:43 '1' has no unit
      help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
    """
  ),
  (
    "  - run: {file: a.yaml, with: {t: soon}}",
    ["a.yaml": "part: A\nparameters: {t: {}}\nsteps: [{wait: \"${t}\"}]"],
    """
    S/a.yaml:3:16 'soon' is not settled, a duration such as 250 ms, or an object such as \
    {until: clusters shown at most 40, at most: 5 s}
      note: S/x.yaml:7:35 the value of 't' stands here
      note: S/x.yaml:7:5 the part is run here
    """
  ),
  // Defaults.
  (
    "  - tap map",
    ["defaults.yaml": "steps: [tap map]"],
    """
    S/defaults.yaml:1:1 unknown key 'steps' of the defaults
      help: keys are: tags, seed, device, map, options, app, data, overlays, layers, \
    setup, teardown
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "tgas: [a]"],
    """
    S/defaults.yaml:1:1 unknown key 'tgas' of the defaults
      help: did you mean 'tags'?
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "layers: {towns: {view: {siez: 1 x 1 pt}}}"],
    """
    S/defaults.yaml:1:25 unknown key 'siez' of the view
      help: did you mean 'size'?
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "setup: [tap mpa]"],
    """
    S/defaults.yaml:1:9 unknown step 'tap mpa'
      help: did you mean 'tap map'?
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "- a"],
    """
    S/defaults.yaml:1:1 'defaults' is a list
      help: write an object with the keys tags, seed, device, map, options, app, data, \
    overlays, layers, setup, teardown
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "# nothing yet"],
    """
    S/defaults.yaml:1:1 the file is empty
      help: begin with a line such as 'tags: [callout]'
    """
  ),
  (
    "  - tap map",
    ["defaults.yaml": "setup: [{pan: {over: 1 s}}]"],
    """
    S/defaults.yaml:1:10 the pan needs one of 'by' or 'along'
    """
  ),
  (
    "  - run: {file: a.yaml}", ["a.yaml": ""],
    """
    S/a.yaml:1:1 the file is empty
      help: begin with a line such as 'part: Opens a callout near an edge and closes it'
    """
  ),
  // Names that stand for nothing where they are.
  (
    "  - for each: {a: [\"${b}\"], steps: [{mark: \"${a}\"}]}", [:],
    """
    S/x.yaml:7:20 no value has the name 'b' here
      help: 'for each' and the parameters of a part give names to values
    """
  ),
  (
    "  - for each: {edge: [left edge], steps: [{mark: $edge}]}", [:],
    """
    S/x.yaml:7:50 a placeholder needs a name between '${' and '}'
      help: write '${edge}'
    """
  ),
  (
    "  - for each: {edge: [left edge], steps: []}", [:],
    """
    S/x.yaml:7:35 'steps' is empty
      help: write 1 to 100000 entries
    """
  ),
  (
    "  - for each: {c: [{lat: 1, lon: x}], steps: [{select: {nearest to: \"${c}\"}}]}", [:],
    """
    S/x.yaml:7:34 'x' is not a number such as 0.5
      note: S/x.yaml:7:69 the value of 'c' is read here
    """
  ),
  (
    "  - run: {file: a.yaml}", ["a.yaml": "scenario: A"],
    """
    S/x.yaml:7:17 'S/a.yaml' is a scenario, not a part
      help: a part begins with 'part: '
    """
  ),
  (
    "  - run: {file: a.yaml}", ["a.yaml": "part: A\nsteps: [{mark: \"${edge}\"}]"],
    """
    S/a.yaml:2:16 no value has the name 'edge' here
      help: 'for each' and the parameters of a part give names to values
      note: S/x.yaml:7:5 the part is run here
    """
  ),
  (
    "  - for each: {edge: [left edge], steps: [{run: {file: a.yaml}}]}",
    ["a.yaml": "part: A\nsteps: [{mark: \"${edge}\"}]"],
    """
    S/a.yaml:2:16 no value has the name 'edge' here
      help: 'for each' and the parameters of a part give names to values
      note: S/x.yaml:7:44 the part is run here
    """
  ),
  (
    "  - for each: {a: [1], steps: [{mark: \"${a}\"}, {mark: \"x\u{1}y\"}]}", [:],
    """
    S/x.yaml:7:57 a text must not contain this character
      help: remove it; save the file as UTF-8
    """
  ),
]
