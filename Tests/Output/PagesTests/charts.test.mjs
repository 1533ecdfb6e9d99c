/* Charts: the units of numbers, the places of bars and marks, and the words under the pointer. */

import assert from "node:assert/strict";
import test from "node:test";
import { fire, Window } from "./Support/dom.mjs";
import { requireLines, run } from "./Support/scripts.mjs";

const nameOfStep = (step) => `step ${step + 1}`;
const defaults = { ticks: [0, 5, 10], kind: "stacked", title: "Work", note: "in all",
  unit: "count", place: "update" };

/* Draws charts; a chart with `values` has one series. */
function draw(...charts) {
  const window = new Window("<div id=\"host\"></div>");
  const host = window.document.getElementById("host");
  const whole = charts.map(({ values = [1], ...chart }) => ({ ...defaults,
    series: [{ kind: "compute", name: "points", values }], names: values.map((_, index) => index),
    ...chart }));
  const went = [];
  const show = run(window, "charts.js")("Charts").draw(host, whole, nameOfStep,
    { time: (time) => went.push(time), step: (step) => went.push(step) });
  return { window, figures: host.children, show, went };
}

const only = (chart) => draw(chart).figures[0];
const texts = (figure, selector) =>
  figure.querySelectorAll(selector).map((element) => element.textContent);
const pathsOf = (figure) => figure.querySelectorAll("path").slice(1)
  .map((path) => [path.className, path.getAttribute("d")]);

/* The words below a chart while the pointer is over it, at an x from 0 to 1000. */
function wordsAt(figure, clientX) {
  fire(figure.querySelector(".plot"), "pointermove", { clientX });
  return figure.querySelector(".read").textContent;
}

function tableOf(figure) {
  const details = figure.querySelector("details");
  details.open = true;
  fire(details, "toggle");
  return texts(figure, "tr").length && figure.querySelectorAll("tr").map((row) =>
    row.children.map((cell) => cell.textContent));
}

/* A unit, a number, its short text, and its exact text. */
const numbers = [
  ["nanoseconds", 0, "0 ns", "0 ns"],
  ["nanoseconds", 999, "999 ns", "999 ns"],
  ["nanoseconds", 1_000, "1 µs", "1,000 ns"],
  ["nanoseconds", 1_005, "1.01 µs", "1,005 ns"],
  ["nanoseconds", 999_499, "999 µs", "999,499 ns"],
  ["nanoseconds", 999_500, "1 ms", "999,500 ns"],
  ["nanoseconds", 999_999, "1 ms", "999,999 ns"],
  ["nanoseconds", 1_234_567, "1.23 ms", "1,234,567 ns"],
  ["nanoseconds", 150_000_000, "150 ms", "150,000,000 ns"],
  ["nanoseconds", 999_999_999, "1 s", "999,999,999 ns"],
  ["nanoseconds", 2_500_000_000, "2.5 s", "2,500,000,000 ns"],
  ["count", 7, "7", "7"],
  ["count", 9_999, "9,999", "9,999"],
  ["count", 10_000, "10k", "10,000"],
  ["count", 123_456, "123k", "123,456"],
  ["count", 9_994_999, "9990k", "9,994,999"],
  ["count", 9_999_999, "10M", "9,999,999"],
  ["count", 12_000_000, "12M", "12,000,000"],
  ["count", 9_999_999_999, "10G", "9,999,999,999"],
  ["count", 30_000_000_000, "30G", "30,000,000,000"],
  ["bytes", 999, "999 B", "999 B"],
  ["bytes", 1_000, "1 kB", "1,000 B"],
  ["bytes", 999_999, "1 MB", "999,999 B"],
  ["bytes", 1_550_000, "1.55 MB", "1,550,000 B"],
  ["bytes", 4_000_000_000, "4 GB", "4,000,000,000 B"],
  ["permille", 5, "0.5 %", "0.5 %"],
  ["permille", 999, "99.9 %", "99.9 %"],
];

test("a number is short under the pointer and exact in the table", () => {
  const { figures } = draw(...numbers.map(([unit, value]) => ({ unit, values: [value] })));
  const found = figures.map((figure, index) => [...numbers[index].slice(0, 2),
    wordsAt(figure, 100).replace("update 0: points ", ""), tableOf(figure)[1][1]]);
  assert.deepEqual(found, numbers);
});

