/// The first byte that is not part of a valid UTF-8 text, or nil.
///
/// - Complexity: O(n).
func firstInvalidByte(in bytes: [UInt8]) -> Int? {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}
