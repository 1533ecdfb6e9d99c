/// Points and files of points.
let pointsPages: [FaultPage] = [
  FaultPage(
    .tooManyPoints, "Too many points",
    """
    All data sets of a scenario together may have \(Limits.points) points. More would fill the \
    memory.
    """, .lines,
    wrong: """
      data:
        cities: {file: Data/cities.csv}
        crowd: {like cities: {points: \(Limits.points)}}
      """,
    right: """
      data:
        cities: {file: Data/cities.csv}
        crowd: {like cities: {points: 2000}}
      """),
  FaultPage(
    .tooManyAtOnePlace, "Too many points at one place",
    """
    More than \(Limits.pointsAtOnePlace) points have the same coordinate. The index of \
    CCHMapClusterController keeps them in one leaf that it searches again and again, which takes \
    minutes; the fix 'crowds in one leaf' mends that.
    """, .lines,
    wrong: """
      layers: {cities: {cluster: {mode: upstream}}}
      data:
        cities:
          like cities:
            points: \(Limits.pointsAtOnePlace + 1)
            south west: {lat: 52.5, lon: 13.4}
            north east: {lat: 52.5, lon: 13.4}
      """,
    right: """
      layers: {cities: {cluster: {mode: upstream}}}
      data:
        cities:
          like cities:
            points: \(Limits.pointsAtOnePlace)
            south west: {lat: 52.5, lon: 13.4}
            north east: {lat: 52.5, lon: 13.4}
      """),
  FaultPage(
    .noPointsLeft, "A data set without points",
    """
    No point of the file lies within that distance of that place. A session with no points shows \
    nothing.
    """, .lines,
    wrong: "data: {cities: {file: Data/cities.csv, around: {lat: 0, lon: 0}, within: 1 km}}",
    right:
      "data: {cities: {file: Data/cities.csv, around: {lat: 52.5, lon: 13.4}, within: 60 km}}"
  ),
  FaultPage(
    .tooFewPoints, "More points than there are",
    """
    The number is larger than what the data set has. Fewer points than the author counts on make \
    another session, so it is not lowered in silence.
    """, .lines,
    wrong: "data: {cities: {file: Data/cities.csv, first: 5000}}",
    right: "data: {cities: {file: Data/cities.csv, first: 3}}"),
  FaultPage(
    .cornersExchanged, "Corners that are exchanged",
    """
    'south west' has the smaller latitude and the smaller longitude. An area across the 180th \
    meridian cannot be written this way.
    """, .lines,
    wrong: """
      data:
        cities:
          like cities: {points: 9, south west: {lat: 60, lon: 30}, north east: {lat: 36, lon: 40}}
      """,
    right: """
      data:
        cities:
          like cities: {points: 9, south west: {lat: 36, lon: 30}, north east: {lat: 60, lon: 40}}
      """),
  FaultPage(
    .noRows, "A file without points",
    """
    The file has no line, or only its header. Nothing of it could be shown.
    """, .points,
    wrong: "id,lat,lon,title",
    right: "id,lat,lon,title\nberlin,52.52,13.405,Berlin"),
  FaultPage(
    .missingColumn, "A column that is missing",
    """
    The first line names the columns: id, lat and lon must be there, title may be. Their order \
    does not matter.
    """, .points,
    wrong: "id,lat\nberlin,52.52",
    right: "id,lat,lon\nberlin,52.52,13.405"),
  FaultPage(
    .unknownColumn, "A column that nothing reads",
    """
    The columns of a file of points are id, lat, lon and title, parted by commas. A spreadsheet \
    that parts them by semicolons makes one unknown column of them all.
    """, .points,
    wrong: "id,latitude,lon\nberlin,52.52,13.405",
    right: "id,lat,lon\nberlin,52.52,13.405"),
  FaultPage(
    .duplicateColumn, "A column that is there twice",
    """
    Which of the two holds the value cannot be known.
    """, .points,
    wrong: "id,lat,lon,lon\nberlin,52.52,13.405,13.4",
    right: "id,lat,lon\nberlin,52.52,13.405"),
  FaultPage(
    .wrongFieldCount, "A row with too few or too many fields",
    """
    Each row has a field for each column. A title with a comma in it needs quotes, or it becomes \
    two fields.
    """, .points,
    wrong: "id,lat,lon,title\nberlin,52.52,13.405,Berlin, Germany",
    right: "id,lat,lon,title\nberlin,52.52,13.405,\"Berlin, Germany\""),
  FaultPage(
    .quoteInField, "A quote inside a field",
    """
    A field is in quotes as a whole or has none. A quote that belongs to the text is written \
    twice, and the field in quotes.
    """, .points,
    wrong: "id,lat,lon,title\nberlin,52.52,13.405,Berlin \"Mitte\"",
    right: "id,lat,lon,title\nberlin,52.52,13.405,\"Berlin \"\"Mitte\"\"\""),
  FaultPage(
    .openField, "A quote that is never closed",
    """
    A field that begins with a quote goes on until the next one, over the ends of lines. Without \
    it the rest of the file is one title.
    """, .points,
    wrong: "id,lat,lon,title\nberlin,52.52,13.405,\"Berlin",
    right: "id,lat,lon,title\nberlin,52.52,13.405,\"Berlin\""),
  FaultPage(
    .badNumber, "A coordinate that is no number",
    """
    Latitude and longitude are in degrees with a point, such as 52.5163: no comma, no letters N \
    and E, no minutes and seconds.
    """, .points,
    wrong: "id,lat,lon\nberlin,52.52N,13.405",
    right: "id,lat,lon\nberlin,52.52,13.405"),
  FaultPage(
    .angleOutOfRange, "A coordinate that is not on the earth",
    """
    Latitudes go from -90 to 90, longitudes from -180 to 180. Often the two columns are \
    exchanged.
    """, .points,
    wrong: "id,lat,lon\nsydney,151.2093,-33.8688",
    right: "id,lat,lon\nsydney,-33.8688,151.2093"),
  FaultPage(
    .emptyID, "A point without an id",
    """
    Steps and reports name points by their ids, so each has one.
    """, .points,
    wrong: "id,lat,lon\n,52.52,13.405",
    right: "id,lat,lon\nberlin,52.52,13.405"),
  FaultPage(
    .notJSON, "Text that is not JSON",
    """
    GeoJSON is JSON as its standard has it: keys and texts in double quotes, no comments, no \
    NaN. What follows such a mistake cannot be read, so it is the only one that is shown.
    """, .geoJSON,
    wrong: "{type: 'Point', coordinates: [13.405, 52.52]}",
    right: #"{"type": "Point", "coordinates": [13.405, 52.52]}"#),
  FaultPage(
    .notGeoJSON, "JSON that is not GeoJSON",
    """
    The file holds one object with a type: FeatureCollection with a list of features, Feature, \
    Point or MultiPoint. A position is a list of longitude, latitude and at most an altitude.
    """, .geoJSON,
    wrong: #"[{"lat": 52.52, "lon": 13.405}]"#,
    right: #"{"type": "Point", "coordinates": [13.405, 52.52]}"#),
  FaultPage(
    .otherGeometry, "A feature that is no point",
    """
    Annotations stand at points. Lines, areas and features without a place are refused instead \
    of being left out, so that no session has fewer points than its file.
    """, .geoJSON,
    wrong: """
      {"type": "Feature", "geometry":
        {"type": "LineString", "coordinates": [[13.405, 52.52], [2.3522, 48.8566]]}}
      """,
    right: """
      {"type": "Feature", "geometry":
        {"type": "MultiPoint", "coordinates": [[13.405, 52.52], [2.3522, 48.8566]]}}
      """),
]