test("the axis has the ticks of the page, the first one unnamed at the bottom", () => {
  const plain = only({ ticks: [0, 20_000, 40_000], values: [39_000] });
  assert.deepEqual(texts(plain, ".tick"), ["20k", "40k"]);
  assert.deepEqual(plain.querySelectorAll(".tick").map(({ style }) => style.top), ["75px", "0px"]);
  const share = only({ ticks: [0, 500, 1000], unit: "permille", values: [3] });
  assert.deepEqual(texts(share, ".tick"), ["50.0 %", "100.0 %"]);
  assert.equal(share.querySelector(".rule").getAttribute("d"),
    "M0 100H1000M0 50H1000M0 0H1000");
});

const two = [{ kind: "wait", name: "wait", values: [6, 1] },
  { kind: "compute", name: "compute", values: [4, 3] }];

test("stacked bars stand on each other, nested ones behind each other", () => {
  // Two places have a fourth of the width each, not a half. The axis ends at 10.
  assert.deepEqual(pathsOf(only({ series: two })), [
    ["wait", "M35 100H215V40H35zM285 100H465V90H285z"],
    ["compute", "M35 40H215V0H35zM285 90H465V60H285z"]]);
  assert.deepEqual(pathsOf(only({ kind: "nested", series: two })), [
    ["compute", "M35 100H215V60H35zM285 100H465V70H285z"],
    ["wait", "M35 100H215V40H35zM285 100H465V90H285z"]]);
  const five = pathsOf(only({ values: [0, 10, 10, 10, 10] }));
  assert.deepEqual(five[0][1].split("M")[1], "228 100H372V0H228z");
});

test("what was not measured has no bar", () => {
  assert.deepEqual(pathsOf(only({ kind: "nested", values: [null, 10, 0] })),
    [["compute", "M285 100H465V0H285z"]]);
});

test("a line has steps from its times to the end", () => {
  const line = { kind: "steps", distances: [0, 1e9, 5e9], end: 10e9, values: [5, 10, 1] };
  assert.deepEqual(pathsOf(only(line)), [["line compute", "M0 50H100L100 0H600L600 90H1000"]]);
});

test("peaks begin at the first time, last as long as they do, and are over a limit or not", () => {
  const peaks = { kind: "peaks", distances: [2e9, 1e9, 1e9], lengths: [5e8, 2e9, 9e9], end: 4e9,
    values: [5, 10, 7], limit: { name: "budget", value: 7 } };
  assert.deepEqual(pathsOf(only(peaks)), [
    ["compute", "M0 100H250V50H0zM1000 100H1000V30H1000z"], ["over", "M500 100H1000V0H500z"],
    ["limit", "M0 30H1000"]]);
});

test("a chart says what its colors are, and its limit in the unit of the chart", () => {
  const figure = only({ unit: "nanoseconds", series: two, limit: { name: "budget", value: 16e6 } });
  assert.deepEqual(texts(figure, ".keys > span"), ["wait", "compute", "budget, 16 ms"]);
  assert.deepEqual(figure.querySelectorAll(".keys i").map((key) => key.className),
    ["wait", "compute", "limit"]);
});

test("names are text, whatever they hold", () => {
  const figure = only({ title: "<i>T</i>", note: "&amp;", marks: [{ name: "<b>", place: 0 }] });
  assert.deepEqual(texts(figure, "figcaption b"), ["<i>T</i>"]);
  assert.deepEqual(texts(figure, ".near title"), ["<b>"]);
  assert.equal(figure.querySelector("svg").getAttribute("aria-label"),
    "<i>T</i>. &amp;; marks: <b>");
});

test("a chart without marks speaks of none", () => {
  const figure = only({});
  assert.equal(figure.querySelector("svg").getAttribute("aria-label"), "Work. in all");
  assert.equal(figure.querySelector(".marks"), null);
});

test("a chart without values has only its caption", () => {
  const [empty, none] = draw({ values: [] }, { series: [] }).figures;
  for (const figure of [empty, none]) {
    assert.deepEqual(figure.children.map((child) => child.localName), ["figcaption"]);
  }
});

