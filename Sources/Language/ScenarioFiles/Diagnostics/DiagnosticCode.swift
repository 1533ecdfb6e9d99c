/// The kind of a mistake, by a number that never changes its meaning.
///
/// Numbers are grouped by hundreds. One that is no longer needed is not given to another mistake.
public enum DiagnosticCode: Int, CaseIterable, Hashable, Sendable {
  // Files that a scenario is in or names.
  case missingFile = 101
  case notAFile = 102
  case unreadableFile = 103
  case fileTooLarge = 104
  case unknownDevice = 105
  case otherDeviceName = 106
  case pathNotPortable = 107
  case notUTF8 = 108
  case unreadableFolder = 109
  case sameID = 110
  case furtherDiagnostics = 111
  case factsClash = 112
  case tooManyValues = 113
  case badFileName = 114
  case deviceFromItself = 115
  case notAScenario = 116

  // The grammar of YAML, and what scenarios do without.
  case emptyFile = 201
  case unreadableText = 202
  case badCharacter = 203
  case tab = 204
  case unclosedBracket = 205
  case wrongClosing = 206
  case missingBraces = 207
  case comma = 208
  case needsQuotes = 209
  case missingColon = 210
  case missingBlank = 211
  case missingDash = 212
  case indentation = 213
  case textWithoutKey = 214
  case textAfterClosing = 215
  case secondDocument = 216
  case anchor = 217
  case tag = 218
  case blockText = 219
  case openQuote = 220
  case tooDeep = 221
  case lineTooLong = 222
  case duplicateKey = 223
  case keyIsNoText = 224

  // Objects and their keys.
  case unknownKey = 301
  case missingKey = 302
  case notExactlyOne = 303
  case needsOther = 304
  case excludesOther = 305
  case onlyWhere = 306
  case doesNothing = 307
  case wrongForm = 308
  case wrongCount = 309
  case formerName = 310

  // Single values.
  case noValue = 401
  case takesNoValue = 402
  case unreadableValue = 403
  case missingUnit = 404
  case wrongUnit = 405
  case outOfRange = 406
  case tooFine = 407
  case unknownWord = 408
  case commaInNumber = 409

  // Names.
  case badName = 501
  case unknownName = 502
  case unknownPoint = 503
  case ambiguousPoint = 504
  case meantTwice = 505
  case laterMark = 506
  case reservedMark = 507
  case duplicateID = 508

  // Steps.
  case unknownStep = 601
  case notOneStep = 602
  case tooMuchWrittenOut = 603
  case repeatTooDeep = 604
  case takesTooLong = 605
  case offTheMap = 606
  case beyondTheWorld = 607
  case noAccessory = 608
  case clusteredLayer = 609
  case noClusters = 610
  case noSuchRow = 611
  case sameOverlay = 612
  case overlayNeverAdded = 613
  case paddingTooLarge = 614
  case countedForTheMap = 615
  case alwaysTrue = 616
  case droppedPinsName = 617
  case laterDownload = 618
  case onlyLongPressesDrop = 619
  case playsTooLong = 620
  case needsTooMuchMemory = 621

  // Expectations.
  case nothingExpected = 701
  case unknownMetric = 702
  case measuredMetric = 703
  case unreadableRule = 704
  case ruleDoesNotFit = 705
  case neverExpected = 706
  case exchangedBounds = 707
  case emptyInterval = 708
  case endInStep = 709
  case nothingDownloaded = 710
  case withinItself = 711
  case notOfLayer = 712
  case timeOfPart = 713
  case alwaysAnEvent = 714

  // The map, callouts, overlays and clusters.
  case tooManyCells = 801
  case cellTooLong = 802
  case viewTooNarrow = 803
  case accessoryTooHigh = 804
  case noRoomForSubview = 805
  case nothingOfView = 806
  case spanTooLarge = 807
  case geodesicsTooLong = 808
  case clusteredTwice = 809
  case nothingStays = 810
  case nothingTolerated = 811
  case engineCannot = 812

  // Variants.
  case badVariantName = 901
  case variantFilesClash = 902
  case nothingVaries = 903
  case sameVariant = 904

  // Points and tables of points.
  case tooManyPoints = 1001
  case tooManyAtOnePlace = 1002
  case noPointsLeft = 1003
  case tooFewPoints = 1004
  case cornersExchanged = 1005
  case noRows = 1006
  case missingColumn = 1007
  case unknownColumn = 1008
  case duplicateColumn = 1009
  case wrongFieldCount = 1010
  case quoteInField = 1011
  case openField = 1012
  case badNumber = 1013
  case angleOutOfRange = 1014
  case emptyID = 1015
  case notJSON = 1016
  case notGeoJSON = 1017
  case otherGeometry = 1018
  case ambiguousColumn = 1019
  case packedFile = 1020

  // What is written once and read in several places.
  case unknownValue = 1101
  case nameIsTaken = 1102
  case noValues = 1103
  case valueInsideText = 1104
  case unknownPart = 1105
  case partRunsItself = 1106
  case missingValue = 1107
}

extension DiagnosticCode: CustomStringConvertible {
  /// The code as messages show it: `MR0112`.
  public var description: String {
    let digits = "\(rawValue)"
    return "MR" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The code that a text means: `MR0112`, `mr112` or `112`; nil when there is none.
  public init?(_ text: String) {
    let upper = text.uppercased()
    let digits = upper.hasPrefix("MR") ? upper.dropFirst(2) : upper[...]
    guard digits.count <= 4, digits.allSatisfy(\.isNumber), let number = Int(digits),
      let code = DiagnosticCode(rawValue: number)
    else { return nil }
    self = code
  }
}
