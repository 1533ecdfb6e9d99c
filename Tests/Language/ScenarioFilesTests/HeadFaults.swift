/// Lines that are faulty in an otherwise good scenario, with their diagnostics.
let headFaults = DiagnosticBook(
  """
  > layers: {cities: {cluster: {cell size: 60 pt}, callout: {margin: 2, animated: true, adjst: \
  contain rect}}}
  > steps: [tap map]
  5:66 [2] MR0404 '2' has no unit
    help: write a distance such as 12 pt; units: pt
  5:79 [true] MR0408 'animated' cannot be 'true'
    help: did you mean 'yes'?
  5:85 [adjst] MR0301 unknown key 'adjst' of the callout
    help: did you mean 'adjust'?

  > map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, margin: 0.5, span: 45 km x \
  45 km}
  > steps: [tap map]
  3:65 [margin] MR0301 unknown key 'margin' of the map
    help: did you mean 'view margin'?

  > layers: {cities: {cluster: {cell size: 1 pt}}, towns: {cluster: {cell size: 40 pt}}}
  > steps: [tap map]
  5:29 [cell size] MR0801 the view and its margin hold more than 250000 such cells
    help: make the cells larger, or the margin smaller

  > layers: {cities: {cluster: {cell size: 3 pt}}}
  > steps: [{rotate: {by: 30 deg}}]
  5:29 [cell size] MR0801 the view and its margin hold more than 250000 such cells
    help: make the cells larger, or the margin smaller

  > layers: {cities: {cluster: {cell size: 422 pt}}, towns: {cluster: {cell size: 422.5 pt}}}
  > steps: [tap map]
  5:68 [cell size] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make cells at most 422 pt long, or make the longer side of the map at least 845 pt \
  long; longer cells run into a known flaw of CCHMapClusterController, whose grid explodes

  > options: {farthest scale: one world on the shorter side}
  > layers: {cities: {cluster: {cell size: 196 pt}}}
  > steps: [tap map]
  5:29 [cell size] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make cells at most 195 pt long, or make the shorter side of the map at least 392 pt \
  long; longer cells run into a known flaw of CCHMapClusterController, whose grid explodes

  > map: {size: 100 x 101 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {cities: {cluster: {}}}
  > steps: [tap map]
  5:19 [cluster] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make cells at most 50.5 pt long, or make the longer side of the map at least 120 pt \
  long; longer cells run into a known flaw of CCHMapClusterController, whose grid explodes

  > layers: {cities: {cluster: {}}, towns: {cluster: {cell size: 70 pt}}}
  > steps: [{resize: {to: 844 x 390 pt}}, {repeat: {times: 2, steps: [{resize: {to: 40 x 130 \
  pt}}]}}]
  6:81 [40 x 130 pt] MR0802 the cells are longer than half of the world when the map is farthest \
  away
    help: make cells at most 65 pt long, or make the longer side of the map at least 140 pt \
  long; longer cells run into a known flaw of CCHMapClusterController, whose grid explodes

  > map: {size: 100 x 101 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {cities: {cluster: {}}}
  > steps: [{resize: {to: 390 x 844 pt}}]
  5:19 [cluster] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make cells at most 50.5 pt long, or make the longer side of the map at least 120 pt \
  long; longer cells run into a known flaw of CCHMapClusterController, whose grid explodes

  > map: {size: 1 x 1 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {cities: {cluster: {}}}
  > steps: [tap map]
  5:19 [cluster] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make the longer side of the map at least 120 pt long; longer cells run into a known flaw \
  of CCHMapClusterController, whose grid explodes

  > map: {size: 1 x 1 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {cities: {cluster: {cell size: 6000 pt}}}
  > steps: [tap map]
  5:29 [cell size] MR0802 the cells are longer than half of the world when the map is farthest away
    help: make the map larger and cells at most half as long as its longer side; longer cells run \
  into a known flaw of CCHMapClusterController, whose grid explodes

  > layers: {a: {cluster: {cell size: 3 pt}}, b: {cluster: {cell size: 1 pt}}, c: {cluster: \
  {cell size: 3.2 pt}}, d: {cluster: {cell size: 60 pt}}}
  > steps: [tap map]
  5:57 [cell size] MR0801 the view and its margin hold more than 250000 such cells
    help: make the cells larger, or the margin smaller
  5:90 [cell size] MR0801 with this layer, all layers together have more than 250000 cells
    help: make cells larger, margins smaller, or cluster fewer layers

  > map: {size: 59.5 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {a: {callout: {}}, b: {callout: {style: bubble}}, c: {callout: {style: plain}}, d: {}}
  > steps: [tap map]
  5:14 [callout] MR0803 the view is too narrow for a bubble
    help: make it at least 60 pt wide, or write 'style: plain'
  5:42 [style] MR0803 the view is too narrow for a bubble
    help: make it at least 60 pt wide, or write 'style: plain'

  > map: {size: 60 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  > layers: {a: {callout: {}}}
  > steps: [tap map]
  none

  > tags: &t [a]
  > expect: *t
  > steps: [tap map]
  > &k key: 1
  6:7 [&t] MR0217 the anchor '&t' is not allowed
    help: write the value out; see 'repeat'
  7:9 [*t] MR0217 the alias '*t' is not allowed
    help: write the value out; see 'repeat'
  9:1 [&k] MR0217 the anchor '&k' is not allowed
    help: write the value out; see 'repeat'

  > steps: [tap map]
  > '': 1
  > '': 2
  7:1 ['] MR0223 the key '' is there more than once
    help: keep one of them

  > steps: [tap map]
  > x: 1
  > "x": 2
  > x: 3
  > y: 1
  > y: 2
  7:1 [x] MR0301 unknown key 'x' of the scenario
    help: keys are: scenario, tags, seed, device, map, options, app, data, overlays, layers, \
  variants, setup, steps, teardown, expect, holds under, must fail with, \
  known failure
  8:1 ["x"] MR0223 the key 'x' is already on line 7
    help: keep one of the two
  9:1 [x] MR0223 the key 'x' is already on line 7
    help: keep one of the two
  10:1 [y] MR0301 unknown key 'y' of the scenario
    help: keys are: scenario, tags, seed, device, map, options, app, data, overlays, layers, \
  variants, setup, steps, teardown, expect, holds under, must fail with, \
  known failure
  11:1 [y] MR0223 the key 'y' is already on line 10
    help: keep one of the two

  > data: {'': {file: Data/cities.csv}}
  > layers: {'': {cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}}
  > steps: [tap map]
  4:8 [''] MR0501 '' cannot be the name of a data set
    help: write 1 to 60 characters
  5:10 [''] MR0501 '' cannot be the name of a layer
    help: write 1 to 60 characters

  > steps: 3
  > tags: [a, [b]]
  > expect: []
  > must fail with: churn
  6:8 [3] MR0308 'steps' is a single value
    help: write a list, each item an object such as {pan: {by: 120 x -40 pt, over: 300 ms}}
  7:11 [[] MR0308 'tags' is a list
    help: write a text
  8:1 [expect] MR0309 'expect' is empty
    help: write 1 to 1000 entries
  9:17 [churn] MR0308 'must fail with' is a single value
    help: write a list, each item the name of a metric

  > map: {size: 0 x 844 pt, center: {lat: north, lon: 13.3777}, span: 45 km x 45 km}
  > steps: [tap map]
  3:13 [0 x 844 pt] MR0406 'size' is out of range: '0 x 844 pt'
    help: it must be 1 to 10000 pt
  3:39 [north] MR0403 'north' is not a number such as 0.5

  > layers: {cities: {cluster:, view: 3, clusters: {}, callout: {adjust: contain rect}}}
  > steps: [tap map]
  5:26 [:] MR0202 the text cannot be read from here on
    help: check the indentation, colons, braces and quotes of this line and the one before

  > device: phon
  > steps: [tap map]
  2:9 [phon] MR0105 unknown device 'phon'
    help: did you mean 'phone'? (looked for S/Devices/phon.yaml, Devices/phon.yaml, \
  ../Devices/phon.yaml, ../../Devices/phon.yaml, ../../../Devices/phon.yaml)

  > device: a/b
  > steps: [tap map]
  2:9 [a/b] MR0105 unknown device 'a/b'
    help: known devices: instant, ipad-120hz, ipad-60hz, old-phone, phone, phone-120hz, phone-60hz

  > device:
  > steps: [tap map]
  2:1 [device] MR0401 'device' has no value
    help: write the name of a device profile

  > data: {cities: {file: Data/towns.csv}}
  > steps: [tap map]
  4:23 [Data/towns.csv] MR0101 there is no file 'Data/towns.csv'
    help: looked for S/Data/towns.csv, Data/towns.csv, ../Data/towns.csv, ../../Data/towns.csv, \
  ../../../Data/towns.csv; '--data DIR' names another folder

  > data: {cities: {file: ../cities.csv}}
  > steps: [tap map]
  4:23 [../cities.csv] MR0107 '../cities.csv' is not a path that works everywhere
    help: write a path relative to the scenario or to a folder above it, without '..'

  > layers: {cities: {cluster: {x: 1, cell size: 60 pt}, callout: {adjust: contain rect}}}
  > steps: [tap map]
  5:29 [x] MR0301 unknown key 'x' of the cluster
    help: keys are: engine, mode, fixes, cell size, margin, method, reuse, maximum zoom, minimum \
  locations, zoom tolerance, fade, custom animator, titles, subtitles, refreshes reused views, \
  debug grid, clusterer, animator

  > layers: {cities: {cluster: {cell size: 60 pt}, callout: {size: 1 x 1 pt, content height: 2 \
  pt, style: plane, adjust: contain rect}}}
  > steps: [tap map]
  5:103 [plane] MR0408 'style' cannot be 'plane'
    help: write 'bubble', 'plain' or 'subview'

  > layers: {cities: {cluster: {cell size: 60 pt}, callout: {size: 1 x 1 pt, adjust: contain \
  rect}}}
  > steps: [tap map]
  5:58 [size] MR0306 'size' is only for 'style: plain' or 'style: subview'
    help: remove it or change 'style'

  > layers: {a: {callout: {adjust: edge margins, margin: 2 pt, animated: no}}, b: {callout: \
  {margin: 2 pt, adjust: none}}, c: {callout: {animated: yes}}}
  > steps: [tap map]
  5:46 [margin] MR0306 'margin' is only for 'adjust: contain rect', 'adjust: ideal' or 'adjust: \
  move center'
    help: remove it or change 'adjust'
  5:60 [animated] MR0306 'animated' is only for 'adjust: centering', 'adjust: contain rect', \
  'adjust: ideal' or 'adjust: move center'
    help: remove it or change 'adjust'
  5:90 [margin] MR0306 'margin' is only for 'adjust: contain rect', 'adjust: ideal' or 'adjust: \
  move center'
    help: remove it or change 'adjust'
  5:134 [animated] MR0306 'animated' is only for 'adjust: centering', 'adjust: contain rect', \
  'adjust: ideal' or 'adjust: move center'
    help: remove it or change 'adjust'

  > layers: {a: {callout: {adjust: ideal, margin: 2 pt, animated: no}}, b: {callout: {adjust: \
  contain rect, margin: 2 pt, animated: yes}}}
  > steps: [tap map]
  none

  > map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45000 km}
  > steps: [tap map]
  3:71 [45 km x 45000 km] MR0807 the span '45 km x 45000 km' is larger than the world at this \
  latitude
    help: at most 180 deg from north to south and 360 deg from west to east

  > map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 1 deg x 1 deg, \
  zoom range: {closest: 9 km, farthest: 900 m}}
  > steps: [tap map]
  3:112 [900 m] MR0406 the farthest camera is closer than the closest one
    help: exchange 'closest' and 'farthest'

  > data: {cities: {fil: Data/cities.csv}}
  > steps: [tap map]
  4:17 [fil] MR0301 unknown key 'fil' of the data set
    help: did you mean 'file'?

  > data: {cities: {points: [{id: a, lat: 1, lon: 2},{id: a, lat: 1}]}}
  > steps: [tap map]
  4:55 [a] MR0508 the id 'a' is already on line 4
    help: ids are unique in a data set
  4:58 [lat] MR0304 'lat' makes no sense without 'lon'
    help: add 'lon' or remove 'lat'

  > data: {cities: {points: [{at: 1 x 2 pt, lat: 1, lon: 2}, {}, {id: "2", at: 1 x 2}]}}
  > steps: [tap map]
  4:41 [lat] MR0303 the point has both 'at' and 'lat'
    help: keep one of them
  4:49 [lon] MR0305 'lon' and 'at' exclude each other
    help: keep one of them
  4:58 [{] MR0303 the point needs one of 'at' or 'lat'
  4:67 ["2"] MR0508 the id '2' is already on line 4
    help: ids are unique in a data set
  4:76 [1 x 2] MR0404 '1 x 2' has no unit
    help: write a point of the view such as 100 x 200 pt (from the left x from the top); units: pt

  > map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 300 deg x 150 deg}
  > data: {cities: {points: [{at: 1 x 2 pt}, {at: 1 x -9000 pt}]}}
  > steps: [tap map]
  4:47 [1 x -9000 pt] MR0607 the map shows no place of the earth at '1 x -9000 pt'
    help: write a point within the world that the map shows

  > steps:
  >   - expect: {churn: at most 4, since: zoom}
  >   - expect: {churn: at most 4, since: zooming}
  >   - mark: zooming
  7:39 [zoom] MR0502 there is no mark 'zoom'
    help: marks here: zooming
  8:39 [zooming] MR0506 the mark 'zooming' comes later
    help: move its step before this one

  > steps:
  >   - mark: start
  >   - mark: last mark
  7:11 [start] MR0507 no mark can be called 'start': 'since' and 'between' reserve this name
    help: give it another name
  8:11 [last mark] MR0507 no mark can be called 'last mark': 'since' and 'between' reserve this name
    help: give it another name

  > map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 1 deg x 1 deg, \
  insets: {top: 60 pt, bottom: 90 pt}}
  > steps:
  >   - tap: {at: 100 x 59 pt}
  >   - double tap: {at: 100 x 755 pt}
  >   - select: {at: 100 x 844 pt}
  >   - pinch: {by: 1 level, about: 21 x 400 pt}
  >   - rotate: {by: 9 deg, about: 100 x 81 pt}
  >   - tap: {at: 390 x 754 pt}
  7:15 [100 x 59 pt] MR0606 '100 x 59 pt' lies under a bar
    help: write a point from 0 x 60 pt to 390 x 754 pt
  8:22 [100 x 755 pt] MR0606 '100 x 755 pt' lies under a bar
    help: write a point from 0 x 60 pt to 390 x 754 pt
  9:18 [100 x 844 pt] MR0606 '100 x 844 pt' lies under a bar
    help: write a point from 0 x 60 pt to 390 x 754 pt
  10:33 [21 x 400 pt] MR0606 two fingers about '21 x 400 pt' do not fit on the map
    help: write a point from 22 x 82 pt to 368 x 732 pt
  11:32 [100 x 81 pt] MR0606 two fingers about '100 x 81 pt' do not fit on the map
    help: write a point from 22 x 82 pt to 368 x 732 pt

  > data: {cities: {file: Data/cities.csv, around: {lat: 0, lon: 0}, within: 1 km}}
  > steps: [tap map]
  4:40 [around] MR1003 no point lies within that distance
    help: make 'within' larger or move 'around'

  > data: {cities: {file: Data/cities.csv, around: {lat: 0, lon: 0}}}
  > steps: [tap map]
  4:40 [around] MR0304 'around' makes no sense without 'within'
    help: add 'within' or remove 'around'

  > data: {cities: {file: Data/cities.csv, first: 5000}}
  > steps: [tap map]
  4:47 [5000] MR1004 5000 points are asked for, but there are only 3
    help: ask for at most 3

  > tag: [a]
  > must fail with: [churn, wall time, chrn]
  > steps: [tap map]
  6:1 [tag] MR0301 unknown key 'tag' of the scenario
    help: did you mean 'tags'?
  7:18 [churn] MR0706 nothing expects 'churn', so it cannot fail
    help: add it to an 'expect'
  7:25 [wall time] MR0703 'wall time' is measured on a real clock, so no expectation can use it
    help: expect a simulated time or a count instead, such as \
  'clustering latency p95' or 'clustering points touched', or an allowed real time, such as \
  'real clustering compute p95'
  7:36 [chrn] MR0702 unknown metric 'chrn'
    help: did you mean 'churn'?

  > expect: {churn: at most 3}
  > known failure:
  >   - {metric: hitches, ticket: T-1, until: 2027-01-31}
  >   - {metric: churn, ticket: '', until: 2027-02-29, variant: a}
  >   - {metric: churn, ticket: T-1, until: 2028-02-29}
  >   - {metric: churn, ticket: T-2, until: 2028-02-29}
  >   - {metric: chrn, until: 31.1.2027}
  > steps: [tap map]
  8:14 [hitches] MR0706 nothing expects 'hitches', so it cannot fail
    help: add it to an 'expect'
  9:21 [ticket] MR0401 'ticket' has no value
    help: write a text
  9:40 [2027-02-29] MR0403 '2027-02-29' is not a day such as 2027-01-31
  9:61 [a] MR0502 there is no variant 'a'
    help: the scenario has no 'variants'
  11:14 [churn] MR0505 'churn' is there twice
    help: keep one of the two
  12:5 [{] MR0302 the known failure has no 'ticket'
    help: add 'ticket: https://example.org/tickets/53'; the ticket of the failure: an address \
  or an id
  12:14 [chrn] MR0702 unknown metric 'chrn'
    help: did you mean 'churn'?
  12:27 [31.1.2027] MR0403 '31.1.2027' is not a day such as 2027-01-31

  > expect: {churn: at most 3}
  > known failure: {metric: churn, ticket: T-1, until: 2027-01-31}
  > must fail with: [churn]
  > steps: [tap map]
  7:1 [known failure] MR0305 'known failure' and 'must fail with' exclude each other
    help: keep one of them

  > tags: a
  > seed: 010
  > expect:
  > steps: [tap map]
  > tags: b
  6:7 [a] MR0308 'tags' is a single value
    help: write a list, each item a text
  7:7 [010] MR0403 '010' is not a whole number such as 500
  8:1 [expect] MR0308 'expect' is empty
    help: write an object such as {views created: at most 40, callout inside map: always}
  10:1 [tags] MR0223 the key 'tags' is already on line 6
    help: keep one of the two

  > expect:
  >   - frames later than: exactly 0
  >   - frames later than 50: exactly 0
  >   - frames later than 50 pt: exactly 0
  >   - frames later than -1 ms: exactly 0
  >   - frames later than soon: exactly 0
  >   - frames later then 50 ms: exactly 0
  >   - frames later than 50 ms: at most 3 ms
  > must fail with: [frames later than 60 ms, frames later than 70]
  > steps: [tap map]
  7:5 [frames later than] MR0401 'frames later than' has no value
    help: write a duration such as 250 ms or 1.5 s
  8:5 [frames later than 50] MR0404 '50' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
  9:5 [frames later than 50 pt] MR0405 the unit 'pt' does not fit 'frames later than'
    help: units: ns, us, ms, s, min
  10:5 [frames later than -1 ms] MR0406 'frames later than' is out of range: '-1 ms'
    help: it must be 0 ns to 1440 min
  11:5 [frames later than soon] MR0403 'soon' is not a duration such as 250 ms or 1.5 s
  12:5 [frames later then 50 ms] MR0702 unknown metric 'frames later then 50 ms'
    help: did you mean 'frames later than 50 ms'?
  13:30 [at most 3 ms] MR0705 'at most 3 ms' has no value that fits 'frames later than 50 ms'
    help: a value of it looks like '40'
  14:18 [frames later than 60 ms] MR0706 nothing expects 'frames later than 60 ms', so it cannot \
  fail
    help: add it to an 'expect'
  14:43 [frames later than 70] MR0404 '70' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
  """)
