/// Steps with values that are almost written as they have to be.
let slipValueFaults = DiagnosticBook(
  """
  > expect: {callout inside map: yes}
  7:34 [yes] MR0704 'yes' is not a rule
    help: write 'always'

  > expect: {callout inside map: false}
  7:34 [false] MR0704 'false' is not a rule
    help: write 'never'

  > expect: {views created: yes}
  7:29 [yes] MR0704 'yes' is not a rule such as at most 40, at least 80 %, exactly 3, \
  between 3 and 40, always or never
    help: write for example 'at most 40'

  > expect: {worst frame: a lot}
  7:27 [a lot] MR0704 'a lot' is not a rule such as at most 40, at least 80 %, exactly 3, \
  between 3 and 40, always or never
    help: write for example 'at most 250 ms'

  > expect: {views created: At most 40}
  7:29 [At most 40] MR0704 'At most 40' is not a rule
    help: write 'at most 40'

  > expect: {views created: atmost 40, views reused: atleast 1, views requested: none}
  7:29 [atmost 40] MR0704 'atmost 40' is not a rule
    help: write 'at most 40'
  7:54 [atleast 1] MR0704 'atleast 1' is not a rule
    help: write 'at least 1'
  7:82 [none] MR0704 'none' is not a rule
    help: write 'exactly 0'

  > expect: {worst frame: between 1 and 40 ms}
  7:27 [between 1 and 40 ms] MR0704 'between 1 and 40 ms' is not a rule
    help: write 'between 1 ms and 40 ms'

  > expect: {views created: between 40 and 1}
  7:29 [between 40 and 1] MR0707 nothing is 'between 40 and 1': the first value is the larger one
    help: write 'between 1 and 40'

  > expect: {view reuse rate: 0.7}
  7:31 [0.7] MR0704 '0.7' is not a rule
    help: write 'at most 70 %' or 'at least 70 %'

  > expect: {view reuse rate: at least 0.705}
  7:31 [at least 0.705] MR0705 'at least 0.705' has no value that fits 'view reuse rate'
    help: a value of it looks like '70.5 %'

  > expect: {views created: != 0, views reused: !=3}
  7:29 [!= 0] MR0704 '!= 0' is not a rule
    help: write 'at least 1'
  7:49 [!=3] MR0704 '!=3' is not a rule such as at most 40, at least 80 %, exactly 3, \
  between 3 and 40, always or never
    help: write for example 'at most 40'

  > expect: {views created: at most 1,000}
  7:38 [,] MR0409 the number in 'at most 1,000' has a comma
    help: write 'at most 1000'

  > expect:
  >       views created: at most 1,000
  8:31 [,] MR0409 the number in 'at most 1,000' has a comma
    help: write 'at most 1000'

  > expect:
  >       views created: at most 1,5
  8:22 [at most 1,5] MR0705 'at most 1,5' has no value that fits 'views created'
    help: a value of it looks like '40'

  > pan: {by: 100 40 pt}
  7:15 [100 40 pt] MR0403 '100 40 pt' is not an offset such as 8 x -16 pt
    help: write '100 x 40 pt'

  > set region: {center: {lat: "52,5", lon: 13.4}, span: 45 km}
  7:35 [,] MR0409 the number in '52,5' has a comma
    help: write '52.5'
  7:58 [45 km] MR0403 '45 km' is not a span such as 45 km x 45 km or 10 deg x 20 deg (east-west x \
  north-south)
    help: write '45 km x 45 km'

  > pan: {by: 390 × 844 pt}
  7:15 [390 × 844 pt] MR0403 '390 × 844 pt' is not an offset such as 8 x -16 pt
    help: write '390 x 844 pt'
  """)
