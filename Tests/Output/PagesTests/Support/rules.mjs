/* The rules of the scripts and styles of pages, and of the tests in this folder. Like the rules of
   TidyTests, each has examples that keep it and examples that break it. */

import vm from "node:vm";
import { tokensOf } from "./lexer.mjs";
import { namesOf } from "./names.mjs";

const COLUMNS = 100;
const BANNED = new Set(["!=", "==", "alert", "console", "debugger", "eval", "var"]);
const MARKUP = new Set(["innerHTML", "insertAdjacentHTML", "outerHTML"]);
/* The lines that may set markup. Mustache has escaped the values of templates. The markup of charts
   holds numbers, and classes that are constants of the program. */
const REVIEWED = [
  "details.insertAdjacentHTML(\"beforeend\", await Parts.draw(details.dataset.part));",
  "if (rows) rows.outerHTML = rows.textContent;",
  "found.innerHTML = chosen.slice(0, limit)",
  "single.innerHTML = drawn;",
  "below.innerHTML = await Parts.draw(below.dataset.part);",
  "plot.insertAdjacentHTML(\"beforeend\", `<svg viewBox=\"0 0 ${WIDTH} ${HEIGHT}\"",
];

const LANGUAGE = vm.runInNewContext("Object.getOwnPropertyNames(globalThis)");
const BROWSER = ["Blob", "DecompressionStream", "FormData", "ResizeObserver", "Response",
  "cancelAnimationFrame", "document", "getComputedStyle", "location", "performance",
  "requestAnimationFrame", "setTimeout", "window"];
const GLOBALS = {
  js: new Set([...LANGUAGE, ...BROWSER]), mjs: new Set(Object.getOwnPropertyNames(globalThis)),
};

const read = new Map();
function tokensIn(text) {
  if (!read.has(text)) read.set(text, tokensOf(text));
  return read.get(text);
}

const endingOf = (path) => path.split(".").at(-1);
const isCode = ({ path }) => ["js", "mjs"].includes(endingOf(path));
const withEnding = (files, ending) => files.filter(({ path }) => endingOf(path) === ending);
const lineAt = (text, place) => text.slice(0, place).split("\n").length;

/* A rule that looks at each token of each script, and returns a message or nothing. */
const ofTokens = (messageOf) => (files) => files.filter(isCode).flatMap(({ path, text }) => {
  const lines = text.split("\n");
  return tokensIn(text).flatMap((token, index, tokens) => {
    const message = messageOf(token, tokens[index - 1], lines[token.line - 1]);
    return message ? [{ path, line: token.line, message }] : [];
  });
});

/* The scripts, each with its declarations and uses by name. */
const named = (files) => files.filter(isCode).map(({ path, text }) => {
  const tokens = tokensIn(text);
  const { declared, used } = namesOf(tokens);
  const byName = (all) => {
    const names = new Map();
    for (const one of all) {
      const name = tokens[one.index].text;
      names.set(name, [...names.get(name) ?? [], one]);
    }
    return names;
  };
  return { path, declared: byName(declared), used: byName(used.map((index) => ({ index }))),
    words: new Set(tokens.map((token) => token.text)),
    finding: ({ index }, words) =>
      ({ path, line: tokens[index].line, message: `${tokens[index].text} ${words}` }) };
});
const reaches = ({ from, to }, { index }) => from <= index && index <= to;

