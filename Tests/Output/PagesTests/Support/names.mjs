/* The names that a script declares, and the names that it uses.

   A declaration reaches to the end of its block or function. If an inner declaration has the same
   name as an outer one, a use of either counts for both. So the rules may miss an unused name, but
   they never complain about a used one. */

const RESERVED = new Set(["async", "await", "break", "case", "catch", "class", "const", "continue",
  "default", "delete", "do", "else", "export", "extends", "false", "finally", "for", "from",
  "function", "get", "if", "import", "in", "instanceof", "let", "new", "null", "of", "return",
  "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var",
  "void", "while", "yield"]);
/* Statements with parentheses and a block, which are no functions. */
const CONTROL = new Set(["if", "for", "while", "switch"]);

/* The declarations and the uses, as indexes of tokens. A declaration reaches from the token `from`
   to the token `to`; if `isShared`, other scripts see it too. */
export function namesOf(tokens) {
  const declared = [];
  const keys = new Set();
  const text = (index) => tokens[index]?.text;
  const isName = (index) => tokens[index]?.kind === "word" && !RESERVED.has(text(index));
  const closing = (index) => tokens[index].other > index;
  const opening = (index) => tokens[index].other < index;

  /* The opening bracket around a token; -1 if there is none. */
  function around(index) {
    let place = index - 1;
    while (place >= 0 && !closing(place)) {
      place = opening(place) ? tokens[place].other - 1 : place - 1;
    }
    return place;
  }

  /* The first token after an expression that begins at an index. */
  function endOfExpression(start, isEnd = (index) => [",", ";"].includes(text(index))) {
    let place = start;
    while (place < tokens.length && !opening(place) && !isEnd(place)) {
      place = closing(place) ? tokens[place].other + 1 : place + 1;
    }
    return place;
  }

  /* Declares the names of a pattern, or of parameters, between two tokens. */
  function declare(start, end, reach) {
    for (let place = start; place < end; place += 1) {
      if (text(place) === "=") {
        place = endOfExpression(place + 1, (index) => text(index) === ",") - 1;
      } else if (isName(place) && text(place + 1) !== ":") {
        declared.push({ index: place, ...reach });
      } else if (isName(place)) {
        keys.add(place);
      }
    }
  }

  /* Declares the parameters between two tokens; they reach to the end of the function's body. */
  function declareParameters(start, end, bodyAt) {
    const to = text(bodyAt) === "{" ? tokens[bodyAt].other : endOfExpression(bodyAt);
    declare(start, end, { from: start, to });
  }

  /* The reach of a variable that is declared at a token: its block, its loop, or the script. */
  function reachAt(index) {
    const outer = around(index);
    if (outer < 0) return { from: 0, to: tokens.length, isShared: true };
    const end = tokens[outer].other;
    if (text(outer) !== "(") return { from: outer, to: end };
    return { from: outer,
      to: text(end + 1) === "{" ? tokens[end + 1].other : endOfExpression(end + 1) };
  }

  function declareVariables(index) {
    const reach = reachAt(index);
    let place = index + 1;
    do {
      const end = closing(place) ? tokens[place].other : place + 1;
      declare(place, end, reach);
      place = endOfExpression(end, (other) => [",", ";", "of", "in"].includes(text(other))) + 1;
    } while (text(place - 1) === ",");
  }

  tokens.forEach((token, index) => {
    const before = text(index - 1);
    if (["const", "let", "var"].includes(token.text) && token.kind === "word") {
      declareVariables(index);
    } else if (token.text === "import" && text(index + 1) === "{") {
      declare(index + 2, tokens[index + 1].other, reachAt(index));
    } else if (token.text === "import" && isName(index + 1)) {
      declare(index + 1, index + 2, reachAt(index));
    } else if (["function", "class"].includes(before) && isName(index)) {
      declared.push({ index, ...reachAt(index - 1) });
    }
    if (token.text === "=>") {
      declareParameters(before === ")" ? tokens[index - 1].other : index - 1, index, index + 1);
    } else if (token.text === "(" && text(token.other + 1) === "{" && !CONTROL.has(before)) {
      declareParameters(index, token.other, token.other + 1);
      keys.add(index - 1);
    }
  });

  const places = new Set(declared.map(({ index }) => index));
  const isKey = (index) => text(index + 1) === ":" && ["{", ","].includes(text(index - 1))
    && text(around(index)) === "{";
  const used = tokens.map((_, index) => index).filter((index) => isName(index)
    && ![".", "?."].includes(text(index - 1)) && !text(index).startsWith("#")
    && !places.has(index) && !keys.has(index) && !isKey(index));
  return { declared, used };
}
