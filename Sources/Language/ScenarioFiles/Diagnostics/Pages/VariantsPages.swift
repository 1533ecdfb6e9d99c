/// Variants.
let variantsPages: [FaultPage] = [
  FaultPage(
    .badVariantName, "A name that no variant can have",
    """
    The facts of each variant are in a file of its own that has its name. Letters a to z, \
    digits, blanks and hyphens are in every file system the same. A key such as 'reuse' cannot be \
    a name either: 'reuse: {on: yes, off: no}' is a key with its values.
    """, .lines,
    wrong: "variants: {as it is: {mode: upstream}, new/old: {mode: corrected}}",
    right: "variants: {as it is: {mode: upstream}, new: {mode: corrected}}"),
  FaultPage(
    .variantFilesClash, "Two variants whose files have one name",
    """
    In the names of files capitals become small and blanks become hyphens. After that these two \
    are the same, and one would write over the other.
    """, .lines,
    wrong: "variants: {as it is: {mode: upstream}, As-it-is: {mode: corrected}}",
    right: "variants: {as it is: {mode: upstream}, as it will be: {mode: corrected}}"),
  FaultPage(
    .nothingVaries, "Variants of clusters where there are none",
    """
    A variant changes how clusters are made, the options of the map or the device. No layer has \
    clusters, so that these variants are all the same.
    """, .lines,
    wrong: "layers: {cities: {}}\nvariants: [upstream, corrected]",
    right: "layers: {cities: {cluster: {}}}\nvariants: [upstream, corrected]"),
  FaultPage(
    .sameVariant, "Two variants that play the same session",
    """
    What they write comes to the same as what the layers say already, or as each other. The \
    comparison would compare nothing.
    """, .lines,
    wrong: "variants: {as it is: {}, corrected: {mode: corrected}}",
    right: "variants: {as it is: {}, upstream: {mode: upstream}}"),
]
