import Metrics
import Scenarios
import Testing

@testable import Authoring
@testable import ScenarioFiles

@Suite("Codes of diagnostics")
struct FaultCodeTests {
  /// A code is in scripts, searches and notes of others, so its line below is never changed.
  @Test
  func `never change their meaning`() {
    #expect(committedCodes.map(\.code) == DiagnosticCode.allCases)
    for (code, number) in committedCodes { #expect(code.rawValue == number, "\(code)") }
    #expect(DiagnosticCode.missingFile.description == "MR0101")
    #expect(DiagnosticCode.tooManyPoints.description == "MR1001")
  }

  @Test(arguments: [
    ("MR0601", DiagnosticCode.unknownStep), ("mr0601", .unknownStep), ("0601", .unknownStep),
    ("601", .unknownStep), ("MR1001", .tooManyPoints), ("MR9999", nil), ("MR", nil), ("", nil),
    ("MR00601", nil), ("MR-601", nil), ("zoom", nil), ("MRMR0601", nil),
    ("\u{661}\u{660}\u{661}", nil),
  ])
  func `are read as people write them`(text: String, code: DiagnosticCode?) {
    #expect(DiagnosticCode(text) == code)
  }

  @Test
  func `have a page each, in their order`() {
    #expect(DiagnosticPage.all.map(\.code) == DiagnosticCode.allCases)
    #expect(
      DiagnosticCode.allCases.map(\.rawValue) == DiagnosticCode.allCases.map(\.rawValue).sorted())
  }
}

/// The name of each code with its number.
private let committedCodes: [(code: DiagnosticCode, number: Int)] = [
  (.missingFile, 101),
  (.notAFile, 102),
  (.unreadableFile, 103),
  (.fileTooLarge, 104),
  (.unknownDevice, 105),
  (.otherDeviceName, 106),
  (.pathNotPortable, 107),
  (.notUTF8, 108),
  (.unreadableFolder, 109),
  (.sameID, 110),
  (.furtherDiagnostics, 111),
  (.factsClash, 112),
  (.tooManyValues, 113),
  (.badFileName, 114),
  (.deviceFromItself, 115),
  (.notAScenario, 116),
  (.emptyFile, 201),
  (.unreadableText, 202),
  (.badCharacter, 203),
  (.tab, 204),
  (.unclosedBracket, 205),
  (.wrongClosing, 206),
  (.missingBraces, 207),
  (.comma, 208),
  (.needsQuotes, 209),
  (.missingColon, 210),
  (.missingBlank, 211),
  (.missingDash, 212),
  (.indentation, 213),
  (.textWithoutKey, 214),
  (.textAfterClosing, 215),
  (.secondDocument, 216),
  (.anchor, 217),
  (.tag, 218),
  (.blockText, 219),
  (.openQuote, 220),
  (.tooDeep, 221),
  (.lineTooLong, 222),
  (.duplicateKey, 223),
  (.keyIsNoText, 224),
  (.unknownKey, 301),
  (.missingKey, 302),
  (.notExactlyOne, 303),
  (.needsOther, 304),
  (.excludesOther, 305),
  (.onlyWhere, 306),
  (.doesNothing, 307),
  (.wrongForm, 308),
  (.wrongCount, 309),
  (.formerName, 310),
  (.noValue, 401),
  (.takesNoValue, 402),
  (.unreadableValue, 403),
  (.missingUnit, 404),
  (.wrongUnit, 405),
  (.outOfRange, 406),
  (.tooFine, 407),
  (.unknownWord, 408),
  (.commaInNumber, 409),
  (.badName, 501),
  (.unknownName, 502),
  (.unknownPoint, 503),
  (.ambiguousPoint, 504),
  (.meantTwice, 505),
  (.laterMark, 506),
  (.reservedMark, 507),
  (.duplicateID, 508),
  (.unknownStep, 601),
  (.notOneStep, 602),
  (.tooMuchWrittenOut, 603),
  (.repeatTooDeep, 604),
  (.takesTooLong, 605),
  (.offTheMap, 606),
  (.beyondTheWorld, 607),
  (.noAccessory, 608),
  (.clusteredLayer, 609),
  (.noClusters, 610),
  (.noSuchRow, 611),
  (.sameOverlay, 612),
  (.overlayNeverAdded, 613),
  (.paddingTooLarge, 614), (.countedForTheMap, 615), (.alwaysTrue, 616), (.droppedPinsName, 617),
  (.laterDownload, 618), (.onlyLongPressesDrop, 619),
  (.playsTooLong, 620),
  (.needsTooMuchMemory, 621),
  (.nothingExpected, 701),
  (.unknownMetric, 702),
  (.measuredMetric, 703),
  (.unreadableRule, 704),
  (.ruleDoesNotFit, 705),
  (.neverExpected, 706),
  (.exchangedBounds, 707),
  (.emptyInterval, 708),
  (.endInStep, 709),
  (.nothingDownloaded, 710),
  (.withinItself, 711),
  (.notOfLayer, 712),
  (.timeOfPart, 713),
  (.alwaysAnEvent, 714),
  (.tooManyCells, 801),
  (.cellTooLong, 802),
  (.viewTooNarrow, 803),
  (.accessoryTooHigh, 804),
  (.noRoomForSubview, 805),
  (.nothingOfView, 806),
  (.spanTooLarge, 807),
  (.geodesicsTooLong, 808),
  (.clusteredTwice, 809),
  (.nothingStays, 810),
  (.nothingTolerated, 811),
  (.engineCannot, 812),
  (.badVariantName, 901),
  (.variantFilesClash, 902),
  (.nothingVaries, 903),
  (.sameVariant, 904),
  (.tooManyPoints, 1001),
  (.tooManyAtOnePlace, 1002),
  (.noPointsLeft, 1003),
  (.tooFewPoints, 1004),
  (.cornersExchanged, 1005),
  (.noRows, 1006),
  (.missingColumn, 1007),
  (.unknownColumn, 1008),
  (.duplicateColumn, 1009),
  (.wrongFieldCount, 1010),
  (.quoteInField, 1011),
  (.openField, 1012),
  (.badNumber, 1013),
  (.angleOutOfRange, 1014),
  (.emptyID, 1015),
  (.notJSON, 1016),
  (.notGeoJSON, 1017),
  (.otherGeometry, 1018),
  (.ambiguousColumn, 1019),
  (.packedFile, 1020),
  (.unknownValue, 1101),
  (.nameIsTaken, 1102),
  (.noValues, 1103),
  (.valueInsideText, 1104),
  (.unknownPart, 1105),
  (.partRunsItself, 1106),
  (.missingValue, 1107),
]

