/* The player: its pictures and words at a time, and its controls. */

import assert from "node:assert/strict";
import test from "node:test";
import { drawn, fire, Window } from "./Support/dom.mjs";
import { requireLines, run, webFile } from "./Support/scripts.mjs";

const WORLD = 268435456;
const PIN = 1, MARKER = 2, USER_DOT = 3, CALLOUT_VIEW = 4;
/* A session of 10 s on a map of 100 by 200 points, at one map point per point. The player adds a
   margin of 5 % on each side, its least. */
const still = { title: "Map", length: 10e9, framePeriod: 20e6, margin: 0, layers: ["shops"],
  size: [[0, 100, 200]], camera: [[0, 1000, 1000, 1, 0]], pool: [], grids: [], callouts: [],
  shapes: [], events: [], steps: [], touches: [], hitches: [], failures: [], points: [] };
const steps = [[1e9, 3e9, 0, 12, "pan"], [3e9, 5e9, 1, 13, "mark"], [3e9, 5e9, 2, 14, "zoom"],
  [8e9, -1, 4, 16, "wait"]];
const events = [[1e9, 0, "step", "pan"], [2e9, 0, "map", "region will change"],
  [3e9, 0, "step", "mark"], [3e9, 0, "step", "zoom"], [4e9, 0, "fail", "<b>"],
  [8e9, 0, "step", "wait"]];

/* A view of 20 by 20 points, with its place in the middle of its lower edge. */
const view = ({ start = 0, end = -1, x = 1000, y = 1000, extent = [-10, -20, 20, 20], layer = 0,
  kind = 0, count = 1, flags = 0, origin = 0, number = 0 } = {}) =>
  [start, end, x, y, ...extent, layer, kind, count, flags, origin, number];

/* An open callout with its bubble above its place. */
const callout = ({ start = 0, state = 2, number = 0, x = 1000, y = 1000, pin = [0, 0, 0, 0],
  bubble = [-30, -40, 60, 30], contain = [-35, -45, 70, 45], kind = 0, up = 0, growth = 1 } = {}) =>
  [start, state, number, x, y, ...pin, ...bubble, ...contain, kind, up, growth];

function open(recordings, options, window = new Window("<div id=\"host\"></div>")) {
  const { document } = window;
  const host = document.getElementById("host");
  const script = run(window, "player.js")("MapPlayer");
  const player = script.mount(host, recordings.map((one) => ({ ...still, ...one })), options);
  window.frame();
  const find = (selector) => host.querySelector(selector);
  return { window, document, host, script, player, find, map: find(".mp-map canvas"),
    maps: host.querySelectorAll(".mp-map canvas"),
    texts: (selector) => host.querySelectorAll(selector).map((one) => one.textContent),
    at: (seconds) => {
      player.seek(seconds * 1e9);
      window.frame();
    },
    press: (key, target = find(".mp"), more = {}) => {
      const isTaken = fire(target, "keydown", { key, ...more });
      window.frame();
      return isTaken;
    },
    click: (element) => {
      fire(element, "click");
      window.frame();
    },
    choose: (element, value) => {
      if (typeof value === "boolean") element.checked = value; else element.value = value;
      fire(element, "change");
      window.frame();
    },
    isPlaying: () => host.querySelectorAll("button").some((one) => one.textContent === "Pause"),
    button: (name) => host.querySelectorAll("button")
      .find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name),
    switchOf: (name) => host.querySelectorAll(".mp-layers label")
      .find((one) => one.textContent.startsWith(name)).children[0],
  };
}

/* The upper left corners of the views' pictures on a canvas. */
const placesOf = (canvas) => drawn(canvas, "drawImage").map(({ args: [, x, y] }) => [x, y]);
const picturesOf = (canvas) =>
  drawn(canvas, "drawImage").map(({ args: [image] }) => image.getContext().calls);
const named = (calls, name) => calls.filter((call) => call.name === name);
const textsOn = (canvas) => drawn(canvas, "fillText").map(({ args: [text] }) => text);
/* Calls as texts: the method, and its arguments rounded to two digits. */
const wordsOf = (calls) => calls.map(({ name, args }) =>
  [name, ...args.map((one) => typeof one === "number" ? +one.toFixed(2) : one)].join(" "));
const fillsOf = (canvas, color) =>
  drawn(canvas, "fill").filter(({ fill, alpha }) => fill === color && alpha < 1);

/* The corner of a view's picture whose place is in the middle of the canvas of 110 by 220 pixels:
   the picture reaches 12 pixels to the left of the place, and 22 above it. */
const MIDDLE = [43, 88];

test("the map is where the camera is, on straight ways between what is recorded", () => {
  const cases = [
    ["before the first row", [[2e9, 1010, 1000, 1, 0], [4e9, 1000, 1000, 1, 0]], 1, [-10, 0]],
    ["at a row", [[0, 1000, 1000, 1, 0], [2e9, 1020, 960, 1, 0]], 2, [-20, 40]],
    ["between rows", [[0, 1000, 1000, 1, 0], [4e9, 1020, 960, 1, 0]], 1, [-5, 10]],
    ["after the last row", [[0, 1000, 1000, 1, 0], [2e9, 1020, 960, 1, 0]], 9, [-20, 40]],
    ["far away", [[0, 960, 980, 2, 0]], 0, [20, 10]],
    ["zooming", [[0, 960, 1000, 1, 0], [2e9, 960, 1000, 3, 0]], 1, [20, 0]],
    ["turned to the east", [[0, 960, 1000, 1, 90]], 0, [0, -40]],
    ["turning the short way", [[0, 960, 1000, 1, 350], [2e9, 960, 1000, 1, 10]], 1, [40, 0]],
    ["without a scale", [[0, 990, 1000, 0, NaN]], 0, [10, 0]],
  ];
  for (const [name, camera, time, [right, down]] of cases) {
    const { at, map } = open([{ camera, views: [view()] }]);
    at(time);
    assert.deepEqual([name, ...placesOf(map)], [name, [MIDDLE[0] + right, MIDDLE[1] + down]]);
  }
});

test("a place has a copy on either side of the date line", () => {
  for (const [camera, time, right] of [
    [[[0, WORLD - 5, 1000, 1, 0]], 0, 15], [[[0, 15, 1000, 1, 0]], 0, -5],
    [[[0, WORLD - 10, 1000, 1, 0], [2e9, 10, 1000, 1, 0]], 1, 10],
  ]) {
    const { at, map } = open([{ camera, views: [view({ x: 10 })] }]);
    at(time);
    assert.deepEqual(placesOf(map), [[MIDDLE[0] + right, MIDDLE[1]]]);
  }
});

test("views are drawn from their start until their end, those that are selected last", () => {
  const { at, map, find } = open([{ views: [view({ start: 1e9, end: 3e9 }),
    view({ start: 1e9, flags: 2, x: 1001 }), view({ start: 1e9, x: 1002 }),
    view({ start: 2e9, x: 5000 })] }]);
  const shown = [0, 1, 2.999, 3].map((seconds) => {
    at(seconds);
    return [...placesOf(map).map(([x]) => x - MIDDLE[0]), find("figcaption span").textContent];
  });
  // The view far away is counted, but not drawn.
  assert.deepEqual(shown, [["0 views, 0 clusters"], [0, 2, 1, "3 views, 0 clusters"],
    [0, 2, 1, "4 views, 0 clusters"], [2, 1, "3 views, 0 clusters"]]);
});

test("of many views each is found by its time", () => {
  const views = Array.from({ length: 300 }, (_, index) =>
    view({ start: index * 1e7, end: index * 1e7 + 2e7 }));
  const { at, find } = open([{ views: [...views, view({ start: 9e9 })] }]);
  const counts = [0, 0.005, 0.01, 1.28, 2.999, 3.01, 8, 9].map((seconds) => {
    at(seconds);
    return parseInt(find("figcaption span").textContent, 10);
  });
  assert.deepEqual(counts, [1, 1, 2, 2, 2, 0, 0, 1]);
});

test("the caption and the label of the map count what is on it", () => {
  const { at, find, map } = open([{ pool: [[0, 2, 0], [1e9, 3, 4]],
    views: [view(), view({ count: 5 })] }]);
  at(0.5);
  assert.equal(find("figcaption span").textContent, "2 views (2 live, 0 in the pool), 1 cluster");
  at(1.5);
  assert.equal(find("figcaption span").textContent, "2 views (3 live, 4 in the pool), 1 cluster");
  assert.equal(map.getAttribute("aria-label"),
    "Map: map at 1.500 s: 2 views, 1 cluster, no callout");
});

test("a cluster shows how many points it has", () => {
  const counts = [[2, "2"], [999, "999"], [1_000, "1.0k"], [9_999, "9.9k"], [10_000, "10k"],
    [999_999, "999k"], [1_000_000, "1.0M"], [12_345_678, "12M"]];
  const extent = [-30, -30, 60, 60];
  const { map } = open([{ views: counts.map(([count]) => view({ count, extent })) }]);
  const found = picturesOf(map).map((calls) => named(calls, "fillText")[0].args[0]);
  assert.deepEqual(found, counts.map(([, text]) => text));
  assert.match(named(picturesOf(map)[0], "fillText")[0].font, /^650 12px system-ui/);
});

