internal import MapEvents

/// An array that a part of the map keeps for its lifetime, read and written in place.
///
/// An `Array` in a property of a class is checked for exclusive access and unique ownership
/// on each access; this type costs only a bounds check.
@safe struct SlotArray<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count: Int

  init(capacity: Int = 1) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
    count = 0
  }

  init(_ elements: [Element]) {
    self.init(capacity: max(elements.count, 1))
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe base.initialize(from: first, count: elements.count)
    }
    count = elements.count
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: max(count, 1))
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count, "index \(index) of \(count)")
      yield unsafe base[index]
    }
    _modify {
      precondition(index >= 0 && index < count, "index \(index) of \(count)")
      yield unsafe &base[index]
    }
  }

  subscript<Subject>(id: ID<Subject>) -> Element {
    _read { yield self[id.index] }
    _modify { yield &self[id.index] }
  }

  /// Appends an element; there must be capacity for it.
  @inline(__always) mutating func append(_ element: Element) {
    precondition(count < capacity, "no capacity for another element")
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  var isFull: Bool { count == capacity }

  /// Moves all elements to another array, which replaces this one; returns the old array.
  ///
  /// Allocating or freeing memory within an access to a property would enable exclusivity
  /// checks on all accesses to it.
  @inline(__always) mutating func moveElements(to other: consuming SlotArray) -> SlotArray {
    for index in 0..<count { unsafe (other.base + index).initialize(to: (base + index).move()) }
    other.count = count
    count = 0
    swap(&self, &other)
    return other
  }

  /// A view of the current elements, for calls during which nothing is appended.
  var view: View { unsafe View(base: base, count: count) }

  @safe struct View {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
      unsafe self.base = base
      self.count = count
    }

    subscript(index: Int) -> Element {
      _read {
        precondition(index >= 0 && index < count, "index \(index) of \(count)")
        yield unsafe base[index]
      }
    }

    subscript<Subject>(id: ID<Subject>) -> Element { _read { yield self[id.index] } }
  }
}
