"use strict";

/* Charts: numbers with the finding as a title, drawn as paths, and listed in a table. */
const Charts = (() => {
  const WIDTH = 1000;
  const HEIGHT = 100;
  const times = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
  const large = [["G", 1e9], ["M", 1e6], ["k", 1e3]];

  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const rounded = (number) => Number(number.toPrecision(3));
  const seconds = (time) => `${(time / 1e9).toFixed(3)} s`;

  /* The unit fits the rounded number: 999,999 ns is 1 ms. */
  const units = {
    nanoseconds: (number) => {
      const short = rounded(number);
      const [unit, size] = times.find(([, size]) => Math.abs(short) >= size) ?? times[3];
      return `${short / size} ${unit}`;
    },
    count: (number) => {
      if (number < 10_000) return grouped(number);
      const short = rounded(number);
      const [letter, size] = large.find(([, size]) => short >= 10 * size);
      return short / size + letter;
    },
    bytes: (number) => {
      const short = rounded(number);
      const [letter, size] = large.find(([, size]) => short >= size) ?? ["", 1];
      return `${short / size} ${letter}B`;
    },
    permille: (number) => `${(number / 10).toFixed(1)} %`,
  };

  const exact = {
    nanoseconds: (number) => `${grouped(number)} ns`,
    count: grouped, bytes: (number) => `${grouped(number)} B`, permille: units.permille,
  };

  /* A chart with times, of which the page carries the distances. */
  function timed(chart) {
    let time = 0;
    const whole = chart.distances?.map((distance) => (time += distance));
    return whole ? { ...chart, times: whole } : chart;
  }

  function element(name, kind, text) {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /* What a place is called. */
  function nameOf(chart, index, nameOfStep) {
    const parts = [];
    if (chart.names) parts.push(`${chart.place} ${chart.names[index]}`);
    if (chart.updates) parts.push(`update ${chart.updates[index]} of ${chart.layers[index]}`);
    if (chart.times) parts.push(`at ${seconds(chart.times[index])}`);
    if (chart.steps?.[index] >= 0) parts.push(nameOfStep(chart.steps[index]));
    return parts.join(", ");
  }

  const isOverTime = ({ kind }) => kind === "steps" || kind === "peaks";

  /* When a chart over time begins and ends, and where a time is in it. */
  function axisOf(chart) {
    const start = chart.kind === "peaks" ? chart.times[0] : 0;
    const end = Math.max(chart.end ?? 0, chart.times.at(-1));
    return { start, end, x: (time) => (time - start) / Math.max(end - start, 1) * WIDTH };
  }

  /* Where each place is, from its left edge to the right one. */
  function places(chart, count) {
    if (chart.kind === "stacked" || chart.kind === "nested") {
      const each = WIDTH / Math.max(count, 4);
      return Array.from({ length: count }, (_, index) =>
        [(index + 0.14) * each, (index + 0.86) * each]);
    }
    const { end, x } = axisOf(chart);
    return chart.times.map((time, index) => {
      const next = chart.times[index + 1] ?? end;
      const over = time + (chart.lengths?.[index] ?? Infinity);
      return [x(time), x(Math.min(next, over))];
    });
  }

  const number = (value) => Number(value.toFixed(2));
  const bar = ([left, right], from, to) =>
    `M${number(left)} ${number(from)}H${number(right)}V${number(to)}H${number(left)}z`;

  /* Where the lines of marks are, and what they are called; those of one place are one. */
  function marksOf(chart, count, spots) {
    const names = new Map();
    for (const { name, place } of chart.marks ?? []) {
      const x = number(place < count ? spots[place][0] : spots[count - 1][1]);
      names.set(x, names.has(x) ? `${names.get(x)}, ${name}` : name);
    }
    return [...names];
  }

  /* The names of marks below their lines, from the left, without those that find no room. */
  function namesOf(marks, shareOf) {
    const node = element("div", "marks");
    node.append(...marks.map(([, name]) => element("span", "", name)));
    function place() {
      const all = node.offsetWidth;
      const widths = [...node.children].map((name) => name.offsetWidth);
      let end = 0;
      marks.forEach(([x], index) => {
        const share = shareOf(x);
        const left = Math.max(0, Math.min(share * all, all - widths[index]));
        const hasRoom = left >= end && share >= 0 && share <= 1;
        Object.assign(node.children[index].style,
          { left: `${left}px`, visibility: hasRoom ? "" : "hidden" });
        if (hasRoom) end = left + widths[index] + 8;
      });
    }
    new ResizeObserver(place).observe(node);
    return { node, place };
  }

  /* The paths of a chart, each of one class. */
  function paths(chart, count, spots, top, marks) {
    const y = (value) => HEIGHT * (1 - value / top);
    const drawn = [];
    const sums = new Array(count).fill(0);
    const order = chart.kind === "nested" ? [...chart.series].reverse() : chart.series;
    for (const { kind, values } of order) {
      let [path, over] = ["", ""];
      values.forEach((value, index) => {
        if (value === null) return;
        const spot = spots[index];
        if (chart.kind === "steps") {
          path += `${path ? "L" : "M"}${number(spot[0])} ${number(y(value))}`
            + `H${number(spot[1])}`;
        } else if (value > 0) {
          const from = chart.kind === "stacked" ? sums[index] : 0;
          sums[index] = from + value;
          const shape = bar(spot, y(from), y(from + value));
          if (chart.kind === "peaks" && value > chart.limit?.value) over += shape;
          else path += shape;
        }
      });
      drawn.push([chart.kind === "steps" ? `line ${kind}` : kind, path], ["over", over]);
    }
    if (chart.limit) drawn.push(["limit", `M0 ${number(y(chart.limit.value))}H${WIDTH}`]);
    /* A line is thin; what is near it has its name too. */
    for (const [x] of marks) {
      for (const kind of ["mark", "near"]) drawn.push([kind, `M${x} 0V${HEIGHT}`]);
    }
    return drawn.filter(([, path]) => path);
  }

  function table(chart, count, nameOfStep) {
    const scroll = element("div", "scroll");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", chart.title);
    const rows = element("table", "plain");
    const head = rows.createTHead().insertRow();
    for (const name of [chart.place, ...chart.series.map((series) => series.name)]) {
      head.append(element("th", "", name));
    }
    const body = rows.createTBody();
    for (let index = 0; index < count; index += 1) {
      const row = body.insertRow();
      row.append(element("th", "", nameOf(chart, index, nameOfStep)));
      for (const { values } of chart.series) {
        row.append(element("td", "",
          values[index] === null ? "–" : exact[chart.unit](values[index])));
      }
    }
    scroll.append(rows);
    return scroll;
  }

  /* A chart; what is played is shown in it, and a click plays what is under the pointer. */
  function figure(chart, nameOfStep, play) {
    const count = chart.series[0]?.values.length ?? 0;
    const made = element("figure", "chart");
    const caption = element("figcaption");
    caption.append(element("b", "", chart.title), element("span", "", chart.note));
    const keys = element("span", "keys");
    const kinds = chart.series.map(({ kind, name }) => [kind, name]);
    if (chart.limit) kinds.push(["limit", `${chart.limit.name}, `
      + units[chart.unit](chart.limit.value)]);
    for (const [kind, name] of kinds) {
      const key = element("span");
      key.append(element("i", kind), name);
      keys.append(key);
    }
    caption.append(keys);
    made.append(caption);
    if (count === 0) return { node: made, show: () => {} };

    const top = chart.ticks.at(-1);
    const heights = chart.ticks.map((tick) => number(HEIGHT * (1 - tick / top)));
    const spots = places(chart, count);
    const marks = marksOf(chart, count, spots);
    const plot = element("div", "plot");
    chart.ticks.slice(1).forEach((tick, index) => {
      const label = element("span", "tick", units[chart.unit](tick));
      label.style.top = `${heights[index + 1] * 1.5}px`;
      plot.append(label);
    });
    plot.insertAdjacentHTML("beforeend", `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none" role="img">
      <path class="rule" d="${heights.map((y) => `M0 ${y}H${WIDTH}`).join("")}"/>`
      + paths(chart, count, spots, top, marks).map(([kind, path]) =>
        `<path class="${kind}" d="${path}"/>`).join("") + "</svg>");
    const svg = plot.querySelector("svg");
    const names = marks.map(([, name]) => name);
    svg.setAttribute("aria-label", `${chart.title}. ${chart.note}`
      + (names.length > 0 ? `; marks: ${names.join(", ")}` : ""));
    svg.querySelectorAll(".near").forEach((line, index) => {
      const title = document.createElementNS(svg.namespaceURI, "title");
      title.textContent = names[index];
      line.append(title);
    });

    const ends = element("div", "ends");
    const last = count - 1;
    const axis = isOverTime(chart) && axisOf(chart);
    const ended = axis ? [axis.start, axis.end].map(seconds)
      : chart.names ? [0, last].map((index) => `${chart.place} ${chart.names[index]}`)
      : chart.updates ? [0, last].map((index) => `update ${chart.updates[index]}`)
      : [0, last].map((index) => `step ${chart.steps[index] + 1}`);
    const endAt = (...texts) =>
      ends.replaceChildren(...texts.map((text) => element("span", "", text)));
    endAt(...last > 0 ? ended : [ended[0]]);

    /* The part of the drawing that is shown, from left to right, and where in it an x is. */
    let [left, right] = [0, WIDTH];
    const shareOf = (x) => (x - left) / (right - left);
    const percent = (share) => `calc((100% - 68px) * ${Math.max(0, Math.min(1, share))})`;

    /* What is under the pointer, in words. */
    const read = element("p", "read");
    const under = (event) => {
      const box = svg.getBoundingClientRect();
      const x = left + (event.clientX - box.left) / box.width * (right - left);
      return [x, Math.max(0, spots.findLastIndex(([left]) => left <= x))];
    };
    plot.addEventListener("click", (event) => {
      const [x, index] = under(event);
      if (axis) play.time(axis.start + (axis.end - axis.start) * Math.min(1, x / WIDTH));
      else if (chart.times) play.time(chart.times[index]);
      else if (chart.steps?.[index] >= 0) play.step(chart.steps[index]);
    });
    plot.addEventListener("pointermove", (event) => {
      const [x, index] = under(event);
      const values = chart.series.filter(({ values }) => values[index] !== null)
        .map(({ name, values }) => `${name} ${units[chart.unit](values[index])}`);
      const since = marks.findLast(([left]) => left <= x);
      read.textContent = nameOf(chart, index, nameOfStep)
        + `${since ? `, after ${since[1]}` : ""}: ${values.join(", ")}`;
    });
    plot.addEventListener("pointerleave", () => (read.textContent = ""));

    const details = element("details");
    details.append(element("summary", "", "The numbers as a table"));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length < 2) {
        details.append(table(chart, count, nameOfStep));
      }
    });
    const named = marks.length > 0 ? namesOf(marks, shareOf) : undefined;
    made.append(plot, ...(named ? [named.node] : []), ends, read, details);

    /* Shows the span of the player's timeline: the same drawing, of which less is seen. */
    function zoom(span, isWhole) {
      [left, right] = isWhole ? [0, WIDTH] : span.map(axis.x);
      svg.setAttribute("viewBox", `${number(left)} 0 ${number(right - left)} ${HEIGHT}`);
      plot.classList.toggle("zoomed", !isWhole);
      endAt(...isWhole ? last > 0 ? ended : [ended[0]] : span.map(seconds));
      named?.place();
    }

    /* From where to where the range of the player is: over time, or the bars that begin in it. */
    function spread({ cut, steps }) {
      if (axis) return cut.map(axis.x);
      const [from, to] = chart.times ? cut : steps;
      const inside = spots.filter((_, index) => {
        const place = chart.times?.[index] ?? chart.steps?.[index] ?? -1;
        return place >= from && place <= to;
      });
      return inside.length > 0 ? [inside[0][0], inside.at(-1)[1]] : undefined;
    }

    /* Where the player is, and the range that is selected there. */
    const cursor = element("i", "cursor");
    const range = element("i", "range");
    range.hidden = true;
    plot.append(range, cursor);
    let [shownSpan, shownCut] = [];
    function show(time, step, shown = {}) {
      const isMoved = axis && shown.span !== shownSpan;
      if (isMoved) zoom(shown.span, shown.isWhole);
      if (isMoved || shown.cut !== shownCut) {
        const ends = shown.cut && spread(shown)?.map(shareOf);
        range.hidden = !ends || ends[1] < 0 || ends[0] > 1;
        if (!range.hidden) {
          range.style.left = percent(ends[0]);
          range.style.right = `calc(100% - ${percent(ends[1])})`;
        }
      }
      [shownSpan, shownCut] = [shown.span, shown.cut];
      const index = chart.times ? chart.times.findLastIndex((start) => start <= time)
        : chart.steps?.lastIndexOf(step) ?? -1;
      cursor.hidden = index < 0;
      if (index < 0) return;
      const x = axis ? axis.x(Math.min(time, axis.end)) : (spots[index][0] + spots[index][1]) / 2;
      cursor.hidden = shareOf(x) < 0 || shareOf(x) > 1;
      cursor.style.left = percent(shareOf(x));
    }
    return { node: made, show };
  }

  return {
    /* Draws charts, and returns what shows a time, a step, and what the timeline shows in them. */
    draw: (host, charts, nameOfStep, play) => {
      const all = charts.map((chart) => figure(timed(chart), nameOfStep, play));
      host.replaceChildren(...all.map(({ node }) => node));
      return (...shown) => all.forEach(({ show }) => show(...shown));
    },
  };
})();
