import ArgumentParser

/// Whether film strips are committed beside facts.
struct PictureOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Commits film strips beside the facts, or removes them. By default each folder keeps its \
      choice, and a new folder follows the others.
      """)
  var pictures: Bool?
}