test("a view has the symbol and the color of its kind, layer and selection", () => {
  const cases = [
    ["image", {}, "layer0", "roundRect"], ["pin", { kind: PIN, layer: 5 }, "layer1", "arc"],
    ["marker", { kind: MARKER, layer: 3 }, "layer3", "closePath"],
    ["user", { kind: USER_DOT, layer: -1 }, "user", "arc"],
    ["callout", { kind: CALLOUT_VIEW }, "layer0", "roundRect"],
    ["selected", { flags: 2 }, "selected", "roundRect"],
    ["cluster", { count: 3 }, "layer0", "ellipse"],
    ["cluster at one place", { count: 3, flags: 1, layer: 2 }, "layer2", "roundRect"],
  ];
  const found = cases.map(([name, values]) => {
    const [calls] = picturesOf(open([{ views: [view(values)] }]).map);
    const fill = named(calls, "fill").find((call) => !["land", "#fff"].includes(call.fill)).fill;
    const shapes = ["ellipse", "closePath", "roundRect", "arc"];
    if (name !== "cluster") shapes.shift();
    return [name, values, fill, shapes.find((shape) => named(calls, shape).length > 0)];
  });
  assert.deepEqual(found, cases);
});

test("the symbol of a view is about its place and as large as the view", () => {
  const dot = ["arc 0 0 3 0 6.28", "arc 0 0 2.2 0 6.28"];
  const cases = [
    [{}, ["roundRect -10 -20 20 20 5", ...dot]],
    [{ extent: [-4, -20, 8, 20] }, ["roundRect -4 -20 8 20 2", ...dot]],
    [{ kind: PIN, extent: [-10, -40, 20, 40] }, ["lineTo 0 -36", "lineTo 0 0", "arc 0 -36 4 0 6.28",
      "arc -1.2 -37.2 1.2 0 6.28"]],
    [{ kind: MARKER }, ["arc 0 -12.8 7.2 2.5 0.64", "lineTo 0 0", "arc 0 -12.8 2.59 0 6.28"]],
    // If the place is within the view, the tip is at the view's lower edge.
    [{ kind: MARKER, extent: [-9, -10, 20, 20] },
      ["arc 1 -2.8 7.2 2.5 0.64", "lineTo 1 10", "arc 1 -2.8 2.59 0 6.28"]],
    [{ kind: USER_DOT },
      ["arc 0 0 16.8 0 6.28", "arc 0 0 8 0 6.28", "arc 0 0 6.2 0 6.28"]],
    [{ kind: CALLOUT_VIEW }, ["roundRect -10 -20 20 20 5"]],
    [{ count: 7 }, ["roundRect -10 -20 20 20 0", "ellipse 0 -10 10 10 0 0 6.28", ...dot,
      "fillText 7 0 -5.68"]],
    [{ count: 7, flags: 1, extent: [-10, -10, 20, 20] },
      ["roundRect -10 -10 20 20 2", "fillText 7 0 4.32"]],
  ];
  const found = cases.map(([values]) => {
    const [calls] = picturesOf(open([{ views: [view(values)] }]).map);
    const names = ["roundRect", "arc", "ellipse", "lineTo", "fillText"];
    return [values, wordsOf(calls.filter(({ name }) => names.includes(name)))];
  });
  assert.deepEqual(found, cases);
});

test("the picture of a view has room for its symbol and no more", () => {
  const cases = [
    [{}, [-12, -22, 24, 28]], [{ extent: [-10, 30, 20, 20] }, [-12, -6, 24, 60]],
    [{ extent: [-1, -1, 2, 2] }, [-6, -6, 12, 18]], [{ kind: USER_DOT }, [-19, -22, 38, 41]],
  ];
  const found = cases.map(([values]) => {
    const { map } = open([{ views: [view(values)] }]);
    const [{ args: [image, x, y] }] = drawn(map, "drawImage");
    return [values, [x - 55, y - 110, image.width, image.height]];
  });
  assert.deepEqual(found, cases);
});

test("a small cluster has no number, and a place outside of it has a dot", () => {
  const { map } = open([{ views: [view({ count: 3, extent: [-1, -1, 2, 2] }),
    view({ count: 3, extent: [-20, -60, 40, 40] })] }]);
  const [small, away] = picturesOf(map);
  assert.deepEqual([named(small, "fillText").length, named(small, "arc").length], [0, 0]);
  assert.deepEqual([named(away, "fillText").length, named(away, "arc").length], [1, 2]);
});

test("colors tell new views from reused ones, and show where views went to the pool", () => {
  const user = view({ kind: USER_DOT, layer: -1 });
  const { at, map, switchOf, choose, texts } = open([{ views: [view({ end: 2e9 }),
    view({ end: 2e9, flags: 4 }), view({ origin: 1, x: 1003 }), user] }]);
  const keys = () => texts(".mp-keys")[0];
  const tones = () => picturesOf(map).map((calls) => named(calls, "fill")[0]?.fill ?? "ghost");
  at(1);
  assert.deepEqual(tones(), ["layer0", "layer0", "layer0", "user"]);
  assert.equal(keys(), "shopsuser’s locationselected");
  choose(switchOf("colors by"), "origin");
  // A reused view is hollow.
  assert.deepEqual(tones(), ["accent", "accent", "card", "user"]);
  assert.equal(keys(), "new viewreused viewback to the pooluser’s locationselected");
  at(2.15);
  assert.deepEqual(tones(), ["ghost", "card", "user"]);
  assert.deepEqual(drawn(map, "drawImage").map(({ alpha }) => alpha), [0.5, 1, 1]);
  at(2.3);
  assert.deepEqual(tones(), ["card", "user"]);
});

test("the keys name the layers, and clusters where there are any", () => {
  const { texts } = open([{ layers: ["shops", "bars"], views: [view({ count: 2 })] }]);
  assert.equal(texts(".mp-keys")[0], "shopsbarsclustercluster at one placeselected");
});

test("a view that was drawn once is not drawn anew", () => {
  const { at, map, host } = open([{ views: [view(), view({ x: 1010 }), view({ flags: 2 })] }]);
  const pictures = () => drawn(map, "drawImage").map(({ args: [image] }) => image);
  const [first, second, selected] = pictures();
  assert(first === second && first !== selected, "equal views have different pictures");
  at(1);
  assert(pictures()[0] === first, "the picture is drawn anew");
  assert.equal(host.querySelectorAll("canvas").length, 2);
});

test("of very many looks the pictures are thrown away", () => {
  const views = Array.from({ length: 2_001 }, (_, index) =>
    view({ start: index < 2_000 ? 0 : 1e9, end: index < 2_000 ? 1e9 : -1,
      extent: [-10, -20, 20 + index / 100, 20] }));
  const { at, map } = open([{ views }]);
  const [first] = drawn(map, "drawImage");
  at(1);
  at(0);
  assert(drawn(map, "drawImage")[0].args[0] !== first.args[0], "every picture is kept");
});

/* Callouts. */

test("the caption says how a callout is judged and how far it is outside", () => {
  const pan = [[0.5e9, 1e9, 0, null, null]];
  const cases = [
    ["no callout", []],
    ["no callout", [callout({ state: 0 })]],
    ["callout open, still moving", [callout({ state: 1 })]],
    ["callout open, every criterion kept", [callout()]],
    ["callout open, a criterion broken", [callout({ state: 3 })]],
    // The bubble reaches 30 pt to each side of its place, and 40 pt up.
    ["callout open, still moving, 10 pt beyond the left edge", [callout({ state: 1, x: 970 })]],
    ["callout open, a criterion broken, 20 pt beyond the right edge",
      [callout({ state: 3, x: 1040 })]],
    ["callout open, a criterion broken, 40 pt beyond the top edge",
      [callout({ state: 3, y: 900 })]],
    ["callout open, a criterion broken, 11 pt beyond the bottom edge",
      [callout({ state: 3, y: 1101, pin: [-5, 0, 10, 10] })]],
    ["callout open, 10 pt beyond the left edge: not judged yet", [callout({ x: 970 })]],
    ["callout open, 10 pt beyond the left edge, moved there by fingers: not judged",
      [callout({ x: 970 })], pan],
    ["callout open, 10 pt beyond the left edge: not judged yet", [callout({ x: 970 })],
      [[0.5e9, 0.5e9, 4, 50, 100], [0.5e9, 1e9, 7, 50, 100]]],
    ["callout open, 10 pt beyond the left edge: not judged yet",
      [callout({ start: 0.7e9, x: 970 })], pan],
    // A bubble that cannot fit into the view is judged wherever it is.
    ["callout open, every criterion kept, 30 pt beyond the left edge",
      [callout({ bubble: [-80, -40, 160, 30] })]],
    ["callout open, every criterion kept, 140 pt beyond the top edge",
      [callout({ bubble: [-30, -240, 60, 230] })]],
    ["callout open, every criterion kept", [callout({ x: 979.6 })]],
  ];
  for (const [words, callouts, touches = []] of cases) {
    const { at, texts } = open([{ callouts, touches }]);
    at(1);
    assert.equal(texts("figcaption span")[1], words);
  }
});

test("a callout stands at its place, in the color of its verdict, with a tick or a cross", () => {
  const cases = [[1, 1010, "faint", 0], [2, 1010, "good", 1], [3, 1010, "bad", 2],
    // A callout that came to rest inside and is now outside is not judged.
    [2, 970, "faint", 0]];
  for (const [state, x, color, strokes] of cases) {
    const { map } = open([{ callouts: [callout({ state, x, y: 1020, growth: 0.5 })] }]);
    assert.deepEqual(drawn(map, "translate")[0].args, [x - 950, 120]);
    assert.deepEqual(drawn(map, "scale").map(({ args }) => args), [[0.5, 0.5]]);
    assert.deepEqual(drawn(map, "fill").filter(({ fill }) => fill === "bubble").length, 1);
    assert.equal(drawn(map, "stroke").filter(({ stroke, width }) =>
      stroke === color && width === 2).length, 1);
    assert.equal(drawn(map, "stroke").filter(({ stroke }) => stroke === "card").length, strokes);
  }
});

