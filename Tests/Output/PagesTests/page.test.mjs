/* The page: templates, packed parts, the list of scenarios, addresses, and the player's recording.

   The tests render the templates of the program, so they fail if a template and the script name an
   element differently. */

import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { fire, Window } from "./Support/dom.mjs";
import { requireLines, run, webFile } from "./Support/scripts.mjs";

const carried = ["callouts", "parts", "row", "scenario", "why", "words"];
/* The elements without which the script of the page cannot start. */
const bare = "<div id=\"front\"></div><div id=\"session\" hidden></div><p id=\"lost\"></p>";

/* The Mustache of pages, with templates by their names. */
function mustacheOf(templates) {
  const window = new Window(bare);
  for (const [name, text] of Object.entries(templates)) {
    const template = window.document.createElement("script");
    Object.assign(template, { id: `template-${name}`, textContent: text });
    window.document.body.append(template);
  }
  return run(window, "page.js")("Mustache");
}

const { render } = mustacheOf(Object.fromEntries(
  ["folder", "front", "pack", "row", "search"].map((name) =>
    [name, webFile(`${name}.mustache`)])));

const letters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  .filter((letter) => !"\"&<".includes(letter));

/* A text as the program packs it: two of 91 letters carry 13 bits, the lowest bit first. */
function packed(text) {
  let [all, bits, count] = ["", 0, 0];
  for (const byte of deflateSync(text)) {
    bits |= byte << count;
    count += 8;
    if (count < 13) continue;
    const number = bits & 0x1fff;
    all += letters[number % 91] + letters[Math.floor(number / 91)];
    bits >>= 13;
    count -= 13;
  }
  if (count > 0) all += letters[bits % 91];
  return count > 6 ? all + letters[Math.floor(bits / 91)] : all;
}

/* The script element that carries parts of one template. */
function pack(template, parts) {
  const names = [...new Set(Object.values(parts).flatMap((context) => Object.keys(context)))];
  const columns = names.map((name) =>
    [name, Object.values(parts).map((context) => context[name] ?? null)]);
  return render("pack", { template, parts: Object.keys(parts).map(encodeURIComponent).join(" "),
    letters: packed(JSON.stringify(Object.fromEntries(columns))) });
}

/* Opens the page of a run; `parts` has the parts of each template by their names. */
async function open({ front = {}, parts = {}, hash = "" } = {}) {
  const templates = carried.map((name) => ({ name, text: webFile(`${name}.mustache`) }));
  const packs = Object.entries(parts).map(([template, some]) => pack(template, some));
  const window = new Window(
    render("front", { headline: "2 of 3 passed", ...front, carried: templates }) + packs.join(""));
  window.hash = hash;
  run(window, "player.js", "charts.js", "page.js");
  await window.settled();
  const { document } = window;
  return { window, document, session: document.getElementById("session"),
    front: document.getElementById("front"), lost: document.getElementById("lost"),
    go: (hash) => {
      window.hash = hash;
      return window.settled();
    } };
}

const texts = (element, selector) =>
  element.querySelectorAll(selector).map((one) => one.textContent.trim());

test("templates escape values, and show sections for lists, objects and what is true", () => {
  const cases = [
    ["{{a}}", { a: "<b> & \"c\" 'd'" }, "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"],
    ["{{{a}}}", { a: "<b>" }, "<b>"],
    ["{{a}}|{{{a}}}|{{b}}", { a: null }, "||"],
    ["{{ a }}{{ zero }}", { a: 1, zero: 0 }, "10"],
    ["{{#a}}yes{{/a}}{{^a}}no{{/a}}", { a: false }, "no"],
    ["{{#a}}yes{{/a}}{{^a}}no{{/a}}", { a: null }, "no"],
    ["{{#a}}yes{{/a}}{{^a}}no{{/a}}", { a: [] }, "no"],
    ["{{#a}}yes{{/a}}{{^a}}no{{/a}}", { a: 0 }, "yes"],
    ["{{#a}}yes{{/a}}{{^a}}no{{/a}}", { a: "" }, "yes"],
    ["{{#a}}{{b}}{{c}};{{/a}}", { a: [{ b: 1 }, { b: 2, c: 4 }], c: 3 }, "13;24;"],
    ["{{#a}}{{b}}{{/a}}", { a: { b: 1 } }, "1"],
    ["{{#a}}{{#b}}{{.}}{{^last()}}, {{/last()}}{{/b}}{{/a}}", { a: { b: ["x", "<"] } }, "x, &lt;"],
    ["{{#empty(a)}}none{{/empty(a)}}{{^empty(a)}}some{{/empty(a)}}", { a: [] }, "none"],
    ["{{#empty(a)}}none{{/empty(a)}}{{^empty(a)}}some{{/empty(a)}}", {}, "none"],
    ["{{#empty(a)}}none{{/empty(a)}}{{^empty(a)}}some{{/empty(a)}}", { a: "b" }, "some"],
    ["{{#a}}{{> other}}{{/a}}", { a: [{ b: 1 }, { b: 2 }] }, "(1)(2)"],
    ["{{toString}}{{constructor}}", {}, ""],
  ];
  assert.deepEqual(cases.map(([text, context]) =>
    [text, context, mustacheOf({ one: text, other: "({{b}})" }).render("one", context)]), cases);
});

