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

  /* Lists of whole numbers in letters: 60 end a number, 32 continue one, and one ends a list. */
  function numbers(letters) {
    const lists = [[]];
    for (let index = 0, number = 0; index < letters.length; index += 1) {
      const code = letters.charCodeAt(index);
      const digit = code - 32 - (code > 34) - (code > 92);
      if (digit < 60) {
        number = number * 60 + digit;
        lists.at(-1).push(number % 2 ? -(number + 1) / 2 : number / 2);
      }
      number = digit < 60 ? 0 : number * 32 + digit - 59;
      if (digit === 92) {
        lists.push([]);
        number = 0;
      }
    }
    return lists;
  }

  /* Objects of a list stand as their names and columns, lists of a list as their lengths and
     all that they hold, tables of numbers as their widths and the columns of all of them. */
  function listed(_, value) {
    if (value?.["|"]) {
      const columns = value.v.map(numbers);
      return value["|"].map((width) => columns.slice(0, width).map((lists) => lists.shift()));
    }
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
    if (!places.has(name)) return undefined;
    const { script, index } = places.get(name);
    if (!unpacked.has(script)) unpacked.set(script, columns(script));
    return Object.fromEntries((await unpacked.get(script))
      .map(([key, values]) => [key, values[index]]));
  }

  return {
    sessions: () => [...places.keys()].filter((name) => name.startsWith("/")),
    /* The name, or that of the first variant of the scenario that it names. */
    named: (name) => places.has(name) ? name
      : [...places.keys()].find((other) => name.length > 1 && other.startsWith(`${name}.`)),
    context,
    draw: async (name) =>
      Mustache.render(places.get(name).script.dataset.template, await context(name)),
  };
})();

/* The recording that the player takes, of the columns that the page carries, and the names of all
   annotations. */
function recordingOf(part, { ids = [], titles = [] } = {}) {
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
  const named = new Map();
  let lastName = -1;
  /* The id and title of a view's point: those of its place, unless they change here. */
  const nameOf = (spot, change) => {
    if (change) named.set(spot, lastName += change > 0 ? change : change + 1);
    const name = named.get(spot);
    return name === undefined ? undefined : { id: ids[name], title: titles[name] };
  };
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
    views: rows(part.views, [0, 1, 2, 3]).map((row) => {
      const [time, end, spot, view, look, count, flags, change] = row;
      const [, layer, kind, ...extent] = looks[look];
      const [x, y] = places[spot];
      const name = nameOf(spot, change);
      return [time, ends[end], x * place, y * place, ...extents(extent), layer, kind, count,
        (flags & 11) | (flags & 16 ? 4 : 0), flags & 4 ? 1 : 0, view,
        count === 1 && layer >= 0 ? name : undefined];
    }),
    pool: rows(part.pool, [0, 1, 2]),
    grids: rows(part.grids, [0, 2, 3]).map(([time, layer, x, y, side, ...counts]) =>
      [time, layer, x * place, y * place, side * place, ...counts]),
    callouts, shapes, events,
    opened: rests.map(([start, length, , number, annotation]) =>
      [number, start, span(start, length), annotation]),
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
    source: part.source ? part.source.split("\n") : [], broken: part.broken ?? [],
    moments: part.moments[0].map((time, row) => ({ time, title: part.momentTitles[row] })),
  };
}

/* The recording of a part. */
const recorded = async (name) =>
  recordingOf(await Parts.context(name), await Parts.context("names"));

const front = document.getElementById("front");
const single = document.getElementById("session");

/* Parts of the front page that are drawn when they are unfolded. */
for (const details of document.querySelectorAll("details[data-part]")) {
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.drawn) return;
    details.dataset.drawn = "yes";
    details.insertAdjacentHTML("beforeend", await Parts.draw(details.dataset.part));
    Tables.prepare(details);
  });
}

