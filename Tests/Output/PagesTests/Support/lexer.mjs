/* Splits JavaScript into tokens, as far as the rules need it. */

/* After one of these words a slash begins a regular expression. */
const BEFORE_EXPRESSION = new Set(["case", "in", "of", "return", "throw", "typeof", "yield"]);
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const REGEX = /\/(?:[^\/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const WORD = /[#A-Za-z_$][\w$]*/y;
const NUMBER = /\.?\d(?:[\w.]|(?<=e)-)*/y;
const MARK = /=>|\.\.\.|\?\.(?!\d)|[=!]==?|(?:[-+*\/%&|^]|\*\*|&&|\|\||\?\?|<<|>>>?|[<>])=|[^]/y;
/* A piece of a template, up to its end or to an expression in it. */
const PIECE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;

/* The tokens of a script. Each has a kind, a text, an offset (`place`) and a line counted from 1;
   a bracket also has the index of the `other` bracket of its pair. */
export function tokensOf(text) {
  const tokens = [];
  const open = [];
  let place = 0;
  let line = 1;

  function taken(pattern) {
    pattern.lastIndex = place;
    return pattern.exec(text)?.[0];
  }

  function add(kind, part) {
    tokens.push({ kind, text: part, place, line });
    skip(part);
  }

  function skip(part) {
    place += part.length;
    line += part.split("\n").length - 1;
  }

  function isValue(token) {
    if (token === undefined) return false;
    if (token.kind === "word") return !BEFORE_EXPRESSION.has(token.text);
    return token.kind !== "mark" || [")", "]", "}"].includes(token.text);
  }

  function addMark(mark) {
    if (["(", "[", "{", "${"].includes(mark)) {
      open.push(tokens.length);
    } else if ([")", "]", "}"].includes(mark)) {
      const other = open.pop();
      if (other === undefined) throw new SyntaxError(`line ${line}: nothing to close with ${mark}`);
      tokens[other].other = tokens.length;
      add("mark", mark);
      tokens.at(-1).other = other;
      return tokens[other].text;
    }
    add("mark", mark);
    return undefined;
  }

  function addTemplate() {
    const piece = taken(PIECE);
    if (piece === undefined) throw new SyntaxError(`line ${line}: a template has no end`);
    const isExpression = piece.endsWith("${");
    add("text", isExpression ? piece.slice(0, -2) : piece);
    if (isExpression) addMark("${");
  }

  skip(taken(SPACE));
  while (place < text.length) {
    let part;
    if (text[place] === "`") {
      skip("`");
      addTemplate();
    } else if ((part = taken(STRING))) {
      add("text", part);
    } else if ((part = taken(WORD))) {
      add("word", part);
    } else if ((part = taken(NUMBER))) {
      add("number", part);
    } else if (!isValue(tokens.at(-1)) && (part = taken(REGEX))) {
      add("regex", part);
    } else if (addMark(taken(MARK)) === "${") {
      addTemplate();
    }
    skip(taken(SPACE));
  }
  if (open.length > 0) throw new SyntaxError(`line ${tokens[open[0]].line}: a bracket stays open`);
  return tokens;
}