test("packed parts of every length are read back", async () => {
  for (let length = 0; length < 20; length += 1) {
    const text = Array.from({ length }, (_, index) =>
      String.fromCharCode(40 + index * 7 % 80)).join("");
    const parts = run(new Window(bare + pack("words", { "a b": { text } })), "page.js")("Parts");
    assert.equal((await parts.context("a b")).text, text);
  }
});

test("objects of a list are packed as columns, lists of lists by their lengths", async () => {
  const columns = {
    plain: [[1, [2]], { "a": 3 }],
    objects: { "": ["name", "more"], "v": [["x", "y"], [[1], null]] },
    lists: { "#": [2, 0, 1], "v": { "": ["n"], "v": [[1, 2, 3]] } },
    numbers: { "|": [2, 0, 1], "v": [" #![]^ ^!~`zouw3aen_aen_ae>~", "|[} ^^ ^^#~"] },
  };
  const window = new Window(bare + render("pack", { template: "words", parts: "0 1 2",
    letters: packed(JSON.stringify(columns)) }));
  const parts = run(window, "page.js")("Parts");
  const found = [];
  for (const name of ["0", "1", "2"]) found.push(structuredClone(await parts.context(name)));
  assert.deepEqual(found, [
    { plain: [1, [2]], objects: { name: "x", more: [1] }, lists: [{ n: 1 }, { n: 2 }],
      numbers: [[0, 1, -1, 29, -30, 30, -31], [959, 960, 990, 991]] },
    { plain: { a: 3 }, objects: { name: "y", more: null }, lists: [], numbers: [] },
    { plain: undefined, objects: undefined, lists: [{ n: 3 }],
      numbers: [[123456789, -4503599627370495]] },
  ]);
});

/* The list of scenarios. */

const row = (title, values, more = {}) => ({ anchor: `/A/${title}`, title, kind: "good",
  cells: values.map((value) => value === false ? "-" : String(value)), values, folder: "A",
  search: title, states: ["passed"], tags: [], ...more });
const rows = [
  row("pan across europe", [5, -3], { tags: ["slow", "big"] }),
  row("select a cluster", [20, false], { folder: "B", states: ["failed", "changed"] }),
  row("pan near the edge", [false, -1], { states: ["passed", "canary"], tags: ["big"] }),
  row("edge of the map", [10, -2]),
];
const states = ["passed", "failed", "canary", "changed"].map((name) => ({ name, count: 1 }));
const list = { front: { sessionCount: 4, states, folderNames: ["A", "B"],
  tags: ["slow", "big"],
  cellTitles: [{ index: "0", title: "time" }, { index: "1", title: "views" }],
  folders: [{ name: "A", files: [{ isSingle: true, rows }] }] },
parts: { list: { list: { rows } } } };

/* Sets fields of the form; returns the titles that are found. */
async function choose({ window, document }, fields) {
  const form = document.getElementById("find");
  for (const [name, value] of Object.entries(fields)) {
    form.elements[name].value = value;
  }
  fire(form, "input");
  await window.settled();
  return texts(document.getElementById("found"), "a");
}

test("the list is searched, filtered and sorted", async () => {
  const page = await open(list);
  const [pan, select, near, edge] = rows.map(({ title }) => title);
  const nothing = { text: "", state: "", folder: "", tag: "", sort: "" };
  const cases = [
    [{ text: "pan" }, [pan, near]],
    [{ text: "  EDGE  near " }, [near]],
    [{ text: "edge nowhere" }, []],
    [{ state: "changed" }, [select]],
    [{ state: "passed", text: "edge" }, [near, edge]],
    [{ folder: "B" }, [select]],
    [{ tag: "big" }, [pan, near]],
    [{ tag: "big", text: "europe", folder: "A" }, [pan]],
    [{ sort: "0" }, [select, edge, pan, near]],
    [{ sort: "1" }, [near, edge, pan, select]],
    [{ sort: "0", tag: "big" }, [pan, near]],
  ];
  for (const [fields, titles] of cases) {
    assert.deepEqual(await choose(page, { ...nothing, ...fields }), titles, JSON.stringify(fields));
    assert.equal(page.document.querySelector("#find output").textContent,
      `${titles.length} of 4 sessions`);
  }
});

test("a found row links to its scenario and shows its numbers", async () => {
  const page = await open(list);
  await choose(page, { text: "cluster" });
  const [found] = page.document.getElementById("found").children;
  assert.equal(found.querySelector("a").href, "#/A/select a cluster");
  assert.deepEqual(texts(found, "span"), ["20", "-"]);
});

test("the folders stand where nothing is asked for, and after a reset", async () => {
  const page = await open(list);
  const { document } = page;
  const isWhole = () => [document.getElementById("folders").hidden,
    document.getElementById("found").hidden, document.querySelector("#find output").textContent];
  assert.equal(document.getElementById("find").hidden, false);
  assert.deepEqual(isWhole(), [false, true, ""]);
  await choose(page, { text: "pan" });
  assert.deepEqual(isWhole(), [true, false, "2 of 4 sessions"]);
  await choose(page, { text: "  " });
  assert.deepEqual(isWhole(), [false, true, ""]);
  await choose(page, { tag: "slow" });
  document.querySelector("#find [name=tag]").value = "";
  fire(document.getElementById("find"), "reset");
  assert.deepEqual(isWhole(), [false, true, ""]);
  assert(fire(document.getElementById("find"), "submit"), "the form is sent");
});

