/* The rules of the scripts and styles of pages, and of the tests in this folder. Like the rules of
   TidyTests, each has examples that keep it and examples that break it. */

import vm from "node:vm";
import { tokensOf } from "./lexer.mjs";
import { namesOf } from "./names.mjs";
import { namesOfCases, partsOf } from "./swift.mjs";

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
const BROWSER = ["Blob", "DecompressionStream", "FormData", "IntersectionObserver",
  "ResizeObserver", "Response", "URL", "URLSearchParams", "history", "localStorage",
  "cancelAnimationFrame", "document", "getComputedStyle", "location", "performance", "prompt",
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

/* A test of whether two scripts are in one page, where each sees the declarations at the top of the
   other. They are if a Swift file embeds both, as `WebFile.pageJS`. */
function pageTest(files) {
  const pages = withEnding(files, "swift").map(({ text }) =>
    new Set([...text.matchAll(/\bWebFile\.(\w+)JS\b/g)].map(([, name]) => name)))
    .filter((page) => page.size > 1);
  const nameOf = (path) => path.split("/").at(-1).replace(/\.js$/, "")
    .replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const pagesOf = (path) => pages.filter((page) => page.has(nameOf(path)));
  return (path, other) => pagesOf(path).some((page) => page.has(nameOf(other)));
}

/* The scripts, each with its declarations and uses by name. The scripts of its page, or the other
   modules, are `near`: they see the declarations at its top. */
function named(files) {
  const areTogether = pageTest(files);
  const scripts = files.filter(isCode).map(script);
  return scripts.map((one) => ({ ...one, near: scripts.filter((other) => other !== one
    && (one.isModule ? other.isModule : areTogether(one.path, other.path))) }));
}

function script({ path, text }) {
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
  return { path, isModule: endingOf(path) === "mjs", declared: byName(declared),
    used: byName(used.map((index) => ({ index }))),
    words: new Set(tokens.map((token) => token.text)),
    finding: ({ index }, words) =>
      ({ path, line: tokens[index].line, message: `${tokens[index].text} ${words}` }) };
}

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

/* A test of whether elements may have a class. A class is known if one of these names it:
   - a `class` attribute of a template, a script or Swift;
   - a text that is its name, or the case of a Swift enumeration whose texts are its names;
   - a text of Swift that is a list of classes, as "f root".
   A number may follow the name. A text that ends with a value, as `mp-${kind}`, stands for every
   name that begins with it and goes on with another. Swift has many words, so the rule misses an
   unused class that has the name of anything else. */
function classNames(files, styled) {
  const swift = withEnding(files, "swift").map(({ text }) => partsOf(text));
  // Texts without quotes, with `{{` for a value in them.
  const texts = [
    ...withEnding(files, "js").flatMap(({ text }) => tokensIn(text).flatMap((token, index, all) =>
      token.kind === "text" ? token.text.replace(/^["'`]|["'`]$/g, "")
        + (all[index + 1]?.text === "${" ? "{{" : "") : [])),
    ...swift.flatMap((parts) => parts.texts),
  ];
  const templates = withEnding(files, "mustache").map(({ text }) =>
    text.replace(/\{\{[#^\/].*?\}\}/g, " ").replace(/\{\{.*?\}\}/g, "{{"));
  const attributes = [...templates, ...texts].flatMap((text) => text.match(/class="[^"]*/g) ?? [])
    .map((attribute) => attribute.slice("class=\"".length));
  const isStyled = (word) => /^[\w-]*\{\{$/.test(word) || styled.has(word);
  const names = texts.filter((text) => /^[a-z][\w-]*(\{\{)?$/.test(text)
    || /^[a-z]/.test(text) && text.split(" ").every(isStyled));
  const cases = swift.flatMap(({ code }) => namesOfCases(code));
  const words = new Set();
  const starts = new Set();
  for (const text of [...attributes, ...names, ...cases]) {
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
    name: "a script is strict",
    find: (files) => withEnding(files, "js")
      .filter(({ text }) => !text.startsWith("\"use strict\";\n"))
      .map(({ path }) => ({ path, line: 1, message: "not strict" })),
    examples: [
      { files: { "a.js": "\"use strict\";\na();\n", "b.mjs": "b();\n" } },
      { files: { "a.js": "a();\n// \"use strict\";\n" }, finds: ["a.js:1"] },
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
    find: (files) => named(files).flatMap(({ path, isModule, near, declared, used, finding }) => {
      const isShared = (name) => !isModule && near.some((other) =>
        other.declared.get(name)?.some((one) => one.isShared));
      return [...used].filter(([name]) => !GLOBALS[endingOf(path)].has(name) && !isShared(name))
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
        "b-c.js": "a();\n",
        "d.swift": "[WebFile.aJS, WebFile.bJS]\n[WebFile.aJS, WebFile.bCJS]\n",
        "c.mjs": "import t from \"v\";\nimport { u } from \"v\";\nprocess.exit(t(u));\n",
      } },
      { files: {
        "a.js": "{ const a = 1; }\na();\nconst b = (c = d) => c;\nc(`${e}`, { f });\ng = 1;\n",
        "b.mjs": "b(window);\n",
        "c.js": "b();\n", "d.swift": "WebFile.aJS\n", "e.swift": "WebFile.cJS\n",
      },
      finds: ["a.js:2", "a.js:3", "a.js:4", "a.js:4", "a.js:4", "a.js:5", "b.mjs:1", "b.mjs:1",
        "c.js:1"] },
    ],
  },
  {
    name: "a name that is declared is used, unless it begins with _",
    find: (files) => named(files).flatMap(({ near, declared, used, finding }) =>
      [...declared].filter(([name]) => !name.startsWith("_")).flatMap(([name, some]) => {
        const isElsewhere = near.some((other) => other.words.has(name));
        return some.filter((one) => !(one.isShared && isElsewhere)
          && !used.get(name)?.some((use) => reaches(one, use)));
      }).map((one) => finding(one, "is never used"))),
    examples: [
      { files: {
        "a.js": "const a = (_, b) => b;\nfunction c() { let d = 0; return d; }\n",
        "b.js": "a(1, c);\n", "f.swift": "WebFile.aJS + WebFile.bJS\n",
        "c.mjs": "export const e = 1;\n",
        "d.mjs": "import { e } from \"c\";\ne();\n",
      } },
      { files: {
        "a.js": "const a = 1;\n(() => {\n  let b;\n  function c(d) { return (e) => d; }\n})();\n",
        "b.mjs": "import { f } from \"g\";\nclass H {}\n",
        "c.js": "a();\n", "d.swift": "WebFile.aJS\n", "e.swift": "WebFile.cJS\n",
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
      const found = classes(files);
      const isKnown = classNames(files, new Set(found.map(({ message }) => message)));
      return found.filter(({ message }) => !isKnown(message));
    },
    examples: [
      { files: {
        "a.css": "@media print { .a .b::before, .d > .e { f: 1.5em; } }\n.g-h2, .i3, .j {}\n"
          + ".k1, .l, .m, .n, .o2 {}\n",
        "b.mustache": "<b class=\"a {{#x}}b{{/x}}\">",
        "c.swift": "let d = \"<i class=\\\"d i\\(n)\\\">\"\nlet j = \"j\"\n"
          + "let k = \"\\(b ? \"k\" : #\"\"\"\nl\"\"\"#)\\(n)\"\n"
          + "enum P: String { case m, p\n  /// Or\n  case q = \"n o\\(n)\" }\n",
        "d.js": "b.className = isE ? \"e\" : `g-${`h${i}`}`;\n",
      } },
      { files: {
        "a.css": ".a, .b {\n  c: 1.5em; }\n.e-f2 .e-g, .h1 { i: j; }\n",
        "b.mustache": "b {{b}} <b class=\"{{a}}\">",
        "c.swift": "let a = b // \"\nlet h = \"a h\"\n", "d.js": "a(`e-${b}`, \"e-g too\");\n",
      }, finds: ["a.css:1", "a.css:1", "a.css:3", "a.css:3", "a.css:3"] },
      { files: {
        "a.css": ".a {}\n.b {}\n.c {}\n.d {}\n.e {}\n",
        "b.swift": "enum N { case a }\nenum S: String { case x = \"y\", b = \"b z\"\n"
          + "  var t: T { switch self { case c: 1 } }\n}\nlet d = \"c d \\(e)s\"\n",
      }, finds: ["a.css:1", "a.css:2", "a.css:3", "a.css:4", "a.css:5"] },
    ],
  },
];
