/// Steps of the map that are faulty, with their diagnostics; the step stands on line 17.
let mapStepFaults = DiagnosticBook(
  """
  > tap: {near: left edge}
  17:5 [tap] MR0302 the tap has no 'at'
    help: add 'at: 100 x 200 pt'; the point of the view, from its left edge x from its top edge
  17:11 [near] MR0301 unknown key 'near' of the tap
    help: keys are: at

  > tap: {at: 391 x 1 pt}
  17:15 [391 x 1 pt] MR0606 '391 x 1 pt' lies outside the view
    help: the view is 390 x 844 pt

  > double tap: {at: 1 x 844.5 pt}
  17:22 [1 x 844.5 pt] MR0606 '1 x 844.5 pt' lies outside the view
    help: the view is 390 x 844 pt

  > tap: {at: -1 x 1 pt}
  17:15 [-1 x 1 pt] MR0406 'at' is out of range: '-1 x 1 pt'
    help: it must be 0 to 10000 pt

  > tap: {at: 100 pt}
  17:15 [100 pt] MR0403 '100 pt' is not a point of the view such as 100 x 200 pt (from the left x \
  from the top)

  > tap
  17:5 [tap] MR0308 'tap' is empty
    help: write an object such as {at: 100 x 200 pt}

  > two-finger tap: {at: 1 x 1 pt}
  17:21 [{] MR0402 'two-finger tap' takes no value
    help: write 'two-finger tap:' or 'two-finger tap'

  > two finger tap
  17:5 [two finger tap] MR0601 unknown step 'two finger tap'
    help: did you mean 'two-finger tap'?

  > pinch: {by: 1 level, about: 400 x 900 pt}
  17:33 [400 x 900 pt] MR0606 '400 x 900 pt' lies outside the view
    help: the view is 390 x 844 pt

  > pinch: {by: 30 deg}
  17:17 [30 deg] MR0405 the unit 'deg' does not fit 'by'
    help: units: level, levels

  > rotate: {by: 30}
  17:18 [30] MR0404 '30' has no unit
    help: write an angle such as 30 deg; units: deg

  > rotate: {by: 361 deg, over: 0 ms}
  17:18 [361 deg] MR0406 'by' is out of range: '361 deg'
    help: it must be -360 to 360 deg
  17:33 [0 ms] MR0406 'over' is out of range: '0 ms'
    help: it must be 1 ms to 60 min

  > spin: {by: 30 deg}
  17:5 [spin] MR0601 unknown step 'spin'
    help: did you mean 'rotate'?

  > pan: {by: 1 x 1 pt, release: move}
  17:34 [move] MR0408 'release' cannot be 'move'
    help: write 'resting' or 'moving'

  > tap accessory: left
  17:20 [left] MR0608 no callout has an accessory on the left
    help: add 'left accessory: {}' to the callout of a layer

  > tap accessory: top
  17:20 [top] MR0408 'tap accessory' cannot be 'top'
    help: write 'left', 'right', 'button' or 'cancelled button'

  > tap accessory: cancelled button
  17:20 [cancelled button] MR0608 no callout has a button
    help: add 'accessory button: 29 x 31 pt' to the callout of a layer

  > tap accessory:
  17:5 [tap accessory] MR0401 'tap accessory' has no value
    help: write one of: left, right, button, cancelled button

  > drag: {id: a, in: places}
  17:5 [drag] MR0302 the drag has no 'by'
    help: add 'by: 40 x 0 pt'; the distance that the finger carries the pin, to the right x down \
  (negative: left, up)

  > drag: {id: a, in: piles, by: 1 x 1 pt}
  17:23 [piles] MR0609 the layer 'piles' is clustered, so no finger carries its points
    help: name a layer without 'cluster'

  > drag: {id: z, in: places, by: 1 x 1 pt, end: dropped}
  17:16 [z] MR0503 there is no point 'z' in 'cities'
    help: did you mean 'a', 'b' or 'c'?
  17:50 [dropped] MR0408 'end' cannot be 'dropped'
    help: write 'drop' or 'cancel'

  > drag: {by: 1 x 1 pt}
  17:5 [drag] MR0303 the drag needs one of 'near', 'at', 'nearest to', 'id' or 'pin'

  > show: {layers: []}
  17:12 [layers] MR0309 'layers' is empty
    help: write 1 to 1000 entries

  > show: {layers: [places, towns, places], padding: 195 pt}
  17:29 [towns] MR0502 there is no layer 'towns'
    help: layers here: places, piles
  17:36 [places] MR0505 'places' is there twice
    help: keep one of the two
  17:54 [195 pt] MR0614 the padding leaves no room
    help: write less than 195 pt

  > show: {layers: [places], padding: {top: 400 pt, bottom: 444 pt}, animated: no, over: 1 s}
  17:39 [{] MR0614 the padding leaves no room
    help: left and right must be less than 390 pt together, top and bottom less than 844 pt
  17:84 [over] MR0306 'over' is only for 'animated: yes'
    help: remove it or change 'animated'

  > show: {layers: places}
  17:20 [places] MR0308 'layers' is a single value
    help: write a list, each item the name of a layer

  > move user location: {lat: 1}
  17:5 [move user location] MR0302 the coordinate has no 'lon'
    help: add 'lon: 13.3777'; degrees east of Greenwich

  > select annotation: {id: a}
  17:25 [id] MR0304 'id' makes no sense without 'in'
    help: add 'in' or remove 'id'

  > deselect annotation: now
  17:26 [now] MR0402 'deselect annotation' takes no value
    help: write 'deselect annotation:' or 'deselect annotation'

  > move: {data: cities, in: places, ids: [a]}
  17:5 [move] MR0303 the move needs one of 'to', 'by' or 'by up to'

  > move: {data: cities, in: places, to: {lat: 1, lon: 2}, by: 1 x 1 deg}
  17:60 [by] MR0303 the move has both 'to' and 'by'
    help: keep one of them

  > move: {data: cities, in: places, ids: [a, z], by: 200 x 1 deg}
  17:47 [z] MR0503 there is no point 'z' in 'cities'
    help: did you mean 'a', 'b' or 'c'?
  17:55 [200 x 1 deg] MR0406 'by' is out of range: '200 x 1 deg'
    help: it must be -180 to 180 deg

  > move: {data: cities, in: places, by: 1 x 1 km}
  17:42 [1 x 1 km] MR0405 the unit 'km' does not fit 'by'
    help: units: deg

  > replace: {data: cities, in: places, how: changed}
  17:46 [changed] MR0408 'how' cannot be 'changed'
    help: did you mean 'only what changed'?

  > replace: {data: cities, in: places, first: 9, ids: [a]}
  17:51 [ids] MR0305 'ids' and 'first' exclude each other
    help: keep one of them

  > add overlay: {name: fance}
  17:25 [fance] MR0502 there is no overlay 'fance'
    help: did you mean 'fence'?

  > add overlay: {name: fence, above: fence}
  17:39 [fence] MR0612 'fence' is the overlay itself
    help: name another overlay

  > add overlay: {name: fence, above: flight}
  17:39 [flight] MR0613 no step adds the overlay 'flight'
    help: write a step 'add overlay: {name: flight}'

  > add overlay: {name: fence, at: 0, below: route}
  17:32 [at] MR0305 'at' and 'below' exclude each other
    help: keep one of them

  > add overlay: fence
  17:18 [fence] MR0308 'add overlay' is a single value
    help: write an object such as {name: fence, above: route}

  > remove overlay: {name: fence}
  17:21 [{] MR0308 'remove overlay' is an object
    help: write the name of an overlay

  > remove overlay: flight
  17:21 [flight] MR0613 no step adds the overlay 'flight'
    help: write a step 'add overlay: {name: flight}'

  > exchange overlays: [route]
  17:5 [exchange overlays] MR0309 'exchange overlays' has 1 entry
    help: write 2 entries

  > exchange overlays: [route, route]
  17:32 [route] MR0612 'route' is the overlay itself
    help: name another overlay

  > exchange overlays: [flight, roote]
  17:25 [flight] MR0613 no step adds the overlay 'flight'
    help: write a step 'add overlay: {name: flight}'
  17:33 [roote] MR0502 there is no overlay 'roote'
    help: did you mean 'route'?

  > exchange overlays: route
  17:24 [route] MR0308 'exchange overlays' is a single value
    help: write a list, each item the name of an overlay

  > change: {views of: places}
  17:5 [change] MR0307 the change does nothing
    help: add one of 'size', 'clustering identifier', 'center offset', 'callout offset', \
  'enabled', 'draggable', 'z priority', 'selected z priority' or 'display priority'

  > change: {center offset: 0 x 1 pt}
  17:5 [change] MR0302 the change has no 'views of'
    help: add 'views of: places'; the layer

  > change: {views of: towns, enabled: true, z priority: 1001}
  17:24 [towns] MR0502 there is no layer 'towns'
    help: layers here: places, piles
  17:40 [true] MR0408 'enabled' cannot be 'true'
    help: did you mean 'yes'?
  17:58 [1001] MR0406 'z priority' is out of range: '1001'
    help: it must be 0 to 1000

  > change: {views of: places, display priority: high}
  17:50 [high] MR0408 'display priority' cannot be 'high'
    help: did you mean 'default high'?

  > change: {views of: places, display priority: 1001}
  17:50 [1001] MR0406 'display priority' is out of range: '1001'
    help: it must be 0 to 1000

  > change: {views of: places, display priority: 1,5}
  17:51 [,] MR0409 the number in '1,5' has a comma
    help: write '1.5'

  > change: {views of: places, size: 1 x 1 pt}
  17:32 [size] MR0304 'size' makes no sense without 'ids'
    help: add 'ids' or remove 'size'

  > snapshot:
  17:5 [snapshot] MR0401 'snapshot' has no value
    help: write a text

  > snapshot: [a]
  17:15 [[] MR0308 'snapshot' is a list
    help: write a text
  """)
