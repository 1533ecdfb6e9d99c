/// Objects without their braces, and braces that are not closed.
let slipBraceFaults = DiagnosticBook(
  """
  > repeat: {times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}}
  7:70 [}] MR0205 the '[' before is not closed
    help: write ']' before the '}'

  > show: [{a: 1]
  7:17 []] MR0205 the '{' before is not closed
    help: write '}' before the ']'

  > zoom: {by: 1 level,, over: 300 ms}
  7:24 [,] MR0208 there is nothing before the comma
    help: remove it

  > select: {nearest to: lat: 52.5, lon: 13.4, in: cities}
  7:26 [l] MR0207 the braces of 'nearest to' are missing
    help: write 'nearest to: {lat: 52.5, lon: 13.4}'

  > select: {nearest to: {lat: 52.5, lon: 13.4} lat: 3}
  7:49 [l] MR0208 a comma is missing before 'lat'
    help: write ', lat: …'

  > set center: (lat: 52.5, lon: 13.4)
  7:17 [(] MR0207 the braces of 'set center' are missing
    help: write 'set center: {lat: 52.5, lon: 13.4}'

  > zoom:
  >       by: 1 level, over: 300 ms
  8:7 [b] MR0207 the braces are missing
    help: write '{by: 1 level, over: 300 ms}'

  > zoom:
  >       by: 1 level, over: 300 ms
  >       about: 1 x 2 pt
  8:20 [o] MR0207 without braces 'over' needs its own line
    help: remove the comma and begin a new line before 'over'

  > expect:
  >       views created: at most 40 or nothing, views reused: at least 1
  8:7 [v] MR0207 the braces are missing
    help: write '{views created: at most 40 or nothing, views reused: at least 1}'
  """)

/// Lines that begin in the wrong column.
let slipColumnFaults = DiagnosticBook(
  """
  > repeat:
  >       times: 3
  >       steps:
  >         - zoom: {by: 1 level}
  >       - wait: settled
  11:7 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 9, as line 10 does

  > repeat:
  >       times: 3
  >       steps:
  >         - zoom: {by: 1 level}
  >           - wait: settled
  11:11 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 9, as line 10 does

  > repeat:
  >       times: 3
  >       steps:
  >         - zoom: {by: 1 level}
  >     - wait: settled
  11:5 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 3, as line 7 does

  > zoom: {by: 1 level}
  > - wait: settled
  8:1 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 3, as line 7 does

  > repeat:
  >       times: 3
  >     steps:
  >       - wait: settled
  9:5 [steps] MR0213 'steps' is not inside 'repeat'
    help: indent it deeper than 'repeat'

  > repeat: 3
  >     steps:
  >       - wait: settled
  7:13 [3] MR0308 'repeat' is a single value
    help: write an object such as {times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}
  """)

/// Keys without their colon before what is indented below them.
let slipColonFaults = DiagnosticBook(
  """
  > zoom
  >       by: 1 level
  7:9 [] MR0210 a colon is missing after 'zoom'
    help: write 'zoom:'

  > zoom
  >     by: 1 level
  7:9 [] MR0210 a colon is missing after 'zoom'
    help: write 'zoom:'

  > repeat # three times
  >
  >       times: 3
  >       steps:
  >         - wait: settled
  7:11 [ ] MR0210 a colon is missing after 'repeat'
    help: write 'repeat:'

  > move user location
  >       lat: 1
  7:23 [] MR0210 a colon is missing after 'move user location'
    help: write 'move user location:'

  > repeat:
  >       times: 3
  >       steps
  >         - wait: settled
  9:12 [] MR0210 a colon is missing after 'steps'
    help: write 'steps:'

  > repeat:
  >       times: 3
  >       steps
  >       - wait: settled
  9:12 [] MR0210 a colon is missing after 'steps'
    help: write 'steps:'

  > expect
  >       views created: at most 40
  7:11 [] MR0210 a colon is missing after 'expect'
    help: write 'expect:'

  > select{id: a}
  7:11 [{] MR0210 a colon is missing after 'select'
    help: write 'select: {id: a}'

  > tap map
  >    - wait: settled
  8:4 [-] MR0213 the line is not aligned with what it belongs to
    help: begin it in column 3, as line 7 does
  """)
