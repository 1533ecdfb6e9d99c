import Foundation

/// Reads a file beside these tests.
func fixture<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  let data = try Data(contentsOf: folder.appending(path: name))
  return try JSONDecoder().decode(type, from: data)
}

/// `callout_cases.json`, as far as these tests read it.
struct CalloutCases: Decodable {
  var count: Int
  var cases: [CalloutCase]

  /// Empty when the file cannot be read; a test of its own says so.
  static let all = (try? fixture("callout_cases.json", as: CalloutCases.self).cases) ?? []
}

struct CalloutCase: Decodable, Sendable, CustomStringConvertible {
  struct Region: Decodable, Sendable {
    var lat: Double
    var lon: Double
    var latDelta: Double
    var lonDelta: Double
  }

  struct View: Decodable, Sendable {
    var width: Double
    var height: Double
    var centerLat: Double
    var centerLon: Double
    var mapPointsPerPoint: Double
    var heading: Double
  }

  struct Input: Decodable, Sendable {
    var viewport: View
    var mapViewFrameOrigin: [Double]
    var parentFrame: [Double]
    var parentCenterOffset: [Double]
    var calloutSize: [Double]
    var seed0ContentHeight: Double
    var seed0OffsetFromParent: [Double]
    var rectToContain: [Double]
    var seed0CalloutFrame: [Double]
    var seed0Tip: [Double]
  }

  struct Info: Decodable, Sendable {
    var xPixelShift: Double?
    var yPixelShift: Double?
    var newCenter: [Double]?
  }

  struct AnchorError: Decodable, Sendable {
    var redrawn: [Double]
    var notRedrawn: [Double]
    var frameFixKept: [Double]

    enum CodingKeys: String, CodingKey {
      case redrawn = "relaidOut_redrawn"
      case notRedrawn = "relaidOut_notRedrawn"
      case frameFixKept = "frameFixKept_redrawn"
    }
  }

  struct Outcome: Decodable, Sendable {
    var status: String
    var finalRegion: Region
    var scaleRatio: Double
    var contentTranslation: [Double]
    var requiredTranslation: [Double?]
    var remainingOverflow: [Double]
    var secondApplicationTranslation: [Double]
    var secondApplicationScaleRatio: Double
    var info: Info
    var criteria: [String: Bool?]
    var anchorErrorPoints: AnchorError?
    var exactInverseRatio: Double?
    var legacyRatio: Double?

    enum CodingKeys: String, CodingKey {
      case status
      case finalRegion
      case scaleRatio
      case contentTranslation
      case requiredTranslation
      case remainingOverflow = "remainingOverflow_LRTB"
      case secondApplicationTranslation
      case secondApplicationScaleRatio
      case info
      case criteria
      case anchorErrorPoints
      case exactInverseRatio = "scaleRatio_exactInverse"
      case legacyRatio = "scaleRatio_legacyIntegerZoom"
    }
  }

  struct IdealOutcome: Decodable, Sendable {
    var finalRegion: Region
    var contentTranslation: [Double]
  }

  struct Expected: Decodable, Sendable {
    var edgeMargins: Outcome
    var containRect: Outcome
    var ideal: IdealOutcome

    enum CodingKeys: String, CodingKey {
      case edgeMargins = "A_edgeMargins"
      case containRect = "B_containRect"
      case ideal = "ideal_margin2"
    }
  }

  var id: String
  var title: String
  var input: Input
  var expected: Expected

  var description: String { "\(id) \(title)" }
}

/// `bubble_cases.json`, as far as these tests read it.
struct BubbleCases: Decodable {
  var constants: BubbleConstants
  var count: Int
  var cases: [BubbleCase]

  /// Empty when the file cannot be read; a test of its own says so.
  static let all = (try? fixture("bubble_cases.json", as: BubbleCases.self).cases) ?? []
}

struct BubbleConstants: Decodable {
  struct Paint: Decodable {
    var white: Double
    var alpha: Double
    var width: Double?
    var blur: Double?
    var offset: [Double]?
  }

  struct Gradient: Decodable {
    var width: Double?
    var stops: [[Double]]
  }

  var fill: Paint
  var shadow: Paint
  var strokeColor: Paint
  var glossFill: Gradient
  var glossStroke: Gradient
}

struct BubbleCase: Decodable, Sendable, CustomStringConvertible {
  struct Input: Decodable, Sendable {
    var mapWidth: Double
    var contentHeight: Double
    var parentX: Double
    var offsetFromParent: [Double]
  }

  struct Element: Decodable, Sendable {
    var op: String
    var p: [Double]?
    var center: [Double]?
    var radius: Double?
    var from: Double?
    var to: Double?
    var start: [Double]?
    var end: [Double]?
    var mid: [Double]?
    var cubic: [[Double]]?
  }

  var id: String
  var input: Input
  var viewSize: [Double]
  var bubbleRect: [Double]
  var contentFrame: [Double]
  var tip: [Double]
  var tipBaseInsideStraightEdge: Bool
  var boundingBox: [Double]
  var area: Double?
  var perimeter: Double?
  var glossRect: [Double]
  var glossTopRadius: Double
  var glossBottomRadius: Double
  var glossDegenerate: Bool
  var path: [Element]
  var glossPath: [Element]

  var description: String { "\(id) \(input.mapWidth) pt wide, parent at \(input.parentX)" }
}