test("the tip of a callout points down at its place, or up where it hangs below", () => {
  const tip = (values) => {
    const { map } = open([{ callouts: [callout({ state: 1, ...values })] }]);
    return wordsOf(drawn(map, "lineTo")).slice(-3);
  };
  const corner = (values) => drawn(open([{ callouts: [callout(values)] }]).map, "arcTo")[0].args;
  assert.deepEqual(tip({}), ["lineTo 10 -17.5", "lineTo 0 0", "lineTo -10 -17.5"]);
  // The tip begins on the straight part of the edge.
  assert.deepEqual(tip({ bubble: [5, -40, 60, 30] }),
    ["lineTo 36.25 -17.5", "lineTo 0 0", "lineTo 16.25 -17.5"]);
  assert.deepEqual(tip({ bubble: [-65, -40, 60, 30] }),
    ["lineTo -16.25 -17.5", "lineTo 0 0", "lineTo -36.25 -17.5"]);
  // The first corner, with a quarter of the height left to the tip.
  assert.deepEqual(corner({}), [30, -40, 30, -17.5, 11.25]);
  assert.deepEqual(corner({ bubble: [-30, 10, 60, 30] }), [30, 17.5, 30, 40, 11.25]);
  // A bubble of kind 2 has its direction in the recording.
  assert.deepEqual(corner({ kind: 2, up: 0 }), [30, -40, 30, -24, 8]);
  assert.deepEqual(corner({ kind: 2, up: 1 }), [30, -26, 30, -10, 8]);
});

test("a glass callout is black, and one that has not grown has no bubble", () => {
  const glass = open([{ callouts: [callout({ kind: 1 })] }]).map;
  assert.deepEqual(drawn(glass, "fill").filter(({ fill }) => fill === "#000").length, 1);
  assert.equal(drawn(glass, "createLinearGradient").length, 1);
  const none = open([{ callouts: [callout({ growth: 0 })] }]).map;
  assert.deepEqual([drawn(none, "arcTo").length, drawn(none, "translate").length], [0, 1]);
});

test("two strokes stand for the text of a callout with room for it", () => {
  const strokes = (bubble, kind = 0) => {
    const { map } = open([{ callouts: [callout({ state: 1, bubble, kind })] }]);
    const calls = drawn(map, "roundRect", "fill").slice(-4);
    return [...wordsOf(calls.filter(({ name }) => name === "roundRect")), calls[1].fill];
  };
  assert.deepEqual(strokes([-50, -80, 100, 70]),
    ["roundRect -36 -66 44.64 9 4.5", "roundRect -36 -48 64.8 6.3 3.15", "#3a4557"]);
  assert.equal(strokes([-50, -80, 100, 70], 1)[2], "#fff");
  assert.deepEqual(strokes([-50, -40, 100, 30]).slice(0, -1), ["roundRect -5 -10 110 220 12"]);
});

test("an arrow points to a callout that is beyond what is drawn", () => {
  // The map shows 30 % more on each side.
  const arrows = (values) => {
    const { map } = open([{ margin: 0.3, callouts: [callout({ state: 1, ...values })] }]);
    const [turn] = drawn(map, "rotate");
    return turn && [drawn(map, "translate").at(-1).args, turn.args[0].toFixed(2)];
  };
  assert.equal(arrows({}), undefined);
  assert.equal(arrows({ x: 1080 }), undefined);
  assert.deepEqual(arrows({ x: 1200, y: 1025 }), [[116, 100], "0.00"]);
  assert.deepEqual(arrows({ x: 1000, y: 525 }), [[50, -46], "-1.57"]);
});

test("the margin shows a callout whole that breaks a criterion outside", () => {
  const extent = (callouts) => {
    const { width, height } = open([{ callouts }]).map;
    return [width, height];
  };
  assert.deepEqual(extent([]), [110, 220]);
  assert.deepEqual(extent([callout({ x: 1060 })]), [110, 220]);
  // 40 % are beyond the right edge; the outline takes another 3 %.
  assert.deepEqual(extent([callout({ state: 3, x: 1060 })]), [186, 372]);
  // The margin is at most 80 % on each side.
  assert.deepEqual(extent([callout({ state: 3, x: 2000 })]), [260, 520]);
});

/* Other parts of the map. */

test("lines of the graticule are named in degrees as round as there is room", () => {
  const degree = WORLD / 360;
  const mapOf = (x, span, heading) => {
    const camera = [[0, WORLD / 2 + x * degree, WORLD / 2, span * degree / 400, heading]];
    return open([{ size: [[0, 400, 400]], camera }]).map;
  };
  const labels = (x, span, heading = 0) => textsOn(mapOf(x, span, heading)).join(" ");
  // Labels of meridians are at the lower edge, labels of parallels at the left edge.
  assert.deepEqual(wordsOf(drawn(mapOf(0, 0.8, 0), "fillText")).slice(2, 6), [
    "fillText 0.0° 203 416", "fillText 0.2°E 303 416", "fillText 0.4°S -16 397",
    "fillText 0.2°S -16 297"]);
  assert.equal(labels(0, 8), "4°W 2°W 0° 2°E 4°S 2°S 0° 2°N 4°N");
  assert.equal(labels(0, 0.8), "0.4°W 0.2°W 0.0° 0.2°E 0.4°S 0.2°S 0.0° 0.2°N 0.4°N");
  assert.equal(labels(20, 4).slice(0, 20), "18°E 19°E 20°E 21°E ");
  assert.equal(labels(181, 8).slice(0, 24), "178°E 180°W 178°W 176°W ");
  // On a map that is turned to the east, meridians end at the left edge.
  assert.equal(labels(0, 8, 90), "4°W 2°W 0° 2°E 4°E 2°S 0° 2°N 4°N");
});

test("points, cells and overlays are drawn until they are switched off", () => {
  const { map, at, switchOf, choose } = open([{ points: [[1010, 1020], [5000, 1000], [1000, 5]],
    grids: [[0, 0, 980, 990, 5, 3, 4], [1e9, 0, 980, 990, 5, 200, 4]],
    shapes: [[0, [[0, 0, [1000, 1000, 1030, 1040]], [5, 2, [1000, 1000, 1010, 1000, 1010, 1010]],
      [2, 1, [990, 990, 1000, 1000]], [0, 1, [1, 2]]]], [1e9, []]] }]);
  const squares = () =>
    drawn(map, "fillRect").map(({ args }) => args.map((one) => +one.toFixed(1)));
  const circles = () => drawn(map, "arc").map(({ args: [x, y, radius] }) => [x, y, radius]);
  const lines = () => drawn(map, "lineTo").length;
  assert.deepEqual(squares(), [[58.9, 118.9, 2.2, 2.2]]);
  assert.deepEqual(circles(), [[50, 100, 50]]);
  assert.deepEqual(drawn(map, "translate")[0].args, [30, 90]);
  assert.deepEqual(wordsOf(drawn(map, "lineTo")).slice(-9), ["lineTo 0 20", "lineTo 5 20",
    "lineTo 10 20", "lineTo 15 20", "lineTo 15 0", "lineTo 15 5", "lineTo 15 10", "lineTo 15 15",
    "lineTo 15 20"]);
  assert.equal(drawn(map, "closePath").length, 1);
  assert.deepEqual(fillsOf(map, "layer0").length + fillsOf(map, "layer1").length, 2);
  const graticule = lines() - (4 + 5) - (3 + 2);
  choose(switchOf("some data points"), false);
  assert.deepEqual(squares(), []);
  choose(switchOf("grid"), false);
  assert.equal(lines(), graticule + 3 + 2);
  choose(switchOf("grid"), true);
  // A grid of more than 100 columns is not drawn, and the overlays are gone.
  at(1);
  assert.deepEqual([circles(), lines()], [[], graticule]);
});

test("the margin is dimmed, and what must be seen is dashed, until they are switched off", () => {
  const { map, switchOf, choose } = open([{ margin: 0.25, callouts: [callout()] }]);
  const dashes = () => drawn(map, "rect").map(({ args }) => args.join());
  assert(fillsOf(map, "veil").length === 1 && dashes().includes("-24,-49,148,298"));
  assert(dashes().includes("-35,-45,70,45"));
  choose(switchOf("view margin"), false);
  assert(fillsOf(map, "veil").length === 0 && !dashes().includes("-24,-49,148,298"));
  choose(switchOf("contain rectangle"), false);
  assert(!dashes().includes("-35,-45,70,45"));
});

test("bars cover their edges of the map, and a turned map has an arrow to the north", () => {
  const bars = (more) => {
    const { map } = open([{ ...more }]);
    return [drawn(map, "rect").map(({ args }) => args.join()).slice(4),
      drawn(map, "rotate").map(({ args: [turn] }) => turn.toFixed(3))];
  };
  assert.deepEqual(bars({}), [[], []]);
  assert.deepEqual(bars({ bars: { top: 10, left: 5, bottom: 20, right: 0 } }),
    [["0,0,100,10", "0,180,100,20", "0,10,5,170"], []]);
  assert.deepEqual(bars({ camera: [[0, 1000, 1000, 1, 90]] })[1], ["-1.571"]);
});

