extension Sequence {
  /// The elements in their order, in groups of those that follow one another.
  ///
  /// - Parameter belongs: Whether an element belongs to the group before it.
  /// - Returns: The groups, none of them empty.
  package func grouped(
    where belongs: (_ group: [Element], _ next: Element) -> Bool
  ) -> [[Element]] {
    reduce(into: []) { groups, element in
      if !groups.isEmpty, belongs(groups[groups.count - 1], element) {
        groups[groups.count - 1].append(element)
      } else {
        groups.append([element])
      }
    }
  }
}