test("of very many rows the first 200 are shown", async () => {
  const many = Array.from({ length: 201 }, (_, index) => row(`pan ${index}`, [index]));
  const page = await open({ parts: { list: { list: { rows: many } } } });
  const found = await choose(page, { text: "pan" });
  assert.deepEqual([found.length, found.at(-1)], [200, "pan 199"]);
  assert.equal(page.document.querySelector("#find output").textContent,
    "201 of 201 sessions, the first 200 shown");
  assert.equal((await choose(page, { text: "pan 200" })).length, 1);
});

test("a button copies the command in front of it, and says so", async () => {
  for (const search of [[], [{}]]) {
    const { window, document } = await open({ front: { command: "mapreplay run 'a<b'", search } });
    const buttons = document.querySelectorAll("button.copy");
    assert.equal(buttons.length, 1);
    const [button] = buttons;
    fire(button.parentElement, "click");
    assert.deepEqual([window.copied, button.textContent], [undefined, "copy"]);
    fire(button, "click");
    assert.deepEqual([window.copied, button.textContent], ["mapreplay run 'a<b'", "copied"]);
  }
});

test("a part of the front is drawn when it is unfolded, once", async () => {
  const words = [{ group: "Views", metrics: [{ name: "made", help: "<new>" }] }];
  const { window, document } = await open({ parts: { words: { words: { words } } } });
  const details = document.querySelector("details[data-part=words]");
  const toggle = async (isOpen) => {
    details.open = isOpen;
    fire(details, "toggle");
    await window.settled();
    return texts(details, "li");
  };
  assert.deepEqual(await toggle(false), []);
  assert.deepEqual(await toggle(true), ["made <new>"]);
  await toggle(false);
  assert.deepEqual(await toggle(true), ["made <new>"]);
});

test("the variants of a scenario unfold, for readers with scripts", async () => {
  const files = [{ isSingle: false, kind: "good fold", name: "pan", count: "2 variants",
    rows: [row("one", [1]), row("two", [2])] }];
  const { document } = await open({ front: { folders: [{ name: "A", files }] } });
  const details = document.querySelector(".fold > details");
  assert.deepEqual(texts(details, "a"), []);
  for (let times = 0; times < 2; times += 1) {
    fire(details, "toggle");
    assert.deepEqual(texts(details, "a"), ["one", "two"]);
  }
});

/* Addresses. */

/* The columns of a session's scene; PlayerSection writes them. */
const scene = { title: "Pan <b>", name: "one", unit: 32, length: 10e9, period: 20e6, opens: 4e9,
  end: -1, margin: 0.25, layers: ["shops"], overlays: [], bars: [[10_000, 0, 20_000, 5_000]],
  sizes: [[0], [100_000], [200_000]],
  camera: [[0, 1e9], [50, 10], [60, -20], [2e6, 3e6], [0, 90_000]],
  looks: [[16e6], [0], [2], [-8_000], [-16_000], [16_000], [16_500]],
  views: [[16e6, 100e6, 0], [0, 1, -1], [0, 1, -1], [7, 0, 2], [0, 0, 0], [1, 5, 1], [16, 14, 1],
    [1, 0, 0]],
  places: [[50, 10], [60, 5]], ends: [[116e6, -116e6 - 1]],
  grids: [[1e9, 1e9], [1, 0], [10, 1], [20, 2], [3, 4], [3, 3], [4, 4]], callouts: [[]],
  shapes: [[], [], [], [], [], []], taps: [[2e9], [30_000], [40_000]],
  points: [[0, 0], [7, 1], [8, 1]],
  kept: [[]], rests: [[]], pool: [[16e6, 1e9], [2, 1], [1, -1]],
  steps: [[1e9, 3e9], [2e9, -1], [0, 1]], lines: [[12, 14]], labels: ["pan", "wait"],
  touches: [[1e9, 1e9, 1e9], [5e8, 0, -1], [0, 4, 1]], hitches: [[2e9], [7e6], [1], [0]],
  events: [[1e9, 0, 0, 3e9, 0, 1, 1e9, 8, 2]], texts: ["pan", "wait", "expectation broken: views"],
  moments: [[2e9, 5e9]], momentTitles: ["before", "after"] };

const scenario = (title, more = {}) => ({ title, outcome: "passed", isGood: true, charts: [],
  ...more });
const steps = [{ title: "Steps", columns: [], rows: [{ id: "step-1", name: "pan", cells: [] },
  { id: "step-2", name: "wait", cells: [] }] }];
