/// What a program needs that replays scenario files with an engine or an adjuster of its own.

@_exported public import AdjusterSuite
@_exported public import Callouts
@_exported public import Clustering
@_exported public import MapGeometry
@_exported public import Measures
@_exported public import Metrics
@_exported public import Reporting
@_exported public import Sessions