test("signs have the same size on a screen on which the map is half as large", () => {
  const mapOf = (recording, seconds = 0) => {
    const window = new Window("<div id=\"host\"></div>");
    window.document.clientWidth = 55;
    const { at, map } = open([recording], {}, window);
    at(seconds);
    return map;
  };
  const half = (...values) => (...names) => wordsOf(drawn(mapOf(...values), ...names));
  const [user] = picturesOf(mapOf({ views: [view({ kind: USER_DOT })] }));
  assert.deepEqual(wordsOf(named(user, "arc")),
    ["arc 0 0 33.6 0 6.28", "arc 0 0 16 0 6.28", "arc 0 0 12.4 0 6.28"]);
  const north = half({ camera: [[0, 1000, 1000, 1, 90]] });
  assert.deepEqual(north("translate", "arc"), ["translate 52 48", "arc 0 0 30 0 6.28"]);
  assert.deepEqual(north("lineTo").slice(-4),
    ["lineTo 0 -24", "lineTo 12 18", "lineTo 0 9", "lineTo -12 18"]);
  const late = half({ hitches: [[0, 100e6]] });
  assert.deepEqual([late("roundRect").at(-1), late("fillText").at(-1)],
    ["roundRect 16 16 134 40 20", "fillText frame 100 ms late 32 44"]);
  const kept = half({ callouts: [callout()] });
  assert.deepEqual([kept("translate").at(-1), kept("arc").at(-1), ...kept("lineTo").slice(-3)],
    ["translate 21.6 -31.6", "arc 0 0 14 0 6.28", "lineTo -5.88 0.28", "lineTo -1.4 5.04",
      "lineTo 6.16 -4.76"]);
  const broken = half({ callouts: [callout({ state: 3 })] });
  assert.deepEqual(broken("lineTo").slice(-4),
    ["lineTo -4.9 -4.9", "lineTo 4.9 4.9", "lineTo 4.9 -4.9", "lineTo -4.9 4.9"]);
  const away = half({ callouts: [callout({ state: 1, x: 1500 })] });
  assert.deepEqual(away("lineTo").slice(-3), ["lineTo 22 0", "lineTo -14 -16", "lineTo -14 16"]);
  const tapped = half({ touches: [[0, 0, 4, 30, 40]] }, 0.2);
  assert.deepEqual(tapped("arc"), ["arc 30 40 35 0 6.28"]);
  assert.deepEqual(half({ points: [[1000, 1000]] })("fillRect"), ["fillRect 47.8 97.8 4.4 4.4"]);
});

test("a late frame is told for half a second", () => {
  const { map, at } = open([{ hitches: [[1e9, 100e6], [5e9, 2e5]] }]);
  const told = [0.9, 1, 1.499, 1.5, 5].map((seconds) => {
    at(seconds);
    return textsOn(map).filter((text) => text.startsWith("frame"));
  });
  assert.deepEqual(told,
    [[], ["frame 100 ms late"], ["frame 100 ms late"], [], ["frame 1 ms late"]]);
});

test("fingers keep to the map, and taps leave rings, until they are switched off", () => {
  const { map, at, switchOf, choose } = open([{
    camera: [[0, 1000, 1000, 1, 0], [1e9, 1000, 1000, 1, 0], [2e9, 980, 1000, 1, 0]],
    touches: [[1e9, 2e9, 0, null, null], [3e9, 4e9, 1, null, null], [5e9, 5e9, 4, 30, 40],
      [6e9, 6e9, 5, 30, 40], [7e9, 7e9, 6, 30, 40]] }]);
  const circles = (seconds) => {
    at(seconds);
    return drawn(map, "arc").map(({ args: [x, y, radius] }) => [x, y, +radius.toFixed(1)]);
  };
  assert.deepEqual(circles(0.9), []);
  assert.deepEqual(circles(1), [[50, 100, 15]]);
  assert.deepEqual(circles(1.5), [[60, 100, 15]]);
  // Two fingers are 120 points apart, or 90 % of the view's width.
  assert.deepEqual(circles(3.5), [[5, 100, 15], [95, 100, 15]]);
  assert.deepEqual(circles(5.2), [[30, 40, 17.5]]);
  assert.deepEqual(circles(5.4), []);
  assert.deepEqual(circles(6.2), [[30, 40, 17.5], [30, 40, 11.5]]);
  assert.deepEqual(circles(7.2), [[8, 40, 17.5], [52, 40, 17.5]]);
  choose(switchOf("touches"), false);
  assert.deepEqual(circles(1.5), []);
});

test("every color of the player is one of the style", () => {
  const window = new Window("<div id=\"host\"></div>");
  const asked = new Set();
  window.globals.getComputedStyle = () => ({ getPropertyValue: (name) => {
    asked.add(name);
    return name === "--page" ? "" : name.slice(2);
  } });
  open([{}], {}, window);
  assert(asked.size > 20);
  const style = webFile("colors.css");
  assert.deepEqual([...asked].filter((name) => !style.includes(`${name}: `)), []);
});

/* Time. */

const clock = (page) => page.texts(".mp-clock")[0];

test("it plays in real time, at other speeds, and stops at the end", () => {
  const page = open([{}]);
  const { window, player, isPlaying, button, find, choose, click } = page;
  assert.deepEqual(find(".mp-bar select").options.map((one) => [one.value, one.textContent]),
    [0.1, 0.25, 0.5, 1, 2, 4].map((speed) => [`${speed}`, `${speed}×`]));
  click(button("Play"));
  assert.equal(button("Pause").textContent, "Pause");
  window.frame(100);
  window.frame(100);
  assert.equal(clock(page), "0.200 s of 10 s");
  choose(find(".mp-bar select"), "0.25");
  const before = player.time;
  window.frame(200);
  assert.equal(player.time - before, 50e6);
  choose(find(".mp-bar select"), "4");
  // A frame after an hour in a hidden tab counts as 250 ms.
  const hidden = player.time;
  window.frame(3_600_000);
  assert.equal(player.time - hidden, 1e9);
  player.seek(9.9e9);
  window.frame(100);
  assert.deepEqual([player.time, isPlaying(), window.frame()], [10e9, false, false]);
  assert.equal(clock(page), "10.000 s of 10 s");
  click(button("Play"));
  assert.deepEqual([player.time, isPlaying()], [0, true]);
  player.play();
  click(button("Pause"));
  window.frame();
  assert.deepEqual([isPlaying(), window.frame()], [false, false]);
});

test("while it plays, words change ten times a second, and the scrubber says so", () => {
  const { window, player, find } = open([{ views: [view(), view({ start: 50e6 }),
    view({ start: 130e6 })] }]);
  const shown = () => parseInt(find("figcaption span").textContent, 10);
  player.play();
  const counts = [20, 60, 60, 60].map((time) => {
    window.frame(time);
    return shown();
  });
  assert.deepEqual(counts, [1, 1, 2, 2]);
  assert.equal(find(".mp-track input").getAttribute("aria-valuetext"), "playing");
  player.pause();
  window.frame();
  assert.equal(shown(), 3);
  assert.equal(find(".mp-track input").getAttribute("aria-valuetext"), "0.180 s");
});

test("steps and events are gone to one by one, also where some stand at one time", () => {
  const { player, button, click, texts, find } = open([{ steps, events }]);
  const go = (name) => {
    click(button(name));
    return [player.time / 1e9, texts(".mp-now")[0].split(",")[0],
      texts(".mp-full")[1]];
  };
  assert.equal(texts(".mp-now")[0], "before the first step");
  const ways = [
    ["previous step", 0, "before the first step", ""],
    ["next step", 1, "step 1", "pan"], ["next step", 3, "step 2", "mark"],
    ["next step", 3, "step 3", "zoom"], ["next event", 4, "step 3", "<b>"],
    ["previous step", 3, "step 3", "zoom"], ["previous step", 3, "step 2", "mark"],
    ["next event", 4, "step 3", "<b>"], ["next event", 8, "step 5", "wait"],
    ["next event", 10, "step 5", "wait"], ["previous step", 8, "step 5", "wait"],
    ["previous event", 4, "step 3", "<b>"], ["previous event", 3, "step 3", "zoom"],
    ["previous event", 2, "step 1", "region will change"], ["previous event", 1, "step 1", "pan"],
    ["previous event", 0, "before the first step", ""],
  ];
  assert.deepEqual(ways.map(([name]) => [name, ...go(name)]), ways);
  go("next step");
  assert.equal(texts(".mp-now")[0], "step 1, 1 of 4 played: pan");
  assert.equal(find(".mp-track input").getAttribute("aria-valuetext"),
    "1.000 s, step 1, 1 of 4 played: pan");
});

test("the step of an address is shown even where others stand at its time", () => {
  const { player, window, texts } = open([{ steps, events }, { steps: [[7e9, -1, 9, 1, "tap"]] }]);
  const seek = (id) => {
    const isFound = player.seekStep(id);
    window.frame();
    return [isFound, player.time / 1e9, texts(".mp-now")[0].split(",")[0]];
  };
  assert.deepEqual([seek(1), seek(2), seek(3), seek(9)], [[true, 3, "step 2"],
    [true, 3, "step 3"], [false, 3, "step 3"], [true, 7, "step 3"]]);
});

test("keys play, go by frames and events, and leave native controls theirs", () => {
  const { player, isPlaying, press, find, button } = open([{ steps, events }]);
  const list = find("[role=listbox]");
  const keys = [
    [" ", undefined, true], [" ", undefined, true], ["ArrowRight", 0.02, true],
    ["ArrowRight", 0.04, true], ["ArrowLeft", 0.02, true], [".", 1, true], [".", 2, true],
    [",", 1, true], ["a", 1, false], ["toString", 1, false], ["ArrowDown", 1, false],
  ];
  for (const [key, seconds, isTaken] of keys) {
    assert.equal(press(key), isTaken, key);
    if (seconds === undefined) player.seek(0); else assert.equal(player.time / 1e9, seconds, key);
  }
  assert.equal(press("ArrowDown", list), true);
  assert.equal(player.time, 2e9);
  press("ArrowUp", list);
  press("ArrowUp", list);
  assert.equal(player.time, 1e9);
  assert.equal(press(" ", list), true);
  assert.equal(isPlaying(), true);
  press("ArrowLeft");
  assert.equal(isPlaying(), false);
  for (const [target, key] of [[button("Play"), " "], [find("summary"), " "],
    [find("[type=checkbox]"), " "], [find("select"), "ArrowLeft"], [find("select"), "."]]) {
    assert.equal(press(key, target), false, target.localName);
  }
  assert.equal(press("ArrowRight", button("Play")), true);
  const { player: other, press: pressOther } = open([{ framePeriod: 0 }]);
  pressOther("ArrowRight");
  assert.equal(other.time, Math.round(1e9 / 60));
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true },
    { defaultPrevented: true }]) {
    const before = player.time;
    press("ArrowRight", find(".mp"), more);
    assert.equal(player.time, before);
  }
});