/* Tables: what is wider than its place can be scrolled by keys, and titles of columns sort. */
const Tables = (() => {
  const units = { ns: 1e-6, "µs": 1e-3, ms: 1, s: 1e3, KiB: 1 << 10, MiB: 1 << 20, GiB: 1 << 30,
    kB: 1e3, MB: 1e6, GB: 1e9 };

  /* The number of a cell in its unit's terms; undefined for words. */
  function amount(text) {
    const [, digits, unit] = /^([-+]?[\d,]+(?:\.\d+)?)\s*([A-Za-zµ]*)/.exec(text.trim()) ?? [];
    return digits === undefined ? undefined
      : Number(digits.replaceAll(",", "")) * (units[unit] ?? 1);
  }

  function sort(head) {
    const table = head.closest("table");
    const [body] = table.tBodies;
    body.rowsAsWritten ??= [...body.rows];
    const column = head.cellIndex;
    const next = { null: "descending", descending: "ascending" }[head.getAttribute("aria-sort")];
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    if (next) head.setAttribute("aria-sort", next);
    const keyed = body.rowsAsWritten.map((row) => {
      const text = row.cells[column]?.textContent ?? "";
      return { row, text, number: amount(text) };
    });
    const sign = next === "ascending" ? 1 : -1;
    if (next) {
      keyed.sort((one, other) => {
        const known = (one.number === undefined) - (other.number === undefined);
        if (known !== 0) return known;
        return sign * (one.number === undefined ? one.text.localeCompare(other.text)
          : one.number - other.number);
      });
    }
    body.append(...keyed.map(({ row }) => row));
  }

  function prepare(root) {
    for (const box of root.querySelectorAll(".scroll")) {
      if (box.tabIndex >= 0 || box.scrollWidth <= box.clientWidth) continue;
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "table, wider than its place");
    }
    for (const head of root.querySelectorAll("thead th")) {
      if (head.closest(".variants")) continue;
      const rows = head.closest("table").tBodies[0]?.rows.length ?? 0;
      if (rows < 3 || head.querySelector("button, a") || !head.textContent.trim()) continue;
      const button = document.createElement("button");
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(head));
      head.append(button);
    }
  }

  // What was folded has had no size until then.
  document.addEventListener("toggle", ({ target }) => setTimeout(() => prepare(target)), true);
  window.addEventListener("resize", () => prepare(document));
  prepare(document);
  return { prepare };
})();

/* Copies what stands in front of a button. */
document.addEventListener("click", ({ target }) => {
  if (target.className !== "copy") return;
  window.getSelection().selectAllChildren(target.previousElementSibling);
  if (document.execCommand("copy")) target.textContent = "copied";
});

/* The address of a session, or of a moment of it in nanoseconds. */
function addressOf(name, time) {
  const id = name.replace(/^\//, "").split("/").map(encodeURIComponent).join("/");
  return `#/${id}${time === undefined ? "" : `@${Number((time / 1e9).toFixed(9))}s`}`;
}

/* The pictures of failures on the front, each drawn when it comes into sight. */
(() => {
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      draw(target);
    }
  }, { rootMargin: "200px" });

  async function draw(host) {
    const name = host.dataset.player;
    const recording = await recorded(name);
    const moments = [{ time: Number(host.dataset.moments), title: "the worst moment" }];
    MapPlayer.stills(host, recording, moments, (time) => {
      location.hash = addressOf(name.replace(/^player /, ""), time);
    });
  }

  for (const host of front.querySelectorAll(".failure [data-player]")) sight.observe(host);
})();

/* Variants stand where those without scripts see them, and are drawn when they are unfolded. */
for (const details of document.querySelectorAll(".fold > details")) {
  details.addEventListener("toggle", () => {
    const rows = details.querySelector("noscript");
    if (rows) rows.outerHTML = rows.textContent;
  });
}

/* The list of scenarios: searched, filtered, sorted. What was asked for is the address behind "#?",
   so that a reload and the way back show it again. */