@Suite("Pages of diagnostics")
struct FaultPageTests {
  /// Found in folders, where a test of whole files looks for them.
  private static let pages = DiagnosticPage.all.filter { $0.fragment != .folder }

  @Test(arguments: pages)
  func `show what the reader says of their examples`(page: DiagnosticPage) {
    let codes = diagnostics(of: page.wrong, on: page).map(\.code)
    // What counts the diagnostics that are not listed comes after those that are.
    #expect((page.code == .furtherDiagnostics ? codes.last : codes.first) == page.code, "\(codes)")
    #expect(diagnostics(of: page.right, on: page).map(\.description) == [])
  }

  @Test(arguments: DiagnosticPage.all)
  func `are short and in sentences`(page: DiagnosticPage) {
    #expect(page.title.first?.isUppercase == true && page.title.hasSuffix(".") == false)
    #expect(page.reason.hasSuffix(".") && !page.reason.contains("\n"))
    #expect(page.reason.count < 500)
    #expect(page.wrong != page.right)
    #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 116 }, "\(page.text)")
  }

  /// A mark can have none of the names that mean a moment; the page says what each of them means.
  @Test(arguments: SessionMoment.reserved.map(\.name) + ["last mark"])
  func `explain each name that no mark can have`(name: String) throws {
    let text = headText + "steps: [{mark: \(name)}, tap map]"
    guard case .failure(let diagnostics) = read(text) else {
      Issue.record("'\(name)' was taken")
      return
    }
    #expect(diagnostics.all.map(\.code) == [.reservedMark])
    #expect(try #require(DiagnosticPage.page(of: .reservedMark)).reason.contains("'\(name)' is "))
  }

