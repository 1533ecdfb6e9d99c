/// Names.
let namesPages: [FaultPage] = [
  FaultPage(
    .badName, "A name that cannot be one",
    """
    Names of layers, data sets, overlays and variants stand in tables and pictures, so they have \
    1 to \(Limits.nameLength) characters.
    """, .lines,
    wrong: "layers: {'': {view: {kind: pin}}}",
    right: "layers: {pins: {view: {kind: pin}}}"),
  FaultPage(
    .unknownName, "A name that the scenario does not give",
    """
    Steps mean layers, data sets, overlays, marks and variants by the names that the same file \
    gives them. Capitals matter.
    """, .steps,
    wrong: "- add: {data: cities, into: citys}",
    right: "- add: {data: cities, into: cities}"),
  FaultPage(
    .unknownPoint, "A point that the layer does not get",
    """
    An id must be one of the points that the steps give the layer. If no step adds or downloads \
    any, there is nothing to select.
    """, .steps,
    wrong: "- select: {id: berlin, in: cities}",
    right: "- add: {data: cities, into: cities}\n- select: {id: berlin, in: cities}"),
  FaultPage(
    .ambiguousPoint, "An id that is in several data sets",
    """
    The layer gets points of several data sets, and two of them have a point with this id. \
    Which one is meant is said by 'of'.
    """, .lines,
    wrong: """
      data: {cities: {file: Data/cities.csv}, near: {file: Data/cities.csv, first: 1}}
      steps:
        - add: {data: cities, into: cities}
        - add: {data: near, into: cities}
        - select: {id: berlin, in: cities}
      """,
    right: """
      data: {cities: {file: Data/cities.csv}, near: {file: Data/cities.csv, first: 1}}
      steps:
        - add: {data: cities, into: cities}
        - add: {data: near, into: cities}
        - select: {id: berlin, in: cities, of: near}
      """),
  FaultPage(
    .meantTwice, "The same thing twice in one list",
    """
    Something that is in a list already is not there more by being named again. Either it is too \
    many, or something else was meant.
    """, .steps,
    wrong: "- show: {layers: [cities, cities]}",
    right: "- show: {layers: [cities, places]}"),
  FaultPage(
    .laterMark, "A mark that comes later",
    """
    'since' counts from a mark up to this step, so the mark has to stand before it.
    """, .steps,
    wrong: "- expect: {views created: at most 40, since: zooming}\n- mark: zooming",
    right: "- mark: zooming\n- expect: {views created: at most 40, since: zooming}"),
  FaultPage(
    .reservedMark, "A mark with a name that has a meaning",
    """
    Four names are taken in 'since' and 'between'. 'start' is the beginning of the session, 'end' \
    is its end, 'last mark' is the nearest mark before, and 'download done' is when no batch of \
    the downloads that had begun is to come any more. A mark of such a name could not be told \
    from that moment.
    """, .steps,
    wrong: "- mark: start",
    right: "- mark: first zoom"),
  FaultPage(
    .duplicateID, "An id that is there twice",
    """
    Steps name points by their ids, so each id may be in a data set only once. Spreadsheets make \
    this mistake when a row is copied.
    """, .points,
    wrong: "id,lat,lon,title\nberlin,52.52,13.405,Berlin\nberlin,48.8566,2.3522,Paris",
    right: "id,lat,lon,title\nberlin,52.52,13.405,Berlin\nparis,48.8566,2.3522,Paris"),
]