const sessions = {
  scenario: {
    "/A/pan": scenario("Pan"),
    "/A/steps": scenario("Steps", { steps }),
    "/A/two.one": scenario("First"), "/A/two.two": scenario("Second"),
    "/A/50 %": scenario("Percent"),
    "/A/play": scenario("Play", { steps, sessionPlayer: "player /A/play",
      rivals: [{ part: "player /A/other", title: "the other" }],
      whys: [{ moments: "2000000000 5000000000", momentTitles: "the first offence|the worst" }],
      traceCommand: "mapreplay export",
      charts: [{ kind: "stacked", title: "Chart", note: "", unit: "count", place: "step",
        ticks: [0, 1, 2], steps: [0, 6],
        series: [{ kind: "wait", name: "views", values: [1, 2] }] }] }),
    "/A/other": scenario("Other"),
    "/A/later": scenario("Later", { sessionPlayer: "player /A/later" }),
    "/A/variants": scenario("Variants", { variantsPart: "variants" }),
  },
  words: { variants: { words: [{ group: "Variants", metrics: [] }] } },
  player: { "player /A/play": scene, "player /A/other": { ...scene, name: "two", length: 20e9 },
    "player /A/later": { ...scene, opens: 7e9, end: 8e9 } },
};

test("an address shows its scenario, its first variant or its step", async () => {
  const cases = [
    ["#/A/pan", "Pan", undefined], ["#A/pan", "Pan", undefined],
    ["#/A/two.two", "Second", undefined], ["#A/two", "First", undefined],
    ["#/A/50%20%25", "Percent", undefined],
    ["#/A/50 %", "Percent", undefined], ["#/A/steps", "Steps", undefined],
    ["#/A/steps/2", "Steps", "step-2"], ["#A/two/1", "First", undefined],
  ];
  for (const [hash, title, step] of cases) {
    const { session, front, lost, document } = await open({ parts: sessions, hash });
    assert.deepEqual([hash, session.querySelector("h2").textContent, front.hidden, session.hidden],
      [hash, `passed ${title}`, true, false]);
    assert.equal(document.title, `passed ${title}: MapReplay: 2 of 3 passed`);
    assert.equal(session.querySelector(".target")?.id, step);
    assert.equal(lost.textContent, "");
  }
});

test("an address that is none says so on the front", async () => {
  for (const [hash, name] of [["#/B/pan", "/B/pan"], ["#A/pan/x", "A/pan/x"], ["#/A/%", "/A/%"],
    ["#/", "/"], ["#/A/no%20one/3", "/A/no one/3"]]) {
    const { session, front, lost } = await open({ parts: sessions, hash });
    assert.equal(lost.textContent, `There is no scenario ${name} in this run.`);
    assert.deepEqual([front.hidden, session.hidden], [false, true]);
  }
  for (const hash of ["", "#", "#scenarios"]) {
    assert.equal((await open({ parts: sessions, hash })).lost.textContent, "");
  }
});

test("a way back leads to where the reader was, under the title of the page", async () => {
  const { window, document, session, front, go } = await open({ parts: sessions });
  window.scrollY = 300;
  await go("#/A/pan");
  assert.equal(window.scrollY, 0);
  assert(document.activeElement === session.querySelector("h2"), "the title has no focus");
  await go("#/A/two.one");
  await go("");
  assert.deepEqual([session.hidden, front.hidden, window.scrollY], [true, false, 300]);
  assert.equal(document.title, "MapReplay: 2 of 3 passed");
  await go("#/A/pan");
  fire(document, "keydown", { key: "a" });
  assert.equal(session.hidden, false);
  fire(document, "keydown", { key: "Escape" });
  await window.settled();
  assert.deepEqual([session.hidden, window.hash], [true, "#?"]);
  window.hash = "";
  fire(document, "keydown", { key: "Escape" });
  assert.equal(window.hash, "");
});

test("a scenario that comes late does not take the place of a later one", async () => {
  const page = await open({ parts: sessions });
  page.window.hash = "#/A/two.one";
  await page.go("#/A/pan");
  assert.equal(page.session.querySelector("h2").textContent, "passed Pan");
  page.window.hash = "#/A/variants";
  await page.go("#scenarios");
  assert.equal(page.session.hidden, true);
  await page.go("#/A/variants");
  assert.deepEqual(texts(page.session, "h3.heading"), ["Variants"]);
});

/* Waits until a session is on the page, although its player is still being unpacked. */
async function untilShown({ session }, title) {
  while (session.querySelector("h2")?.textContent !== `passed ${title}`) {
    await new Promise(setImmediate);
  }
}

test("a way back that comes before the player leads to the front", async () => {
  const page = await open({ parts: sessions });
  page.window.scrollY = 300;
  page.window.hash = "#/A/play/1";
  await untilShown(page, "Play");
  await page.go("#nowhere");
  page.window.scrollY = 300;
  await page.go("");
  assert.deepEqual([page.session.hidden, page.document.title, page.window.scrollY],
    [true, "MapReplay: 2 of 3 passed", 300]);
});

test("a step that is asked for before the player comes is shown", async () => {
  const page = await open({ parts: sessions });
  page.window.hash = "#/A/play/1";
  await untilShown(page, "Play");
  await page.go("#/A/play/2");
  page.window.frame();
  assert.deepEqual([clock(page.session), page.session.querySelector(".target").id],
    ["4.000 s of 10 s", "step-2"]);
});

test("a player that comes late does not take the place of a later one", async () => {
  const page = await open({ parts: sessions });
  page.window.hash = "#/A/play/1";
  await untilShown(page, "Play");
  await page.go("#/A/later");
  page.window.frame();
  assert.deepEqual([clock(page.session), page.session.querySelectorAll(".target").length],
    ["7.000 s of 10 s", 0]);
  await page.go("#/A/play");
  const beside = page.session.querySelector(".beside select");
  beside.value = "player /A/other";
  fire(beside, "change");
  await page.go("#/A/later");
  page.window.frame();
  assert.equal(clock(page.session), "7.000 s of 10 s");
});

