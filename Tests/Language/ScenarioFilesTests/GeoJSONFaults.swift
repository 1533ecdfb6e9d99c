/// Files of GeoJSON that are faulty, with their diagnostics.
let geoJSONFaults = DiagnosticBook(
  #"""
  >
  1:1 [] MR1006 the file is empty
    help: begin with '{"type": "FeatureCollection", "features": ['

  > [1, 2]
  1:1 [[] MR1017 this is no object
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON

  > {"type": "FeatureCollection", "features": []}
  1:1 [{] MR1006 there are no points in the file

  > {"type": "FeatureCollection", "features": {}}
  1:1 [{] MR1017 the collection has no list 'features'
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON

  > {"type": "Point", "features": [], "coordinates": [1, 2]}
  1:11 [Point] MR1017 the object has 'features', but is no FeatureCollection
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON

  > {"features": []}
  1:1 [{] MR1017 the object has no 'type'
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON

  > {"type": "Pint", "coordinates": [1, 2]}
  1:11 [Pint] MR1017 'Pint' is not a type of GeoJSON
    help: did you mean 'Point'?

  > {"type": "Topology", "objects": {}}
  1:11 [Topology] MR1017 the file is TopoJSON, not GeoJSON
    help: convert it: ogr2ogr -f GeoJSON converted.geojson 'points.geojson'

  > {"type": "Polygon", "coordinates": [[[1, 2], [3, 4], [5, 6], [1, 2]]]}
  1:11 [Polygon] MR1018 feature 1 of the file is a Polygon
    help: write a Point or a MultiPoint; 'areas: center' or 'areas: skip' is for lines and areas

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
  3:43 [LineString] MR1018 feature 2 of the file is a LineString
    help: write a Point or a MultiPoint; 'areas: center' or 'areas: skip' is for lines and areas
  6:33 [null] MR1018 feature 5 of the file has no place
    help: give it a geometry with the type Point
  7:1 [{] MR1018 feature 6 of the file has no place
    help: give it a geometry with the type Point
  8:11 [Point] MR1017 item 7 of 'features' is no Feature
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  9:1 [7] MR1017 item 8 of 'features' is no Feature
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  10:33 [{] MR1017 the geometry has no 'type'
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  11:33 [{] MR1017 the Point has no list 'coordinates'
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  12:66 ["1, 2"] MR1017 the Point has no list 'coordinates'
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  13:71 [[] MR1018 feature 12 of the file has no place
    help: give it a geometry with the type Point
  14:72 [1] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]
  14:75 [2] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]
  15:67 [[] MR1013 '[' is not a number
    help: 'longitude' is in degrees, such as 52.5163
  15:75 [[] MR1013 '[' is not a number
    help: 'latitude' is in degrees, such as 52.5163

  > {"type": "FeatureCollection", "features": [
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": []}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2, 3, 4]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2, null]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["1", true]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [52.5, 113.4]}},
  > {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-181, -90.5]}}
  > ]}
  2:66 [[] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]; 'faulty rows: skip' leaves \#
  such rows out
  3:66 [[] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]
  4:76 [4] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]
  5:73 [null] MR1017 this is not a position
    help: write [longitude, latitude], such as [13.3777, 52.5163]
  6:67 ["1"] MR1013 '"1"' is not a number
    help: 'longitude' is in degrees, such as 52.5163
  6:72 [true] MR1013 'true' is not a number
    help: 'latitude' is in degrees, such as 52.5163
  7:73 [113.4] MR1014 'latitude' is out of range: '113.4'
    help: it must be -90 to 90; GeoJSON writes the longitude first
  8:67 [-181] MR1014 'longitude' is out of range: '-181'
    help: it must be -180 to 180
  8:73 [-90.5] MR1014 'latitude' is out of range: '-90.5'
    help: it must be -90 to 90; GeoJSON writes the longitude first

  > {"type": "FeatureCollection", "features": [
  > {"type": "Feature", "id": "", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": [1], "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id":5, "geometry": {"type": "MultiPoint", "coordinates": [[1, 2],[3, 4]]}},
  > {"type": "Feature", "id": "5-2", "geometry": {"type": "Point", "coordinates": [1, 2]}},
  > {"type": "Feature", "id":5, "geometry": {"type": "MultiPoint", "coordinates": [[1, 2],[3, 4]]}},
  > {"type": "Feature", "id": [1], "geometry": null}
  > ]}
  2:28 ["] MR1015 the id is empty
    help: 'faulty rows: skip' leaves such rows out
  3:27 [[] MR1017 an id is a text or a number
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  5:28 [a] MR0508 the id 'a' is already on line 4
    help: ids are unique in a file
  7:28 [5-2] MR0508 the id '5-2' is already on line 6
    help: ids are unique in a file
  8:26 [5] MR0508 the id '5-1' is already on line 6
    help: ids are unique in a file
  9:27 [[] MR1017 an id is a text or a number
    help: a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON
  9:44 [null] MR1018 feature 8 of the file has no place
    help: give it a geometry with the type Point

  > {"type": "Point", "coordinates": [1, 2]
  1:40 [] MR0205 the '{' of line 1 is not closed
    help: add '}' here

  > {"type": "FeatureCollection",
  >  "features": [
  2:15 [] MR0205 the '[' of line 2 is not closed
    help: add ']' here

  > {"type": "Point", "coordinates": [1, 2}
  1:39 [}] MR0206 the '[' before is closed by '}'
    help: write ']'

  > {"type": "Point", "coordinates": [1, 2]]
  1:40 []] MR0206 the '{' before is closed by ']'
    help: write '}'

  > {"type": "Point", "coordinates": [1, 2],}
  1:40 [,] MR0208 there is nothing behind the comma
    help: remove it

  > {"type": "Point", "coordinates": [1,, 2]}
  1:36 [,] MR0208 there is nothing behind the comma
    help: remove it

  > {"type": "Point", "coordinates": [,1, 2]}
  1:35 [,] MR1016 ',' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point" "coordinates": [1, 2]}
  1:18 ["] MR0208 a comma is missing before this
    help: write ', ' before it

  > {"type": "Point", "coordinates": [1 2]}
  1:37 [2] MR0208 a comma is missing before this
    help: write ', ' before it

  > {"type" "Point"}
  1:9 ["] MR0210 a colon is missing after '"type"'
    help: write '"type":'

  > {"type"
  1:8 [] MR0205 the '{' of line 1 is not closed
    help: add '}' here

  > {"type":
  1:9 [] MR0205 the '{' of line 1 is not closed
    help: add '}' here

  > {type: "Point"}
  1:2 [type] MR1016 'type' is not a JSON key
    help: write the key in double quotes

  > {"type": 'Point'}
  1:10 ['Point'] MR1016 ''Point'' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": Point}
  1:10 [Point] MR1016 'Point' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point", "coordinates": [NaN, 2]}
  1:35 [NaN] MR1016 'NaN' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point", "coordinates": [1, 2]} // here
  1:42 [/] MR0215 nothing may follow the closing '}'
    help: remove it, or move it before the '}'

  > {"type": "Point", "coordinates": [1, 2]} {"type": "Point", "coordinates": [1, 2]}
  1:42 [{] MR0215 nothing may follow the closing '}'
    help: remove it, or move it before the '}'

  > {"type": "Point
  > "}
  1:16 [] MR0220 the quote is not closed
    help: add the same quote here

  > {"type": "Point
  1:16 [] MR0220 the quote is not closed
    help: add the same quote here

  > {"type": "a	b"}
  1:12 [	] MR0203 a text must not contain this character
    help: remove it; save the file as UTF-8

  > {"type": "a\xb"}
  1:12 [\x] MR1016 '\x' is not a JSON escape
    help: write '\\' for a backslash

  > {"type": "a\ü"}
  1:12 [\ü] MR1016 '\ü' is not a JSON escape
    help: write '\\' for a backslash

  > {"type": "\ud83d"}
  1:11 [\ud83d] MR1016 this is half a character
    help: write the character itself, or both its halves

  > {"type": "\ude00"}
  1:11 [\ude00] MR1016 this is half a character
    help: write the character itself, or both its halves

  > {"type": "\u12G4"}
  1:11 [\u] MR1016 '\u' is not a JSON escape
    help: write '\\' for a backslash

  > {"type": "Point", "coordinates": [01, 2]}
  1:35 [01] MR1013 '01' is not a number
    help: write digits, and a point with digits behind it, such as 52.5163

  > {"type": "Point", "coordinates": [+1, 2]}
  1:35 [+1] MR1016 '+1' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point", "coordinates": [.5, 2]}
  1:35 [.5] MR1016 '.5' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point", "coordinates": [1., 2]}
  1:35 [1.] MR1013 '1.' is not a number
    help: write digits, and a point with digits behind it, such as 52.5163

  > {"type": "Point", "coordinates": [-, 2]}
  1:35 [-] MR1013 '-' is not a number
    help: write digits, and a point with digits behind it, such as 52.5163

  > {"type": "Point", "coordinates": [1e, 2]}
  1:35 [1e] MR1013 '1e' is not a number
    help: write digits, and a point with digits behind it, such as 52.5163

  > ]
  1:1 []] MR1016 ']' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": }
  1:10 [}] MR1016 '}' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": tru
  1:10 [tru] MR1016 'tru' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": 1"Point"}
  1:10 [1"Point"] MR1013 '1"Point"' is not a number
    help: write digits, and a point with digits behind it, such as 52.5163

  > {"type": "Point"x}
  1:17 [x] MR0208 a comma is missing before this
    help: write ', ' before it

  > {"type": "Point", "coordinates": [1, 1e999]}
  1:38 [1e999] MR1013 '1e999' is too large for a number

  > {"type": "Point", "height": -1E+400, "coordinates": [1, 2]}
  1:29 [-1E+400] MR1013 '-1E+400' is too large for a number

  > {"type": "Point", "coordinates": [1, 2], "x": truely}
  1:47 [truely] MR1016 'truely' is not a JSON value
    help: write a text in double quotes, a number, true, false, null, a list or an object

  > {"type": "Point",
  >  "type": "Point"}
  2:3 [type] MR0223 the key 'type' is already on line 1
    help: keep one of the two

  > {"type": "Feature", "properties": {"a": 1, "b": {"a": 2}, "\u0061": 3}}
  1:60 [\u0061] MR0223 the key 'a' is already on line 1
    help: keep one of the two
  """#)
