/// What the parts above the views share: the context, the region, and the annotations with their
/// views.
class MapPart {
  let context: SimulationContext
  let proxy: DelegateProxy
  let scheduler: EventScheduler<ScheduledEvent>
  let region: RegionController
  let annotations: AnnotationStore
  let settings: ViewSettingsTable
  let views: AnnotationViewManager
  let data: AnnotationManager

  /// Makes the parts up to the views, for those that are made of them.
  init(_ context: SimulationContext, controllers: [ClusterController?]) {
    self.context = context
    proxy = DelegateProxy(context)
    scheduler = EventScheduler()
    region = RegionController(context, proxy: proxy)
    annotations = AnnotationStore()
    settings = ViewSettingsTable(context.setup, controllers: controllers)
    views = AnnotationViewManager(
      context, proxy: proxy, region: region, annotations: annotations, settings: settings)
    data = AnnotationManager(context, annotations: annotations, settings: settings, views: views)
  }

  init(_ part: MapPart) {
    context = part.context
    proxy = part.proxy
    scheduler = part.scheduler
    region = part.region
    annotations = part.annotations
    settings = part.settings
    views = part.views
    data = part.data
  }
}
