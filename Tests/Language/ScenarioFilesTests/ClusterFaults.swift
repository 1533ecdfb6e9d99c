/// Lines about clustering and variants that are faulty, with their diagnostics.
let clusterFaults = DiagnosticBook(
  """
  > layers: {a: {cluster: {mode: original, fixes: {cells one: yes, by identity: 1, overlap: yes}}}}
  > steps: [tap map]
  5:30 [original] MR0408 'mode' cannot be 'original'
    help: did you mean 'upstream'?
  5:48 [cells one] MR0301 unknown key 'cells one' of the fixes
    help: did you mean 'cells once'?
  5:77 [1] MR0408 'by identity' cannot be '1'
    help: write 'yes' or 'no'
  5:89 [yes] MR0408 'overlap' cannot be 'yes'
    help: write 'left alone', 'pushed apart' or 'merged'

  > layers: {a: {cluster: {fixes: yes, titles: 3, clusterer: gone, animator: }}}
  > steps: [tap map]
  5:31 [yes] MR0308 'fixes' is a single value
    help: write an object such as {coalesce updates: no, overlap: pushed apart}
  5:44 [3] MR0408 'titles' cannot be '3'
    help: write 'yes' or 'no'
  5:58 [gone] MR0408 'clusterer' cannot be 'gone'
    help: write 'kept' or 'released'
  5:64 [animator] MR0401 'animator' has no value
    help: write one of: kept, released

  > layers: {a: {cluster: {fade: 1 s, custom animator: {}, method: northernmost}}}
  > variants: {a: {custom animator: {in: 1 s}}, b: {custom animator: {}, fade: 1 s}}
  > steps: [tap map]
  5:35 [custom animator] MR0305 'custom animator' and 'fade' exclude each other
    help: keep one of them
  5:64 [northernmost] MR0408 'method' cannot be 'northernmost'
    help: did you mean 'northernmost point'?
  6:49 [custom animator] MR0305 'custom animator' and 'fade' exclude each other
    help: keep one of them

  > layers: {a: {cluster: {engine: agregate}}}
  > steps: [tap map]
  5:32 [agregate] MR0408 'engine' cannot be 'agregate'
    help: did you mean 'aggregate'?

  > layers: {a: {cluster: {engine: aggregate, mode: upstream, method: first member}}}
  > steps: [tap map]
  5:43 [mode] MR0812 the engine 'aggregate' has none of the flaws of the library's index
    help: write 'engine: reference' or 'mode: corrected'
  5:59 [method] MR0812 the engine 'aggregate' keeps no order of points for 'first member'
    help: write 'engine: reference' or another method

  > layers: {a: {cluster: {engine: pyramid, fixes: {cells once: no, overlap: left alone, by \
  identity: no, coalesce updates: no}}}}
  > steps: [{change clustering: {layer: a, method: near center}}, {change clustering: {layer: a, \
  method: first member}}]
  5:49 [cells once] MR0812 the engine 'pyramid' needs the fix 'cells once'
    help: write 'engine: reference' or 'cells once: yes'
  5:86 [by identity] MR0812 the engine 'pyramid' needs the fix 'by identity'
    help: write 'engine: reference' or 'by identity: yes'
  6:94 [method] MR0812 the engine 'pyramid' keeps no order of points for 'first member'
    help: write 'engine: reference' or another method

  > layers: {a: {cluster: {mode: upstream}}}
  > variants: {slow: {}, fast: {engine: aggregate}, faster: {engine: pyramid, mode: corrected}, \
  fixed: {engine: pyramid, fixes: {move points: yes}}, other: {engine: aggregate, method: first \
  member, mode: corrected}}
  > steps: [tap map]
  6:29 [engine] MR0812 the engine 'aggregate' has none of the flaws of the library's index
    help: write 'engine: reference' or 'mode: corrected'
  6:101 [engine] MR0812 the engine 'pyramid' has none of the flaws of the library's index
    help: write 'engine: reference' or 'mode: corrected'
  6:173 [method] MR0812 the engine 'aggregate' keeps no order of points for 'first member'
    help: write 'engine: reference' or another method

  > variants: [upstream]
  > steps: [tap map]
  6:1 [variants] MR0309 'variants' has 1 entry
    help: write 2 to 64 entries

  > variants: [upstream, correct, upstream]
  > steps: [tap map]
  6:22 [correct] MR0408 'mode' cannot be 'correct'
    help: did you mean 'corrected'?
  6:31 [upstream] MR0505 'upstream' is there twice
    help: keep one of the two

  > variants: both
  > steps: [tap map]
  6:11 [both] MR0308 'variants' is a single value
    help: write a list of modes such as [upstream, corrected], an object with a name for each \
  variant, or lists of values

  > variants: {a: {mode: upstream}, b/c: {}, -d: {margin: 1}, é: {margin: 2}}
  > steps: [tap map]
  6:33 [b/c] MR0901 'b/c' cannot be the name of a variant, which also names files
    help: use the letters a to z, digits, spaces and hyphens; begin and end with a letter or a \
  digit
  6:42 [-d] MR0901 '-d' cannot be the name of a variant, which also names files
    help: use the letters a to z, digits, spaces and hyphens; begin and end with a letter or a \
  digit
  6:59 [é] MR0901 'é' cannot be the name of a variant, which also names files
    help: use the letters a to z, digits, spaces and hyphens; begin and end with a letter or a \
  digit

  > variants: {a b: {mode: upstream}, A-b: {}, '': {margin: 1}}
  > steps: [tap map]
  6:35 [A-b] MR0902 the files of the variants 'a b' and 'A-b' would have the same name
    help: rename one of them; capitals, spaces and hyphens make no difference
  6:44 [''] MR0501 '' cannot be the name of a variant
    help: write 1 to 60 characters

  > variants: {as it is: {}, corrected: {mode: corrected}}
  > steps: [tap map]
  6:26 [corrected] MR0904 the variants 'as it is' and 'corrected' play the same session
    help: remove one of them

  > variants: {a: {cell siz: 1 pt}, b: {cell size: 1}, c: {fixes: {overlap: no}}, d: 3}
  > steps: [tap map]
  6:16 [cell siz] MR0301 unknown key 'cell siz' of the variant
    help: did you mean 'cell size'?
  6:48 [1] MR0404 '1' has no unit
    help: write a distance such as 12 pt; units: pt
  6:73 [no] MR0408 'overlap' cannot be 'no'
    help: write 'left alone', 'pushed apart' or 'merged'
  6:82 [3] MR0308 'd' is a single value
    help: write an object such as {mode: upstream, fixes: {coalesce updates: yes}}

  > variants: {a: {cell size: 1 pt}, b: {}}
  > steps: [tap map]
  6:16 [cell size] MR0801 the view and its margin hold more than 250000 such cells
    help: make the cells larger, or the margin smaller

  > layers: {a: {cluster: {cell size: 1 pt}}}
  > variants: {b: {margin: 1}, c: {cell size: 60 pt}}
  > steps: [tap map]
  5:24 [cell size] MR0801 the view and its margin hold more than 250000 such cells
    help: make the cells larger, or the margin smaller
    note: 6:12 only in the variant 'b'

  > variants: {tall: {}, wide: {map size: 844 x 390 pt}, seeded: {seed: 3}}
  > steps: [{tap: {at: 500 x 100 pt}}, {tap: {at: 100 x 500 pt}}, click]
  7:20 [500 x 100 pt] MR0606 '500 x 100 pt' lies outside the view
    help: the view is 390 x 844 pt
    note: 6:12 in the variants 'tall', 'seeded'
  7:47 [100 x 500 pt] MR0606 '100 x 500 pt' lies outside the view
    help: the view is 844 x 390 pt
    note: 6:22 only in the variant 'wide'
  7:63 [click] MR0601 unknown step 'click'
    help: did you mean 'select'?

  > variants: [upstream, corrected]
  > steps: [{tap: {at: 500 x 100 pt}}]
  7:20 [500 x 100 pt] MR0606 '500 x 100 pt' lies outside the view
    help: the view is 390 x 844 pt

  > layers: {cities: {}}
  > variants: [upstream, corrected]
  > steps: [tap map]
  6:1 [variants] MR0903 no layer has clusters, so nothing varies
    help: let variants have other 'options' or another 'device', or give a layer a 'cluster'

  > options: {stacking: insertion}
  > variants: {a: {options: {stacking: insertion}}, b: {}}
  > steps: [tap map]
  7:49 [b] MR0904 the variants 'a' and 'b' play the same session
    help: remove one of them

  > variants: {a: {device: a/b}, b: {options: {stacking: sideways}}}
  > steps: [tap map]
  6:24 [a/b] MR0105 unknown device 'a/b'
    help: known devices: instant, ipad-120hz, ipad-60hz, old-phone, phone, phone-120hz, phone-60hz
  6:54 [sideways] MR0408 'stacking' cannot be 'sideways'
    help: write 'southern in front' or 'insertion'

  > variants: [upstream, corrected]
  > expect: {churn: {upsteam: at most 1, corrected: 3}, views created: {}, hitches: {corrected: }}
  > steps: [{expect: {churn: {fixed: at most 1}}}]
  7:18 [upsteam] MR0502 there is no variant 'upsteam'
    help: did you mean 'upstream'?
  7:49 [3] MR0704 '3' is not a rule
    help: write 'exactly 3', 'at most 3' or 'at least 3'
  7:68 [{] MR0308 'views created' is an object
    help: write a rule such as at most 40, at least 80 %, exactly 3, between 3 and 40, always \
  or never
  7:82 [corrected] MR0401 'hitches' has no value
    help: write a rule such as at most 40, at least 80 %, exactly 3, between 3 and 40, always \
  or never
  8:27 [fixed] MR0502 there is no variant 'fixed'
    help: did you mean 'corrected'?

  > expect: {churn: {upstream: at most 1}}
  > steps: [tap map]
  6:18 [upstream] MR0502 there is no variant 'upstream'
    help: the scenario has no 'variants'

  > variants: [upstream, corrected]
  > expect: {churn: {upstream: at most 1}, hitches: at most 1, views created: {upstream: at most \
  1, corrected: at most 2}}
  > must fail with: [churn, hitches, views created, frames]
  > steps: [tap map]
  8:18 [churn] MR0706 nothing expects 'churn' of the variant 'corrected', so it cannot fail there
    help: add a rule for it to an 'expect'
  8:49 [frames] MR0706 nothing expects 'frames', so it cannot fail
    help: add it to an 'expect'

  > variants: [upstream, corrected]
  > expect: {churn: {upstream: within 5 % of upstream, corrected: within 3 of upsteam}}
  > steps: [tap map]
  7:28 [within 5 % of upstream] MR0711 'upstream' is compared with itself
    help: name another variant, or write a value such as 'at most 40'
  7:63 [within 3 of upsteam] MR0502 there is no variant 'upsteam'
    help: did you mean 'upstream'?

  > variants: [upstream, corrected]
  > expect: {frames: no worse than upstream, churn: {upstream: no worse than upstream}}
  > steps: [tap map]
  7:18 [no worse than upstream] MR0705 'frames' is neither better when lower nor when higher
    help: write for example 'at most 105 % of upstream' or 'within 5 % of upstream'
  7:60 [no worse than upstream] MR0711 'upstream' is compared with itself
    help: name another variant, or write a value such as 'at most 40'

  > variants: [upstream, corrected]
  > expect: {churn: {corrected: at most 105 % of upstrem}, batches: at least 9 of upstream}
  > steps: [tap map]
  7:29 [at most 105 % of upstrem] MR0502 there is no variant 'upstrem'
    help: did you mean 'upstream'?
  7:65 [at least 9 of upstream] MR0704 'at least 9 of upstream' is not a rule
    help: write 'within 9 of upstream' or 'at least 9 % of upstream'

  > expect: {churn: within 5 % of upstream, frames: within 5 of}
  > steps: [tap map]
  6:17 [within 5 % of upstream] MR0502 there is no variant 'upstream'
    help: the scenario has no 'variants'
  6:49 [within 5 of] MR0704 'within 5 of' is not a rule such as at most 40, at least 80 %, \
  exactly 3, between 3 and 40, always or never
    help: write for example 'at most 40'

  > steps: [{mark: a}, {mark: b}]
  > expect: [{between: [b, a], frames: at least 1}, {between: [a, end]}, {}]
  7:20 [[] MR0708 'a' never comes after 'b'
    help: write '[a, b]'
  7:49 [{] MR0701 nothing is expected
    help: add a metric, for example 'views created: at most 40'
  7:70 [{] MR0701 nothing is expected
    help: add a metric, for example 'views created: at most 40'

  > steps: [{mark: a}, {mark: start}, {mark: end}, {mark: download done}]
  > expect: {between: [a, a], frames: at least 1}
  6:27 [start] MR0507 no mark can be called 'start': 'since' and 'between' reserve this name
    help: give it another name
  6:42 [end] MR0507 no mark can be called 'end': 'since' and 'between' reserve this name
    help: give it another name
  6:55 [download done] MR0507 no mark can be called 'download done': 'since' and 'between' reserve \
  this name
    help: give it another name
  7:19 [[] MR0708 'a' never comes after 'a'
    help: name two moments

  > steps: [tap map]
  > expect: [{between: [download done, strt], frames: at least 1}]
  7:21 [download done] MR0710 no step before this one downloads anything, so no download is done
    help: name a mark
  7:36 [strt] MR0502 there is no mark 'strt'
    help: did you mean 'start'?

  > steps: [tap map]
  > expect: [{layer: cities, real time: at most 4 ms}, {real tim: at most 4 ms}]
  7:26 [real time] MR0713 'real time' is measured for the whole session, not for the part that \
  'layer' names
    help: put it into a separate block
  7:53 [real tim] MR0703 'real tim' is measured on a real clock, so no expectation can use it
    help: expect a simulated time or a count instead, such as \
  'clustering latency p95' or 'clustering points touched', or an allowed real time, such as \
  'real clustering compute p95'

  > steps: [tap map]
  > expect: [{real time: within 5 % of a}, 3]
  7:22 [within 5 % of a] MR0705 'within 5 % of a': figures of real time and memory are not \
  compared between variants
    help: write for example 'at most 250 ms'
  7:40 [3] MR0308 'expect of the session' is a single value
    help: write an object such as {views created: at most 40, callout inside map: always}

  > steps: [tap map]
  > expect: {allocations: at most 4 KiB, allocated bytes: always, peak live byte: at most 1 MiB}
  7:23 [at most 4 KiB] MR0705 'at most 4 KiB' has no value that fits 'allocations'
    help: a value of it looks like '40'
  7:55 [always] MR0705 'always' does not fit 'allocated bytes', which is not a share
    help: write 'at most', 'at least' or 'exactly' and a value
  7:63 [peak live byte] MR0702 unknown metric 'peak live byte'
    help: did you mean 'peak live bytes'?

  > steps: [tap map]
  > must fail with: [allocations]
  > expect: {allocated bytes: at most 1 KiB}
  7:18 [allocations] MR0706 nothing expects 'allocations', so it cannot fail
    help: add it to an 'expect'
  """)

