/// Steps that are faulty, with their diagnostics; the step stands on line 7.
let stepFaults = DiagnosticBook(
  """
  > zooom: {by: 1 level}
  7:5 [zooom] MR0601 unknown step 'zooom'
    help: did you mean 'zoom'?

  > click: {near: left edge}
  7:5 [click] MR0601 unknown step 'click'
    help: did you mean 'select'?

  > xyzzy: 1
  7:5 [xyzzy] MR0601 unknown step 'xyzzy'
    help: steps are: download, cancel download, add, remove, \
  remove all, move, retitle, replace, pan, fling, zoom, \
  pinch, rotate, \
  double tap, one-finger zoom, two-finger tap, tap, long press, select, tap map, tap accessory, \
  drag, set \
  region, set center, \
  show, select annotation, deselect annotation, move user location, \
  walk user, turn user, track user, \
  resize, memory warning, add overlay, remove overlay, \
  exchange overlays, set delegate, change, change clustering, select and zoom, zoom to cluster, \
  pause clustering, resume clustering, update clusters, wait, mark, snapshot, repeat, for each, \
  run, expect

  > zoom: {by: 1}
  7:16 [1] MR0404 '1' has no unit
    help: write zoom levels such as 1 level or -2 levels; units: level, levels

  > zoom: {by: 1 px}
  7:16 [1 px] MR0405 the unit 'px' does not fit 'by'
    help: units: level, levels

  > zoom: {by: 1 level, over: 2 h}
  7:31 [2 h] MR0405 the unit 'h' does not fit 'over'
    help: units: ns, us, ms, s, min

  > zoom: {by: 99 levels}
  7:16 [99 levels] MR0406 'by' is out of range: '99 levels'
    help: it must be -25 to 25 levels

  > zoom: 3
  7:11 [3] MR0308 'zoom' is a single value
    help: write an object such as {by: 1 level, over: 300 ms}

  > zoom:
  7:5 [zoom] MR0308 'zoom' is empty
    help: write an object such as {by: 1 level, over: 300 ms}

  > zoom
  7:5 [zoom] MR0308 'zoom' is empty
    help: write an object such as {by: 1 level, over: 300 ms}

  > zoom: {}
  7:5 [zoom] MR0302 the zoom has no 'by'
    help: add 'by: -2 levels'; the number of levels; positive numbers zoom in

  > zoom: {by: 1 level}
  >     wait: 1 s
  8:5 [wait] MR0602 a step has exactly one key, this one has 2
    help: begin each step with '- '; indent its details deeper than its name

  > {}
  7:5 [{] MR0602 the step is empty
    help: write for example '{pan: {by: 120 x -40 pt, over: 300 ms}}'

  > [a]
  7:5 [[] MR0308 'step' is a list
    help: write an object such as {pan: {by: 120 x -40 pt, over: 300 ms}}

  > 7
  7:5 [7] MR0601 unknown step '7'
    help: steps are: download, cancel download, add, remove, \
  remove all, move, retitle, replace, pan, fling, zoom, \
  pinch, rotate, \
  double tap, one-finger zoom, two-finger tap, tap, long press, select, tap map, tap accessory, \
  drag, set \
  region, set center, \
  show, select annotation, deselect annotation, move user location, \
  walk user, turn user, track user, \
  resize, memory warning, add overlay, remove overlay, \
  exchange overlays, set delegate, change, change clustering, select and zoom, zoom to cluster, \
  pause clustering, resume clustering, update clusters, wait, mark, snapshot, repeat, for each, \
  run, expect

  > wait: 250
  7:11 [250] MR0404 '250' has no unit
    help: write settled, a duration such as 250 ms, or an object such as \
  {until: clusters shown at most 40, at most: 5 s}; units: ns, us, ms, s, min

  > wait: setled
  7:11 [setled] MR0403 'setled' is not settled, a duration such as 250 ms, or an object such as \
  {until: clusters shown at most 40, at most: 5 s}
    help: did you mean 'settled'?

  > wait: callout open
  7:11 [callout open] MR0403 'callout open' is not settled, a duration such as 250 ms, or an \
  object such as {until: clusters shown at most 40, at most: 5 s}
    help: write 'wait: {until: callout open}'

  > wait: 2 min 3
  7:11 [2 min 3] MR0403 '2 min 3' is not settled, a duration such as 250 ms, or an object such as \
  {until: clusters shown at most 40, at most: 5 s}

  > wait: 61 min
  7:11 [61 min] MR0406 'wait' is out of range: '61 min'
    help: it must be 1 ns to 60 min

  > wait:
  7:5 [wait] MR0401 'wait' has no value
    help: write settled, a duration such as 250 ms, or an object such as \
  {until: clusters shown at most 40, at most: 5 s}

  > wait: [a]
  7:11 [[] MR0308 'wait' is a list
    help: write settled, a duration such as 250 ms, or an object such as \
  {until: clusters shown at most 40, at most: 5 s}

  > wait: {until: downloads finished}
  7:19 [downloads finished] MR0408 'until' cannot be 'downloads finished'
    help: did you mean 'downloads done'?

  > wait: {until: views on the map at most 40, at most: 2 h}
  7:19 [views on the map at most 40] MR0408 'until' cannot be 'views on the map at most 40'
    help: did you mean 'annotations on the map at most 40' or 'annotation views on the map at most \
  40'?
  7:57 [2 h] MR0405 the unit 'h' does not fit 'at most'
    help: units: ns, us, ms, s, min

  > wait: {until: callout open, in: cities}
  7:37 [cities] MR0615 'callout open' is about the whole map
    help: remove 'in'; Scenarios/Reference.md says which conditions and events a layer has

  > wait: {until: settled, in: cities}
  7:32 [cities] MR0615 'settled' is about the whole map
    help: remove 'in'; Scenarios/Reference.md says which conditions and events a layer has

  > wait: {until: setled}
  7:19 [setled] MR0408 'until' cannot be 'setled'
    help: did you mean 'settled'?

  > pan: {over: 1 s}
  7:5 [pan] MR0303 the pan needs one of 'by' or 'along'

  > pan: {by: 1 x 2 pt, along: [1 x 2 pt], from: 1 x 2 pt}
  7:25 [along] MR0303 the pan has both 'by' and 'along'
    help: keep one of them

  > pan: {along: [1 x 2 pt]}
  7:11 [along] MR0304 'along' makes no sense without 'from'
    help: add 'from' or remove 'along'

  > pan: {along: [], from: 391 x 1 pt}
  7:11 [along] MR0309 'along' is empty
    help: write 1 to 100 entries
  7:28 [391 x 1 pt] MR0606 '391 x 1 pt' lies outside the view
    help: the view is 390 x 844 pt

  > pan: {along: [1 x 2 pt, 1 x 845 pt], from: 1 x 844 pt}
  7:29 [1 x 845 pt] MR0606 '1 x 845 pt' lies outside the view
    help: the view is 390 x 844 pt

  > pan: {by: 0 x 700 pt, from: 100 x 300 pt}
  7:15 [0 x 700 pt] MR0606 the finger ends at 100 x 1000 pt, outside the view
    help: the view is 390 x 844 pt; write a shorter way, or several pans

  > pan: {along: [1 x 2], from: {id: b}}
  7:19 [1 x 2] MR0404 '1 x 2' has no unit
    help: write a point of the view such as 100 x 200 pt (from the left x from the top); units: pt
  7:34 [id] MR0304 'id' makes no sense without 'in'
    help: add 'in' or remove 'id'

  > fling: {velocity: 1 x 2 pt/s, from: 1 pt}
  7:41 [1 pt] MR0403 '1 pt' is not a point of the view such as 100 x 200 pt (from the left x \
  from the top), or an object such as {pin: nearest to middle}

  > pan: {by: 1 x 2 pt, from: {cluster: middle}}
  7:41 [middle] MR0408 'cluster' cannot be 'middle'
    help: did you mean 'nearest to middle'?

  > change: {views of: cities, ids: [a, b, a]}
  7:5 [change] MR0307 the change does nothing
    help: add one of 'size', 'clustering identifier', 'center offset', 'callout offset', \
  'enabled', 'draggable', 'z priority', 'selected z priority' or 'display priority'

  > change: {views of: cities, size: 9 x 9 pt}
  7:32 [size] MR0304 'size' makes no sense without 'ids'
    help: add 'ids' or remove 'size'

  > change: {views of: cities, ids: [a, a], enabled: no}
  7:38 [a] MR0503 no step gives the layer any points, so there is no 'a'
    help: write a step 'add' or 'download' for the layer
  7:41 [a] MR0508 the id 'a' is already on line 7
    help: ids are unique in a data set

  > retitle: {data: cities, in: towns, title: Closed}
  7:33 [towns] MR0502 there is no layer 'towns'
    help: layers here: cities

  > wait: {until: callout open and callout closed or callout opens}
  7:19 [callout open and callout closed or callout opens] MR0403 'callout open and callout closed \
  or callout opens' mixes 'and' with 'or', or conditions with events
    help: join conditions by 'and' alone or by 'or' alone, and events by 'or'

  > wait: {until: callout opens and map at rest}
  7:19 [callout opens and map at rest] MR0403 'callout opens and map at rest' mixes \
  'and' with 'or', or conditions with events
    help: join conditions by 'and' alone or by 'or' alone, and events by 'or'

  > expect: {never: nothing selected, layer: cities}
  7:46 [cities] MR0615 'nothing selected' is about the whole map
    help: remove 'layer'; Scenarios/Reference.md says which conditions and events a layer has

  > expect: {always: callout opens}
  7:22 [callout opens] MR0714 'callout opens' happens at an instant, so it cannot hold all the time
    help: write a condition such as 'callout open', or 'then'

  > expect: {whenever: callout opens}
  7:14 [whenever] MR0304 'whenever' makes no sense without 'then', 'always' or 'never'
    help: add one of them or remove 'whenever'

  > expect: {then: callout opens, never: callout closes}
  7:14 [then] MR0305 'then' and 'never' exclude each other
    help: keep one of them

  > expect: {never: callout closes, within: 5 s}
  7:37 [within] MR0304 'within' makes no sense without 'then'
    help: add 'then' or remove 'within'

  > expect: {never: callout shuts}
  7:21 [callout shuts] MR0408 'never' cannot be 'callout shuts'
    help: did you mean 'callout opens' or 'callout settles'?

  > expect: {promises kept: always}
  7:14 [promises kept] MR0705 'promises kept' takes no rule
    help: write the promise itself, such as 'whenever: callout opens, then: callout inside map'

  > wait: {until: batches to come at least 0}
  7:19 [batches to come at least 0] MR0616 the condition is always true, so it decides nothing
    help: write a number that is reached later

  > wait: {at most: 5 s}
  7:5 [wait] MR0302 the wait has no 'until'
    help: add 'until: clusters shown at most 40'; the condition that must be true of the map, \
  or the event that must happen after the step begins. `settled` waits until nothing moves, \
  arrives or computes

  > long press: {at: 100 x 200 pt, into: cities}
  >   - add: {data: dropped pins, into: cities}
  8:17 [dropped pins] MR0619 a pin has no place before a finger drops it
    help: write a step 'long press', or a tap with 'when tapped', which gives it to a layer

  > long press: {at: 100 x 200 pt}
  7:5 [long press] MR0302 the long press has no 'into'
    help: add 'into: cities'; the layer that gets the pin

  > long press: {at: 100 x 200 pt, into: citties}
  7:42 [citties] MR0502 there is no layer 'citties'
    help: did you mean 'cities'?

  > mark: ''
  7:5 [mark] MR0401 'mark' has no value
    help: write a text

  > tap map: now
  7:14 [now] MR0402 'tap map' takes no value
    help: write 'tap map:' or 'tap map'

  > repeat: {times: 0, steps: [tap map]}
  7:21 [0] MR0406 'times' is out of range: '0'
    help: it must be 1 to 10000

  > repeat: {times: 3, steps: []}
  7:24 [steps] MR0309 'steps' is empty
    help: write 1 to 100000 entries

  > repeat: {time: 3, steps: [tap map]}
  7:14 [time] MR0301 unknown key 'time' of the repeat
    help: did you mean 'times'?

  > repeat: {times: 10000, steps: [{repeat: {times: 11, steps: [tap map]}}]}
  6:1 [steps] MR0603 written out, the session has 120001 steps
    help: at most 100000 are played

  > repeat: {times: 10000, steps: [wait: 1 min]}
  6:1 [steps] MR0605 the steps take longer than 24 h together
    help: repeat less often

  > download: {data: citys, into: cities}
  7:22 [citys] MR0502 there is no data set 'citys'
    help: data sets here: cities

  > download: {data: cities, into: towns}
  7:36 [towns] MR0502 there is no layer 'towns'
    help: layers here: cities

  > download: {data: cities, into: cities, batch size: 0}
  7:56 [0] MR0406 'batch size' is out of range: '0'
    help: it must be 1 to 2000000

  > download: {data: cities, into: cities, batch_size: 5, batchSize: 6}
  7:44 [batch_size] MR0301 unknown key 'batch_size' of the download
    help: did you mean 'batch size'?
  7:59 [batchSize] MR0301 unknown key 'batchSize' of the download
    help: did you mean 'batch size'?

  > download: {data: cities, into: cities, batch size: 1, every: 30 min}
  7:5 [download] MR0605 the step takes longer than 1 h
    help: make it shorter

  > download: {data: cities, into: cities, first: 9}
  7:51 [9] MR1004 9 points are asked for, but there are only 3
    help: ask for at most 3

  > add: {data: cities, into: cities, from row: 1, some: 3}
  7:58 [3] MR1004 3 points are asked for, but there are only 2
    help: ask for at most 2

  > move: {data: cities, in: cities, ids: [a], some: 1, by up to: 5 m, by: 1 x 1 deg}
  7:48 [some] MR0305 'some' and 'ids' exclude each other
    help: keep one of them
  7:57 [by up to] MR0303 the move has both 'by' and 'by up to'
    help: keep one of them

  > download: {data: cities, into: cities, from row: 3}
  7:54 [3] MR0611 there is no row 3
    help: rows are 0 to 2

  > download: {data: cities, into: cities, ids: [a]}
  7:44 [ids] MR0301 unknown key 'ids' of the download
    help: keys are: data, into, batch size, every, jitter, first, from row, latency, bandwidth, \
  point size, loss, retry after, tries, order, last batch, name

  > download: {data: cities, into: cities, latency: -1 ms, jitter: 80}
  7:53 [-1 ms] MR0406 'latency' is out of range: '-1 ms'
    help: it must be 0 ns to 60 min
  7:68 [80] MR0404 '80' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min

  > download: {data: cities, into: cities, bandwidth: 0 Mbit/s}
  7:55 [0 Mbit/s] MR0406 'bandwidth' is out of range: '0 Mbit/s'
    help: it must be 1 kbit/s to 10 Gbit/s

  > download: {data: cities, into: cities, bandwidth: 2 MB/s, point size: 0 B}
  7:55 [2 MB/s] MR0405 the unit 'MB/s' does not fit 'bandwidth'
    help: units: bit/s, kbit/s, Mbit/s, Gbit/s
  7:75 [0 B] MR0406 'point size' is out of range: '0 B'
    help: it must be 1 B to 1 MiB

  > download: {data: cities, into: cities, bandwidth: 1000.5 bit/s, point size: 1.5 B}
  7:55 [1000.5 bit/s] MR0407 '1000.5 bit/s' is finer than a bit in a second
  7:81 [1.5 B] MR0407 '1.5 B' is finer than a byte

  > download: {data: cities, into: cities, bandwidth: 1 kbit/s, point size: 1 MiB, every: 58 min}
  7:5 [download] MR0605 the step takes longer than 1 h
    help: make it shorter

  > download: {data: cities, into: cities, point size: 40 B}
  7:44 [point size] MR0304 'point size' makes no sense without 'bandwidth'
    help: add 'bandwidth' or remove 'point size'

  > download: {data: cities, into: cities, loss: 100 %}
  7:50 [100 %] MR0406 'loss' is out of range: '100 %'
    help: it must be 0 to 99 %

  > download: {data: cities, into: cities, loss: 0.00001 %}
  7:50 [0.00001 %] MR0407 '0.00001 %' is finer than a millionth

  > download: {data: cities, into: cities, loss: 0.05, tries: 0}
  7:50 [0.05] MR0404 '0.05' has no unit
    help: write a share such as 5 % or 0.5 %; units: %
  7:63 [0] MR0406 'tries' is out of range: '0'
    help: it must be 1 to 20

  > download: {data: cities, into: cities, retry after: 1 s, tries: 2}
  7:44 [retry after] MR0304 'retry after' makes no sense without 'loss'
    help: add 'loss' or remove 'retry after'
  7:62 [tries] MR0304 'tries' makes no sense without 'loss'
    help: add 'loss' or remove 'tries'

  > download: {data: cities, into: cities, loss: 5 %, retry after: 50 min, tries: 2}
  7:5 [download] MR0605 the step takes longer than 1 h
    help: make it shorter

  > download: {data: cities, into: cities, order: as they come}
  7:44 [order] MR0304 'order' makes no sense without 'jitter' or 'loss'
    help: add one of them or remove 'order'

  > download: {data: cities, into: cities, jitter: 1 s, order: as they came}
  7:64 [as they came] MR0408 'order' cannot be 'as they came'
    help: did you mean 'as they come'?

  > download: {data: cities, into: cities, last batch: none}
  7:56 [none] MR0408 'last batch' cannot be 'none'
    help: write 'with points' or 'empty'

  > cancel download: all
  7:22 [all] MR0502 there is no download 'all'
    help: the scenario has no 'download: {name: ...}'

  > download: {data: cities, into: cities, name: places}
  >   - cancel download: place
  8:22 [place] MR0502 there is no download 'place'
    help: did you mean 'places'?

  > cancel download: places
  >   - download: {data: cities, into: cities, name: places}
  7:22 [places] MR0618 the download 'places' begins later
    help: move this step after that download

  > add: {data: cities, into: cities, ids: [a, d, a], first: 3}
  7:39 [ids] MR0305 'ids' and 'first' exclude each other
    help: keep one of them
  7:48 [d] MR0503 there is no point 'd' in 'cities'
    help: did you mean 'a', 'b' or 'c'?
  7:51 [a] MR0508 the id 'a' is already on line 7
    help: ids are unique in a data set

  > add: {data: cities, into: cities, ids: []}
  7:39 [ids] MR0309 'ids' is empty
    help: write 1 to 2000000 entries

  > remove: {data: cities, into: cities}
  7:28 [into] MR0301 unknown key 'into' of the remove
    help: did you mean 'from'?

  > select: {}
  7:5 [select] MR0303 the select needs one of 'near', 'at', 'nearest to', 'id', 'cluster' or 'pin'

  > select: {near: left edge, id: a, in: cities}
  7:31 [id] MR0303 the select has both 'near' and 'id'
    help: keep one of them

  > select: {near: left}
  7:20 [left] MR0408 'near' cannot be 'left'
    help: did you mean 'left edge', 'top left corner' or 'bottom left corner'?

  > select: {within: 5 pt}
  7:5 [select] MR0303 the select needs one of 'near', 'at', 'nearest to', 'id', 'cluster' or 'pin'
  7:14 [within] MR0304 'within' makes no sense without 'near' or 'at'
    help: add one of them or remove 'within'

  > select: {at: 391 x 1 pt}
  7:18 [391 x 1 pt] MR0606 '391 x 1 pt' lies outside the view
    help: the view is 390 x 844 pt

  > select: {cluster: bigest}
  7:23 [bigest] MR0408 'cluster' cannot be 'bigest'
    help: write 'nearest to middle' or 'largest'

  > select: {cluster: [largest]}
  7:23 [[] MR0308 'cluster' is a list
    help: write nearest to middle, largest, or an object such as {near: left edge, within: 22 pt}

  > select: {pin: {cluster: largest}}
  7:14 [pin] MR0303 the annotation needs one of 'near', 'at', 'nearest to' or 'id'
  7:20 [cluster] MR0301 unknown key 'cluster' of the annotation
    help: keys are: near, at, within, nearest to, id, in, of

  > drag: {cluster: largest, by: 1 x 1 pt}
  7:5 [drag] MR0303 the drag needs one of 'near', 'at', 'nearest to', 'id' or 'pin'
  7:12 [cluster] MR0301 unknown key 'cluster' of the drag
    help: keys are: near, at, within, nearest to, id, in, of, pin, by, over, end, press

  > select: {id: a}
  7:14 [id] MR0304 'id' makes no sense without 'in'
    help: add 'in' or remove 'id'

  > select: {id: a, in: cities}
  7:18 [a] MR0503 no step gives the layer any points, so there is no 'a'
    help: write a step 'add' or 'download' for the layer

  > select: {id: zz, in: cities, of: cities}
  7:18 [zz] MR0503 there is no point 'zz' in 'cities'
    help: ids here: a, b, c

  > select: {nearest to: {lat: 95, lon: 13}}
  7:32 [95] MR0406 'lat' is out of range: '95'
    help: it must be -90 to 90

  > set center: {lat: 1, lng: 2}
  7:26 [lng] MR0301 unknown key 'lng' of the set center
    help: did you mean 'lon'?

  > set region: {center: {lat: 90, lon: 0}, span: 1 km x 1 km}
  7:51 [1 km x 1 km] MR0807 the span '1 km x 1 km' is larger than the world at this latitude
    help: at most 180 deg from north to south and 360 deg from west to east

  > set region: {center: {lat: 9, lon: 0}, span: 1 mi x 1 km}
  7:50 [1 mi x 1 km] MR0405 the unit 'mi' does not fit 'span'
    help: units: km, m, deg

  > expect: {}
  7:5 [expect] MR0701 nothing is expected
    help: add a metric, for example 'views created: at most 40'

  > expect: {since: start}
  7:5 [expect] MR0701 nothing is expected
    help: add a metric, for example 'views created: at most 40'

  > expect: {views creatd: at most 4}
  7:14 [views creatd] MR0702 unknown metric 'views creatd'
    help: did you mean 'views created' or 'views reused'?

  > expect: {real latency: at most 4 ms}
  7:14 [real latency] MR0703 'real latency' is measured on a real clock, so no expectation can use \
  it
    help: expect a simulated time or a count instead, such as \
  'clustering latency p95' or 'clustering points touched', or an allowed real time, such as \
  'real clustering compute p95'

  > expect: {views created: at most 4 ms}
  7:29 [at most 4 ms] MR0705 'at most 4 ms' has no value that fits 'views created'
    help: a value of it looks like '40'

  > expect: {views created: between 5 % and 30 %}
  7:29 [between 5 % and 30 %] MR0705 'between 5 % and 30 %' has no value that fits 'views created'
    help: a value of it looks like '40'

  > expect: {view reuse rate: within 5 of upstream}
  7:31 [within 5 of upstream] MR0705 'within 5 of upstream' has no value that fits 'view reuse rate'
    help: a value of it looks like '80 %'

  > expect: {views created: always}
  7:29 [always] MR0705 'always' does not fit 'views created', which is not a share
    help: write 'at most', 'at least' or 'exactly' and a value

  > expect: {views created: }
  7:14 [views created] MR0401 'views created' has no value
    help: write a rule such as at most 40, at least 80 %, exactly 3, between 3 and 40, always \
  or never

  > expect: {view reuse rate: 80 %}
  7:31 [80 %] MR0704 '80 %' is not a rule
    help: write 'at most 80 %' or 'at least 80 %'

  > expect: {churn: at most 4, since: last marks}
  7:39 [last marks] MR0502 there is no mark 'last marks'
    help: did you mean 'last mark'?

  > expect: {churn: [a]}
  7:21 [[] MR0308 'churn' is a list
    help: write a rule such as at most 40, at least 80 %, exactly 3, between 3 and 40, always \
  or never

  > pan: {by: 1 x 2}
  7:15 [1 x 2] MR0404 '1 x 2' has no unit
    help: write an offset such as 8 x -16 pt; units: pt

  > pan: {by: &x 1 x 2 pt, over: *x}
  7:15 [&x] MR0217 the anchor '&x' is not allowed
    help: write the value out; see 'repeat'
  7:34 [*x] MR0217 the alias '*x' is not allowed
    help: write the value out; see 'repeat'

  > pan: {by: !!str 1 x 2 pt}
  7:15 [!!str] MR0218 the tag '!!str' is not allowed
    help: remove it; the key decides the type of its value

  > pan: {by: 1 x 2 pt, by: 1 x 3 pt, over: 2}
  7:25 [by] MR0223 the key 'by' is already on line 7
    help: keep one of the two
  7:45 [2] MR0404 '2' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min

  > pan: {by: 1 x 2 pt, <<: {over: 1 s}}
  7:25 [<<] MR0217 the merge key '<<' is not allowed
    help: write the keys out

  > mark: |
  >       text
  7:11 [|] MR0219 block text is not allowed
    help: write the text on one line

  > mark: "open
  >   - tap map
  7:16 [] MR0220 the quote is not closed
    help: add the same quote here

  > pan: {by: 1 x 2 pt
  7:23 [] MR0205 the '{' of line 7 is not closed
    help: add '}' here

  > mark: a: b
  7:11 [a] MR0209 a text with ': ' in it needs quotes
    help: write 'mark: "a: b"'

  > ? [a]
  >     : b
  7:5 [?] MR0602 the step is empty
    help: write for example '{pan: {by: 120 x -40 pt, over: 300 ms}}'
  7:7 [[] MR0224 a key must be a word

  > pan:
  > \t  by: 1 x 2 pt
  8:1 [\t] MR0204 a tab indents this line
    help: indent with spaces

  > mark: b
  > ---
  > - c
  8:1 [---] MR0216 a second document begins here
    help: write one scenario in a file, without '---'

  > mark: b
  > ...
  > x: 1
  9:1 [x: ] MR0216 a second document begins here
    help: write one scenario in a file, without '---'

  > expect: {frames: at least 1, between: [start, end]}
  7:51 [end] MR0709 the session has not ended when a step is judged
    help: write 'since' with the first of the two, or move the rules to 'expect' of the session

  > expect: {frames: at least 1, between: [start, download done]}
  7:51 [download done] MR0710 no step before this one downloads anything, so no download is done
    help: name a mark

  > expect: {frames: at least 1, between: [start, zoomed]}
  7:51 [zoomed] MR0502 there is no mark 'zoomed'
    help: the scenario has no 'mark'

  > expect: {frames: at least 1, between: [start]}
  7:34 [between] MR0309 'between' has 1 entry
    help: write 2 entries

  > expect: {frames: at least 1, since: start, between: [start, end]}
  7:34 [since] MR0305 'since' and 'between' exclude each other
    help: keep one of them
  7:65 [end] MR0709 the session has not ended when a step is judged
    help: write 'since' with the first of the two, or move the rules to 'expect' of the session

  > expect: {real time: at most 4 ms}
  7:14 [real time] MR0713 'real time' is measured for the whole session, not up to a step
    help: move it to 'expect' of the session

  > expect: {allocations: exactly 0}
  7:14 [allocations] MR0713 'allocations' is measured for the whole session, not up to a step
    help: move it to 'expect' of the session

  > expect: {layer: towns, frames: at least 1}
  7:21 [towns] MR0502 there is no layer 'towns'
    help: layers here: cities

  > expect: {layer: cities, views created: at most 4, frames: at least 1}
  7:55 [frames] MR0712 'frames' is not counted for a layer alone
    help: put it into a block without 'layer'; metrics of a layer: views requested, \
  views created, views reused, view reuse rate, live views peak, stale reuses, \
  provider nil answers, views of another role, views hidden by collisions, annotations joined, \
  annotations separated
  """)
