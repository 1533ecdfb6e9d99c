/// The byte form of callouts that are annotations.
extension TraceDigest {
  mutating func add(_ event: SecondCalloutEvent) {
    switch event {
    case .added(let annotation, let parent, let content, let maker):
      put(annotation, as: 0)
      put(parent)
      put(content)
      put(byte: maker.rawValue)
    case .moved(let annotation, let parent, let content):
      put(annotation, as: 1)
      put(parent)
      put(content)
    case .removed(let annotation): put(annotation, as: 2)
    case .leftBehind(let annotation): put(annotation, as: 3)
    case .laidOut(let annotation, let layout):
      put(annotation, as: 4)
      put(layout.view)
      put(byte: layout.maker.rawValue)
      put(layout.parent)
      put(layout.over)
      put(layout.content)
      put(layout.shownContent)
      put(layout.contentOwner)
    case .tappedAway(let annotation): put(annotation, as: 5)
    case .held(let parent, let siblings):
      put(parent, as: 6)
      put(siblings)
    case .released(let siblings, let revived):
      put(siblings, as: 7)
      put(revived)
    case .deadTap(let annotation): put(annotation, as: 8)
    case .stands(let annotation, let body, let tip):
      put(annotation, as: 9)
      put(body)
      put(tip)
    }
  }

  private mutating func put(_ number: Int32, as kind: UInt8) {
    put(room: 14, case: kind)
    put(number)
  }
}