test("the ends of the axis are times, names, updates or steps", () => {
  const ends = [
    [{ kind: "steps", distances: [1e9, 2e9], values: [1, 1] }, ["0.000 s", "3.000 s"]],
    [{ kind: "steps", distances: [1e9], end: 5e9 }, ["0.000 s"]],
    [{ kind: "peaks", distances: [1e9, 2e9], end: 9e9, values: [1, 1] }, ["1.000 s", "9.000 s"]],
    [{ names: ["a", "b", "c"], place: "batch", values: [1, 1, 1] }, ["batch a", "batch c"]],
    [{ names: undefined, updates: [4, 8], layers: ["A", "A"], values: [1, 1] },
      ["update 4", "update 8"]],
    [{ names: undefined, steps: [0, 6], values: [1, 1] }, ["step 1", "step 7"]],
  ];
  const { figures } = draw(...ends.map(([chart]) => chart));
  assert.deepEqual(figures.map((figure) => texts(figure, ".ends span")),
    ends.map(([, words]) => words));
});

test("the pointer is told the place under it, and after which mark", () => {
  const figure = only({ kind: "steps", names: undefined, distances: [1e9, 2e9, 1e9], end: 5e9,
    updates: [7, 8, 9], layers: ["shops", "shops", "bars"], steps: [0, -1, 2],
    series: [{ kind: "wait", name: "wait", values: [1, 2, null] },
      { kind: "compute", name: "compute", values: [3, 4, 5] }],
    marks: [{ name: "start", place: 1 }, { name: "end", place: 2 }] });
  const words = [
    [0, "update 7 of shops, at 1.000 s, step 1: wait 1, compute 3"],
    [300, "update 7 of shops, at 1.000 s, step 1: wait 1, compute 3"],
    [600, "update 8 of shops, at 3.000 s, after start: wait 2, compute 4"],
    [1000, "update 9 of bars, at 4.000 s, step 3, after end: compute 5"],
  ];
  assert.deepEqual(words.map(([x]) => [x, wordsAt(figure, x)]), words);
  fire(figure.querySelector(".plot"), "pointerleave");
  assert.equal(figure.querySelector(".read").textContent, "");
});

test("the table is made once, when it is unfolded, with a row for each place", () => {
  const figure = only({ names: ["a", "b"], title: "Work",
    series: [{ kind: "wait", name: "wait", values: [1, null] }] });
  const rows = [["update", "wait"], ["update a", "1"], ["update b", "–"]];
  assert.equal(figure.querySelector("table"), null);
  assert.deepEqual(tableOf(figure), rows);
  assert.deepEqual(tableOf(figure), rows);
  const scroll = figure.querySelector(".scroll");
  assert.deepEqual([scroll.getAttribute("aria-label"), scroll.tabIndex], ["Work", 0]);
});

test("a mark stands where its place begins, those of one place together", () => {
  const figure = only({ values: [1, 1, 1, 1],
    marks: [{ name: "a", place: 1 }, { name: "b", place: 1 }, { name: "end", place: 4 }] });
  assert.deepEqual(pathsOf(figure).filter(([kind]) => kind === "mark").map(([, path]) => path),
    ["M285 0V100", "M965 0V100"]);
  assert.deepEqual(texts(figure, ".marks span"), ["a, b", "end"]);
  assert.deepEqual(texts(figure, ".near title"), ["a, b", "end"]);
});

test("names of marks keep inside of the chart, and hide where they find no room", () => {
  const { window, figures: [figure] } = draw({ values: [1, 1, 1, 1],
    marks: [0, 1, 2, 4].map((place) => ({ name: `mark ${place}`, place })) });
  const row = figure.querySelector(".marks");
  const shown = (width, ...widths) => {
    row.offsetWidth = width;
    row.children.forEach((name, index) => (name.offsetWidth = widths[index]));
    window.resize();
    return row.children.map(({ style }) => [Math.round(parseFloat(style.left)), style.visibility]);
  };
  // The marks are at 35, 285, 535 and 965 of 1000. Between two names there are at least 8.
  assert.deepEqual(shown(1000, 242, 242, 242, 30), [[35, ""], [285, ""], [535, ""], [965, ""]]);
  assert.deepEqual(shown(1000, 243, 242, 242, 60), [[35, ""], [285, "hidden"], [535, ""],
    [940, ""]]);
  assert.deepEqual(shown(200, 60, 60, 60, 60), [[7, ""], [57, "hidden"], [107, ""],
    [140, "hidden"]]);
  assert.deepEqual(shown(200, 300, 60, 60, 60)[0], [0, ""]);
});

