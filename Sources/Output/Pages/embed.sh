# embed.sh OUTPUT FILE...: writes a Swift file with a string constant for each web file.
output=$1
shift
{
  echo '/// The web files of pages, by their names: `player.js` is `playerJS`.'
  echo 'package enum WebFile {'
  for file; do
    name=$(basename "$file" | sed -E 's/[.]js$/JS/; s/[.]css$/CSS/; s/[.]mustache$//; s/-(.)/\U\1/g')
    printf '  package static let %s = ####"""\n' "$name"
    cat "$file"
    printf '\n"""####\n'
  done
  echo '}'
} >"$output"