/* The styles, with spaces in place of comments and strings. */
const styles = (files) => withEnding(files, "css").map(({ path, text }) =>
  ({ path, text: text.replace(/\/\*[^]*?\*\/|"[^"]*"/g, (part) => part.replace(/\S/g, " ")) }));

/* The matches of a pattern in files, each with its line. */
const places = (files, pattern) => files.flatMap(({ path, text }) =>
  [...text.matchAll(pattern)].map(({ 1: name, index }) =>
    ({ path, name, line: lineAt(text, index), message: name })));

const classes = (files) => styles(files).flatMap(({ path, text }) =>
  [...text.matchAll(/[^{};]*\{/g)].flatMap(({ 0: selector, index }) =>
    [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map((match) => ({ path, message: match[1],
      line: lineAt(text, index + match.index) }))));

/* A test of whether elements may have a class: a `class` attribute of a template, a script or Swift
   names it, or a string there is its name; a number may follow. A string that ends with a value, as
   `mp-${kind}`, stands for every name that begins with it and goes on with another. The words of
   Swift are many, so the rule misses a class that has the name of anything else. */
function classNames(files) {
  // Strings without quotes, with `{{` for a value in them.
  const strings = [
    ...withEnding(files, "js").flatMap(({ text }) => tokensIn(text).flatMap((token, index, all) =>
      token.kind === "text" ? token.text + (all[index + 1]?.text === "${" ? "{{" : "") : [])),
    ...withEnding(files, "swift").flatMap(({ text }) =>
      text.match(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"/g) ?? []),
  ].map((string) => string.replace(/^["'`]+|["'`]+$/g, "").replaceAll("\\\"", "\"")
    .replace(/\\\((?:[^()]|\([^()]*\))*\)/g, "{{"));
  const templates = withEnding(files, "mustache").map(({ text }) =>
    text.replace(/\{\{[#^\/].*?\}\}/g, " ").replace(/\{\{.*?\}\}/g, "{{"));
  const attributes = [...templates, ...strings].flatMap((text) => text.match(/class="[^"]*/g) ?? [])
    .map((attribute) => attribute.slice("class=\"".length));
  const names = strings.filter((string) => /^[a-z][\w-]*(\{\{)?$/.test(string));
  const words = new Set();
  const starts = new Set();
  for (const text of [...attributes, ...names]) {
    for (const [, name, value] of text.matchAll(/(?<![\w{-])([A-Za-z][\w-]*)(\{\{)?/g)) {
      (value ? starts : words).add(name);
    }
  }
  return function isKnown(name) {
    const start = name.replace(/\d+$/, "");
    return words.has(name) || start !== name && (words.has(start) || starts.has(start))
      || [...starts].some((one) => name.startsWith(one) && isKnown(name.slice(one.length)));
  };
}

export const rules = [
  {
    name: "a script can be parsed",
    find: (files) => withEnding(files, "js").flatMap(({ path, text }) => {
      try {
        new vm.Script(text, { filename: path });
        return [];
      } catch ({ message, stack }) {
        return [{ path, line: Number(/:(\d+)\n/.exec(stack)[1]), message }];
      }
    }),
    examples: [
      { files: { "a.js": "const a = (b) => b ?? `${1}`;\n" } },
      { files: { "a.js": "const a = 1;\nconst b = ;\n" }, finds: ["a.js:2"] },
    ],
  },
  {
    name: "a script has tests that count the lines that they run",
    find: (files) => withEnding(files, "js").filter(({ path }) => {
      const name = path.split("/").at(-1);
      return !files.some((file) => file.path.endsWith(name.replace(/js$/, "test.mjs"))
        && file.text.includes(`requireLines("${name}")`));
    }).map(({ path }) => ({ path, line: 1, message: "no tests" })),
    examples: [
      { files: { "A/a.js": "", "B/a.test.mjs": "requireLines(\"a.js\");\n" } },
      { files: { "A/a.js": "", "A/b.js": "", "B/a.test.mjs": "requireLines(\"b.js\");\n" },
        finds: ["A/a.js:1", "A/b.js:1"] },
    ],
  },
  {
    name: `a line has at most ${COLUMNS} columns, no tab and no space at its end`,
    find: (files) => files.filter((file) => isCode(file) || endingOf(file.path) === "css")
      .flatMap((file) => places([file], new RegExp(`^(.{${COLUMNS + 1}}|.*\t|.* $)`, "gm"))),
    examples: [
      { files: { "a.js": `${"a".repeat(100)}\n\n`, "a.mustache": `${"a".repeat(101)} \n` } },
      { files: { "a.js": `a\n${"a".repeat(101)}\n`, "b.css": "a {\n\tb: c;\n} \n", "c.mjs": " " },
        finds: ["a.js:2", "b.css:2", "b.css:3", "c.mjs:1"] },
    ],
  },
  {
    name: "equality is strict, variables belong to blocks, and no help for debugging is left",
    find: ofTokens(({ kind, text }, before) =>
      ["word", "mark"].includes(kind) && before?.text !== "." && BANNED.has(text) && text),
    examples: [
      { files: { "a.js": "a === b && c !== d; // a == b\ne.eval('var', `alert ${f}`, /==/);\n" } },
      { files: { "a.js": "var a = b == c;\nconsole.log(`${a != b}`);\n", "b.mjs": "debugger;\n" },
        finds: ["a.js:1", "a.js:1", "a.js:2", "a.js:2", "b.mjs:1"] },
    ],
  },
  {
    name: "text becomes markup only where somebody has looked at it",
    find: (files) => ofTokens(({ kind, text }, before, line) => kind === "word"
      && before?.text === "." && MARKUP.has(text) && !REVIEWED.includes(line.trim())
      && text)(withEnding(files, "js")),
    examples: [
      { files: { "a.js": "  single.innerHTML = drawn;\na.textContent = \".innerHTML =\";\n" } },
      { files: { "a.js": "single.innerHTML = a;\nb.insertAdjacentHTML(c);\nd.outerHTML = e;\n" },
        finds: ["a.js:1", "a.js:2", "a.js:3"] },
    ],
  },
  {
    name: "a name is declared where it is used",
    find: (files) => named(files).flatMap(({ path, declared, used, finding }, _, all) => {
      const ending = endingOf(path);
      // The scripts of a page share the declarations at their top.
      const isShared = (name) => ending === "js" && all.some((other) =>
        other.declared.get(name)?.some((one) => one.isShared && endingOf(other.path) === "js"));
      return [...used].filter(([name]) => !GLOBALS[ending].has(name) && !isShared(name))
        .flatMap(([name, uses]) => uses.filter((use) =>
          !declared.get(name)?.some((one) => reaches(one, use))))
        .map((use) => finding(use, "is not declared"));
    }),
    examples: [
      { files: {
        "a.js": `const a = ({ b: [c], d = 1, ...e }, f) => { for (const g of e) c(d, f, g, h(a)); };
          function h(i) { try { return { i, j: i.k }; } catch (l) { return [...l].map((m) => m); } }
          class N { get o() { return Math.max(window ? 1 : NaN); } p(q = h) { return \`\${q}\`; } }
          let r, s = 1;\n`,
        "b.js": "a(h);\n",
        "c.mjs": "import t from \"v\";\nimport { u } from \"v\";\nprocess.exit(t(u));\n",
      } },
      { files: {
        "a.js": "{ const a = 1; }\na();\nconst b = (c = d) => c;\nc(`${e}`, { f });\ng = 1;\n",
        "b.mjs": "b(window);\n",
      },
      finds: ["a.js:2", "a.js:3", "a.js:4", "a.js:4", "a.js:4", "a.js:5", "b.mjs:1", "b.mjs:1"] },
    ],
  },
  {
    name: "a name that is declared is used, unless it begins with _",
    find: (files) => named(files).flatMap(({ path, declared, used, finding }, _, all) =>
      [...declared].filter(([name]) => !name.startsWith("_")).flatMap(([name, some]) => {
        const isElsewhere = all.some((other) => other.path !== path && other.words.has(name));
        return some.filter((one) => !(one.isShared && isElsewhere)
          && !used.get(name)?.some((use) => reaches(one, use)));
      }).map((one) => finding(one, "is never used"))),
    examples: [
      { files: {
        "a.js": "const a = (_, b) => b;\nfunction c() { let d = 0; return d; }\n",
        "b.js": "a(1, c);\n", "c.mjs": "export const e = 1;\n",
        "d.mjs": "import { e } from \"c\";\ne();\n",
      } },
      { files: {
        "a.js": "const a = 1;\n(() => {\n  let b;\n  function c(d) { return (e) => d; }\n})();\n",
        "b.mjs": "import { f } from \"g\";\nclass H {}\n",
      }, finds: ["a.js:1", "a.js:3", "a.js:4", "a.js:4", "b.mjs:1", "b.mjs:2"] },
    ],
  },
  {
    name: "the braces of a style are balanced",
    find: (files) => styles(files).flatMap((file) => {
      let depth = 0;
      const wrong = places([file], /([{}])/g)
        .filter(({ name }) => (depth = Math.max(depth, 0) + (name === "{" ? 1 : -1)) < 0);
      return depth > 0 ? [...wrong, { path: file.path, line: 1, message: "{" }] : wrong;
    }),
    examples: [
      { files: { "a.css": "@media print {\na { b: \"{\"; } /* { */\n}\n" } },
      { files: { "a.css": "a { b: c; }\n}\nd { e: f; }\n", "g.css": "@media {\na { b: c; }\n" },
        finds: ["a.css:2", "g.css:1"] },
    ],
  },
  {
    name: "a custom property of a style is defined",
    find: (files) => {
      const defined = new Set(places(files, /(--[\w-]+)\s*:/g).map(({ name }) => name));
      return places(styles(files), /var\((--[\w-]+)/g).filter(({ name }) => !defined.has(name));
    },
    examples: [
      { files: { "a.css": ":root { --a-b: 1; }\nb { c: var(--a-b) var(--d); }\n",
        "e.mustache": "<b style=\"--d: 2\">" } },
      { files: { "a.css": ":root { --a-b: 1; }\nb { c: var(--a); }\n" }, finds: ["a.css:2"] },
    ],
  },
  {
    name: "a custom property that a style defines is used",
    find: (files) => {
      const used = new Set(places(files, /var\((--[\w-]+)/g).map(({ name }) => name));
      return places(styles(files), /(--[\w-]+)\s*:/g).filter(({ name }) => !used.has(name));
    },
    examples: [
      { files: { "a.css": ":root { --a: 1; --b: 2; }\nc { d: var(--a); }\n",
        "e.swift": "\"fill: var(--b)\"\n" } },
      { files: { "a.css": ":root { --a: 1;\n--a-b: 2; }\nc { d: var(--a); }\n" },
        finds: ["a.css:2"] },
    ],
  },
  {
    name: "a class of a style is one that a template, a script or Swift gives to an element",
    find: (files) => {
      const isKnown = classNames(files);
      return classes(files).filter(({ message }) => !isKnown(message));
    },
    examples: [
      { files: {
        "a.css": "@media print { .a .b::before, .d > .e { f: 1.5em; } }\n.g-h2, .i3, .j {}\n",
        "b.mustache": "<b class=\"a {{#x}}b{{/x}}\">",
        "c.swift": "let d = \"<i class=\\\"d i\\(n)\\\">\"\nlet j = \"j\"\n",
        "d.js": "b.className = isE ? \"e\" : `g-${`h${i}`}`;\n",
      } },
      { files: {
        "a.css": ".a, .b {\n  c: 1.5em; }\n.e-f2 .e-g, .h1 { i: j; }\n",
        "b.mustache": "b {{b}} <b class=\"{{a}}\">",
        "c.swift": "let a = b // \"\nlet h = \"a h\"\n", "d.js": "a(`e-${b}`, \"e-g too\");\n",
      }, finds: ["a.css:1", "a.css:1", "a.css:3", "a.css:3", "a.css:3"] },
    ],
  },
];
