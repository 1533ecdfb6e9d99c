import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension StepDefinition {
  static let selections = [
    select, tapMap, tapAccessory, selectAnnotation, deselectAnnotation, drag,
  ]

  static let select = StepDefinition(
    "select", .fingers, "Taps an annotation.", example: "{near: left edge, within: 20 pt}",
    object: "The annotation that a finger taps: in the middle of its view, or of what can be "
      + "reached of it. " + "The tap misses an annotation outside the map view or under a bar.",
    keys: TargetKeys.all, rules: TargetKeys.rules, whole: "{cluster: nearest to middle}",
    note: { scenario, _ in scenario.droppedPins.addTapped() },
    build: { scenario, object in scenario.target(object).map { .select($0) } })

  private static let tapOptions = options("tap map")

  static let tapMap = StepDefinition(
    "tap map", .fingers, .unresolved(.either(.nothing, tapOptions.kind)), "Taps the empty map.",
    example: "", objects: [tapOptions]
  ) { _, _ in .tapMap }

  static let tapAccessory = StepDefinition(
    "tap accessory", .fingers, .unresolved(.choice(CalloutSide.words)),
    "Taps the view left or right of the text of the open callout, or its button; with a "
      + "cancelled tap the finger stays on the button and goes on to do something else.",
    example: "right"
  ) { scenario, value in
    guard let side = CalloutSide(word: value.text) else { return nil }
    guard scenario.accessorySides.contains(side) else {
      return scenario.refused(.noAccessory(side), at: value.mark)
    }
    return .tapAccessory(side)
  }

  static let selectAnnotation = StepDefinition(
    "select annotation", .app,
    "Selects an annotation by the app, without a finger; a point for which a cluster stands as the "
      + "option `selection of members` says.",
    example: "{id: a, in: places}",
    object: "The annotation that the app selects, without a finger.", keys: TargetKeys.all,
    rules: TargetKeys.rules, whole: "{id: \"123\", in: cities}"
  ) { scenario, object in scenario.target(object).map { .selectAnnotation($0) } }

  private static let deselection = options("deselect annotation")

  static let deselectAnnotation = StepDefinition(
    "deselect annotation", .app, .unresolved(.either(.nothing, deselection.kind)),
    "Deselects what is selected by the app, without a finger.", example: "",
    objects: [deselection]
  ) { _, _ in .deselectAnnotation }

  private static let carriedBy = Key(
    "by", .offset(Limits.panPoints), .required,
    "The distance that the finger carries the pin, to the right x down (negative: left, up).",
    example: "40 x 0 pt")
  private static let end = Key(
    "end", ValueDecoder<DragEnd>.word, .default(DragEnd.drop.word),
    "Whether it stays where it is dropped, or the touch is cancelled and it goes back.",
    example: "cancel")

  private static let press = Key(
    "press", .duration(.zero...MapOptions.animationTimeLimit), .derived("the option `drag press`"),
    "The time that the finger first rests on it. If this is shorter than the option says, the "
      + "finger pans the map.", example: "200 ms")

  static let drag = StepDefinition(
    "drag", .fingers, "Carries an annotation with a finger.",
    example: "{id: a, in: places, by: 40 x 0 pt, over: 500 ms}",
    object:
      "The annotation that a finger picks up, within reach, and carries, wherever it goes; its "
      + "views must be draggable, and clusters are never carried.",
    keys: TargetKeys.choice + [TargetKeys.pin, carriedBy, over, end, press],
    rules: TargetKeys.rules(with: [TargetKeys.pin]),
    whole: "{id: \"123\", in: cities, by: 40 x 0 pt, over: 500 ms}",
    further: [TargetKeys.annotation]
  ) { scenario, object in
    let target = scenario.target(object, mayBeClustered: false)
    guard let target else { return nil }
    let time = try scenario.duration(object)
    let least = object[press] ?? MapOptions.standard.dragPress
    scenario.progress.add(StepTotals(nanoseconds: least.nanoseconds))
    return try .drag(
      target, by: object.get(carriedBy), over: time, end: object.get(end), press: object[press])
  }
}
