/// The map, callouts, overlays and clusters.
let mapPages: [FaultPage] = [
  FaultPage(
    .tooManyCells, "Too many cells of clusters",
    """
    Each update asks for the points of every cell in the view and its margin. \
    \(Int(Limits.clusterCells)) cells, of all layers together, are far more than a phone could \
    do and take minutes here.
    """, .lines,
    wrong: "layers: {cities: {cluster: {cell size: 1 pt}}}",
    right: "layers: {cities: {cluster: {cell size: 60 pt}}}"),
  FaultPage(
    .cellTooLong, "Cells that are longer than half of the world",
    """
    When the map is farthest away, such a cell reaches around the earth. \
    CCHMapClusterController has a known flaw there: its grid explodes.
    """, .lines,
    wrong: "layers: {cities: {cluster: {cell size: 500 pt}}}",
    right: "layers: {cities: {cluster: {cell size: 60 pt}}}"),
  FaultPage(
    .viewTooNarrow, "A view in which no bubble has room",
    """
    A bubble needs \(ValueType.words(Limits.bubbleViewPoints)) pt for its corners and its tip. A \
    narrower view could not show it anywhere, so no verdict about it would mean anything.
    """, .lines,
    wrong: """
      map: {size: 59 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      layers: {cities: {callout: {style: bubble}}}
      """,
    right: """
      map: {size: 59 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      layers: {cities: {callout: {style: plain}}}
      """),
  FaultPage(
    .accessoryTooHigh, "An accessory view that is too high",
    """
    The map's own callout has room for accessory views of at most \
    \(ValueType.words(Limits.accessoryHeightPoints)) pt and cuts higher ones off.
    """, .lines,
    wrong: "layers: {cities: {callout: {left accessory: {size: 30 x 40 pt}}}}",
    right: "layers: {cities: {callout: {left accessory: {size: 30 x 32 pt}}}}"),
  FaultPage(
    .noRoomForSubview, "A subview that has no room",
    """
    A callout that is a subview needs \(ValueType.words(Limits.subviewRoomPoints)) pt both ways \
    between the bars of the view. It could not be placed anywhere.
    """, .lines,
    wrong: """
      layers: {cities: {callout: {style: subview, size: 90 x 60 pt, insets: {left: 320 pt}}}}
      """,
    right: """
      layers: {cities: {callout: {style: subview, size: 90 x 60 pt, insets: {left: 32 pt}}}}
      """),
  FaultPage(
    .nothingOfView, "Insets that leave nothing",
    """
    Bars cover the whole map view, or the alignment insets of an annotation view its whole \
    rectangle. Nothing would be left to touch or to align.
    """, .lines,
    wrong: "layers: {cities: {view: {alignment insets: {left: 16 pt, right: 16 pt}}}}",
    right: "layers: {cities: {view: {alignment insets: {left: 6 pt, right: 6 pt}}}}"),
  FaultPage(
    .spanTooLarge, "A span that is larger than the world",
    """
    A region has at most 180 deg from north to south and 360 deg from west to east. In km that \
    is less the nearer a pole is.
    """, .lines,
    wrong: "map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45000 km}",
    right: "map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}"),
  FaultPage(
    .geodesicsTooLong, "Geodesic lines that are too long together",
    """
    The map makes a point for each kilometer of a geodesic line, and every picture of the report \
    holds all of them. \(Int(Limits.geodesicKilometers)) km together is five times around the \
    earth.
    """, .lines,
    wrong: """
      overlays:
        flights:
          geodesic: [{lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180},
            {lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180},
            {lat: 0, lon: 0}, {lat: 0, lon: 180}, {lat: 0, lon: 0}, {lat: 0, lon: 180}]
      """,
    right: """
      overlays:
        flights:
          geodesic: [{lat: 0, lon: 0}, {lat: 0, lon: 180}]
      """),
  FaultPage(
    .clusteredTwice, "A layer that is clustered twice",
    """
    'cluster' lets CCHMapClusterController cluster the layer, 'clustering identifier' lets the \
    map do it. Both at once would cluster clusters.
    """, .lines,
    wrong: "layers: {cities: {cluster: {}, view: {clustering identifier: shops}}}",
    right: "layers: {cities: {view: {clustering identifier: shops}}}"),
  FaultPage(
    .nothingStays, "A setting for clusters that stay, where none does",
    """
    With 'reuse: no' every update makes all clusters anew. What a reused cluster does then \
    happens never.
    """, .lines,
    wrong: "layers: {cities: {cluster: {reuse: no, refreshes reused views: yes}}}",
    right: "layers: {cities: {cluster: {reuse: yes, refreshes reused views: yes}}}"),
  FaultPage(
    .nothingTolerated, "A tolerance without tolerance",
    """
    'zoom tolerance' is read only where zoom noise is tolerated. As it is, each change counts as \
    a zoom, however small.
    """, .lines,
    wrong: "layers: {cities: {cluster: {mode: upstream, zoom tolerance: 0.1 levels}}}",
    right: """
      layers:
        cities:
          cluster:
            mode: upstream
            zoom tolerance: 0.1 levels
            fixes: {tolerate zoom noise: yes}
      """),
  FaultPage(
    .engineCannot, "Something that the engine cannot do",
    """
    'engine: reference' reproduces the index of CCHMapClusterController with its flaws. The \
    other engines are corrected by nature and keep no order of points, so they cannot be asked \
    for either.
    """, .lines,
    wrong: "layers: {cities: {cluster: {engine: aggregate, mode: upstream}}}",
    right: "layers: {cities: {cluster: {engine: reference, mode: upstream}}}"),
]