test("each step has a link to itself, and an address marks one step at a time", async () => {
  const { session, document, go } = await open({ parts: sessions, hash: "#/A/steps" });
  const links = () => session.querySelectorAll("th a").map((link) => [link.href, link.textContent]);
  assert.deepEqual(links(), [["#/A/steps/1", "1"], ["#/A/steps/2", "2"]]);
  await go("#/A/steps/1");
  assert.equal(document.scrolledTo.id, "step-1");
  await go("#/A/steps/2");
  assert.deepEqual(session.querySelectorAll(".target").map(({ id }) => id), ["step-2"]);
  await go("#/A/steps");
  assert.equal(session.querySelectorAll(".target").length, 0);
  assert.equal(links().length, 2);
});

test("what is asked of the list is an address, which asks for it again", async () => {
  const first = await open(list);
  await choose(first, { text: "pan", tag: "big" });
  assert.equal(first.window.hash, "#?text=pan&tag=big");
  await choose(first, { text: "", tag: "", state: "failed" });
  assert.equal(first.window.hash, "#?state=failed");
  const { document, go } = await open({ ...list, hash: "#?state=canary&sort=0" });
  const found = () => texts(document.getElementById("found"), "a");
  assert.deepEqual(found(), ["pan near the edge"]);
  assert.equal(document.scrolledTo.id, "find");
  await go("#?tag=slow");
  assert.deepEqual(found(), ["pan across europe"]);
  await go("#?text=nowhere");
  assert.deepEqual([document.getElementById("nothing").hidden,
    document.getElementById("found").hidden], [false, true]);
  await go("#?");
  assert.deepEqual([document.getElementById("nothing").hidden,
    document.getElementById("folders").hidden], [true, false]);
});

test("a session has ways to its neighbors and back, as the list stands", async () => {
  const all = ["pan", "steps", "two.one"].map((name) => row(name, [1], { anchor: `/A/${name}` }));
  const { window, document, session, go } = await open({ front: list.front,
    parts: { ...sessions, list: { list: { rows: all } } } });
  const ways = () => session.querySelectorAll(".back a").map((link) => link.href);
  await go("#/A/steps");
  assert.deepEqual(ways(), ["#?", "#/A/pan", "#/A/two.one"]);
  assert(session.querySelector(".back").textContent.trim().endsWith("2 of 9"));
  await go("#?");
  await choose({ window, document }, { text: "t" });
  await go("#/A/steps");
  assert.deepEqual(ways(), ["#?text=t", "#/A/two.one"]);
  // Escape in a field to search in empties it, and leads back from anywhere else.
  const search = document.querySelector("#find [type=search]");
  fire(search, "keydown", { key: "Escape" });
  assert.equal(session.hidden, false);
  // Nor does it lead back from a player that has a use for it.
  fire(document, "keydown", { key: "Escape", target: document.body, defaultPrevented: true });
  await window.settled();
  assert.equal(session.hidden, false);
  fire(document, "keydown", { key: "Escape", target: document.body });
  await window.settled();
  assert.deepEqual([session.hidden, window.hash], [true, "#?text=t"]);
});

test("the address of a moment shows the map at its time", async () => {
  for (const [hash, time] of [["#/A/play@2.5s", "2.500 s of 10 s"],
    ["#A/play@3s", "3.000 s of 10 s"], ["#/A/play@99s", "10.000 s of 10 s"]]) {
    const { window, document, session } = await open({ parts: sessions, hash });
    window.frame();
    assert.equal(clock(session), time);
    assert(document.scrolledTo.dataset.player, "the map is not shown");
  }
  const { session, window } = await open({ parts: sessions, hash: "#/A/play@2.5s" });
  window.frame();
  assert.equal(session.querySelector(".mp-link").href, "#/A/play@2.5s");
  assert.equal((await open({ parts: sessions, hash: "#/A/play@x" })).session.hidden, true);
});

test("sections fold below the player, and remember what a click unfolds", async () => {
  const { window, session, go } = await open({ parts: sessions, hash: "#/A/play" });
  const sectionsOf = () => session.querySelectorAll(".section").map((section) =>
    [section.querySelector("h3").textContent, section.open]);
  const first = sectionsOf();
  const why = "Why did it fail?";
  assert.deepEqual(first.find(([title]) => title === why), [why, true]);
  assert.deepEqual(first.find(([title]) => title === "Steps"), ["Steps", false]);
  assert.deepEqual(texts(session, ".contents button"), first.map(([title]) => title));
  assert.equal(window.kept.size, 0);
  fire(session.querySelectorAll(".contents button").find((one) => one.textContent === "Steps"),
    "click");
  await go("#/A/later");
  await go("#/A/play");
  assert.deepEqual(sectionsOf().find(([title]) => title === "Steps"), ["Steps", true]);
  const numbers = session.querySelectorAll(".section").find((one) =>
    one.querySelector("h3").textContent === "Numbers");
  fire(numbers.querySelector("summary"), "click");
  assert.deepEqual(JSON.parse(window.kept.get("mapreplay sections")),
    { Steps: true, Numbers: true });
});