test("the scrubber leads anywhere in the session, and pauses", () => {
  const { player, isPlaying, find, window } = open([{}]);
  const range = find(".mp-track input");
  player.play();
  range.value = 2.5e9;
  fire(range, "input");
  window.frame();
  assert.deepEqual([player.time, isPlaying(), range.value], [2.5e9, false, "2500000000"]);
  for (const [moment, time] of [[-1, 0], ["x", 0], [11e9, 10e9], [1.6, 2]]) {
    player.seek(moment);
    assert.equal(player.time, time);
  }
  assert.equal(range.getAttribute("max"), "10000000000");
});

test("the track has a field for each step, ticks for events, and signs for failures", () => {
  const { at, find } = open([{ steps: [[0, 3e9, 0, 12, "pan"], [3e9, 3.4e9, 1, 13, "mark"],
    [4e9, 4.01e9, 2, 14, "tap"], [5e9, -1, 3, 15, "wait"]],
  events: [[1e9, 0, "data", "a"], [1e9, 0, "cluster", "b"], [2e9, 0, "callout", "c"],
    [3e9, 0, "map", "d"]], touches: [[1e9, 2e9, 0]], hitches: [[4e9, 1]],
  failures: [[5e9, "e"]] }]);
  const track = find(".mp-track canvas");
  const latest = (name) => {
    const { calls } = track.getContext();
    return calls.slice(calls.findLastIndex((call) => call.name === "scale")).filter((call) =>
      call.name === name);
  };
  at(1);
  // The track of 10 s is 986 pixels wide.
  assert.deepEqual(latest("fillText").map(({ args, fill }) => [args[0], fill]),
    [["1  pan", "card"], ["2", "ink"], ["4  wait", "ink"],
      ...Array.from({ length: 11 }, (_, second) => [`${second} s`, "soft"])]);
  const rects = latest("fillRect").map(({ args, fill }) => [fill, ...args.map(Math.round)]);
  assert.deepEqual(rects.filter(([, , top]) => top === 0), [["accent", 7, 0, 296, 20],
    ["accent-tint", 303, 0, 39, 20], ["rule", 401, 0, 1, 20], ["accent-tint", 500, 0, 493, 20]]);
  assert.deepEqual(rects.filter(([, , top]) => top > 25), [["animation", 106, 26, 99, 5],
    ["compute", 105, 33, 2, 6], ["layer3", 203, 31, 2, 10], ["mainwork", 400, 43, 2, 10],
    ["faint", 7, 63, 986, 2],
    ...Array.from({ length: 11 }, (_, second) =>
      ["faint", Math.round(7 + 98.6 * second), 65, 1, 5])]);
  assert.deepEqual(latest("fill").map(({ fill }) => fill), ["bad"]);
  at(3.2);
  assert.deepEqual(latest("fillText").slice(0, 3).map(({ fill }) => fill), ["ink", "card", "ink"]);
});

/* The span and the range of the timeline. */

/* Where the pointer is at a time of a session of 10 s, all of which is shown. */
const at = (seconds) => 7 + 98.6 * seconds;

/* A player with what it tells to follow. */
function followed(recording = {}) {
  const told = [];
  const page = open([recording], { follow: (...values) => told.push(values) });
  const input = page.find(".mp-track input");
  return { ...page, input, last: () => told.at(-1)[2],
    span: () => Array.from(told.at(-1)[2].span, (time) => +(time / 1e9).toFixed(2)),
    cut: () => told.at(-1)[2].cut && Array.from(told.at(-1)[2].cut, (time) => time / 1e9),
    send: (type, values) => {
      const isTaken = fire(input, type, { pointerId: 1, pointerType: "mouse", clientX: 0,
        ...values });
      page.window.frame();
      return isTaken;
    } };
}

test("a wheel zooms at the pointer and pans to the side, and is the page's at the ends", () => {
  const { send, span, last, input } = followed();
  const wheel = (deltaY, more = {}) => send("wheel", { deltaX: 0, deltaY, clientX: at(2),
    ...more });
  assert.deepEqual([wheel(240), last().isWhole], [false, true]);
  assert.deepEqual([wheel(-240), span(), last().isWhole], [true, [1, 6], false]);
  assert.deepEqual([input.min, input.max], [1e9, 6e9]);
  // The pointer is at a fifth of the span.
  assert.deepEqual([wheel(-9999), span()], [true, [1.5, 4]]);
  assert.deepEqual([wheel(500, { shiftKey: true }), span()], [true, [2.75, 5.25]]);
  assert.deepEqual([wheel(0, { deltaX: -100 }), span()], [true, [2.5, 5]]);
  assert.deepEqual([wheel(5000, { shiftKey: true }), span()], [true, [7.5, 10]]);
  assert.equal(wheel(5000, { shiftKey: true }), false);
  // Three lines of 16 pixels, and a pinch on a trackpad.
  wheel(-15, { deltaMode: 1 });
  assert.deepEqual(span(), [7.75, 9]);
  wheel(30, { ctrlKey: true });
  assert.deepEqual(span(), [7.5, 10]);
  // Small turns in and out again end where they began.
  for (let times = 0; times < 40; times += 1) wheel(times < 20 ? -7 : 7);
  assert.deepEqual(span().map((time) => time - span()[0]), [0, 2.5]);
  for (let times = 0; times < 80; times += 1) wheel(7);
  wheel(-50);
  wheel(50);
  assert.equal(last().isWhole, true);
  for (let times = 0; times < 20; times += 1) wheel(-240);
  // No fewer than ten frames of 20 ms.
  assert.deepEqual(span().map((time) => +(time - span()[0]).toFixed(3)), [0, 0.2]);
});

test("keys and buttons zoom about the time that is shown, and pan", () => {
  const { press, span, player, button, click, find, input } = followed();
  player.seek(4e9);
  press("+");
  assert.deepEqual(span(), [2, 7]);
  press("ArrowRight", find(".mp"), { shiftKey: true });
  assert.deepEqual([span(), player.time], [[3.25, 8.25], 4e9]);
  press("ArrowLeft", find(".mp"), { shiftKey: true });
  click(button("zoom in"));
  assert.deepEqual(span(), [3, 5.5]);
  click(button("later"));
  assert.deepEqual([span(), input.className], [[4.25, 6.75], "mp-away"]);
  click(button("earlier"));
  assert.deepEqual([span(), input.className], [[3, 5.5], ""]);
  press("-");
  click(button("zoom out"));
  assert.deepEqual(span(), [0, 10]);
  press("+");
  press("0");
  assert.deepEqual(span(), [0, 10]);
  press("+");
  click(button("show the whole session"));
  assert.deepEqual(span(), [0, 10]);
  assert.equal(press("0", find("select")), false);
});

test("a time out of sight is brought into the span, with most of it to come", () => {
  const { press, span, at: seek, find } = followed();
  press("+");
  press("+");
  assert.deepEqual(span(), [0, 2.5]);
  seek(4);
  assert.deepEqual(span(), [3.75, 6.25]);
  seek(6);
  assert.deepEqual(span(), [3.75, 6.25]);
  press("ArrowRight", find(".mp"), { shiftKey: true });
  press("ArrowRight", find(".mp"), { shiftKey: true });
  press("ArrowRight", find(".mp"), { shiftKey: true });
  seek(1);
  assert.deepEqual(span(), [0.75, 3.25]);
});

test("two fingers keep the times under them, and give the scrubber back", () => {
  const { send, span, player, input, window } = followed();
  player.seek(1e9);
  window.frame();
  const touch = (type, pointerId, seconds) =>
    send(type, { pointerId, pointerType: "touch", clientX: at(seconds) });
  touch("pointerdown", 1, 4);
  player.seek(4e9);
  touch("pointerdown", 2, 6);
  assert.equal(player.time, 1e9, "the first finger has moved the scrubber");
  input.value = 5e9;
  fire(input, "input");
  assert.equal(player.time, 1e9);
  touch("pointermove", 1, 3);
  touch("pointermove", 2, 7);
  assert.deepEqual(span(), [2.5, 7.5]);
  touch("pointermove", 1, 1);
  touch("pointermove", 2, 5);
  assert.deepEqual(span(), [3.5, 8.5]);
  touch("pointerup", 1, 1);
  touch("pointermove", 2, 9);
  assert.deepEqual(span(), [3.5, 8.5]);
});

const track = (page) => {
  const { calls } = page.find(".mp-track canvas").getContext();
  return calls.slice(calls.findLastIndex((call) => call.name === "scale"));
};

