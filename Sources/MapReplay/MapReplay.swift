@_exported public import Callouts
@_exported public import Clustering
@_exported public import MapGeometry
@_exported public import Reporting
@_exported public import Sessions