/// Steps of cluster controllers that are faulty, with their diagnostics; the step stands on line
/// 17.
let clusterStepFaults = DiagnosticBook(
  """
  > change clustering: {layer: piles}
  17:5 [change clustering] MR0307 the change clustering does nothing
    help: add one of 'cell size', 'margin', 'method', 'reuse', 'maximum zoom', 'minimum \
  locations', 'zoom tolerance', 'fade', 'custom animator', 'titles', 'subtitles', 'refreshes \
  reused views', 'debug grid', 'clusterer' or 'animator'

  > change clustering: {layer: piles, fade: 1 s, custom animator: {in: 3, done: 1 s, says done: no}}
  17:50 [custom animator] MR0305 'custom animator' and 'fade' exclude each other
    help: keep one of them
  17:72 [3] MR0404 '3' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
  17:75 [done] MR0306 'done' is only for 'says done: yes'
    help: remove it or change 'says done'

  > set delegate: nobody
  17:19 [nobody] MR0310 'nobody' is named 'none' since version 0.1.0
    help: write 'none', or run 'mapreplay rebaseline --migrate' for all files

  > change clustering: {layer: places, reuse: no}
  17:32 [places] MR0610 the layer 'places' has no clusters
    help: name a layer with 'cluster'

  > change clustering: {cell size: 60, mode: upstream}
  17:5 [change clustering] MR0302 the change clustering has no 'layer'
    help: add 'layer: cities'; the layer; one with clusters
  17:36 [60] MR0404 '60' has no unit
    help: write a distance such as 12 pt; units: pt
  17:40 [mode] MR0301 unknown key 'mode' of the change clustering
    help: keys are: layer, cell size, margin, method, reuse, maximum zoom, minimum locations, \
  zoom tolerance, fade, custom animator, titles, subtitles, refreshes reused views, debug grid, \
  clusterer, animator

  > select and zoom: {id: a, in: places, width: 2 km}
  17:34 [places] MR0610 the layer 'places' has no clusters
    help: name a layer with 'cluster'

  > select and zoom: {id: a, in: piles, width: 2 km}
  17:27 [a] MR0503 no step gives the layer any points, so there is no 'a'
    help: write a step 'add' or 'download' for the layer

  > select and zoom: {id: z, in: piles, of: cities, height: 2}
  17:5 [select and zoom] MR0302 the select and zoom has no 'width'
    help: add 'width: 2 km'; the length that must be visible from west to east
  17:27 [z] MR0503 there is no point 'z' in 'cities'
    help: did you mean 'a', 'b' or 'c'?
  17:61 [2] MR0404 '2' has no unit
    help: write a length such as 500 m or 2 km; units: m, km

  > select and zoom: {id: a, in: piles, of: cities, width: 30000 km}
  17:60 [30000 km] MR0807 the span '30000 km x 30000 km' is larger than the world at this latitude
    help: at most 180 deg from north to south and 360 deg from west to east

  > zoom to cluster: {id: a, in: places}
  17:34 [places] MR0610 the layer 'places' has no clusters
    help: name a layer with 'cluster'

  > zoom to cluster: {near: left edge, padding: 195 pt}
  17:49 [195 pt] MR0614 the padding leaves no room
    help: write less than 195 pt

  > zoom to cluster: {padding: 1}
  17:5 [zoom to cluster] MR0303 the zoom to cluster needs one of 'near', 'at', 'nearest to', \
  'id', 'cluster' or 'pin'
  17:32 [1] MR0404 '1' has no unit
    help: write a distance such as 12 pt, or an object such as {bottom: 300 pt}; units: pt

  > wait: {until: clusters shown at most 4, in: places}
  17:49 [places] MR0610 the layer 'places' has no clusters
    help: name a layer with 'cluster'

  > pause clustering: places
  17:23 [places] MR0610 the layer 'places' has no clusters
    help: name a layer with 'cluster'

  > resume clustering: {layer: piles}
  17:24 [{] MR0308 'resume clustering' is an object
    help: write the name of a layer

  > update clusters: pile
  17:22 [pile] MR0502 there is no layer 'pile'
    help: did you mean 'piles'?

  > pause: piles
  17:5 [pause] MR0601 unknown step 'pause'
    help: did you mean 'pause clustering' or 'wait'?

  > download: {data: cities, into: []}
  17:30 [into] MR0309 'into' is empty
    help: write 1 to 100 entries

  > download: {data: cities, into: [places, places, towns]}
  17:45 [places] MR0505 'places' is there twice
    help: keep one of the two
  17:53 [towns] MR0502 there is no layer 'towns'
    help: layers here: places, piles

  > download: {data: cities, into: {places: piles}}
  17:36 [{] MR0308 'into' is an object
    help: write the name of a layer, or a list of such names
  """)
