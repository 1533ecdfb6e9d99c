import Foundation

/// What libFuzzer calls with each input; the reader is that of the environment.
///
/// Tests and builds without libFuzzer never call it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  if let violation = fuzzedReader.violation(of: bytes) {
    try? FileHandle.standardError.write(contentsOf: Data("violated: \(violation)\n".utf8))
    preconditionFailure(violation)
  }
  return 0
}

private let fuzzedReader: FuzzedReader = {
  let name = ProcessInfo.processInfo.environment["FUZZED_READER"] ?? ""
  guard let reader = FuzzedReader(rawValue: name) else {
    preconditionFailure("FUZZED_READER names no reader: '\(name)'")
  }
  return reader
}()