test("a title of a column sorts its table, down, up and as it was", async () => {
  const rows = ["9 µs", "1,000 ms", "-", "2 s", "3 ms"].map((text, index) =>
    ({ id: `step-${index + 1}`, name: `step ${index}`, cells: [{ text, attributes: "" }] }));
  const one = scenario("Sorted",
    { steps: [{ title: "Steps", columns: [{ title: "time" }], rows }] });
  const { session } = await open({ parts: { scenario: { "/A/one": one } }, hash: "#/A/one" });
  const head = session.querySelectorAll("thead th")[1];
  const order = () => session.querySelectorAll("tbody tr").map((row) =>
    row.children[1].textContent.trim());
  const written = order();
  const orders = [0, 1, 2].map(() => {
    fire(head.querySelector("button"), "click");
    return [head.getAttribute("aria-sort"), order().join(" | ")];
  });
  assert.deepEqual(orders, [["descending", "2 s | 1,000 ms | 3 ms | 9 µs | -"],
    ["ascending", "9 µs | 3 ms | 1,000 ms | 2 s | -"], [null, written.join(" | ")]]);
});

test("a table that is wider than its place can be reached by keys", async () => {
  const { window, session } = await open({ parts: sessions, hash: "#/A/steps" });
  const box = session.querySelector(".scroll");
  assert.equal(box.tabIndex, undefined);
  box.scrollWidth = 2000;
  fire(window.document, "resize");
  assert.deepEqual([box.tabIndex, box.getAttribute("role")], [0, "group"]);
});

test("a session is saved as a trace", async () => {
  const { window, session } = await open({ parts: sessions, hash: "#/A/play" });
  fire(session.querySelector(".trace"), "click");
  const { traceEvents } = JSON.parse(await window.saved.text());
  const spans = traceEvents.filter(({ ph }) => ph === "X").map(({ name, ts, dur }) =>
    [name, ts, dur]);
  assert.deepEqual(spans, [["pan", 1e6, 2e6], ["wait", 4e6, 6e6], ["touch", 1e6, 5e5],
    ["touch", 2e6, 0], ["touch", 3e6, 7e6], ["late", 2e6, 7e3]]);
  assert.equal(traceEvents.filter(({ ph }) => ph === "i").length, 3);
});

test("the picture of a failure leads to its moment", async () => {
  const failures = [{ title: "Play", anchor: "/A/play", reasons: [],
    picture: [{ player: "player /A/play", moment: "5000000000" }] }];
  const { window, document } = await open({ front: { failures }, parts: sessions });
  const still = document.querySelector(".failure .moments button");
  assert.equal(still.querySelector("b").textContent, "the worst moment");
  fire(still, "click");
  assert.equal(window.hash, "#/A/play@5s");
});

test("charts of a session name its steps as its table does", async () => {
  const { session } = await open({ parts: sessions, hash: "#/A/play" });
  const plot = session.querySelector(".plot");
  const words = [0, 900].map((clientX) => {
    fire(plot, "pointermove", { clientX });
    return session.querySelector(".read").textContent;
  });
  assert.deepEqual(words, ["step 1, pan: views 1", "step 7: views 2"]);
});

test("a click in a chart plays from there, and the chart shows where the player is", async () => {
  const { window, session } = await open({ parts: sessions, hash: "#/A/play@9s" });
  const cursor = session.querySelector(".cursor");
  window.frame();
  assert.equal(cursor.hidden, true, "no step of the chart is played then");
  fire(session.querySelector(".plot"), "click", { clientX: 0 });
  window.frame();
  assert.equal(clock(session), "1.000 s of 10 s");
  assert.deepEqual([cursor.hidden, cursor.style.left], [false, "calc((100% - 68px) * 0.125)"]);
  // The range of the player, which begins with the first step.
  const range = session.querySelector(".range");
  assert.equal(range.hidden, true);
  fire(session.querySelector(".mp"), "keydown", { key: "[" });
  window.frame();
  assert.deepEqual([range.hidden, range.style.left], [false, "calc((100% - 68px) * 0.035)"]);
});

/* The player on the page. */

const clock = (session) => session.querySelector(".mp-clock").textContent;

test("a session opens its player at its first offense, or at the step of the address", async () => {
  const page = await open({ parts: sessions, hash: "#/A/play" });
  page.window.frame();
  const isWhole = () => page.session.querySelector(".end").hidden;
  assert.deepEqual([clock(page.session), isWhole()], ["4.000 s of 10 s", true]);
  await page.go("#/A/play/1");
  page.window.frame();
  assert.equal(clock(page.session), "1.000 s of 10 s");
  assert(page.document.scrolledTo.dataset.player, "the address does not show the map");
  await page.go("#/A/later");
  page.window.frame();
  assert.deepEqual([clock(page.session), isWhole()], ["7.000 s of 10 s", false]);
  await page.go("#/A/play/2");
  page.window.frame();
  assert.equal(clock(page.session), "4.000 s of 10 s");
});

