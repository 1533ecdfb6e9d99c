/// Lines about views, overlays, the app and options that are faulty, with their diagnostics.
let setupFaults = DiagnosticBook(
  """
  > layers: {a: {callout: {left accessory: {size: 30 x 40 pt}, right accessory: {size: 500 x 32 \
  pt, controls: no}}}}
  > steps: [tap map]
  5:47 [30 x 40 pt] MR0804 the accessory is 40 pt high
    help: make it at most 32 pt high, or set the option 'tallest accessory'
  5:97 [controls] MR0301 unknown key 'controls' of the accessory
    help: did you mean 'control'?

  > layers: {a: {callout: {style: subview}}, b: {callout: {style: subview, title width: 9 pt, \
  size: 9 x 9 pt}}, c: {callout: {title width: 9 pt, subtitle width: 9 pt, arrow: up}}}
  > steps: [tap map]
  5:14 [callout] MR0303 the callout needs one of 'title width', 'content size' or 'size'
  5:91 [size] MR0303 the callout has both 'title width' and 'size'
    help: keep one of them
  5:123 [title width] MR0306 'title width' is only for 'style: subview'
    help: remove it or change 'style'
  5:164 [arrow] MR0306 'arrow' is only for 'style: subview'
    help: remove it or change 'style'

  > layers: {a: {view: {contents: [shadow, shadow]}}}
  > steps: [tap map]
  5:40 [shadow] MR0505 'shadow' is there twice
    help: keep one of the two

  > layers: {a: {view: {alignment insets: {left: 16 pt, right: 16 pt}}}}
  > steps: [tap map]
  5:21 [alignment insets] MR0806 the alignment insets leave nothing of the view
    help: make them smaller than its size

  > layers: {a: {callout: {insets: {top: 9 pt}, precision: double, subject: callout}}, \
  b: {callout: {adjust: edged region, margin: 1 pt, overlooks right: no}}}
  > steps: [tap map]
  5:45 [precision] MR0306 'precision' is only for 'adjust: edged region'
    help: remove it or change 'adjust'
  5:64 [subject] MR0306 'subject' is only for 'adjust: move center'
    help: remove it or change 'adjust'
  5:120 [margin] MR0306 'margin' is only for 'adjust: contain rect', 'adjust: ideal' or 'adjust: \
  move center'
    help: remove it or change 'adjust'
  5:134 [overlooks right] MR0306 'overlooks right' is only for 'adjust: move center'
    help: remove it or change 'adjust'

  > layers: {a: {callout: {style: subview, size: 90 x 90 pt, callout animation: no, \
  insets: {left: 200 pt, right: 200 pt}}}, b: {callout: {style: plain}}}
  > steps: [tap map]
  5:81 [insets] MR0805 a subview has no room in the view
    help: it needs 81 pt both ways between the bars

  > layers: {a: {callout: {style: plain, callout animation: no}}}
  > steps: [tap map]
  5:38 [callout animation] MR0306 'callout animation' is only for 'style: bubble' or 'style: \
  subview'
    help: remove it or change 'style'

  > layers: {a: {view: {kind: pin, size: 1 x 1 pt}, cluster view: {kind: marker, size: 1 x 1 pt}}}
  > steps: [tap map]
  5:32 [size] MR0306 'size' is only for 'kind: image'
    help: remove it or change 'kind'
  5:78 [size] MR0306 'size' is only for 'kind: image'
    help: remove it or change 'kind'

  > layers: {a: {view: {provider: none}}, b: {view: {kind: marker}}}
  > data: {d: {points: [{id: a, lat: 1, lon: 2}]}}
  > steps: [{add: {data: d, into: a}}, {change: {views of: a, ids: [a], size: 1 x 1 pt}}]
  6:69 [size] MR0306 'size' is only for 'provider: dequeue by identifier', 'provider: dequeue \
  registered', 'provider: always new' or 'provider: own view'
    help: remove it or change 'provider'

  > layers: {a: {view: {lift: 1 s, answers drag: no}, cluster view: {draggable: yes}}}
  > steps: [tap map]
  5:21 [lift] MR0306 'lift' is only for 'answers drag: yes'
    help: remove it or change 'answers drag'
  5:66 [draggable] MR0301 unknown key 'draggable' of the cluster view
    help: keys are: identifier, kinds, kind, contents, size, center offset, callout offset, \
  sized, provider, enabled, can show callout, not reset, z priority, selected z priority, display \
  priority, alignment insets, collision

  > layers: {a: {one location view: {draggable: yes}}, b: {cluster: {}, one location view: {size: \
  1}}}
  > steps: [tap map]
  5:14 [one location view] MR0304 'one location view' makes no sense without 'cluster'
    help: add 'cluster' or remove 'one location view'
  5:34 [draggable] MR0301 unknown key 'draggable' of the one location view
    help: keys are: identifier, kinds, kind, contents, size, center offset, callout offset, \
  sized, provider, enabled, can show callout, not reset, z priority, selected z priority, display \
  priority, alignment insets, collision
  5:95 [1] MR0403 '1' is not a size such as 390 x 844 pt

  > layers: {a: {cluster: {}, view: {clustering identifier: shops}}, b: {view: {clustering \
  identifier: shops}}}
  > steps: [tap map]
  5:34 [clustering identifier] MR0809 the layer 'a' has both 'cluster' and 'clustering identifier'
    help: remove 'cluster' or 'clustering identifier'

  > layers: {a: {view: {cluster annotation: own title}}}
  > steps: [tap map]
  5:21 [cluster annotation] MR0304 'cluster annotation' makes no sense without 'clustering \
  identifier'
    help: add 'clustering identifier' or remove 'cluster annotation'

  > layers: {a: {cluster view: {clustering identifier: shops}}}
  > steps: [tap map]
  5:29 [clustering identifier] MR0301 unknown key 'clustering identifier' of the cluster view
    help: keys are: identifier, kinds, kind, contents, size, center offset, callout offset, \
  sized, provider, enabled, can show callout, not reset, z priority, selected z priority, display \
  priority, alignment insets, collision

  > layers: {a: {view: {answers drag: no}}, b: {view: {lift: 0 ms, answers drag: yes}}}
  > steps: [tap map]
  none

  > layers: {a: {view: {not reset: [title, titel, title]}}}
  > steps: [tap map]
  5:40 [titel] MR0408 'not reset' cannot be 'titel'
    help: did you mean 'title'?
  5:47 [title] MR0505 'title' is there twice
    help: keep one of the two

  > layers: {a: {view: {provider: nil, collision: box, z priority: -1, selected z priority: 1001, \
  display priority: default}}}
  > steps: [tap map]
  5:31 [nil] MR0408 'provider' cannot be 'nil'
    help: write 'dequeue by identifier', 'dequeue registered', 'always new', 'own view' or 'none'
  5:47 [box] MR0408 'collision' cannot be 'box'
    help: write 'rectangle', 'circle' or 'none'
  5:64 [-1] MR0406 'z priority' is out of range: '-1'
    help: it must be 0 to 1000
  5:89 [1001] MR0406 'selected z priority' is out of range: '1001'
    help: it must be 0 to 1000
  5:113 [default] MR0408 'display priority' cannot be 'default'
    help: did you mean 'default high' or 'default low'?

  > layers: {a: {view: {not reset: title, enabled: 1, can show callout: , callout offset: 1 pt}}}
  > steps: [tap map]
  5:32 [title] MR0308 'not reset' is a single value
    help: write a list, each item one of: title, accessory, callout, transform, selection, \
  clustering, alpha, opening callout
  5:48 [1] MR0408 'enabled' cannot be '1'
    help: write 'yes' or 'no'
  5:51 [can show callout] MR0401 'can show callout' has no value
    help: write yes or no
  5:87 [1 pt] MR0403 '1 pt' is not an offset such as 8 x -16 pt

  > overlays: {a: {}, b: {circle: {radius: 0 m}, polyline: []}, c: {polygon: [{lat: 1, lon: 2}, \
  {lat: 1, lon: 3}]}}
  > steps: [tap map]
  6:12 [a] MR0303 the overlay needs one of 'circle', 'polyline', 'polygon' or 'geodesic'
  6:23 [circle] MR0302 the circle has no 'center'
    help: add 'center: {lat: 52.5163, lon: 13.3777}'; its middle
  6:40 [0 m] MR0406 'radius' is out of range: '0 m'
    help: it must be 1 to 10000000 m
  6:46 [polyline] MR0309 'polyline' is empty
    help: write 2 to 2000000 entries
  6:46 [polyline] MR0303 the overlay has both 'circle' and 'polyline'
    help: keep one of them
  6:65 [polygon] MR0309 'polygon' has 2 entries
    help: write 3 to 2000000 entries

  > overlays: {a: {circle: {center: {lat: 1, lon: 2}, radius: 500}, levle: 1}, b: {geodesic: \
  [{lat: 1}, {lat: 1, lon: 200}], level: above}}
  > steps: [tap map]
  6:59 [500] MR0404 '500' has no unit
    help: write a length such as 500 m or 2 km; units: m, km
  6:65 [levle] MR0301 unknown key 'levle' of the overlay
    help: did you mean 'level'?
  6:91 [{] MR0302 the coordinate has no 'lon'
    help: add 'lon: 13.3777'; degrees east of Greenwich
  6:115 [200] MR0406 'lon' is out of range: '200'
    help: it must be -180 to 180
  6:129 [above] MR0408 'level' cannot be 'above'
    help: did you mean 'above roads' or 'above labels'?

  > overlays: {a: {geodesic: [{lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, \
  lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, \
  lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180}]}}
  > steps: [tap map]
  6:1 [overlays] MR0808 the geodesics are 220166 km long together
    help: at most 200000 km are drawn

  > overlays: [a]
  > steps: [tap map]
  6:11 [[] MR0308 'overlays' is a list
    help: write an object with a name for each overlay

  > overlays: {'': {circle: {center: {lat: 1, lon: 2}, radius: 2 km}}}
  > steps: [tap map]
  6:12 [''] MR0501 '' cannot be the name of an overlay
    help: write 1 to 60 characters

  > app: {when region changed: {}}
  > steps: [tap map]
  6:7 [when region changed] MR0303 the when region changed needs one of 'set center', 'set \
  region', 'move content' or 'load'

  > app: {when region changed: {load: {data: cities, into: citys, wait: 5}}}
  > data: {cities: {points: [{id: a, lat: 1, lon: 2}]}}
  > layers: {cities: {}}
  > steps: [tap map]
  6:56 [citys] MR0502 there is no layer 'citys'
    help: layers here: cities
  6:69 [5] MR0404 '5' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min

  > app: {when visible region changes: {}, when tapped: {on annotations: no}}
  > steps: [tap map]
  6:7 [when visible region changes] MR0302 the when visible region changes has no 'load'
    help: add 'load: {data: cities, into: cities, first: 100, wait: 300 ms, latency: 400 ms}'; \
  the points that are visible, which the app asks its server for
  6:40 [when tapped] MR0302 the when tapped has no 'drop into'
    help: add 'drop into: places'; the layer that gets the pins, which are points of the data set \
  `dropped pins`

  > app: {when region change: {move content: {by: 1 x 1 pt}}}
  > steps: [tap map]
  6:7 [when region change] MR0301 unknown key 'when region change' of the app
    help: did you mean 'when region changed'?

  > app: {when region changed: {set center: {lat: 1, lon: 2}, move content: {by: 1 x 1 pt}}}
  > steps: [tap map]
  6:59 [move content] MR0303 the when region changed has both 'set center' and 'move content'
    help: keep one of them

  > app: {when region changed: {set region: {center: {lat: 90, lon: 0}, span: 1 km x 1 km}}}
  > steps: [tap map]
  6:75 [1 km x 1 km] MR0807 the span '1 km x 1 km' is larger than the world at this latitude
    help: at most 180 deg from north to south and 360 deg from west to east

  > app: {when region changed: {set center: {lat: 1, lon: 2}}}
  > steps: [tap map]
  none

  > options: {deceleration: slow, interuption: one pair, re-entry limit: 0, closest zoom: 9 levels}
  > steps: [tap map]
  6:25 [slow] MR0408 'deceleration' cannot be 'slow'
    help: write 'normal' or 'fast'
  6:31 [interuption] MR0301 unknown key 'interuption' of the options
    help: did you mean 'interruption'?
  6:70 [0] MR0406 're-entry limit' is out of range: '0'
    help: it must be 1 to 100
  6:87 [9 levels] MR0406 'closest zoom' is out of range: '9 levels'
    help: it must be 14 to 26 levels

  > options: {pan duration: 11 s, zoom duration: 300, animated pinch: maybe, world copy: }
  > steps: [tap map]
  6:25 [11 s] MR0406 'pan duration' is out of range: '11 s'
    help: it must be 1 ms to 10 s
  6:46 [300] MR0404 '300' has no unit
    help: write a duration such as 250 ms or 1.5 s; units: ns, us, ms, s, min
  6:67 [maybe] MR0408 'animated pinch' cannot be 'maybe'
    help: write 'yes' or 'no'
  6:74 [world copy] MR0401 'world copy' has no value
    help: write one of: nearest, as projected

  > options: fast
  > steps: [tap map]
  6:10 [fast] MR0308 'options' is a single value
    help: write an object such as {deceleration: normal, interruption: one pair, re-entry limit: 4}

  > map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km, user \
  location: {lat: 1}, region fit: edges}
  > steps: [tap map]
  3:86 [user location] MR0302 the coordinate has no 'lon'
    help: add 'lon: 13.3777'; degrees east of Greenwich
  3:123 [edges] MR0408 'region fit' cannot be 'edges'
    help: write 'edge sum', 'exact inverse' or 'legacy integer zoom'
  """)