test("a zoomed track has what is in its span, finer ticks, and where the span is", () => {
  const page = followed({ steps: [[0, 1e9, 0, 12, "pan"], [4e9, 4.4e9, 1, 13, "mark"]],
    events: [[1e9, 0, "callout", "a"], [4.2e9, 0, "callout", "b"]], touches: [[0, 1e9, 0]],
    hitches: [[1e9, 1]], failures: [[9e9, "e"]] });
  page.player.seek(4.2e9);
  page.window.frame();
  for (let times = 0; times < 3; times += 1) page.press("+");
  assert.deepEqual(page.span(), [3.67, 4.92]);
  const calls = track(page);
  const texts = named(calls, "fillText").map(({ args: [text] }) => text);
  assert.deepEqual(texts.slice(0, 4), ["2  mark", "3.7 s", "3.8 s", "3.9 s"]);
  const rects = named(calls, "fillRect").map(({ args, fill }) => [fill, ...args.map(Math.round)]);
  assert.equal(rects.filter(([, , top]) => top === 0).length, 1);
  assert.deepEqual(rects.filter(([color]) => color === "layer3"), [["layer3", 420, 31, 2, 10]]);
  assert.deepEqual(rects.filter(([color]) => ["animation", "mainwork"].includes(color)), []);
  assert.deepEqual(rects.filter(([, , top]) => top === 61), [["accent", 369, 61, 123, 4]]);
  assert.equal(named(calls, "fill").length, 0, "a failure that is not in the span is drawn");
});

test("a mouse over the timeline sees the map at that time, a finger does not", () => {
  const page = followed({ views: [view({ start: 5e9 })] });
  const { send, find } = page;
  const hover = find(".mp-hover");
  assert.equal(hover.hidden, true);
  hover.clientWidth = 80;
  send("pointermove", { clientX: at(4) });
  assert.deepEqual([hover.hidden, hover.textContent, hover.style.left],
    [false, "4.000 s", `${at(4)}px`]);
  const picture = hover.querySelector("canvas");
  // 100 by 200 points without a margin, 160 pixels high.
  assert.deepEqual([picture.width, picture.height, placesOf(picture).length], [80, 160, 0]);
  send("pointermove", { clientX: at(5) });
  assert.deepEqual([hover.textContent, placesOf(picture).length], ["5.000 s", 1]);
  assert.equal(clock(page), "0.000 s of 10 s");
  send("pointerleave");
  assert.equal(hover.hidden, true);
  send("pointermove", { clientX: at(5), pointerType: "touch" });
  assert.equal(hover.hidden, true);
});

test("Shift and a drag select a range, brackets set its ends, and Escape clears it", () => {
  const { send, cut, press, player, input, button, click, document } = followed();
  assert.equal(send("pointerdown", { clientX: at(6) }), false);
  send("pointermove", { clientX: at(3) });
  assert.equal(cut(), undefined);
  assert.equal(send("pointerdown", { clientX: at(6), shiftKey: true }), true);
  send("pointermove", { clientX: at(3) });
  send("pointerup", { clientX: at(3) });
  send("pointermove", { clientX: at(1) });
  assert.deepEqual([cut(), input.captured, document.activeElement === input], [[3, 6], 1, true]);
  assert.equal(press("Escape"), true);
  assert.deepEqual([cut(), press("Escape")], [undefined, false]);
  player.seek(2e9);
  press("[");
  assert.deepEqual(cut(), [2, 10]);
  player.seek(4e9);
  press("]");
  assert.deepEqual(cut(), [2, 4]);
  player.seek(7e9);
  press("[");
  assert.deepEqual(cut(), [7, 10], "an end that is passed over gives way");
  click(button("clear the range"));
  assert.equal(cut(), undefined);
  click(button("end of the range"));
  click(button("start of the range"));
  assert.deepEqual(cut(), undefined, "nothing is no range");
  // Some keyboards have brackets behind Alt, or behind Ctrl and Alt.
  press("]", undefined, { altKey: true });
  assert.deepEqual(cut(), [0, 7]);
  press("[", undefined, { ctrlKey: true });
  assert.deepEqual(cut(), [0, 7]);
});

test("the track, the list and the figures are those of the range", () => {
  const page = followed({ steps, hitches: [[2e9, 1], [6e9, 1]],
    events: [...events.slice(0, 5), [4.5e9, 0, "view", "views: 7 made, 15 taken out of pools"],
      ...events.slice(5), [8.5e9, 0, "map", "region will change"],
      [9e9, 0, "view", "views: 1 made"]],
    touches: [[1e9, 2e9, 0], [3e9, 3e9, 4]],
    callouts: [callout({ start: 3e9 }), callout({ start: 4e9 }), callout({ start: 6e9, state: 0,
      number: -1 }), callout({ start: 7e9, number: 1 })] });
  const { player, press, texts, host, last } = page;
  const rows = () => host.querySelectorAll("[role=option]").filter((row) => !row.hidden)
    .map(({ title }) => title);
  const figures = () => texts(".mp-figures")[0];
  assert.equal(figures(), "Whole session: 2 touches, 2 callouts opened, 2 late frames, "
    + "2 region changes, 8 views made and 15 taken out of pools.");
  player.seek(2.5e9);
  press("[");
  player.seek(5e9);
  press("]");
  assert.deepEqual(rows(), ["mark", "zoom", "<b>", "views: 7 made, 15 taken out of pools"]);
  assert.equal(figures(), "2.500 s to 5.000 s: 1 touch, 1 callout opened, 0 late frames, "
    + "0 region changes, 7 views made and 15 taken out of pools.");
  assert.deepEqual([...last().steps], [0, 2]);
  const drawn = track(page);
  assert.deepEqual(named(drawn, "rect").at(-1).args.map(Math.round), [254, 0, 247, 60]);
  player.seek(5.5e9);
  press("[");
  player.seek(7e9);
  press("]");
  assert.deepEqual([rows(), texts(".mp-full")[0]], [[], "No events in the range."]);
  press("Escape");
  assert.equal(rows().length, 9);
});

test("figures of a list that ends early say until when they count", () => {
  const { texts, player, press } = followed({ events: [[3e9, 0, "view", "views: 2 made"],
    [4e9, 0, "map", "region will change"], [8e9, 0, "step", "wait"],
    [9e9, 0, "note", "3 more events"]] });
  assert.equal(texts(".mp-figures")[0], "Whole session: 0 touches, 0 callouts opened, 0 late "
    + "frames, until 4 s 1 region change, 2 views made and 0 taken out of pools.");
  player.seek(3.5e9);
  press("]");
  assert.equal(texts(".mp-figures")[0], "0.000 s to 3.500 s: 0 touches, 0 callouts opened, 0 late "
    + "frames, 0 region changes, 2 views made and 0 taken out of pools.");
});

test("it plays the range, stops at its end and begins again", () => {
  const { player, press, window, isPlaying, button, click } = followed();
  player.seek(3e9);
  press("[");
  player.seek(3.1e9);
  press("]");
  player.seek(1e9);
  click(button("Play"));
  assert.equal(player.time, 3e9);
  window.frame(60);
  assert.deepEqual([player.time, isPlaying()], [3.06e9, true]);
  window.frame(60);
  assert.deepEqual([player.time, isPlaying()], [3.1e9, false]);
  click(button("Play"));
  assert.equal(player.time, 3e9);
  // Who leads it behind the range goes on to the end.
  player.seek(9.9e9);
  window.frame(60);
  assert.deepEqual([player.time, isPlaying()], [9.96e9, true]);
});

/* What is on the map, looked at closely. */

/* What the panel says: its title, its facts and the uses of a view. */
const panel = ({ find, host }) => {
  const node = find(".mp-inspect");
  const facts = {};
  let term;
  for (const one of host.querySelectorAll(".mp-inspect dl > *")) {
    if (one.localName === "dt") term = one.textContent;
    else facts[term] = [facts[term], one.textContent].filter(Boolean).join("; ");
  }
  return { isOpen: node.open, title: node.querySelector("b").textContent, facts,
    uses: node.querySelectorAll("li").map((one) => one.textContent) };
};

test("a click on a pin tells its view and whose it was before", () => {
  const page = open([{ layers: ["shops", "bars"], views: [
    view({ end: 2e9, kind: PIN, number: 12 }),
    view({ start: 1e9, x: 1030, layer: 1, number: 13 }),
    view({ start: 3.5e9, end: 3.6e9, kind: PIN, number: 12 }),
    view({ start: 4e9, end: 5e9, count: 5, layer: 1, origin: 1, number: 12, flags: 4 }),
    view({ start: 5e9, count: 5, layer: 1, origin: 1, number: 12, flags: 2 | 8 })] }]);
  const { map, at: seek, find, window, press, player, click } = page;
  map.clientWidth = map.width;
  const clickAt = (clientX, clientY) => {
    fire(map, "click", { clientX, clientY });
    window.frame();
  };
  seek(1);
  // The canvas has a margin of 5 and 10 points; the pin is 20 points high, above its place.
  clickAt(55, 100);
  const place = "85.0510°N 179.9987°W";
  assert.deepEqual(panel(page), { isOpen: true, title: "pin of shops",
    facts: { view: "12", layer: "shops", state: "on the map", origin: "new", place },
    uses: [`0.000 s new, for pin of shops at ${place}`,
      `3.500 s shown again, for pin of shops at ${place}`,
      `4.000 s reused, for cluster of 5 of bars at ${place}`] });
  assert.deepEqual(drawn(map, "roundRect").at(-1).args, [37, 77, 26, 26, 6]);
  seek(3);
  assert.equal(panel(page).facts.state, "left the map at 2.000 s");
  seek(5);
  assert.deepEqual(panel(page).title, "cluster of 5 of bars");
  assert.deepEqual(panel(page).facts, { view: "12", layer: "bars", state: "on the map, selected",
    origin: `reused, before for pin of shops at ${place}`, place });
  assert.deepEqual(find(".mp-uses [aria-current]").textContent.slice(0, 7), "4.000 s");
  const { document } = window;
  document.activeElement = find(".mp-uses button");
  click(find(".mp-uses button"));
  assert.deepEqual([player.time, document.activeElement === find(".mp-uses button")], [0, true]);
  seek(5);
  clickAt(85, 100);
  assert.equal(panel(page).title, "image of bars");
  seek(0);
  assert.equal(panel(page).facts.state, "not on the map yet");
  press("Escape");
  assert.equal(panel(page).isOpen, false);
  clickAt(85, 100);
  assert.equal(panel(page).isOpen, false, "nothing is there");
});

