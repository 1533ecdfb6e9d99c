import ArgumentParser

/// Whether film strips are committed beside facts.
struct PictureOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Commits film strips beside the facts, or removes them. Without it each folder stays with or \
      without them; a new one is like the others.
      """)
  var pictures: Bool?
}
