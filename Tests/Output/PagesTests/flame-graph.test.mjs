/* The flame graph: its words, what it draws at each width, and the search. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fire, Window } from "./Support/dom.mjs";
import { requireLines, run, webFile } from "./Support/scripts.mjs";

/* 100 samples on 1,000 points, so that a sample has 10. Less than 15 points are not drawn. */
const sizes = { left: 5, room: 1000, top: 100, row: 20, least: 15, letter: 10 };
const names = ["all", "Map.read", "run", "Map.draw", "malloc"];
/* The level, the name, the style and the samples of each call, and its samples before.

   all 100 ┬ Map.read 30
           └ run 60 ┬ Map.draw 40 ─ malloc 1
                    └ malloc 20                   */
const tree = [[0, 0, 0, 100, 100], [1, 1, 1, 30, 50], [1, 2, 1, 60, 50], [2, 3, 1, 40, 0],
  [3, 4, 2, 1, 0], [2, 4, 2, 20, 50]];

/* Opens a flame graph, in which all calls but `malloc 1` are drawn. */
function open({ before, answer } = {}) {
  const numbers = tree.flatMap((call) => before === undefined ? call.slice(0, 4) : call);
  const drawn = [0, 1, 2, 3, 5].map((call) => `<g class="f" data-call="${call}">`
    + `<title>${names[tree[call][1]]}</title><rect/><text/></g>`);
  const window = new Window(`<svg><g id="rows">${drawn.join("")}</g><metadata id="calls"></metadata>
    <text id="found"/><g id="tools" visibility="hidden"><text id="search"/><text id="reset"/></g>
    </svg>`);
  const { document } = window;
  document.getElementById("calls").textContent = JSON.stringify({ unit: "samples", names,
    styles: ["f root", "f ours", "f allocator"], before, sizes, numbers });
  const questions = [];
  window.globals.prompt = (...question) => {
    questions.push(question);
    return answer;
  };
  const get = run(window, "flame-graph.js");
  const boxes = document.getElementById("rows").children;
  return { document, get, questions, click: (id) => fire(document.getElementById(id), "click"),
    boxes: () => document.getElementById("rows").children,
    box: (call) => get(`calls[${call}].g`) ?? boxes[call],
    found: () => document.getElementById("found").textContent,
    hits: () => [0, 1, 2, 3, 4, 5].filter((call) =>
      get(`calls[${call}].g`)?.className.split(" ").includes("hit")) };
}

/* The calls that are shown: the number, the left edge, the width, the text and the opacity. */
const shown = ({ get }) => [0, 1, 2, 3, 4, 5].flatMap((call) => {
  const { g } = get(`calls[${call}]`);
  if (!g || g.style.display === "none") return [];
  const [, rect, text] = g.children;
  const x = Number(rect.getAttribute("x"));
  assert.equal(Number(text.getAttribute("x")), x + 3);
  return [[call, x, Number(rect.getAttribute("width")), text.textContent, g.style.opacity]];
});

test("a share is exact to a tenth, and neither nothing nor everything if it is not", () => {
  const share = open().get("share");
  const shares = [[0, 4, ", 0.0 %"], [1, 4, ", 25.0 %"], [1, 3, ", 33.3 %"], [2, 3, ", 66.7 %"],
    [4, 4, ", 100.0 %"], [1, 9_999, ", 0.1 %"], [9_998, 9_999, ", 99.9 %"], [0, 0, ""]];
  assert.deepEqual(shares.map(([part, whole]) => [part, whole, share(part, whole)]), shares);
});

test("the words of a call are its name, its count, and the count before", () => {
  const call = { name: "malloc", start: 0, end: 1_234, base: 2_000 };
  const small = { name: "f<T>", start: 90, end: 100, base: 0 };
  assert.deepEqual([call, small].map(open().get("words")),
    ["malloc (1,234 samples, 1234.0 %)", "f<T> (10 samples, 10.0 %)"]);
  assert.deepEqual([call, small].map(open({ before: 8_000 }).get("words")), [
    "malloc (1,234 samples, 1234.0 %; before 2,000 samples, 25.0 %)",
    "f<T> (10 samples, 10.0 %; before 0 samples, 0.0 %)"]);
});

test("calls are read with their places, names and styles, and with a base also its counts", () => {
  const read = [[0, 100, 0, "all", "f root"], [0, 30, 1, "Map.read", "f ours"],
    [30, 90, 1, "run", "f ours"], [30, 70, 2, "Map.draw", "f ours"],
    [30, 31, 3, "malloc", "f allocator"], [70, 90, 2, "malloc", "f allocator"]];
  for (const before of [undefined, 200]) {
    const calls = open({ before }).get("calls");
    assert.deepEqual([...calls].map(({ start, end, level, name, style }) =>
      [start, end, level, name, style]), read);
    assert.deepEqual([...calls].map(({ base }) => base),
      tree.map((call) => before === undefined ? undefined : call[4]));
  }
});

