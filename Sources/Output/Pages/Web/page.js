"use strict";

/* Templates in Mustache, as the program renders them too: two braces escape, three do not and
   are for drawings of the program alone. */
const Mustache = (() => {
  const tag = /\{\{\{\s*([^}]+?)\s*\}\}\}|\{\{\s*([#^\/>]?)\s*([^}]+?)\s*\}\}/g;
  const library = new Map();

  function parse(text) {
    const root = [];
    const open = [{ parts: root }];
    let end = 0;
    for (const match of text.matchAll(tag)) {
      const parts = open[open.length - 1].parts;
      parts.push(text.slice(end, match.index));
      end = match.index + match[0].length;
      const [, raw, sign, name] = match;
      if (sign === "/") {
        open.pop();
      } else {
        const part = { sign: raw === undefined ? sign : "raw", name: raw ?? name, parts: [] };
        parts.push(part);
        if (sign === "#" || sign === "^") open.push(part);
      }
    }
    root.push(text.slice(end));
    return root;
  }

  function template(name) {
    if (!library.has(name)) {
      library.set(name, parse(document.getElementById(`template-${name}`).textContent));
    }
    return library.get(name);
  }

  function value(name, stack) {
    const call = /^(\w+)\((.*)\)$/.exec(name);
    if (call && call[1] === "empty") return !(value(call[2], stack)?.length > 0);
    if (call && call[1] === "last") return stack[stack.length - 1].isLast;
    if (name === ".") return stack[stack.length - 1].value;
    for (let level = stack.length - 1; level >= 0; level -= 1) {
      const context = stack[level].value;
      if (context !== null && typeof context === "object" && Object.hasOwn(context, name)) {
        return context[name];
      }
    }
    return undefined;
  }

  const letters = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const escaped = (text) => String(text ?? "").replace(/[&<>"']/g, (letter) => letters[letter]);

  function write(parts, stack) {
    return parts.map((part) => {
      if (typeof part === "string") return part;
      if (part.sign === ">") return write(template(part.name), stack);
      const found = value(part.name, stack);
      if (part.sign === "raw") return String(found ?? "");
      if (part.sign === "") return escaped(found);
      const list = Array.isArray(found) ? found
        : found === undefined || found === null || found === false ? [] : [found];
      if (part.sign === "^") return list.length === 0 ? write(part.parts, stack) : "";
      return list.map((value, index) =>
        write(part.parts, [...stack, { value, isLast: index === list.length - 1 }])).join("");
    }).join("");
  }

  return { render: (name, context) => write(template(name), [{ value: context }]) };
})();

/* What the page carries packed: its parts, by their names. */
const Parts = (() => {
  const places = new Map();
  for (const script of document.querySelectorAll("script.pack")) {
    script.dataset.parts.split(" ").forEach((name, index) =>
      places.set(decodeURIComponent(name), { script, index }));
  }
  const unpacked = new Map();

  /* The bytes of letters: two of 91 carry 13 bits, the lowest first, and a last one 6. */
  function bytes(letters) {
    const digit = (index) => {
      const code = letters.charCodeAt(index);
      return code - 33 - (code > 34) - (code > 38) - (code > 60);
    };
    const all = new Uint8Array(Math.floor(
      ((letters.length >> 1) * 13 + (letters.length & 1) * 6) / 8));
    let [bits, count, end] = [0, 0, 0];
    for (let index = 0; index < letters.length; index += 2) {
      const isPair = index + 1 < letters.length;
      bits |= (digit(index) + (isPair ? 91 * digit(index + 1) : 0)) << count;
      for (count += isPair ? 13 : 6; count >= 8; count -= 8, bits >>= 8) {
        all[end++] = bits & 255;
      }
    }
    return all;
  }

  /* Objects of a list stand as their names and columns, lists of a list as their lengths and
     all that they hold. */
  function listed(_, value) {
    if (value?.["#"]) {
      let end = 0;
      return value["#"].map((length) => value.v.slice(end, end += length));
    }
    return value?.[""] ? value.v[0].map((_, row) => Object.fromEntries(
      value[""].map((name, column) => [name, value.v[column][row]]))) : value;
  }

  async function columns(script) {
    const stream = new Blob([bytes(script.textContent.trim())]).stream()
      .pipeThrough(new DecompressionStream("deflate"));
    return Object.entries(JSON.parse(await new Response(stream).text(), listed));
  }

  async function context(name) {
    const { script, index } = places.get(name);
    if (!unpacked.has(script)) unpacked.set(script, columns(script));
    return Object.fromEntries((await unpacked.get(script))
      .map(([key, values]) => [key, values[index]]));
  }

  return {
    /* The name, or that of the first variant of the scenario that it names. */
    named: (name) => places.has(name) ? name
      : [...places.keys()].find((other) => name.length > 1 && other.startsWith(`${name}.`)),
    context,
    draw: async (name) =>
      Mustache.render(places.get(name).script.dataset.template, await context(name)),
  };
})();

/* The recording that the player takes, of the columns that the page carries. */
function recordingOf(part) {
  const whole = (numbers) => {
    let last = 0;
    return (numbers ?? []).map((number) => (last += number));
  };
  const rows = (columns, sums = [0]) => {
    const all = columns.map((numbers, place) =>
      sums.includes(place) ? whole(numbers) : numbers);
    return (all[0] ?? []).map((_, row) => all.map((numbers) => numbers[row]));
  };
  const span = (start, length) => length < 0 ? -1 : start + length;
  const extents = (numbers) => numbers.map((number) => number / 1000);
  const place = part.unit / 16;
  const looks = rows(part.looks);
  const places = rows(part.places, [0, 1]);
  const ends = whole(part.ends[0]);
  const rests = rows(part.rests);
  const kept = Object.fromEntries(rows([0, 1, 2].map((place) =>
    part.kept[0].filter((_, index) => index % 3 === place)), [])
    .map(([number, state, since]) => [number, { state, since }]));
  const taps = rows(part.taps);
  const kinds = ["step", "touch", "map", "data", "cluster", "view", "callout", "hitch", "fail",
    "note"];
  const events = [];
  for (let index = 0, time = 0; index < part.events[0].length; index += 3) {
    const [after, kind, text] = part.events[0].slice(index, index + 3);
    time += after;
    events.push([time, 0, kinds[kind], part.texts[text]]);
  }

  /* When a callout has which state: it moves, is at rest, and is broken from some time on. */
  const statesOf = (number) => {
    const rest = rests.find((row) => row[3] === number && row[2] >= 0);
    const { state, since } = kept[number] ?? { state: 1, since: 0 };
    const still = rest ? rest[0] + rest[2] : Infinity;
    if (since <= still) return [[-Infinity, 1], [still, state]];
    return [[-Infinity, 1], [still, rest[5] ? 1 : 2], [since, state]];
  };

  const callouts = [];
  const open = rows(part.callouts, [0, 2, 3]);
  open.forEach((row, index) => {
    const [time, number, x, y] = row;
    const drawn = [number, x * place, y * place, ...extents(row.slice(4, 16)), row[16],
      row[20], row[21] / 1000];
    const next = open[index + 1]?.[0] ?? Infinity;
    if (number < 0) return callouts.push([time, 0, ...drawn]);
    const states = statesOf(number);
    states.forEach(([start, state], place) => {
      const end = Math.min(next, states[place + 1]?.[0] ?? Infinity);
      if (Math.max(time, start) < end) callouts.push([Math.max(time, start), state, ...drawn]);
    });
  });

  const shapes = [];
  for (const [time, overlay, kind, number, x, y] of rows(part.shapes, [0, 4, 5])) {
    if (shapes.at(-1)?.[0] !== time) shapes.push([time, []]);
    if (overlay < 0) continue;
    const drawn = shapes.at(-1)[1];
    if (number === 0) drawn.push([overlay, kind, []]);
    drawn.at(-1)[2].push(x * place, y * place);
  }

  const [top, left, bottom, right] = extents(part.bars[0]);
  return {
    title: part.title, name: part.name, opens: part.opens, end: part.end, length: part.length,
    framePeriod: part.period, margin: part.margin, layers: part.layers,
    overlays: part.overlays, bars: { top, left, bottom, right },
    size: rows(part.sizes).map(([time, ...size]) => [time, ...extents(size)]),
    camera: rows(part.camera, [0, 1, 2]).map(([time, x, y, scale, heading]) =>
      [time, x * place, y * place, scale / 1e6, heading / 1000]),
    views: rows(part.views, [0, 1, 2]).map(([time, end, spot, look, count, flags]) => {
      const [, layer, kind, ...extent] = looks[look];
      const [x, y] = places[spot];
      return [time, ends[end], x * place, y * place, ...extents(extent), layer, kind, count,
        (flags & 3) | (flags & 16 ? 4 : 0), flags & 4 ? 1 : 0];
    }),
    pool: rows(part.pool, [0, 1, 2]),
    grids: rows(part.grids, [0, 2, 3]).map(([time, layer, x, y, side, ...counts]) =>
      [time, layer, x * place, y * place, side * place, ...counts]),
    callouts, shapes, events,
    steps: rows(part.steps, [0, 2]).map(([start, length, id], row) =>
      [start, span(start, length), id, part.lines[0][row], part.labels[row]]),
    touches: rows(part.touches).map(([start, length, kind]) => {
      const tap = kind >= 4 ? taps.find((row) => row[0] === start) : undefined;
      const [x, y] = tap ? extents(tap.slice(1)) : [null, null];
      return [start, length < 0 ? part.length : start + length, kind, x, y];
    }),
    hitches: rows(part.hitches).map(([time, late]) => [time, late]),
    failures: events.filter((event) => event[2] === "fail").map(([time, , , text]) =>
      [time, text]),
    points: rows(part.points, [1, 2]).map(([, x, y]) => [x * place, y * place]),
    moments: part.moments[0].map((time, row) => ({ time, title: part.momentTitles[row] })),
  };
}

const front = document.getElementById("front");
const single = document.getElementById("session");

/* Parts of the front page that are drawn when they are unfolded. */
for (const details of document.querySelectorAll("details[data-part]")) {
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.drawn) return;
    details.dataset.drawn = "yes";
    details.insertAdjacentHTML("beforeend", await Parts.draw(details.dataset.part));
  });
}

/* Copies the command in front of a button. */
document.addEventListener("click", ({ target }) => {
  if (target.className !== "copy") return;
  window.getSelection().selectAllChildren(target.parentElement.querySelector("code"));
  if (document.execCommand("copy")) target.textContent = "copied";
});

/* Variants stand where those without scripts see them, and are drawn when they are unfolded. */
for (const details of document.querySelectorAll(".fold > details")) {
  details.addEventListener("toggle", () => {
    const rows = details.querySelector("noscript");
    if (rows) rows.outerHTML = rows.textContent;
  });
}

/* The list of scenarios: searched, filtered, sorted. */
(() => {
  const form = document.getElementById("find");
  if (!form) return;
  const folders = document.getElementById("folders");
  const found = document.getElementById("found");
  const limit = 200;
  let rows;
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  form.addEventListener("reset", () => setTimeout(update));

  async function update() {
    const { text, state, folder, tag, sort } = Object.fromEntries(new FormData(form));
    const isAll = !text.trim() && !state && !folder && !tag && !sort;
    folders.hidden = !isAll;
    found.hidden = isAll;
    if (isAll) {
      form.querySelector("output").textContent = "";
      return;
    }
    rows ??= (await Parts.context("list")).rows;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rows.filter((row) =>
      words.every((word) => row.search.includes(word))
        && (!state || row.states.includes(state)) && (!folder || row.folder === folder)
        && (!tag || row.tags.includes(tag)));
    if (sort) chosen.sort((one, other) => order(one.values[sort], other.values[sort]));
    found.innerHTML = chosen.slice(0, limit)
      .map((row) => Mustache.render("row", row)).join("");
    form.querySelector("output").textContent = `${chosen.length} of ${rows.length} sessions`
      + (chosen.length > limit ? `, the first ${limit} shown` : "");
  }

  /* The worst first; what was not measured comes last. */
  function order(one, other) {
    if (one === false || other === false) return (one === false) - (other === false);
    return other - one;
  }
})();

/* One scenario: the address behind # is its id, and a step behind a last slash. A slash before
   it says that the page has no element of that name. */
(() => {
  let scroll = 0;
  let player;
  const title = document.title;
  const lost = document.getElementById("lost");
  const isOfPage = () => location.hash.length < 2
    || document.getElementById(location.hash.slice(1)) !== null;

  function target() {
    const place = location.hash.slice(1);
    if (isOfPage()) return undefined;
    const name = "/" + unescaped(place).replace(/^\//, "");
    const known = Parts.named(name);
    if (known) return { id: known };
    const slash = name.lastIndexOf("/");
    const [id, step] = [Parts.named(name.slice(0, slash)), name.slice(slash + 1)];
    return id && /^\d+$/.test(step) ? { id, step } : undefined;
  }

  function unescaped(place) {
    // Who writes an address by hand may write % as it is.
    try { return decodeURIComponent(place); } catch { return place; }
  }

  async function show() {
    let place = target();
    lost.textContent = place || isOfPage() ? ""
      : `There is no scenario ${unescaped(location.hash.slice(1))} in this run.`;
    if (!place) {
      if (!single.hidden) close();
      return;
    }
    if (single.hidden) scroll = window.scrollY;
    let isNew = false;
    if (single.dataset.id !== place.id) {
      const [drawn, context] = [await Parts.draw(place.id), await Parts.context(place.id)];
      // Somebody went on meanwhile.
      if (target()?.id !== place.id) return;
      single.innerHTML = drawn;
      single.dataset.id = place.id;
      for (const host of single.querySelectorAll("[data-charts]")) {
        Charts.draw(host, context[host.dataset.charts] ?? [], nameOfStep(context));
      }
      for (const below of single.querySelectorAll("div[data-part]")) {
        below.innerHTML = await Parts.draw(below.dataset.part);
      }
      if (target()?.id !== place.id) return;
      linkSteps(place.id);
      isNew = true;
    }
    front.hidden = true;
    single.hidden = false;
    if (isNew) await play();
    place = target();
    if (place?.id !== single.dataset.id) return;
    if (place.step) player?.seekStep(Number(place.step) - 1);
    document.title = `${single.querySelector("h2").textContent.trim()}: ${title}`;
    single.querySelector(".target")?.classList.remove("target");
    const row = place.step && document.getElementById(`step-${place.step}`);
    row?.classList.add("target");
    if (place.step && player) {
      single.querySelector("[data-player]").scrollIntoView({ block: "start" });
    } else if (row) {
      row.scrollIntoView({ block: "center" });
    } else {
      window.scrollTo(0, 0);
      single.querySelector("h2").focus({ preventScroll: true });
    }
  }

  /* Each step's number, by which an address has it, as a link to the map at that step. */
  function linkSteps(id) {
    for (const row of single.querySelectorAll("tr[id^='step-']")) {
      const number = row.id.slice("step-".length);
      const link = document.createElement("a");
      link.href = `#${id.split("/").map(encodeURIComponent).join("/")}/${number}`;
      link.textContent = number;
      link.title = "show the map at this step";
      row.firstElementChild.prepend(link, " ");
    }
  }

  /* The names of steps by their ids, as the table of steps has them. */
  function nameOfStep(context) {
    const rows = new Map((context.steps?.[0]?.rows ?? []).map((row) => [row.id, row.name]));
    return (step) => {
      const name = rows.get(`step-${step + 1}`);
      return `step ${step + 1}` + (name ? `, ${name}` : "");
    };
  }

  /* The player of the session, beside which another variant may play. */
  async function play() {
    player?.destroy();
    player = undefined;
    const section = single.querySelector("[data-player]");
    if (!section) return;
    const own = recordingOf(await Parts.context(section.dataset.player));
    if (!section.isConnected) return;
    const beside = section.querySelector(".beside select");

    async function mount() {
      const other = beside?.value ? [recordingOf(await Parts.context(beside.value))] : [];
      if (!section.isConnected) return;
      const recordings = [own, ...other];
      const time = player?.time ?? own.opens;
      player?.destroy();
      const names = recordings.map(({ title, name }) => other.length > 0 ? name : title);
      player = MapPlayer.mount(section.querySelector(".stage"), recordings, { names });
      player.seek(time);
    }

    section.querySelector(".end").hidden = own.end < 0;
    beside?.addEventListener("change", mount);
    await mount();
    const go = (time) => {
      player.seek(time);
      section.scrollIntoView({ block: "start" });
    };
    MapPlayer.stills(section.querySelector(".moments"), own, own.moments, go);
    for (const host of single.querySelectorAll("[data-moments]")) {
      const titles = ["the first offence", "the worst"];
      const moments = host.dataset.moments.split(" ").map((time, index) =>
        ({ time: Number(time), title: titles[index] }));
      MapPlayer.stills(host, own, moments, go);
    }
  }

  function close() {
    player?.pause();
    single.hidden = true;
    front.hidden = false;
    document.title = title;
    const anchor = document.getElementById(location.hash.slice(1));
    if (anchor) anchor.scrollIntoView(); else window.scrollTo(0, scroll);
  }

  window.addEventListener("hashchange", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !single.hidden) location.hash = "scenarios";
  });
  show();
})();
