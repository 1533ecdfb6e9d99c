/// The exact distribution of Wilcoxon's signed-rank sum when each sign is as likely as the other.
///
/// Every set of signs gives a sum of the ranks that stand on the positive side; there are 2^n, and
/// how many give which sum is counted rank by rank, not by trying them. Probabilities are whole
/// multiples of 2^-n, which up to 53 ranks are exact in binary.
public struct SignedRankDistribution: Sendable {
  /// How likely a sum is at most its index.
  private let tails: [Double]

  /// The distribution for the ranks 1 to a number, without ties.
  public init(count: Int) { self.init(ranks: Array(0..<count).map { $0 + 1 }) }

  /// The distribution for any ranks; those of ties may be doubled to be whole.
  ///
  /// - Complexity: O(n · s) for n ranks and their sum s.
  init(ranks: [Int]) {
    var chances = [Double](repeating: 0, count: ranks.reduce(0, +) + 1)
    chances[0] = 1
    var reach = 0
    for rank in ranks {
      reach += rank
      for sum in stride(from: reach, through: 0, by: -1) {
        let other = sum >= rank ? chances[sum - rank] : 0
        chances[sum] = (chances[sum] + other) / 2
      }
    }
    var total = 0.0
    tails = chances.map { chance in
      total += chance
      return total
    }
  }

  /// How likely the sum is at most a number.
  public func chance(ofAtMost sum: Int) -> Double {
    sum < 0 ? 0 : tails[min(sum, tails.count - 1)]
  }

  /// How likely the sum is at least a number; the distribution is symmetric.
  public func chance(ofAtLeast sum: Int) -> Double { chance(ofAtMost: tails.count - 1 - sum) }
}

/// How likely differences as one-sided as these are, if nothing moved.
public enum SignedRank {
  /// The exact two-sided p-value of differences, given their sizes.
  ///
  /// Equal sizes share the mean of their ranks; a difference of zero has no sign and takes no part,
  /// but its rank is not given to another (Pratt). Without any sign it is 1.
  public static func pValue(of differences: [Double]) -> Double {
    let order = differences.indices.sorted { differences[$0].magnitude < differences[$1].magnitude }
    var ranks: [Int] = []
    var positive = 0
    var place = 0
    while place < order.count {
      let size = differences[order[place]].magnitude
      let ties = order[place...].prefix { differences[$0].magnitude == size }
      // Twice the mean of the ranks place + 1 ... place + count.
      let rank = 2 * place + ties.count + 1
      if size > 0 {
        for index in ties {
          ranks.append(rank)
          if differences[index] > 0 { positive += rank }
        }
      }
      place += ties.count
    }
    guard !ranks.isEmpty else { return 1 }
    let distribution = SignedRankDistribution(ranks: ranks)
    let tail = min(
      distribution.chance(ofAtMost: positive), distribution.chance(ofAtLeast: positive))
    return min(1, 2 * tail)
  }
}

/// Which of many tests hold together, by Holm's method: the chance that any of them is a false
/// alarm stays below the level where each is made once; a second look at the same rows is another
/// chance.
public enum Holm {
  /// Whether each test is rejected, in the order of the p-values.
  public static func rejects(_ pValues: [Double], level: Double) -> [Bool] {
    var rejects = [Bool](repeating: false, count: pValues.count)
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    for (place, index) in order.enumerated() {
      guard pValues[index] <= level / Double(pValues.count - place) else { break }
      rejects[index] = true
    }
    return rejects
  }
}
