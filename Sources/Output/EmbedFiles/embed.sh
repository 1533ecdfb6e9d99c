# embed.sh NAME OUTPUT FILE...: writes a Swift file with an enumeration that has a string constant
# for each file: `player.js` is `playerJS`, `run-file.txt` is `runFile`.
enumeration=$1
output=$2
shift 2
{
  echo '/// Files, by their names.'
  echo "package enum $enumeration {"
  for file; do
    name=$(basename "$file" |
      sed -E 's/[.]js$/JS/; s/[.]css$/CSS/; s/[.](mustache|md|txt|yaml|sql)$//; s/-(.)/\U\1/g')
    printf '  package static let %s = ####"""\n' "$name"
    cat "$file"
    printf '\n"""####\n'
  done
  echo '}'
} >"$output"