/* The player's time, span and range. */

const line = { kind: "steps", distances: [0, 2e9, 4e9], end: 10e9, values: [1, 2, 3] };
const peaks = { kind: "peaks", distances: [2e9, 2e9], end: 10e9, values: [1, 2] };
const all = { span: [0, 10e9], isWhole: true };
const part = { span: [2e9, 6e9], isWhole: false };

/* Where the cursor is, and the range, in percent of the plot; nothing if it is hidden. */
function signs(figure) {
  const share = (text) => Math.round(100 * /\* ([\d.]+)\)/.exec(text)[1]);
  const [cursor, range] = [".cursor", ".range"].map((one) => figure.querySelector(one));
  return [cursor.hidden ? undefined : share(cursor.style.left),
    range.hidden ? undefined : [share(range.style.left), share(range.style.right)]];
}

test("a chart over time shows the span of the timeline, and its pointer is in it", () => {
  const { figures, show, went } = draw(line, peaks, { times: [1e9, 5e9], values: [1, 2] });
  const views = () => figures.map((figure) => figure.querySelector("svg").getAttribute("viewBox"));
  const plot = figures[0].querySelector(".plot");
  show(3e9, 0, all);
  assert.deepEqual(views(), Array(3).fill("0 0 1000 100"));
  assert.deepEqual(figures.map((figure) => signs(figure)[0]), [30, 13, 13]);
  show(3e9, 0, part);
  assert.deepEqual(views(), ["200 0 400 100", "0 0 500 100", "0 0 1000 100"]);
  assert.deepEqual(figures.map((figure) => signs(figure)[0]), [25, 25, 13]);
  assert.deepEqual(texts(figures[0], ".ends span"), ["2.000 s", "6.000 s"]);
  assert.equal(plot.className, "plot zoomed");
  // At three quarters of the plot it is 5 s.
  fire(plot, "click", { clientX: 750 });
  assert.deepEqual([went, wordsAt(figures[0], 750).split(":")[0]], [[5e9], "update 1, at 2.000 s"]);
  show(7e9, 0, part);
  assert.equal(signs(figures[0])[0], undefined);
  show(7e9, 0, all);
  assert.deepEqual([texts(figures[0], ".ends span"), plot.className, signs(figures[0])[0]],
    [["0.000 s", "10.000 s"], "plot", 70]);
});

test("names of marks keep to the span of the timeline", () => {
  const { figures: [figure], show, window } = draw({ ...line,
    marks: [{ name: "a", place: 1 }, { name: "b", place: 3 }] });
  const row = figure.querySelector(".marks");
  row.offsetWidth = 500;
  window.resize();
  const places = () => row.children.map(({ style }) => [style.left, style.visibility]);
  assert.deepEqual(places(), [["100px", ""], ["500px", ""]]);
  show(0, 0, { span: [1e9, 5e9], isWhole: false });
  assert.deepEqual(places(), [["125px", ""], ["500px", "hidden"]]);
});

test("every chart is shaded where the range is: times, or the bars that are in it", () => {
  const { figures, show } = draw(line, { distances: [1e9, 2e9, 2e9], values: [1, 2, 3] },
    { names: undefined, steps: [0, 2, 4], values: [1, 2, 3] });
  const ranges = () => figures.map((figure) => signs(figure)[1]);
  show(0, 0, all);
  assert.deepEqual(ranges(), [undefined, undefined, undefined]);
  show(0, 0, { ...all, cut: [3e9, 5e9], steps: [1, 2] });
  assert.deepEqual(ranges(), [[30, 50], [29, 72], [29, 47]]);
  show(0, 0, { ...part, cut: [3e9, 5e9], steps: [1, 2] });
  assert.deepEqual(ranges()[0], [25, 75]);
  show(0, 0, { ...part, cut: [7e9, 8e9], steps: [5, 6] });
  assert.deepEqual(ranges(), [undefined, undefined, undefined]);
  show(0, 0, all);
  assert.deepEqual(ranges(), [undefined, undefined, undefined]);
});

requireLines("charts.js");