const List = (() => {
  const form = document.getElementById("find");
  if (!form) return { names: Parts.sessions, address: () => "scenarios" };
  const folders = document.getElementById("folders");
  const found = document.getElementById("found");
  const nothing = document.getElementById("nothing");
  const others = document.getElementById("others");
  const limit = 200;
  const asked = () => [...new FormData(form)].filter(([, value]) => value.trim());
  const address = () => `?${new URLSearchParams(asked())}`;
  let rows;
  let names = Parts.sessions();
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(changed));
  window.addEventListener("hashchange", read);
  read();

  function changed() {
    update();
    // A browser may refuse that, or so many of them.
    try { history.replaceState(null, "", `#${address()}`); } catch { /* The list is right. */ }
  }

  /* Fills the form with what an address asks for. */
  function read() {
    if (!location.hash.startsWith("#?")) return;
    const asked = new URLSearchParams(location.hash.slice(2));
    for (const name of ["text", "state", "folder", "tag", "sort"]) {
      form.elements[name].value = asked.get(name) ?? "";
    }
    update();
    if (asked.size > 0) form.scrollIntoView();
  }

  async function update() {
    if (asked().length > 0) rows ??= (await Parts.context("list")).rows;
    // What is asked for may be something else by now.
    const { text, state, folder, tag, sort } = Object.fromEntries(new FormData(form));
    const isAll = asked().length === 0;
    folders.hidden = !isAll;
    others.hidden = !isAll;
    found.hidden = isAll;
    nothing.hidden = true;
    if (isAll) {
      form.querySelector("output").textContent = "";
      names = Parts.sessions();
      return;
    }
    if (!rows) return;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rows.filter((row) =>
      words.every((word) => row.search.includes(word))
        && (!state || row.states.includes(state)) && (!folder || row.folder === folder)
        && (!tag || row.tags.includes(tag)));
    if (sort) chosen.sort((one, other) => order(one.values[sort], other.values[sort]));
    found.innerHTML = chosen.slice(0, limit)
      .map((row) => Mustache.render("row", row)).join("");
    names = chosen.map((row) => decodeURIComponent(row.anchor));
    found.hidden = chosen.length === 0;
    nothing.hidden = chosen.length > 0;
    form.querySelector("output").textContent = `${chosen.length} of ${rows.length} sessions`
      + (chosen.length > limit ? `, the first ${limit} shown` : "");
  }

  /* The worst first; what was not measured comes last. */
  function order(one, other) {
    if (one === false || other === false) return (one === false) - (other === false);
    return other - one;
  }

  /* The sessions as they stand in the list, and its address. */
  return { names: () => names, address };
})();

/* One scenario: the address behind # is its id, then a step behind a last slash, or a time
   behind @. A slash before it says that the page has no element of that name. */
