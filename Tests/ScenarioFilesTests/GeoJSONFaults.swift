/// Files of GeoJSON that are faulty, with their faults.
let geoJSONFaults = FaultBook(
  #"""
  >
  ?

  > [1, 2]
  ?

  > {"type": "FeatureCollection", "features": []}
  ?

  > {"type": "FeatureCollection", "features": {}}
  ?

  > {"features": []}
  ?

  > {"type": "Pint", "coordinates": [1, 2]}
  ?

  > {"type": "Topology", "objects": {}}
  ?

  > {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [5, 6], [1, 2]]]}
  ?

  > {"type": "FeatureCollection", "features": [
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}},
  > {"type": "Feature", "geometry": {"coordinates": [[1, 2], [3, 4]], "type": "Polygon"}},
  > {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": []}},
  > {"type": "Feature", "geometry": null},
  > {"type": "Feature"},
  > {"type": "Point", "coordinates": [1, 2]},
  > 7,
  > {"type": "Feature", "geometry": {"coordinates": [1, 2]}},
  > {"type": "Feature", "geometry": {"type": "Point"}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": "1, 2"}},
  > {"type": "Feature", "geometry": {"type": "MultiPoint", "coordinates": []}},
  > {"type": "Feature", "geometry": {"type": "MultiPoint", "coordinates": [1, 2]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [[1, 2], [3, 4]]}}
  > ]}
  ?

  > {"type": "FeatureCollection", "features": [
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": []}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2, 3, 4]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2, null]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["1", true]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [52.5, 113.4]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-181, -90.5]}}
  > ]}
  ?

  > {"type": "FeatureCollection", "features": [
  > {"type": "Feature", "id": "", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": [1], "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": 5, "geometry": {"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}},
  > {"type": "Feature", "id": "5-2", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": 5, "geometry": {"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}}
  > ]}
  ?

  > {"type": "Point", "coordinates": [1, 2]
  ?

  > {"type": "FeatureCollection",
  >  "features": [
  ?

  > {"type": "Point", "coordinates": [1, 2}
  ?

  > {"type": "Point", "coordinates": [1, 2]]
  ?

  > {"type": "Point", "coordinates": [1, 2],}
  ?

  > {"type": "Point", "coordinates": [1,, 2]}
  ?

  > {"type": "Point", "coordinates": [,1, 2]}
  ?

  > {"type": "Point" "coordinates": [1, 2]}
  ?

  > {"type": "Point", "coordinates": [1 2]}
  ?

  > {"type" "Point"}
  ?

  > {"type"
  ?

  > {"type":
  ?

  > {type: "Point"}
  ?

  > {"type": 'Point'}
  ?

  > {"type": Point}
  ?

  > {"type": "Point", "coordinates": [NaN, 2]}
  ?

  > {"type": "Point", "coordinates": [1, 2]} // here
  ?

  > {"type": "Point", "coordinates": [1, 2]}
  > {"type": "Point", "coordinates": [1, 2]}
  ?

  > {"type": "Point
  > "}
  ?

  > {"type": "Point
  ?

  > {"type": "a	b"}
  ?

  > {"type": "a\xb"}
  ?

  > {"type": "a\ü"}
  ?

  > {"type": "\ud83d"}
  ?

  > {"type": "\ude00"}
  ?

  > {"type": "\u12G4"}
  ?

  > {"type": "Point", "coordinates": [01, 2]}
  ?

  > {"type": "Point", "coordinates": [+1, 2]}
  ?

  > {"type": "Point", "coordinates": [.5, 2]}
  ?

  > {"type": "Point", "coordinates": [1., 2]}
  ?

  > {"type": "Point", "coordinates": [-, 2]}
  ?

  > {"type": "Point", "coordinates": [1e, 2]}
  ?

  > {"type": "Point", "coordinates": [1, 1e999]}
  ?

  > {"type": "Point", "height": -1E+400, "coordinates": [1, 2]}
  ?

  > {"type": "Point", "coordinates": [1, 2], "x": truely}
  ?

  > {"type": "Point",
  >  "type": "Point"}
  ?

  > {"type": "Feature", "properties": {"a": 1, "b": {"a": 2}, "\u0061": 3}}
  ?
  """#)
