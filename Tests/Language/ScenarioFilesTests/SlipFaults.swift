/// Steps with the slips that people make; the step stands on line 7.
let slipStepFaults = DiagnosticBook(
  """
  > zoom {by: 1 level}
  7:9 [ ] MR0210 a colon is missing after 'zoom'
    help: write 'zoom: {by: 1 level}'

  > wait settled
  7:9 [ ] MR0210 a colon is missing after 'wait'
    help: write 'wait: settled'

  > zoom: by: 1 level, over: 300 ms
  7:11 [b] MR0207 the braces of 'zoom' are missing
    help: write 'zoom: {by: 1 level, over: 300 ms}'

  > zoom: by: 1 level}
  7:11 [b] MR0207 the braces of 'zoom' are missing
    help: write 'zoom: {by: 1 level}'

  > zoom: {by: 1 level
  >   - wait: settled
  7:23 [] MR0205 the '{' of line 7 is not closed
    help: add '}' here

  > zoom: {by: 1 level]
  7:23 []] MR0206 the '{' before is closed by ']'
    help: write '}'

  > zoom: {by: 1 level}}
  7:24 [}] MR0206 there is no '{' for this '}'
    help: remove it, or add the '{'

  > zoom: {by: 1 level over: 300 ms}
  7:24 [o] MR0208 a comma is missing before 'over'
    help: write ', over: …'

  > zoom: {by 1 level}
  7:14 [ ] MR0210 a colon is missing after 'by'
    help: write 'by: 1 level'

  > zoom: {by:1 level}
  7:15 [1] MR0211 a space is missing after 'by:'
    help: write 'by: 1 level'

  > wait: {settled, at most: 2 s}
  7:12 [settled] MR0301 unknown key 'settled' of the wait
    help: write 'until: settled'

  > pan: {100 x 200 pt, over: 2 s}
  7:11 [100 x 200 pt] MR0301 unknown key '100 x 200 pt' of the pan
    help: write 'by: 100 x 200 pt'

  > pan: {2 s}
  7:5 [pan] MR0303 the pan needs one of 'by' or 'along'
  7:11 [2 s] MR0301 unknown key '2 s' of the pan
    help: keys are: by, along, from, over, timing curve, release, wait for rest

  > zoom:{by: 1 level}
  7:10 [{] MR0211 a space is missing after 'zoom:'
    help: write 'zoom: {by: 1 level}'

  > zoom:
  >     by: 1 level
  >     over: 300 ms
  8:5 [by] MR0213 'by' is not inside 'zoom'
    help: indent it deeper than 'zoom'

  > mark: a
  >    - wait: settled
  8:4 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 3, as line 7 does

  > mark: a
  >  - wait: settled
  8:2 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 3, as line 7 does

  > mark: a
  >   wait: settled
  8:3 [w] MR0212 this line is not an item of the list above
    help: begin it with '- ', or change its indentation

  > mark: a
  > \t- wait: settled
  8:1 [	] MR0204 a tab indents this line
    help: indent with spaces

  > zoom: {by: 1 level}, over: 300 ms
  7:24 [,] MR0215 nothing may follow the closing '}'
    help: remove it, or move it before the '}'

  > mark: "open
  7:16 [] MR0220 the quote is not closed
    help: add the same quote here

  > select: {id: "a, in: cities}
  7:20 [,] MR0220 the quote is not closed
    help: add the same quote here

  > set center: {lat: 52,5, lon: 13,4}
  7:25 [,] MR0409 the number in '52,5' has a comma
    help: write '52.5'
  7:36 [,] MR0409 the number in '13,4' has a comma
    help: write '13.4'

  > wait: 1,5 s
  7:12 [,] MR0409 the number in '1,5 s' has a comma
    help: write '1.5 s'

  > expect: views created: at most 40
  7:13 [v] MR0207 the braces of 'expect' are missing
    help: write 'expect: {views created: at most 40}'

  > expect:
  >     views created: at most 40
  8:5 [views created] MR0213 'views created' is not inside 'expect'
    help: indent it deeper than 'expect'

  > repeat: {times: 3, steps: [wait: settled}
  7:45 [}] MR0205 the '[' before is not closed
    help: write ']' before the '}'

  > -wait: settled
  7:5 [-wait] MR0601 unknown step '-wait'
    help: did you mean 'wait'?

  > expect: {views created: 0}
  7:29 [0] MR0704 '0' is not a rule
    help: write 'exactly 0', 'at most 0' or 'at least 0'

  > expect: {views created: <= 60}
  7:29 [<= 60] MR0704 '<= 60' is not a rule
    help: write 'at most 60'

  > expect: {view reuse rate: >= 70 %}
  7:31 [>= 70 %] MR0704 '>= 70 %' is not a rule
    help: write 'at least 70 %'

  > expect: {views created: > 3, views reused: < 5, views requested: == 2}
  7:29 [> 3] MR0704 '> 3' is not a rule
    help: write 'at least 4'
  7:48 [< 5] MR0704 '< 5' is not a rule
    help: write 'at most 4'
  7:70 [== 2] MR0704 '== 2' is not a rule
    help: write 'exactly 2'

  > expect: {clustering latency p95: 300 ms}
  7:38 [300 ms] MR0704 '300 ms' is not a rule
    help: write 'at most 300 ms' or 'at least 300 ms'

  > expect: {clustering latency p95: <= 300}
  7:38 [<= 300] MR0704 '<= 300' is not a rule
    help: write 'at most 300 ms'

  > expect: {hitch ratio: at most 0,5 ms per s}
  7:36 [,] MR0409 the number in 'at most 0,5 ms per s' has a comma
    help: write 'at most 0.5 ms per s'

  > expect: {views created at most 40}
  7:27 [ ] MR0210 a colon is missing after 'views created'
    help: write 'views created: at most 40'
  """)