test("the player tells the criteria of a callout, which its session has", async () => {
  const callouts = [[0], [3], [50], [10], ...[-9, 0, 18, 9, -20, -9, 40, 8, -20, -9, 40, 8]
    .map((extent) => [extent * 1000]), [0], [0], [0], [0], [0], [1000]];
  const criteria = [{ sign: "✓", kind: "good", word: "C1 inside map kept: 0 pt" }];
  const { window, session } = await open({ hash: "#/A/play@5s", parts: { ...sessions,
    scenario: { ...sessions.scenario, "/A/play": { ...sessions.scenario["/A/play"],
      callouts: [{ number: 3, criteria, subject: "Gate (\"gate\" in places)" }] } },
    player: { ...sessions.player, "player /A/play": { ...scene, callouts,
      rests: [[0], [6e9], [1e9], [3], [14], [0]] } } } });
  window.frame();
  fire(session.querySelector(".mp"), "keydown", { key: "I" });
  window.frame();
  assert.match(session.querySelector(".mp-told").textContent,
    /^callout 3.*annotation14 Gate \("gate" in places\).*criteria✓ C1 inside map kept: 0 pt$/);
});

test("another variant plays beside the session, at the same time", async () => {
  const { window, session } = await open({ parts: sessions, hash: "#/A/play/1" });
  const beside = session.querySelector(".beside select");
  const choose = async (value) => {
    beside.value = value;
    fire(beside, "change");
    await window.settled();
    window.frame();
    return [...texts(session, ".mp-map b"), clock(session)];
  };
  assert.deepEqual(await choose("player /A/other"), ["one", "two", "1.000 s of 20 s"]);
  assert.deepEqual(await choose(""), ["Pan <b>", "1.000 s of 10 s"]);
});

test("a session as it was before plays at the left", async () => {
  const { window, session } = await open({ hash: "#/A/play/1", parts: { ...sessions,
    scenario: { ...sessions.scenario, "/A/play": { ...sessions.scenario["/A/play"],
      rivals: [{ part: "before A/play", title: "before", isChosen: true },
        { part: "player /A/other", title: "the other" }],
      changed: [{ title: "Changes since the earlier run", more: "", tables: [{ folded: "",
        oldTitle: "before", rows: [{ name: "views", part: "", old: "2", new: "3",
          difference: "+1", kind: "", word: "" }] }] }] } },
    player: { ...sessions.player, "before A/play": { ...scene, labels: ["old", "wait"] } } } });
  const beside = session.querySelector(".beside select");
  beside.value = "before A/play";
  fire(beside, "change");
  await window.settled();
  window.frame();
  assert.deepEqual([...texts(session, ".mp-map b"), clock(session)],
    ["before", "now", "1.000 s of 10 s"]);
  assert.equal(texts(session, ".mp-now")[0], "step 1, 1 of 2 played: pan");
  assert(texts(session, "th").includes("before"), "the table does not say which value is older");
});

test("moments lead to their times, and stand beside failures too", async () => {
  const { window, document, session } = await open({ parts: sessions, hash: "#/A/play" });
  const moments = session.querySelector(".player .moments").children;
  assert.deepEqual(moments.map((one) => texts(one, "b")[0]), ["before", "after"]);
  fire(moments[1], "click");
  window.frame();
  assert.equal(clock(session), "5.000 s of 10 s");
  assert(document.scrolledTo.dataset.player, "a moment does not show the map");
  const offenses = session.querySelector("[data-moments]").children;
  assert.deepEqual(offenses.map((one) => texts(one, "b")[0]), ["the first offence", "the worst"]);
  fire(offenses[0], "click");
  window.frame();
  assert.equal(clock(session), "2.000 s of 10 s");
});

test("the way back pauses the player", async () => {
  const { window, session, go } = await open({ parts: sessions, hash: "#/A/play" });
  fire(session.querySelector(".mp-bar").children[2], "click");
  window.frame();
  await go("");
  window.frame();
  assert.equal(window.frame(), false);
});

/* Recordings. */

const recordingOf = (part, names) =>
  structuredClone(run(new Window(bare), "page.js")("recordingOf")({ ...scene, ...part }, names));

test("a recording has its columns as rows, in seconds, points and map points", () => {
  const names = { ids: ["7"], titles: ["Seven"] };
  const recording = recordingOf({}, names);
  const seven = { id: "7", title: "Seven" };
  const expected = {
    title: "Pan <b>", name: "one", opens: 4e9, end: -1, length: 10e9, framePeriod: 20e6,
    margin: 0.25, layers: ["shops"], overlays: [],
    bars: { top: 10, left: 0, bottom: 20, right: 5 },
    size: [[0, 100, 200]],
    camera: [[0, 100, 120, 2, 0], [1e9, 120, 80, 3, 90]],
    views: [[16e6, 116e6, 100, 120, -8, -16, 16, 16.5, 0, 2, 1, 4, 0, 7, seven],
      [116e6, -1, 120, 130, -8, -16, 16, 16.5, 0, 2, 5, 10, 1, 7, undefined],
      [116e6, 116e6, 100, 120, -8, -16, 16, 16.5, 0, 2, 1, 1, 0, 9, seven]],
    pool: [[16e6, 2, 1], [1016e6, 3, 0]],
    grids: [[1e9, 1, 20, 40, 6, 3, 4], [2e9, 0, 22, 44, 8, 3, 4]],
    callouts: [], shapes: [], opened: [],
    events: [[1e9, 0, "step", "pan"], [4e9, 0, "step", "wait"],
      [5e9, 0, "fail", "expectation broken: views"]],
    steps: [[1e9, 3e9, 0, 12, "pan"], [4e9, -1, 1, 14, "wait"]],
    touches: [[1e9, 1.5e9, 0, null, null], [2e9, 2e9, 4, 30, 40], [3e9, 10e9, 1, null, null]],
    hitches: [[2e9, 7e6]], failures: [[5e9, "expectation broken: views"]],
    points: [[14, 16], [16, 18]],
    moments: [{ time: 2e9, title: "before" }, { time: 5e9, title: "after" }],
    source: [], broken: [],
  };
  assert.deepEqual(recording, expected);
});