  @Test
  func `say what the example is a part of`() throws {
    let page = try #require(DiagnosticPage.page(of: .missingUnit))
    #expect(
      page.text == """
        MR0404: Quantity without its unit

        A bare number could mean milliseconds or seconds, points or pixels. Write the
        unit after the number, with a space between.

        Wrong (steps of a scenario):

            - wait: 250

        Right:

            - wait: 250 ms

        """)
  }

  private func diagnostics(of example: String, on page: DiagnosticPage) -> [Diagnostic] {
    let text: String
    var files = exampleFiles
    switch page.fragment {
    case .scenario: text = example
    case .lines: text = exampleHead.with(lines: example)
    case .steps:
      let steps = example.split(separator: "\n").map { "\n  \($0)" }.joined()
      text = exampleHead.with(lines: "steps:\(steps)")
    case .device:
      files.contents["S/Devices/my-phone.yaml"] = .bytes(Array(example.utf8))
      text = exampleHead.with(lines: "device: my-phone")
    case .part:
      files.contents["S/Parts/example.yaml"] = .bytes(Array(example.utf8))
      text = exampleHead.with(lines: "steps: [{run: {file: Parts/example.yaml}}]")
    case .points:
      return diagnostics(ofPoints: example, file: "x.csv")
    case .geoJSON: return diagnostics(ofPoints: example, file: "x.geojson")
    case .folder: return []
    }
    files.contents["S/x.yaml"] = .bytes(Array(text.utf8))
    guard case .failure(let diagnostics) = ScenarioReader(files: files).read(path: "S/x.yaml")
    else {
      return []
    }
    return diagnostics.all
  }

  private func diagnostics(ofPoints text: String, file: String) -> [Diagnostic] {
    let table = PointTable.read(file: file, bytes: Array(text.utf8))
    return if case .failure(let diagnostics) = table { diagnostics.all } else { [] }
  }
}

/// The files that examples name.
private let exampleFiles = {
  var files = FakeFiles([
    "S/Parts/open.yaml": """
    part: Opens the callout of an annotation near an edge
    parameters: {edge: {type: edge}}
    steps: [{select: {near: "${edge}", within: 40 pt}}]
    """,
    "S/Data/cities.csv": """
    id,lat,lon,title
    berlin,52.52,13.405,Berlin
    paris,48.8566,2.3522,Paris
    potsdam,52.39,13.0645,Potsdam
    """,
  ])
  files.contents = [
    "S/Data": .notAFile("a folder"), "S/Data/locked.csv": .unreadable,
    "S/Data/huge.csv": .tooLarge,
    "S/Data/packed.zip": .bytes([0x50, 0x4B, 3, 4]),
    "S/Data/windows.csv": .bytes(Array("id,lat,lon,title\na,1,2,K".utf8) + [0xF6, 0x6C, 0x6E]),
  ]
  return files
}()

/// What a scenario has besides the lines of an example.
private let exampleHead = """
  scenario: An example
  device: phone-60hz
  map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
  data: {cities: {file: Data/cities.csv}}
  overlays:
    fence: {circle: {center: {lat: 52.5, lon: 13.4}, radius: 500 m}}
    route: {polyline: [{lat: 52.5, lon: 13.4}, {lat: 52.6, lon: 13.5}]}
  layers:
    cities: {cluster: {}}
    places: {callout: {left accessory: {}}}
  steps: [tap map]
  """

extension String {
  /// The text with other lines in place of those of the same keys.
  fileprivate func with(lines: String) -> String {
    var blocks = self.blocks
    for block in lines.blocks {
      let key = block.prefix { $0 != ":" } + ":"
      if let index = blocks.firstIndex(where: { $0.hasPrefix(key) }) {
        blocks[index] = block
      } else {
        blocks.append(block)
      }
    }
    return blocks.joined(separator: "\n")
  }

  /// Lines with those below them that are indented deeper.
  private var blocks: [String] {
    var blocks: [String] = []
    for line in split(separator: "\n") {
      if line.first?.isWhitespace == true, !blocks.isEmpty {
        blocks[blocks.count - 1] += "\n\(line)"
      } else {
        blocks.append(String(line))
      }
    }
    return blocks
  }
}
