/* Splits Swift into texts and code, as far as the rules need it. */

/* Outside of a text: comments, and what begins a text. Parentheses count in an interpolation. */
const CODE = /\/\/[^\n]*|\/\*[^]*?\*\/|#\/.*?\/#|(#*)("""|")/g;
const NESTED = new RegExp(`${CODE.source}|[()]`, "g");

/* Where a text that begins with a mark goes on: an interpolation, an escape, or its end. */
const ends = new Map();
function endOf(hashes, quote) {
  const key = hashes + quote;
  if (!ends.has(key)) ends.set(key, new RegExp(`\\\\${hashes}([^])|${quote}${hashes}`, "g"));
  return ends.get(key);
}

/* The texts of a Swift file, with `{{` for an interpolated value, and its code without texts and
   comments. A text within an interpolation is a text too. */
export function partsOf(text) {
  const texts = [];
  let code = "";
  let place = 0;

  function next(pattern) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    const before = text.slice(place, match?.index);
    place = match ? pattern.lastIndex : text.length;
    return [before, match];
  }

  function readText(hashes, quote) {
    const pattern = endOf(hashes, quote);
    let read = "";
    for (;;) {
      const [before, match] = next(pattern);
      read += before;
      if (match?.[1] === undefined) break;
      if (match[1] === "(") {
        read += "{{";
        readCode(NESTED);
      } else if (match[1] !== "\n") {
        read += /\w/.test(match[1]) ? " " : match[1];
      }
    }
    texts.push(read.trim());
  }

  function readCode(pattern) {
    for (let depth = 1; depth > 0;) {
      const [before, match] = next(pattern);
      code += `${before} `;
      if (!match) return;
      if (match[2]) readText(match[1], match[2]);
      else if (match[0] === "(") depth += 1;
      else if (match[0] === ")") depth -= 1;
    }
  }

  readCode(CODE);
  return { texts, code };
}

/* The cases of enumerations whose values are their names: `enum Kind: String { case pan, tap }`. */
export function namesOfCases(code) {
  return [...code.matchAll(/\benum\s+\w+\s*:\s*String\b[^{]*\{/g)].flatMap(({ 0: head, index }) => {
    const marks = /[{}]/g;
    marks.lastIndex = index + head.length;
    let body = "";
    for (let depth = 1; depth > 0;) {
      const start = marks.lastIndex;
      const match = marks.exec(code);
      if (!match) break;
      if (depth === 1) body += `${code.slice(start, match.index)}\n`;
      depth += match[0] === "{" ? 1 : -1;
    }
    return [...body.matchAll(/\bcase\s+(\w+[\s=]*(?:,\s*\w+[\s=]*)*)/g)].flatMap(([, cases]) =>
      cases.split(",").filter((one) => !one.includes("=")).map((one) => one.trim()));
  });
}