/* The changes are those that the page's own test writes. */
test("views have the names of their places until those change", () => {
  const [places, changes, counts] = [[0, 1, 0, 0, 1, 1], [1, 1, 0, -1, 0, -2], [1, 1, 1, 1, 2, 1]];
  const zeros = places.map(() => 0);
  const ways = places.map((place, row) => place - (places[row - 1] ?? 0));
  const views = [zeros, zeros, ways, zeros, zeros, counts, zeros, changes];
  const found = recordingOf({ views }, { ids: ["a", "b"], titles: ["", "B"] }).views
    .map((row) => row[14]?.id);
  assert.deepEqual(found, ["a", "b", "a", "b", undefined, "a"]);
});

test("a recording has the lines of its file, and what failed in them", () => {
  const { source, broken } = recordingOf({ source: "a: 1\n\nb: 2",
    broken: [{ line: 3, text: "c" }] });
  assert.deepEqual([source, broken], [["a: 1", "", "b: 2"], [{ line: 3, text: "c" }]]);
});

test("a step may take no time, or not end", () => {
  const steps = recordingOf({ steps: [[1e9, 0, 1e9], [0, 5, -1], [0, 1, 1]], lines: [[7, 8, 9]],
    labels: ["a", "b", "c"] }).steps;
  assert.deepEqual(steps,
    [[1e9, 1e9, 0, 7, "a"], [1e9, 1e9 + 5, 1, 8, "b"], [2e9, -1, 2, 9, "c"]]);
});

test("shapes of one time are one row, each with its points", () => {
  assert.deepEqual(recordingOf({ shapes: [[0, 0, 0, 1e9, 1e9], [0, 0, 1, 0, -1], [2, 2, 0, 1, 0],
    [0, 1, 0, 0, 0], [5, 1, 4, 0, 0], [6, 1, 3, 0, 0]] }).shapes, [
    [0, [[0, 2, [10, 12, 12, 14]], [1, 0, [20, 20]]]], [1e9, [[0, 1, [20, 20]]]], [2e9, []]]);
});

test("a callout moves, rests, and is kept or broken from some time on", () => {
  // Callout 0 opens at 1 s, and closes at 9 s.
  const callouts = [[1e9, 8e9], [0, -1], [5, 1], [6, 2],
    ...[-1, -2, 3, 4, -5, -6, 7, 8, -9, -10, 11, 12].map((extent) => [extent * 1000, 0]), [2, 0],
    [0, 0], [0, 0], [0, 0], [1, 0], [500, 0]];
  const states = (kept, ...rests) => {
    const found = recordingOf({ callouts, kept: [kept], rests }).callouts;
    assert.deepEqual(found[0].slice(2),
      [0, 10, 12, -1, -2, 3, 4, -5, -6, 7, 8, -9, -10, 11, 12, 2, 1, 0.5]);
    assert.deepEqual(found.at(-1).slice(0, 5), [9e9, 0, -1, 12, 16]);
    return found.slice(0, -1).map(([time, state]) => [time / 1e9, state]);
  };
  const rest = (after, isInterrupted = 0) => [[1e9], [6e9], [after], [0], [0], [isInterrupted]];
  const rests = [[1e9, 1e9], [6e9, -1], [3e9, -1], [0, 1], [14, 9], [0, 0]];
  assert.deepEqual(recordingOf({ rests })
    .opened, [[0, 1e9, 7e9, 14], [1, 2e9, -1, 9]]);
  assert.deepEqual(states([0, 2, 0], ...rest(3e9)), [[1, 1], [4, 2]]);
  assert.deepEqual(states([0, 2, 0], ...rest(0)), [[1, 2]]);
  assert.deepEqual(states([0, 2, 0], ...rest(-1)), [[1, 1]]);
  assert.deepEqual(states([0, 2, 0], []), [[1, 1]]);
  assert.deepEqual(states([0, 3, 2e9], ...rest(3e9)), [[1, 1], [4, 3]]);
  assert.deepEqual(states([0, 3, 6e9], ...rest(3e9)), [[1, 1], [4, 2], [6, 3]]);
  assert.deepEqual(states([0, 3, 6e9], ...rest(3e9, 1)), [[1, 1], [4, 1], [6, 3]]);
  assert.deepEqual(states([0, 3, 9.5e9], ...rest(3e9)), [[1, 1], [4, 2]]);
  assert.deepEqual(states([4, 3, 6e9], ...rest(3e9)), [[1, 1], [4, 1]]);
});

requireLines("page.js");