test("a call as wide as the page hides others, and draws what of it has room then", () => {
  const page = open();
  const all = [[0, 5, 1000, "all", 1], [1, 5, 300, "Map.read", 1], [2, 305, 600, "run", 1],
    [3, 305, 400, "Map.draw", 1], [5, 705, 200, "malloc", 1]];
  const views = [
    [0, all],
    [2, [[0, 5, 1000, "all", 0.6], [2, 5, 1000, "run", 1], [3, 5, 1000 * 40 / 60, "Map.draw", 1],
      [4, 5, 1000 / 60, "", 1], [5, 5 + 1000 * 40 / 60, 1000 / 3, "malloc", 1]]],
    [3, [[0, 5, 1000, "all", 0.6], [2, 5, 1000, "run", 0.6], [3, 5, 1000, "Map.draw", 1],
      [4, 5, 25, "", 1]]],
    [4, [[0, 5, 1000, "all", 0.6], [2, 5, 1000, "run", 0.6], [3, 5, 1000, "Map.draw", 0.6],
      [4, 5, 1000, "malloc", 1]]],
    [1, [[0, 5, 1000, "all", 0.6], [1, 5, 1000, "Map.read", 1]]],
  ];
  const rounded = (rows) => rows.map((row) =>
    row.map((cell) => typeof cell === "number" ? +cell.toFixed(6) : cell));
  for (const [call, rows] of views) {
    fire(page.box(call), "click");
    assert.deepEqual(rounded(shown(page)), rounded(rows), names[tree[call][1]]);
  }
  page.click("reset");
  assert.deepEqual(shown(page), all);
  assert.equal(page.boxes().length, 6);
});

test("a name is cut to its room, and left out if that is less than three letters", () => {
  const { get } = open();
  const texts = [[34, ""], [35, "M.."], [84, "Map.r.."], [85, "Map.read"]];
  const text = get("calls[1]").g.children[2];
  const found = texts.map(([width]) => {
    // The call has 30 samples.
    get("show")({ level: 0, start: 0, end: 30_000 / width });
    return [width, text.textContent];
  });
  assert.deepEqual(found, texts);
});

test("a call is drawn in its row, with its style, words, box and text", () => {
  const page = open({ before: 50 });
  fire(page.box(3), "click");
  const g = page.boxes().at(-1);
  assert.deepEqual(g.children.map((one) => one.localName), ["title", "rect", "text"]);
  const [title, rect, text] = g.children;
  assert.deepEqual([g.className, title.textContent],
    ["f allocator", "malloc (1 samples, 1.0 %; before 0 samples, 0.0 %)"]);
  assert.deepEqual(["y", "height", "rx"].map((name) => rect.getAttribute(name)),
    ["160", "19", "1.5"]);
  assert.equal(text.getAttribute("y"), "172");
  fire(g, "click");
  assert.equal(shown(page).at(-1)[2], 1000);
  // A call that is drawn after a search is colored too.
  const other = open();
  other.get("find")("malloc");
  fire(other.box(3), "click");
  assert.equal(other.boxes().at(-1).className, "f allocator hit");
});

test("a hit has the text in its name in any case; the whole is none", () => {
  const page = open();
  const cases = [["", []], ["a", [1, 3, 5]], ["MAP", [1, 3]], ["malloc", [5]], ["l", [5]],
    ["run", [2]], [".", [1, 3]], ["sun", []]];
  assert.deepEqual(cases.map(([text]) => {
    page.get("find")(text);
    return [text, page.hits()];
  }), cases);
  page.get("find")("MALLOC");
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((call) => page.get("isHit")(page.get("calls")[call])),
    [4, 5]);
});

test("a search says how much the hits are of all, with what they call counted once", () => {
  const page = open();
  const cases = [["map", "map: 70.0 %"], ["malloc", "malloc: 21.0 %"], ["run", "run: 60.0 %"],
    ["n", "n: 60.0 %"], ["a", "a: 90.0 %"], ["sun", "sun: 0.0 %"], ["", ""],
    ["x".repeat(30), `${"x".repeat(30)}: 0.0 %`], ["x".repeat(31), `${"x".repeat(28)}..: 0.0 %`]];
  assert.deepEqual(cases.map(([text]) => {
    page.get("find")(text);
    return [text, page.found()];
  }), cases);
});

test("the tool for a search asks for a text, and keeps the last one if there is no answer", () => {
  const page = open({ answer: "run" });
  page.click("search");
  assert.deepEqual(page.questions, [["search for functions whose names contain", ""]]);
  assert.deepEqual([page.found(), page.hits()], ["run: 60.0 %", [2]]);
  const other = open({ answer: null });
  other.get("find")("map");
  other.click("search");
  assert.deepEqual([other.found(), other.hits()], ["map: 70.0 %", [1, 3]]);
});

test("the tools are there only with the script, and the program draws what it looks for", () => {
  const { document } = open();
  assert.equal(document.getElementById("tools").getAttribute("visibility"), "visible");
  const program = readFileSync(
    new URL("../../../Sources/Machine/Profiles/FlameGraph.swift", import.meta.url), "utf8");
  const ids = [...webFile("flame-graph.js").matchAll(/getElementById\('(\w+)'\)/g)];
  assert(ids.length > 4);
  for (const [, id] of ids) assert(program.includes(`id="${id}"`), id);
});

requireLines("flame-graph.js");