test("a pin tells the id and the title of its point", () => {
  const named = (name, values) => [...view(values), name];
  const page = open([{ views: [named({ id: "7", title: "The gate" }, { end: 2e9, kind: PIN }),
    named({ id: "8", title: "" }, { start: 3e9, kind: PIN }),
    named(undefined, { x: 1030, kind: PIN, number: 1 })] }]);
  page.press("i");
  const { title, facts } = panel(page);
  assert.deepEqual([title, facts.id, facts.title], ["pin The gate of shops", "7", "The gate"]);
  page.at(4);
  const later = panel(page);
  assert.deepEqual([later.title, later.facts.id, later.facts.title],
    ["pin 8 of shops", "8", undefined]);
  assert(later.facts.origin.includes("before for pin The gate of shops"), later.facts.origin);
  page.press("i");
  assert.deepEqual([panel(page).title, panel(page).facts.id], ["pin of shops", undefined]);
});

test("keys and buttons go through what is on the map, from its top", () => {
  const page = open([{ views: [view({ y: 1040, kind: MARKER, number: 3 }),
    view({ y: 960, kind: PIN, number: 4 }), view({ x: 5000, number: 5 })],
  callouts: [callout({ y: 1090 })] }]);
  const { press, button, click, find } = page;
  const unfold = () => {
    find(".mp-inspect").open = true;
    fire(find(".mp-inspect"), "toggle");
    page.window.frame();
  };
  const titles = [unfold, () => press("i"), () => click(button("next thing")),
    () => press("i"), () => click(button("previous thing")), () => press("I")].map((act) => {
    act();
    return panel(page).title;
  });
  assert.deepEqual(titles, ["pin of shops", "marker of shops", "callout 0", "pin of shops",
    "callout 0", "marker of shops"]);
  const empty = followed();
  const details = empty.find(".mp-inspect");
  details.open = true;
  fire(details, "toggle");
  empty.window.frame();
  assert.equal(panel(empty).title, "Nothing is here.");
  assert.equal(find(".mp-inspect summary").textContent, "Inspect");
});

test("of pins over each other the one in front is inspected", () => {
  const page = open([{ views: [view({ kind: PIN, flags: 2, number: 1 }), view({ number: 2 }),
    view({ x: 1030, number: 3 }), view({ x: 1030, kind: MARKER, number: 4 })] }]);
  const { map, window } = page;
  map.clientWidth = map.width;
  const found = [55, 85].map((clientX) => {
    fire(map, "click", { clientX, clientY: 100 });
    window.frame();
    return panel(page).facts.view;
  });
  assert.deepEqual(found, ["1", "4"]);
});

test("a callout tells its annotation, its criteria and its view, and the view its callout", () => {
  const page = open([{ opened: [[2, 1e9, 6e9, 14]], criteria: new Map([[2, ["✓ kept", "✕ wide"]]]),
    callouts: [callout({ start: 1e9, number: 2, x: 1000, y: 980, pin: [-10, 0, 20, 20] }),
      callout({ start: 6e9, state: 0, number: -1 })],
    views: [view({ kind: PIN, number: 7 })] }]);
  const { map, at: seek, window } = page;
  map.clientWidth = map.width;
  seek(2);
  fire(map, "click", { clientX: 55, clientY: 65 });
  window.frame();
  const { title, facts } = panel(page);
  assert.equal(title, "callout 2");
  assert.deepEqual(facts, { view: "7, pin of shops", layer: "shops", annotation: "14",
    open: "1.000 s to 6.000 s", state: "callout open, every criterion kept",
    criteria: "✓ kept; ✕ wide" });
  seek(0.5);
  assert.equal(panel(page).facts.state, "not open yet");
  seek(7);
  assert.equal(panel(page).facts.state, "closed");
  seek(2);
  fire(map, "click", { clientX: 55, clientY: 95 });
  window.frame();
  assert.deepEqual([panel(page).title, panel(page).facts.callout, panel(page).facts.annotation],
    ["pin of shops", "2", "14"]);
});

/* The list of events. */

const many = Array.from({ length: 1000 }, (_, index) => [index * 1e7, 0, "map", `event ${index}`]);

test("the list has rows for the events that are on the screen", () => {
  const { at, find, host } = open([{ events: many }]);
  const list = find("[role=listbox]");
  const rows = () => host.querySelectorAll("[role=option]").filter(({ hidden }) => !hidden)
    .sort((one, other) => one.dataset.index - other.dataset.index);
  const range = () => [rows()[0].dataset.index, rows().at(-1).dataset.index, rows().length];
  assert.deepEqual(range(), ["0", "21", 22]);
  assert.equal(find(".mp-tall").style.height, "32000px");
  const first = rows()[0];
  assert.deepEqual(first.children.map((one) => one.textContent), ["0.000", "map", "event 0"]);
  assert.deepEqual([first.title, first.className, first.style.transform,
    first.getAttribute("aria-posinset"), first.getAttribute("aria-setsize")],
  ["event 0", "mp-of-map", "translateY(0px)", "1", "1000"]);
  list.scrollTop = 320 * 32;
  fire(list, "scroll");
  assert.deepEqual(range(), ["314", "335", 22]);
  // The list scrolls if the current event or the next one is hidden. It puts the current event at a
  // third of its height.
  const scrolled = [[5, 500], [5.04, 500], [4.97, 500], [4.96, 496], [5, 496], [5.01, 501]];
  for (const [seconds, event] of scrolled) {
    at(seconds);
    assert.equal(list.scrollTop, event * 32 - 320 / 3, `at ${seconds} s`);
  }
});

test("a row leads to its event, and the current one is marked", () => {
  const page = open([{ steps, events }], { address: (time) => `#@${time}` });
  const { player, find, host, click, at, texts } = page;
  const rows = host.querySelectorAll("[role=option]");
  const list = find("[role=listbox]");
  const current = () => host.querySelectorAll("[aria-selected=true]").map(({ title }) => title);
  assert.deepEqual([current(), list.getAttribute("aria-activedescendant")], [[], null]);
  click(rows[2].children[1]);
  assert.deepEqual([player.time, current(), texts(".mp-now")[0].slice(0, 6)],
    [3e9, ["mark"], "step 2"]);
  assert.equal(list.getAttribute("aria-activedescendant"), rows[2].id);
  click(list);
  assert.equal(player.time, 3e9);
  assert.equal(page.document.activeElement === list, true, "keys do not go on in the list");
  // A row is a link, which a click with a key opens somewhere else.
  assert.deepEqual([rows[1].localName, rows[1].href], ["a", "#@2000000000"]);
  assert.equal(fire(rows[1], "click", { ctrlKey: true }), false);
  assert.equal(player.time, 3e9);
  at(3);
  assert.deepEqual(current(), ["zoom"]);
  assert.deepEqual(rows.slice(3, 5).map((row) => row.className), ["mp-of-step", "mp-of-fail"]);
  assert.equal(find(".mp-side [hidden]").textContent, "No events.");
  click(rows[3]);
  assert.deepEqual([current(), texts(".mp-now")[0].slice(0, 6)], [["zoom"], "step 3"]);
});

test("the events are searched, and keys go by those that are found", () => {
  const { find, host, press, at, texts, player } = open([{ steps, events }]);
  const rows = () => host.querySelectorAll("[role=option]").filter((row) => !row.hidden)
    .map(({ title }) => title);
  const search = find(".mp-head [type=search]");
  const searchFor = (text) => {
    search.value = text;
    fire(search, "input");
  };
  searchFor(" STEP  o");
  at(0);
  assert.deepEqual(rows(), ["zoom"]);
  const list = find("[role=listbox]");
  press("ArrowDown", list);
  assert.equal(player.time, 3e9);
  press("ArrowUp", list);
  assert.equal(player.time, 3e9, "there is none before");
  assert.equal(press(" ", search), false, "letters are of the search");
  searchFor("nowhere");
  at(0);
  assert.deepEqual([rows(), texts(".mp-full")[0]], [[], "No event matches."]);
  searchFor("");
  at(0);
  assert.equal(rows().length, 6);
});

test("? shows the keys, Home and End lead to both ends", () => {
  const { find, press, player, host } = open([{ steps, events }]);
  const help = host.querySelectorAll(".mp-layers").at(-1);
  assert.equal(help.open, false);
  press("?");
  assert.equal(help.open, true);
  press("?");
  assert.equal(help.open, false);
  press("End");
  assert.equal(player.time, 10e9);
  press("Home");
  assert.equal(player.time, 0);
  assert.equal(press("End", find("select")), false);
});

test("who asked to follow is told the time and the step, and a moment has an address", () => {
  const told = [];
  const { at, find } = open([{ steps, events }], { address: (time) => `#@${time}`,
    follow: (time, step) => told.push([time, step]) });
  at(1);
  at(9);
  assert.deepEqual(told.slice(-2), [[1e9, 0], [9e9, 4]]);
  assert.equal(find(".mp-link").href, "#@9000000000");
  assert.equal(open([{}]).find(".mp-link").hidden, true);
});