/// Lines with such slips in place of those of a good scenario that begin with the same key.
let slipHeadFaults = DiagnosticBook(
  """
  > device phone
  2:7 [ ] MR0210 a colon is missing after 'device'
    help: write 'device: phone'

  > device:phone
  2:8 [p] MR0211 a space is missing after 'device:'
    help: write 'device: phone'

  > scenario: Zoom: fast
  1:11 [Z] MR0209 a text with ': ' in it needs quotes
    help: write 'scenario: "Zoom: fast"'

  > scenario: @me
  1:11 [@] MR0209 a text cannot begin with '@'
    help: put the text in quotes

  > map: size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  3:6 [s] MR0207 the braces of 'map' are missing
    help: write 'map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x \
  45 km}'

  > map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km
  3:84 [] MR0205 the '{' of line 3 is not closed
    help: add '}' here

  > map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777, span: 45 km x 45 km}
  3:62 [,] MR0205 the '{' of line 3 is not closed
    help: add '}' here

  > map:
  > size: 390 x 844 pt
  > center: {lat: 52.5163, lon: 13.3777}
  > span: 45 km x 45 km
  4:1 [size] MR0213 'size' is not inside 'map'
    help: indent it deeper than 'map'

  > tags: [a, b
  6:12 [] MR0205 the '[' of line 6 is not closed
    help: add ']' here

  > tags: "a" b
  6:10 [ b] MR0215 nothing may follow the closing '"'
    help: remove it, or move it before the '"'

  > expect:
  >   view reuse rate: >= 70 %
  >   views created: > 3
  >   views reused at most 40
  9:15 [ ] MR0210 a colon is missing after 'views reused'
    help: write 'views reused: at most 40'

  > layers:
  >   cities:
  >     cluster:
  >       cell size 60 pt
  8:16 [ ] MR0210 a colon is missing after 'cell size'
    help: write 'cell size: 60 pt'

  > layers:
  >   cities:
  >     cluster:
  >      cell size: 60 pt
  >       margin: 0,5
  9:7 [m] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 6, as line 8 does

  > layers:
  >   cities:
  >       cluster: {}
  >     view: {}
  8:5 [v] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 7, as line 7 does

  > layers:
  >   cities
  >     cluster: {}
  6:9 [] MR0210 a colon is missing after 'cities'
    help: write 'cities:'

  > layers:
  >   cities {cluster: {cell size: 60 pt}}
  6:9 [ ] MR0210 a colon is missing after 'cities'
    help: write 'cities: {cluster: {cell size: 60 pt}}'

  > layers:
  >   cities:{cluster: {cell size: 60 pt}}
  6:10 [{] MR0211 a space is missing after 'cities:'
    help: write 'cities: {cluster: {cell size: 60 pt}}'

  > layers:
  >   cities:
  >     cluster
  >       cell size: 60 pt
  7:12 [] MR0210 a colon is missing after 'cluster'
    help: write 'cluster:'

  > data:
  >   cities:
  >     points:
  >       - id: b, at: 100 x 400 pt
  7:9 [i] MR0207 the braces are missing
    help: write '- {id: b, at: 100 x 400 pt}'

  > data:
  >   cities:
  >     points:
  >       - id: b, at: 100 x 400 pt}
  7:9 [i] MR0207 the braces are missing
    help: write '- {id: b, at: 100 x 400 pt}'

  > data:
  >   cities:
  >     points:
  >       - (id: b, at: 100 x 400 pt)
  7:9 [(] MR0207 the braces are missing
    help: write '- {id: b, at: 100 x 400 pt}'

  > data:
  >   cities: {points: [{id: a, at: 200 x 400 pt}}
  5:46 [}] MR0205 the '[' before is not closed
    help: write ']' before the '}'

  > layers:
  >   cities: cluster: {cell size: 60 pt}
  6:11 [c] MR0207 the braces of 'cities' are missing
    help: write 'cities: {cluster: {cell size: 60 pt}}'

  > map: {size: 390 x 844 pt, center: lat: 52.5, lon: 13.4, span: 45 km x 45 km}
  3:35 [l] MR0207 the braces of 'center' are missing
    help: write 'center: {lat: 52.5, lon: 13.4}'

  > layers:
  >   cities:
  >   cluster: {cell size: 60 pt}
  >   view: {kind: pin}
  7:3 [cluster] MR0213 'cluster' is not inside 'cities'
    help: indent it deeper than 'cities'

  > layers:
  >   cities:
  > cluster: {cell size: 60 pt}
  7:1 [cluster] MR0213 'cluster' is not inside 'cities'
    help: indent it deeper than 'cities'

  > layers:
  > cities: {cluster: {cell size: 60 pt}}
  > places: {view: {kind: pin}}
  6:1 [cities] MR0213 'cities' is not inside 'layers'
    help: indent it deeper than 'layers'

  > data:
  > cities:
  >   file: Data/cities.csv
  5:1 [cities] MR0213 'cities' is not inside 'data'
    help: indent it deeper than 'data'

  > map:
  >   size: 390 x 844 pt
  >   center: {lat: 52.5163, lon: 13.3777}
  > span: 45 km x 45 km
  6:1 [span] MR0213 'span' is not inside 'map'
    help: indent it deeper than 'map'

  > layers:
  >   "a {b": {cluster: {cell size: 60 pt}}
  > just words
  7:1 [just words] MR0214 the line is neither a key with a colon nor an item of a list
    help: write 'key: value', or begin it with '- '

  > just words
  6:1 [just words] MR0214 the line is neither a key with a colon nor an item of a list
    help: write 'key: value', or begin it with '- '
  """)