(() => {
  let scroll = 0;
  // Where the list was left.
  let list = "scenarios";
  let player;
  // What shows the time of the player in the charts.
  let charts = [];
  const title = document.title;
  const lost = document.getElementById("lost");
  const isOfPage = () => location.hash.length < 2 || location.hash.startsWith("#?")
    || document.getElementById(location.hash.slice(1)) !== null;

  function target() {
    const place = location.hash.slice(1);
    if (isOfPage()) return undefined;
    const name = "/" + unescaped(place).replace(/^\//, "");
    const known = Parts.named(name);
    if (known) return { id: known };
    const [, of, time] = /^(.*)@(\d+(?:\.\d+)?)s$/.exec(name) ?? [];
    if (of && Parts.named(of)) return { id: Parts.named(of), time: Math.round(time * 1e9) };
    const slash = name.lastIndexOf("/");
    const [id, step] = [Parts.named(name.slice(0, slash)), name.slice(slash + 1)];
    return id && /^\d+$/.test(step) ? { id, step } : undefined;
  }

  function unescaped(place) {
    // Who writes an address by hand may write % as it is.
    try { return decodeURIComponent(place); } catch { return place; }
  }

  async function show(event) {
    let place = target();
    lost.textContent = place || isOfPage() ? ""
      : `There is no scenario ${unescaped(location.hash.slice(1))} in this run.`;
    if (!place) {
      if (!single.hidden) close();
      return;
    }
    if (single.hidden && event) {
      scroll = window.scrollY;
      list = List.address();
    }
    let isNew = false;
    if (single.dataset.id !== place.id) {
      const [drawn, context] = [await Parts.draw(place.id), await Parts.context(place.id)];
      // Somebody went on meanwhile.
      if (target()?.id !== place.id) return;
      single.innerHTML = drawn;
      single.dataset.id = place.id;
      charts = [...single.querySelectorAll("[data-charts]")].map((host) =>
        Charts.draw(host, context[host.dataset.charts] ?? [], nameOfStep(context), go));
      for (const below of single.querySelectorAll("div[data-part]")) {
        below.innerHTML = await Parts.draw(below.dataset.part);
      }
      if (target()?.id !== place.id) return;
      linkSteps(place.id);
      fold();
      isNew = true;
    }
    front.hidden = true;
    single.hidden = false;
    linkNeighbors(place.id);
    if (isNew) Tables.prepare(single);
    if (isNew) await play();
    place = target();
    if (place?.id !== single.dataset.id) return;
    if (place.step) player?.seekStep(Number(place.step) - 1);
    if (place.time !== undefined) player?.seek(place.time);
    document.title = `${single.querySelector("h2").textContent.trim()}: ${title}`;
    single.querySelector(".target")?.classList.remove("target");
    const row = place.step && document.getElementById(`step-${place.step}`);
    row?.classList.add("target");
    if (row) row.closest("details").open = true;
    if ((place.step || place.time !== undefined) && player) {
      single.querySelector("[data-player]").scrollIntoView({ block: "start" });
    } else if (row) {
      row.scrollIntoView({ block: "center" });
    } else {
      window.scrollTo(0, 0);
      single.querySelector("h2").focus({ preventScroll: true });
    }
  }

  /* Which sections are open, by their titles; a browser that keeps nothing opens the usual ones. */
  const kept = (() => {
    const key = "mapreplay sections";
    let all = {};
    try { all = JSON.parse(localStorage.getItem(key)) ?? {}; } catch { /* It keeps nothing. */ }
    return {
      isOpen: (title, usually) => all[title] ?? usually,
      set(title, isOpen) {
        all[title] = isOpen;
        try { localStorage.setItem(key, JSON.stringify(all)); } catch { /* Nor now. */ }
      },
    };
  })();

  /* Folds each section from its title to the next one, those below the player at first, and lists
     them. */
  function fold() {
    const article = single.querySelector("article");
    const contents = document.createElement("nav");
    contents.className = "contents";
    contents.setAttribute("aria-label", "sections");
    let section;
    let isUsual = true;
    for (const node of [...article.children]) {
      if (node.matches("[data-player]")) [section, isUsual] = [undefined, false];
      // Variants are a part of their own with its title inside.
      const head = node.matches("h3") ? node
        : node.matches("[data-part]") && node.querySelector("h3");
      if (!head) {
        section?.append(node);
        continue;
      }
      const title = head.textContent.trim();
      const one = document.createElement("details");
      one.className = "section";
      one.open = kept.isOpen(title, isUsual);
      const summary = document.createElement("summary");
      node.replaceWith(one);
      summary.append(head);
      one.append(summary, ...(head === node ? [] : [node]));
      // The script unfolds some itself, which is nobody's wish.
      summary.addEventListener("click", () => kept.set(title, !one.open));
      const link = document.createElement("button");
      link.type = "button";
      link.textContent = title;
      link.addEventListener("click", () => {
        one.open = true;
        kept.set(title, true);
        one.scrollIntoView();
      });
      contents.append(link);
      section = one;
    }
    [...article.children].filter((node) => node.matches(".file")).at(-1)?.after(contents);
  }

  /* The ways back to the list, and to the sessions before and after it there. */
  function linkNeighbors(id) {
    const names = List.names();
    const place = names.indexOf(id);
    const back = single.querySelector(".back");
    back.querySelector("a").href = `#${list}`;
    back.querySelector(".neighbors")?.remove();
    const neighbors = document.createElement("span");
    neighbors.className = "neighbors";
    back.append(" ", neighbors);
    for (const [step, text] of [[-1, "‹ previous"], [1, "next ›"]]) {
      if (place < 0 || !names[place + step]) continue;
      const link = document.createElement("a");
      link.href = addressOf(names[place + step]);
      link.rel = step < 0 ? "prev" : "next";
      link.textContent = text;
      neighbors.append(link, " ");
    }
    if (place >= 0) neighbors.append(`${place + 1} of ${names.length}`);
  }

  /* Each step's number, by which an address has it, as a link to the map at that step. */
  function linkSteps(id) {
    for (const row of single.querySelectorAll("tr[id^='step-']")) {
      const number = row.id.slice("step-".length);
      const link = document.createElement("a");
      link.href = `${addressOf(id)}/${number}`;
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

  /* Plays from a time or a step, where the player can be seen. */
  const see = () => single.querySelector("[data-player]")?.scrollIntoView({ block: "start" });
  const go = {
    time: (time) => {
      player?.seek(time);
      see();
    },
    step: (step) => {
      player?.seekStep(step);
      see();
    },
  };

  /* What the player takes of a session: its recording, with the criteria and the annotations of its
     callouts, which one of an earlier run does not have. */
  async function recordingAt(name) {
    const { callouts } = isBefore(name) ? {}
      : await Parts.context(name.replace(/^player \/?/, "/"));
    const criteria = new Map((callouts ?? []).map(({ number, criteria }) =>
      [number, criteria.map(({ sign, word }) => `${sign} ${word}`)]));
    const subjects = new Map((callouts ?? []).map(({ number, subject }) => [number, subject]));
    return { ...await recorded(name), criteria, subjects };
  }

  const isBefore = (name) => name.startsWith("before ");

  /* The player of the session, beside which another variant may play, or what it was before. */
  async function play() {
    player?.destroy();
    player = undefined;
    const section = single.querySelector("[data-player]");
    if (!section) return;
    const own = await recordingAt(section.dataset.player);
    if (!section.isConnected) return;
    const beside = section.querySelector(".beside select");

    async function mount() {
      const other = beside?.value ? [await recordingAt(beside.value)] : [];
      if (!section.isConnected) return;
      // What was before stands at the left; the player is of what is now.
      const hasBefore = beside?.value && isBefore(beside.value);
      const recordings = hasBefore ? [...other, own] : [own, ...other];
      const time = player?.time ?? own.opens;
      player?.destroy();
      const names = hasBefore ? ["before", "now"]
        : recordings.map(({ title, name }) => other.length > 0 ? name : title);
      player = MapPlayer.mount(section.querySelector(".stage"), recordings,
        { names, chosen: recordings.indexOf(own),
          address: (moment) => addressOf(single.dataset.id, moment),
          follow: (...shown) => charts.forEach((show) => show(...shown)) });
      player.seek(time);
    }

    single.querySelector(".trace")?.addEventListener("click", () => save(own));
    section.querySelector(".end").hidden = own.end < 0;
    beside?.addEventListener("change", mount);
    await mount();
    MapPlayer.stills(section.querySelector(".moments"), own, own.moments, go.time);
    for (const host of single.querySelectorAll("[data-moments]")) {
      const titles = host.dataset.titles.split("|");
      const moments = host.dataset.moments.split(" ").map((time, index) =>
        ({ time: Number(time), title: titles[index] }));
      MapPlayer.stills(host, own, moments, go.time);
    }
  }

  /* Writes what is known of a session as a trace, in the form that Perfetto reads. */
  function save(recording) {
    const rows = [["steps", 1], ["fingers", 2], ["late frames", 3], ["events", 4]];
    const span = (name, tid, start, end) =>
      ({ name, ph: "X", pid: 1, tid, ts: start / 1e3, dur: Math.max(0, end - start) / 1e3 });
    const traceEvents = [
      ...rows.map(([name, tid]) =>
        ({ name: "thread_name", ph: "M", pid: 1, tid, args: { name } })),
      ...recording.steps.map(([start, end, , , text]) =>
        span(text, 1, start, end < 0 ? recording.length : end)),
      ...recording.touches.map(([start, end]) => span("touch", 2, start, end)),
      ...recording.hitches.map(([time, late]) => span("late", 3, time, time + late)),
      ...recording.events.map(([time, , kind, text]) =>
        ({ name: `${kind}: ${text}`, ph: "i", s: "t", pid: 1, tid: 4, ts: time / 1e3 })),
      ...recording.pool.map(([time, live, pooled]) =>
        ({ name: "views", ph: "C", pid: 1, ts: time / 1e3, args: { live, pooled } })),
    ];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([JSON.stringify({ displayTimeUnit: "ms", traceEvents })]));
    link.download = `${single.dataset.id.slice(1).replaceAll("/", "-")}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function close() {
    player?.pause();
    single.hidden = true;
    front.hidden = false;
    document.title = title;
    const anchor = document.getElementById(location.hash.slice(1));
    if (anchor) return anchor.scrollIntoView();
    if (location.hash.startsWith("#?") && location.hash !== `#${list}`) {
      return document.getElementById("find")?.scrollIntoView();
    }
    window.scrollTo(0, scroll);
    [...front.querySelectorAll("a")].find((link) =>
      unescaped(link.hash) === `#${single.dataset.id}` && link.checkVisibility())
      ?.focus({ preventScroll: true });
  }

  window.addEventListener("hashchange", show);
  document.addEventListener("keydown", (event) => {
    // In a field to search in, Escape empties it; in the player it may clear what is selected.
    if (event.key !== "Escape" || event.target.matches("[type=search]")) return;
    if (!single.hidden && !event.defaultPrevented) location.hash = list;
  });
  show();
})();
