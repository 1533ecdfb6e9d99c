/// The umbrella for a program that replays scenario files with a custom engine or adjuster.

@_exported public import AdjusterSuite
@_exported public import Callouts
@_exported public import Clustering
@_exported public import MapGeometry
@_exported public import Measures
@_exported public import Metrics
@_exported public import Reporting
@_exported public import Sessions