test("the map leaves room for what is around it on the screen", () => {
  const heights = [300, 500, 900, 2000].map((clientHeight) => {
    const window = new Window("<div id=\"host\"></div>");
    window.document.documentElement.clientHeight = clientHeight;
    return open([{ size: [[0, 400, 800]] }], {}, window).map.height;
  });
  assert.deepEqual(heights, [200, 222, 600, 600]);
});

test("a session without events says so", () => {
  const { find, texts } = open([{}]);
  assert.equal(find("[role=listbox]").hidden, true);
  assert.deepEqual(texts(".mp-full"), ["No events.", ""]);
  assert.equal(find(".mp-events").querySelectorAll("[hidden]").length, 1);
});

/* The tabs at the side: the file and the step. */

const source = ["scenario: <b>", ...Array(10).fill(""), "  - pan: {by: 10 km}", "  - mark: here",
  "  - zoom:", "      times: 2", "  - wait: 1 s", "  - expect: {views: 3}"];

test("the file marks the lines of the shown step, and tells what failed below its line", () => {
  const page = open([{ steps, events, source, broken: [{ line: 17, text: "views: 3, <i>" }] }]);
  const { find, host, click, at, button, player, texts } = page;
  const lines = host.querySelectorAll(".mp-source li");
  assert.deepEqual([lines.length, find(".mp-source").hidden, find(".mp-events").hidden],
    [0, true, false]);
  click(button("Source"));
  const rows = host.querySelectorAll(".mp-source li");
  assert.deepEqual([find(".mp-source").hidden, find(".mp-events").hidden,
    find("[type=search]").hidden], [false, true, true]);
  assert.deepEqual(texts(".mp-tabs [aria-pressed=true]"), ["Source"]);
  assert.deepEqual([rows.length, rows[0].textContent, rows[16].textContent],
    [17, "scenario: <b>", "  - expect: {views: 3}\u2715 views: 3, <i>"]);
  const current = () => rows.flatMap((row, index) =>
    row.getAttribute("aria-current") === "step" ? [index + 1] : []);
  const shown = [0, 1, 3, 9].map((seconds) => {
    at(seconds);
    return current();
  });
  // What is indented below a step belongs to it.
  assert.deepEqual(shown, [[], [12], [14, 15], [16]]);
  click(rows[12].children[0]);
  assert.deepEqual([player.time, current()], [3e9, [13]]);
  assert.equal(texts(".mp-now")[0].slice(0, 6), "step 2");
  click(rows[0].children[0]);
  assert.equal(player.time, 3e9, "the first line is no step");
});

test("the file scrolls to a step that is out of sight, and to no other", () => {
  const { find, host, click, at, button } = open([{ steps, source }]);
  click(button("Source"));
  const list = find(".mp-source ol");
  host.querySelectorAll(".mp-source li").forEach((row, index) =>
    Object.assign(row, { offsetTop: index * 60, offsetHeight: 60 }));
  const tops = [1, 3, 9, 1].map((seconds) => {
    at(seconds);
    return list.scrollTop;
  });
  assert.deepEqual(tops, [660, 780, 780, 660].map((top) => top - 320 / 3));
});

test("a step of another file has a note, a session without a file has no tab", () => {
  const { at, texts, click, button } = open([{ steps: [[1e9, 2e9, 0, 0, "wait"]], source }]);
  click(button("Source"));
  at(1);
  assert.equal(texts(".mp-source .mp-full")[0], "This step is written in another file.");
  assert.deepEqual(open([{ steps }]).texts(".mp-tabs button"), ["Events", "Step"]);
});

test("a step has the map before and after it, and each leads there", () => {
  const views = [view({ start: 1e9 }), view({ start: 4e9, x: 1010 })];
  const { at, find, host, click, button, texts, player } = open([{ steps, views }]);
  click(button("Step"));
  const told = () => [texts(".mp-step > b")[0], ...texts(".mp-pair span"),
    ...host.querySelectorAll(".mp-pair canvas").map((canvas) => placesOf(canvas).length)];
  assert.deepEqual(told(), ["before the first step", "0.000 s", "1.000 s", 0, 1]);
  at(1.5);
  assert.deepEqual(told(), ["step 1, 1 of 4 played: pan", "1.000 s", "3.000 s", 0, 1]);
  assert.match(find(".mp-step .mp-figures").textContent, /^1\.000 s to 3\.000 s: 0 touches/);
  at(3);
  assert.deepEqual(told().slice(1), ["3.000 s", "5.000 s", 1, 2]);
  at(9);
  assert.deepEqual(told().slice(1, 3), ["8.000 s", "10.000 s"], "the step does not end");
  const [before, after] = host.querySelectorAll(".mp-pair button");
  click(after);
  assert.equal(player.time, 10e9);
  click(before);
  assert.equal(player.time, 8e9 - 1, "what a step does at once is not before it");
});

test("the last session may be the one whose steps are shown", () => {
  const { texts, find } = open([{ length: 20e9 }, { steps, events }],
    { names: ["before", "now"], chosen: 1 });
  assert.deepEqual([texts(".mp-map b"), find(".mp-head select").value],
    [["before", "now"], "1"]);
  assert.equal(find("[role=listbox]").hidden, false);
});

/* Two recordings, sizes, and the end. */

test("two recordings have one clock, a shorter one stands still at its end", () => {
  const page = open([{ views: [view({ start: 3e9 })], steps }, { title: "Other", length: 20e9,
    events, views: [view(), view({ start: 15e9 })] }], { names: ["one", "two"] });
  const { at, texts, find, choose, player } = page;
  assert.deepEqual(texts("figcaption b"), ["one", "two"]);
  at(16);
  assert.equal(clock(page), "16.000 s of 20 s");
  assert.deepEqual(texts("figcaption span").filter((_, index) => index % 2 === 0),
    ["1 view, 0 clusters", "2 views, 0 clusters"]);
  assert.equal(page.maps[0].getAttribute("aria-label").slice(0, 20), "one: map at 10.000 s");
  assert.deepEqual(texts(".mp-full")[0], "No events.");
  choose(find(".mp-head select"), "1");
  assert.deepEqual([texts(".mp-now")[0], texts(".mp-full")[1]], ["before the first step", "wait"]);
  assert.equal(player.time, 16e9);
});

test("the map has the width that there is, and pixels as the screen has them", () => {
  const { map, find, window } = open([{ size: [[0, 300, 100], [5e9, 100, 300]] }]);
  const size = () => [map.width, map.height, map.style.width, map.style.height];
  // The canvas has room for the largest width and the largest height of the session.
  assert.deepEqual(size(), [330, 330, "330px", "330px"]);
  const fit = (width, ratio) => {
    find(".mp-map").clientWidth = width;
    window.devicePixelRatio = ratio;
    window.resize();
    return size();
  };
  assert.deepEqual(fit(165, 1), [165, 165, "165px", "165px"]);
  // Up to 20 pixels more may be the space of a scroll bar.
  assert.deepEqual(fit(180, 1), [165, 165, "165px", "165px"]);
  assert.deepEqual(fit(185, 1), [185, 185, "185px", "185px"]);
  assert.deepEqual(fit(165, 2), [330, 330, "165px", "165px"]);
  assert.deepEqual(fit(0, 1), [330, 330, "165px", "165px"]);
});

test("colors are taken anew when the scheme changes", () => {
  const window = new Window("<div id=\"host\"></div>");
  const { map } = open([{}], {}, window);
  assert.equal(drawn(map, "fill")[0].fill, "land");
  window.globals.getComputedStyle = () => ({ getPropertyValue: () => "black" });
  window.frame();
  fire(window.scheme, "change");
  assert.equal(drawn(map, "fill")[0].fill, "black");
});

test("a player that is gone asks for no frame and listens to nothing", () => {
  for (const end of ["destroy", "remove"]) {
    const { window, player, host, find, map } = open([{ views: [view()] }]);
    const { calls } = map.getContext();
    player.play();
    window.frame();
    if (end === "destroy") player.destroy(); else find(".mp").remove();
    window.frame();
    assert.deepEqual([host.children.length, window.frame()], [0, false]);
    const { length } = calls;
    assert(length > 0, "no frame was drawn");
    player.seek(1e9);
    player.play();
    assert.equal(window.frame(), false);
    assert.deepEqual([window.resize(), window.scheme.listeners.change.size], [false, 0]);
    assert.equal(calls.length, length);
  }
});

test("pictures of moments lead there, and say how far a callout is outside", () => {
  const { window, script, host } = open([{}]);
  const went = [];
  const moments = [{ time: 1e9, title: "<b>before</b>" }, { time: 3e9, title: "after" }];
  script.stills(host, { ...still, callouts: [callout({ start: 2e9, state: 3, x: 1060 })] }, moments,
    (time) => went.push(time));
  assert.deepEqual(host.children.map((one) => one.children.map(({ textContent }) => textContent)),
    [["", "<b>before</b>", "1.000 s"], ["", "after", "3.000 s, 40 pt beyond the right edge"]]);
  const canvases = host.querySelectorAll("canvas");
  // Only a picture with a callout outside has a margin.
  assert.deepEqual(canvases.map(({ width }) => width), [100, 186]);
  assert.deepEqual(canvases.map((one) => one.getAttribute("aria-hidden")), ["true", "true"]);
  fire(host.children[1], "click");
  assert.deepEqual(went, [3e9]);
  window.globals.getComputedStyle = () => ({ getPropertyValue: () => "black" });
  fire(window.scheme, "change");
  const calls = () => canvases[0].getContext().calls.length;
  const before = calls();
  host.remove();
  fire(window.scheme, "change");
  assert.equal(calls(), before);
});

requireLines("player.js");
