"use strict";

/* The session player: it shows the map as the model had it at any simulated time. A recording
   is plain data with times in nanoseconds; nothing in it is interpreted as markup. */
const MapPlayer = (() => {
  /* The width of the world in map points, as Web Mercator has it. */
  const WORLD = 268435456;
  /* How long a tap's ring, a view that went to the pool and a late frame's note stay, in ns. */
  const TAP_RING = 400e6, GHOST = 300e6, NOTE = 500e6;
  /* Rows of views that are skipped together when all of them are over. */
  const BLOCK = 64;
  /* Kinds of views; 0, and others, are images. */
  const PIN = 1, MARKER = 2, USER_DOT = 3, CALLOUT_VIEW = 4;
  /* Kinds of touches that move nothing. */
  const TAP = 4, LONG_PRESS = 7;
  /* Bits of a view's flags. A row that continues another one shows the same view, changed. */
  const ONE_PLACE = 1, SELECTED = 2, CONTINUED = 4, CONTINUES = 8;
  /* The tallest map on the page, the least height of one, and what the player has below and above
     it, on a wide screen and a narrow one; half the width of the scrubber's thumb. In pixels. */
  const TALLEST = 600;
  const LEAST = 200;
  const [BESIDE_WIDE, BESIDE_NARROW, NARROW] = [278, 430, 520];
  const INSET = 7;
  /* The tallest picture of a hovered time, and the least width and height to hit, in pixels. */
  const [HOVERED, HIT] = [160, 24];
  /* The tallest picture of the map before and after a step, in pixels. */
  const PICTURED = 300;
  /* The frames that the timeline shows at least, and the pixels of a wheel that double it. */
  const [LEAST_FRAMES, DOUBLING] = [10, 240];
  /* The uses of a view that are listed. */
  const USES = 6;
  const ROW_HEIGHT = 32;
  const FONT = "system-ui, -apple-system, \"Segoe UI\", Roboto, sans-serif";
  const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
  const TURN = Math.PI / 180;
  let serial = 0;

  /* The number of sorted times that are not after a time. */
  function countUntil(times, time) {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle + 1; else high = middle;
    }
    return low;
  }

  const column = (rows, place) => Float64Array.from(rows, (row) => row[place]);
  const seconds = (time) => `${(time / 1e9).toFixed(3)} s`;
  const length = (time) => `${Number((time / 1e9).toFixed(3))} s`;
  const plural = (count, name, names = `${name}s`) => `${count} ${count === 1 ? name : names}`;
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

  function abbreviated(count) {
    if (count < 1000) return String(count);
    const [unit, letter] = count < 1e6 ? [1e3, "k"] : [1e6, "M"];
    if (count >= unit * 10) return `${Math.floor(count / unit)}${letter}`;
    return `${(Math.floor(count / (unit / 10)) / 10).toFixed(1)}${letter}`;
  }

  /* Rows that hold from their time on: the one that holds at a time, or undefined. */
  function lasting(rows = []) {
    const times = column(rows, 0);
    return (time) => rows[countUntil(times, time) - 1];
  }

  /* Views in columns, so that a seek compares plain numbers and allocates nothing. */
  function viewColumns(rows) {
    const until = Float64Array.from(rows, (row) => row[1] < 0 ? Infinity : row[1]);
    const latest = new Float64Array(Math.ceil(rows.length / BLOCK));
    const look = new Int32Array(rows.length);
    const looks = [];
    const known = new Map();
    rows.forEach((row, index) => {
      const [,, , , left, top, width, height, layer, kind, count, flags, origin] = row;
      const label = count > 1 ? abbreviated(count) : "";
      const bits = flags & (ONE_PLACE | SELECTED);
      const key = [left, top, width, height, layer, kind, label, bits, origin].join();
      if (!known.has(key)) {
        known.set(key, looks.length);
        looks.push({ left, top, width: Math.max(0, width), height: Math.max(0, height), kind,
          label, isPlace: (bits & ONE_PLACE) !== 0,
          tone: layer < 0 ? "user" : `layer${layer % 4}`,
          isSelected: (bits & SELECTED) !== 0, isNew: origin === 0 });
      }
      look[index] = known.get(key);
      const block = Math.floor(index / BLOCK);
      latest[block] = Math.max(latest[block], until[index]);
    });
    return { from: column(rows, 0), until, x: column(rows, 2), y: column(rows, 3), latest, look,
      looks, isCluster: Uint8Array.from(rows, (row) => row[10] > 1 ? 1 : 0),
      flags: Uint8Array.from(rows, (row) => row[11]), hasUser: rows.some((row) => row[8] < 0),
      view: column(rows, 13) };
  }

  /* A recording with what finds its state at a time. */
  function tapeOf(recording) {
    const { camera, grids = [], layers = [], size } = recording;
    const margin = clamp(recording.margin ?? 0, 0.05, 0.3);
    const times = column(camera, 0);
    const sizeAt = lasting(size);
    const gridsAt = layers.map((_, layer) => lasting(grids.filter((row) => row[1] === layer)));
    const bars = { top: 0, left: 0, bottom: 0, right: 0, ...recording.bars };

    /* Between two rows all is linear; a turn, and the date line, are crossed the short way. */
    function cameraAt(time) {
      const next = countUntil(times, time);
      if (next === 0 || next === camera.length) return camera[Math.max(0, next - 1)];
      const [from, to] = [camera[next - 1], camera[next]];
      const share = (time - from[0]) / (to[0] - from[0]);
      const short = (distance, whole) => distance - whole * Math.round(distance / whole);
      return [time, from[1] + short(to[1] - from[1], WORLD) * share,
        from[2] + (to[2] - from[2]) * share, from[3] + (to[3] - from[3]) * share,
        from[4] + short(to[4] - from[4], 360) * share];
    }

    const tape = { recording, layers, margin, bars, cameraAt,
      sizeAt: (time) => sizeAt(time) ?? size[0],
      largest: size.reduce(([width, height], row) =>
        [Math.max(width, row[1]), Math.max(height, row[2])], [1, 1]),
      gridsAt: (time) => gridsAt.map((at) => at(time)).filter(Boolean),
      poolAt: lasting(recording.pool), calloutAt: lasting(recording.callouts),
      shapesAt: lasting(recording.shapes), hitchAt: lasting(recording.hitches),
      views: viewColumns(recording.views ?? []), touches: recording.touches ?? [],
      steps: recording.steps ?? [], stepTimes: column(recording.steps ?? [], 0),
      events: recording.events ?? [], eventTimes: column(recording.events ?? [], 0),
      pointX: column(recording.points ?? [], 0), pointY: column(recording.points ?? [], 1) };
    // A callout that breaks a criterion outside of the view is seen, too.
    for (const [time, state] of recording.callouts ?? []) {
      if (state === 3) tape.margin = Math.max(tape.margin, marginOf(tape, time));
    }
    return tape;
  }

  /* Where map points are on the screen: turned about the middle of the view. */
  class Projection {
    constructor([, x, y, s, heading], [, width, height]) {
      const turn = Number.isFinite(heading) ? heading * TURN : 0;
      Object.assign(this, { x, y, s: s > 0 ? s : 1, heading: turn / TURN, turn,
        cos: Math.cos(turn), sin: Math.sin(turn), width, height,
        midX: width / 2, midY: height / 2 });
    }

    /* The copy of a place that is nearest to the middle, unless it belongs to another one. */
    at(x, y, nearX = this.x) {
      const near = nearX === this.x ? nearX : this.near(nearX);
      const dx = near - this.x + (x - near) - WORLD * Math.round((x - near) / WORLD);
      return this.exact(dx, y - this.y);
    }

    near(x) { return x - WORLD * Math.round((x - this.x) / WORLD); }

    exact(dx, dy) {
      return [this.midX + (dx * this.cos + dy * this.sin) / this.s,
        this.midY + (dy * this.cos - dx * this.sin) / this.s];
    }

    place(x, y) {
      const [right, down] = [(x - this.midX) * this.s, (y - this.midY) * this.s];
      return [this.x + right * this.cos - down * this.sin,
        this.y + right * this.sin + down * this.cos];
    }
  }

  const names = ["page", "card", "ink", "soft", "faint", "rule", "tint", "accent", "good",
    "bad", "accent-tint", "land", "grid", "veil", "bubble", "layer0", "layer1", "layer2",
    "layer3", "selected", "user", "compute", "animation", "mainwork"];

  function colorsOf(root) {
    const style = getComputedStyle(root);
    return Object.fromEntries(names.map((name) =>
      [name, style.getPropertyValue(`--${name}`).trim() || "#888"]));
  }

  /* Paths and paint. A path stays after it is painted, so that it can be painted again. */

  function fill(ctx, color, alpha = 1, rule = "nonzero") {
    ctx.globalAlpha = alpha;
    ctx.fillStyle = color;
    ctx.fill(rule);
    ctx.globalAlpha = 1;
  }

  function stroke(ctx, color, width, alpha = 1, dash = []) {
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  function circle(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  }

  function rounded(ctx, x, y, width, height, radius) {
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, Math.max(0, Math.min(radius, width / 2, height / 2)));
  }

  function rects(ctx, ...all) {
    ctx.beginPath();
    for (const one of all) ctx.rect(...one);
  }

  function line(ctx, points, size = 1) {
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x * size, y * size);
  }

  function spot(ctx, x, y, radius, color, alpha) {
    circle(ctx, x, y, radius);
    fill(ctx, color, alpha);
  }

  function font(ctx, size, weight = 400, align = "left") {
    ctx.font = `${weight} ${size}px ${FONT}`;
    ctx.textAlign = align;
  }

  /* Symbols of views, about the point of their annotation. `unit` is a pixel of the page. */

  /* Reused views are hollow where new ones are filled, so that color alone decides nothing. */
  function body(ctx, { unit, colors, tone, isHollow, isSelected }, alpha = 1) {
    fill(ctx, isHollow ? colors.card : tone, alpha);
    if (isHollow) stroke(ctx, tone, 2.2 * unit);
    else stroke(ctx, isSelected ? colors.ink : colors.land, (isSelected ? 1.8 : 1) * unit);
  }

  /* The coordinate of the annotation. */
  function dot(ctx, { unit, colors }) {
    spot(ctx, 0, 0, 3 * unit, colors.land);
    spot(ctx, 0, 0, 2.2 * unit, colors.ink);
  }

  function drawSymbol(ctx, look, paint) {
    const { left, top, width, height, kind } = look;
    const { unit, colors, tone } = paint;
    const [midX, midY] = [left + width / 2, top + height / 2];
    const inner = paint.isHollow ? tone : colors.land;
    if (look.label) {
      drawCluster(ctx, look, paint, midX, midY);
    } else if (kind === USER_DOT) {
      spot(ctx, 0, 0, 16.8 * unit, colors.user, 0.18);
      spot(ctx, 0, 0, 8 * unit, "#fff");
      spot(ctx, 0, 0, 6.2 * unit, colors.user);
    } else if (kind === PIN) {
      const radius = Math.max(3 * unit, Math.min(width, height) * 0.2);
      const y = Math.min(top + radius, midY);
      line(ctx, [[0, y], [0, 0]]);
      stroke(ctx, colors.soft, 2);
      circle(ctx, 0, y, radius);
      body(ctx, paint);
      spot(ctx, -radius * 0.3, y - radius * 0.3, radius * 0.3, inner);
    } else if (kind === MARKER) {
      const radius = Math.max(3 * unit, Math.min(width, height) * 0.36);
      const y = Math.min(top + radius, midY);
      const isNear = y + radius * 1.2 > 0;
      ctx.beginPath();
      ctx.arc(midX, y, radius, Math.PI * 0.795, Math.PI * 0.205);
      ctx.lineTo(isNear ? midX : 0, isNear ? Math.max(top + height, y + radius * 1.5) : 0);
      ctx.closePath();
      body(ctx, paint);
      spot(ctx, midX, y, radius * 0.36, inner);
    } else if (kind === CALLOUT_VIEW) {
      // The callout itself is drawn over it; the view is only its place.
      rounded(ctx, left, top, width, height, 5);
      fill(ctx, tone, 0.14);
      stroke(ctx, tone, unit);
    } else {
      rounded(ctx, left, top, width, height, Math.min(5, width / 4, height / 4));
      body(ctx, paint, 0.85);
      dot(ctx, paint);
    }
  }

  /* A disc with a number as large as fits, or the whole rectangle when all points are at one
     location; and a dot at the coordinate when that is not the middle. */
  function drawCluster(ctx, { left, top, width, height, isPlace, label }, paint, midX, midY) {
    const { unit, colors } = paint;
    rounded(ctx, left, top, width, height, isPlace ? 2 * unit : 0);
    if (!isPlace) {
      ctx.beginPath();
      ctx.ellipse(midX, midY, width / 2, height / 2, 0, 0, 2 * Math.PI);
    }
    body(ctx, paint, 0.92);
    if (Math.hypot(midX, midY) > unit) dot(ctx, paint);
    // The part of the view that a font of one point takes.
    const [wide, high] = [0.62 * label.length / width, 0.72 / height];
    const fit = isPlace ? 0.9 / Math.max(wide, high) : 1 / Math.hypot(wide, high);
    const size = Math.min(fit, 12 * unit);
    if (!(size >= 3 * unit)) return;
    font(ctx, size, 650, "center");
    ctx.fillStyle = paint.isHollow ? paint.tone : colors.card;
    ctx.fillText(label, midX, midY + 0.36 * size);
  }

  /* Pictures of looks, drawn once for each scale and setting. */
  class Sprites {
    constructor(looks, scale, unit, colors) {
      Object.assign(this, { looks, scale, unit, colors });
      this.clear();
    }

    clear() {
      this.made = { layer: [], origin: [], ghost: [] };
      this.count = 0;
    }

    get(index, mode) {
      return this.made[mode][index] ?? this.make(index, mode);
    }

    make(index, mode) {
      // Very many looks come only one after the other; the memory for them has an end.
      if (this.count >= 2000) this.clear();
      this.count += 1;
      const { scale, unit, colors } = this;
      const look = this.looks[index];
      const { left, top, width, height, kind } = look;
      // Small views have symbols that are larger than they are.
      const reach = (kind === USER_DOT ? 19 : 5.2) * unit;
      const radius = Math.max(3 * unit, Math.min(width, height) * 0.36) + 2 * unit;
      const midX = left + width / 2;
      const x = Math.floor(Math.min(left - 2 * unit, midX - radius, -reach) * scale);
      const y = Math.floor(Math.min(top - 2 * unit, -reach) * scale);
      const right = Math.max(left + width + 2 * unit, midX + radius, reach) * scale;
      const low = Math.max(top + height + 2 * unit, top + radius * 2.6, reach) * scale;
      const image = document.createElement("canvas");
      image.width = clamp(Math.ceil(right) - x, 1, 4096);
      image.height = clamp(Math.ceil(low) - y, 1, 4096);
      const ctx = image.getContext("2d");
      ctx.setTransform(scale, 0, 0, scale, -x, -y);
      if (mode === "ghost") {
        rounded(ctx, left, top, width, height, 5);
        stroke(ctx, colors.ink, 1.4 * unit, 1, [3 * unit, 2 * unit]);
      } else {
        const { isNew, isSelected } = look;
        const isByOrigin = mode === "origin" && kind !== USER_DOT;
        const tone = isSelected ? "selected" : !isByOrigin ? look.tone
          : isNew ? "accent" : "layer2";
        drawSymbol(ctx, look, { unit, colors, tone: colors[tone], isSelected,
          isHollow: isByOrigin && !isNew });
      }
      return this.made[mode][index] = { image, x, y };
    }
  }

  /* Parts of the map's picture. A scene is what they draw: a tape at a time. */

  /* The smallest of 1, 2 and 5 times a power of ten that has at most eight lines in a span. */
  function stepOf(span) {
    const power = 10 ** Math.floor(Math.log10(span / 8));
    return power * [1, 2, 5, 10].find((factor) => span / (power * factor) <= 8);
  }

  const latitude = (y) =>
    90 - 360 * Math.atan(Math.exp((y / WORLD - 0.5) * 2 * Math.PI)) / Math.PI;
  const mercator = (degrees) =>
    WORLD * (0.5 - Math.log(Math.tan((45 + degrees / 2) * TURN)) / (2 * Math.PI));

  const nearest = (longitude) => longitude - 360 * Math.round(longitude / 360);

  function degrees(value, step, [positive, negative]) {
    const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const text = Math.abs(value).toFixed(places);
    return `${text}\u00b0${Number(text) === 0 ? "" : value > 0 ? positive : negative}`;
  }

  /* Lines of latitude and longitude; returns the labels, which stand over the veil. */
  function drawGraticule({ ctx, shown, projection: p, unit, colors }) {
    const [left, top, width, height] = shown;
    const [right, low] = [left + width, top + height];
    const corners = [[left, top], [right, top], [left, low], [right, low]]
      .map((corner) => p.place(...corner));
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => clamp(y, 0, WORLD));
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys),
      Math.max(...ys)];
    const labels = [];
    ctx.beginPath();

    function lines(from, to, draw) {
      if (!(to > from)) return;
      const step = stepOf(to - from);
      for (let index = Math.ceil(from / step); index * step <= to; index += 1) {
        draw(index * step, step);
      }
    }

    function between(from, to, text) {
      const [a, b] = [from, to].map(([x, y]) => p.exact(x - p.x, y - p.y));
      ctx.moveTo(...a);
      ctx.lineTo(...b);
      const alongX = a[0] + (b[0] - a[0]) * (low - a[1]) / (b[1] - a[1]);
      const alongY = a[1] + (b[1] - a[1]) * (left - a[0]) / (b[0] - a[0]);
      if (alongX > left && alongX < right - 50 * unit) {
        label(text, alongX + 3 * unit, low - 4 * unit);
      } else if (alongY > top + 14 * unit && alongY < low) {
        label(text, left + 4 * unit, alongY - 3 * unit);
      }
    }

    /* None on another one: on a turned map those of both kinds come to the same edge. */
    function label(text, x, y) {
      const isFree = labels.every(([, otherX, otherY]) =>
        Math.abs(x - otherX) > 56 * unit || Math.abs(y - otherY) > 12 * unit);
      if (isFree) labels.push([text, x, y]);
    }

    lines(west / WORLD * 360 - 180, east / WORLD * 360 - 180, (value, step) => {
      const x = (value + 180) / 360 * WORLD;
      between([x, north], [x, south], degrees(nearest(value), step, "EW"));
    });
    lines(Math.max(-85, latitude(south)), Math.min(85, latitude(north)), (value, step) => {
      const y = mercator(value);
      between([west, y], [east, y], degrees(value, step, "NS"));
    });
    stroke(ctx, colors.grid, unit, 0.5);
    return labels;
  }

  function drawLabels({ ctx, unit, colors }, labels) {
    font(ctx, 9.5 * unit);
    ctx.fillStyle = colors.soft;
    ctx.strokeStyle = colors.veil;
    ctx.lineWidth = 3 * unit;
    for (const [text, x, y] of labels) {
      ctx.strokeText(text, x, y);
      ctx.fillText(text, x, y);
    }
  }

  function drawPoints({ ctx, tape: { pointX, pointY }, projection: p, unit, shown, colors }) {
    const [left, top, width, height] = shown;
    const side = 2.2 * unit;
    ctx.fillStyle = colors.soft;
    for (let index = 0; index < pointX.length; index += 1) {
      const dx = p.near(pointX[index]) - p.x;
      const dy = pointY[index] - p.y;
      const x = p.midX + (dx * p.cos + dy * p.sin) / p.s;
      const y = p.midY + (dy * p.cos - dx * p.sin) / p.s;
      if (x < left || y < top || x > left + width || y > top + height) continue;
      ctx.fillRect(x - side / 2, y - side / 2, side, side);
    }
  }

  function drawShapes({ ctx, tape, time, projection: p, unit, colors }) {
    for (const [overlay, kind, numbers] of tape.shapesAt(time)?.[1] ?? []) {
      if (numbers.length < 4) continue;
      const points = [];
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        points.push(p.at(numbers[index], numbers[index + 1], numbers[0]));
      }
      const [[x, y], [edgeX, edgeY]] = points;
      if (kind === 0) circle(ctx, x, y, Math.hypot(edgeX - x, edgeY - y));
      else line(ctx, points);
      if (kind === 2) ctx.closePath();
      const color = colors[`layer${overlay % 4}`];
      if (kind !== 1) fill(ctx, color, 0.22);
      ctx.lineJoin = "round";
      stroke(ctx, color, 2.2 * unit, 0.9);
    }
  }

  function drawGrids({ ctx, tape, time, projection: p, unit, colors }) {
    for (const [, layer, x, y, side, columns, rows] of tape.gridsAt(time)) {
      // More lines would be a gray area.
      if (!(columns > 0 && rows > 0 && columns <= 100 && rows <= 100 && side > 0)) continue;
      const [step, width, height] = [1, columns, rows].map((count) => count * side / p.s);
      ctx.save();
      ctx.translate(...p.at(x, y, x + columns * side / 2));
      ctx.rotate(-p.turn);
      ctx.beginPath();
      for (let index = 0; index <= columns; index += 1) {
        ctx.moveTo(index * step, 0);
        ctx.lineTo(index * step, height);
      }
      for (let index = 0; index <= rows; index += 1) {
        ctx.moveTo(0, index * step);
        ctx.lineTo(width, index * step);
      }
      stroke(ctx, colors[`layer${layer % 4}`], unit, 0.3);
      ctx.restore();
    }
  }

  /* Views at a time, back to front, those that are selected last; returns their numbers. */
  function drawViews({ ctx, tape, time, projection: p, sprites, options, origin, canvas }) {
    const { from, until, x, y, look, flags, latest, isCluster } = tape.views;
    const mode = options.colors;
    const grace = mode === "origin" ? GHOST : 0;
    const counts = { views: 0, clusters: 0 };
    const front = [];

    function draw(row, { image, x: left, y: top }) {
      const dx = p.near(x[row]) - p.x;
      const dy = y[row] - p.y;
      left += origin.x + (p.midX + (dx * p.cos + dy * p.sin) / p.s) * origin.scale;
      top += origin.y + (p.midY + (dy * p.cos - dx * p.sin) / p.s) * origin.scale;
      if (left < canvas.width && top < canvas.height && left > -image.width
        && top > -image.height) ctx.drawImage(image, Math.round(left), Math.round(top));
    }

    // Sprites are in pixels of the device, so that they stay sharp.
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const end = countUntil(from, time);
    for (let start = 0; start < end; start += BLOCK) {
      if (latest[start / BLOCK] + grace <= time) continue;
      for (let row = start; row < Math.min(end, start + BLOCK); row += 1) {
        if (until[row] > time) {
          counts.views += 1;
          counts.clusters += isCluster[row];
          if (flags[row] & SELECTED) front.push(row);
          else draw(row, sprites.get(look[row], mode));
        } else if (until[row] + grace > time && !(flags[row] & CONTINUED)) {
          ctx.globalAlpha = 1 - (time - until[row]) / grace;
          draw(row, sprites.get(look[row], "ghost"));
          ctx.globalAlpha = 1;
        }
      }
    }
    for (const row of front) draw(row, sprites.get(look[row], mode));
    ctx.restore();
    return counts;
  }

  /* What is outside of the view is dimmed: views exist there, but nobody sees them. */
  function drawVeil({ ctx, shown, tape, projection, unit, colors, options }) {
    const { width, height } = projection;
    if (options.margin) {
      rects(ctx, shown, [0, 0, width, height]);
      fill(ctx, colors.veil, 0.72, "evenodd");
      const [x, y] = [width, height].map((side) => side * (tape.recording.margin ?? 0) - unit);
      rects(ctx, [-x, -y, width + 2 * x, height + 2 * y]);
      stroke(ctx, colors.faint, unit, 1, [2 * unit, 4 * unit]);
    }
    rects(ctx, [0, 0, width, height]);
    stroke(ctx, colors.ink, 1.5 * unit);
  }

  /* A rounded rectangle with a tip at the origin, at its lower or upper edge. */
  function bubble(ctx, [left, top, width, height], rise, isUp) {
    const [low, high] = isUp ? [top + height, top + rise] : [top + height - rise, top];
    const right = left + width;
    const edge = Math.max(0, Math.min(12, width / 2, (low - high) / 2));
    const half = Math.min(10, Math.max(0, width / 2 - edge));
    const root = Math.min(Math.max(0, left + edge + half), right - edge - half);
    const tip = [[root - half, isUp ? high : low], [0, 0], [root + half, isUp ? high : low]];
    line(ctx, [[left + edge, high], ...(isUp ? tip : [])]);
    ctx.arcTo(right, high, right, low, edge);
    ctx.arcTo(right, low, left, low, edge);
    if (!isUp) for (const point of tip.reverse()) ctx.lineTo(...point);
    ctx.arcTo(left, low, left, high, edge);
    ctx.arcTo(left, high, right, high, edge);
    ctx.closePath();
    return { left, right, top: high, height: low - high };
  }

  const calloutColors = ["faint", "faint", "good", "bad"];

  function drawCallout({ ctx, projection, unit, colors, options }, { row, state }) {
    const [, , , x, y] = row;
    const [parent, rect, contain] = [row.slice(5, 9), row.slice(9, 13), row.slice(13, 17)];
    const [kind, up, growth = 1] = row.slice(17);
    ctx.save();
    ctx.translate(...projection.at(x, y));
    rects(ctx, parent);
    stroke(ctx, colors.soft, 1.5 * unit, 1, [1.5 * unit, 2.5 * unit]);
    if (options.contain) {
      rects(ctx, contain);
      stroke(ctx, colors.soft, unit, 1, [4 * unit, 4 * unit]);
    }
    if (growth > 0) {
      ctx.scale(growth, growth);
      const isUp = kind === 2 ? up : rect[1] + rect[3] / 2 > 0;
      const box = bubble(ctx, rect, Math.min(14, rect[3] / (kind === 2 ? 1 : 4)), isUp);
      if (kind === 1) drawGlass(ctx, box); else fill(ctx, colors.bubble);
      stroke(ctx, colors[calloutColors[state]], 2 * unit);
      drawText(ctx, box, kind === 1);
      if (state > 1) drawVerdict(ctx, box, state === 2, unit, colors);
    }
    ctx.restore();
  }

  /* The drawn bubble is black glass in every setting, as its code paints it. */
  function drawGlass(ctx, { top, height }) {
    const gloss = ctx.createLinearGradient(0, top, 0, top + height / 2);
    gloss.addColorStop(0, "rgba(255, 255, 255, .3)");
    gloss.addColorStop(0.98, "rgba(255, 255, 255, .1)");
    gloss.addColorStop(1, "rgba(255, 255, 255, 0)");
    fill(ctx, "#000", 0.66);
    fill(ctx, gloss);
  }

  /* Two strokes stand for its text. */
  function drawText(ctx, { left, right, top, height }, isGlass) {
    if (right - left < 40 || height < 26) return;
    const [space, high] = [Math.min(14, height / 4), Math.min(9, height / 6)];
    const width = right - left - 2 * space;
    rounded(ctx, left + space, top + space, width * 0.62, high, high);
    fill(ctx, isGlass ? "#fff" : "#3a4557");
    rounded(ctx, left + space, top + space + 2 * high, width * 0.9, high * 0.7, high);
    fill(ctx, isGlass ? "#d6dbe2" : "#b3bdca");
  }

  /* A sign beside the color of the outline: a tick or a cross. */
  function drawVerdict(ctx, { right, top }, isKept, unit, colors) {
    const radius = 7 * unit;
    ctx.translate(right - radius * 0.6, top + radius * 0.6);
    ctx.lineCap = "round";
    spot(ctx, 0, 0, radius, isKept ? colors.good : colors.bad);
    const strokes = isKept ? [[[-0.42, 0.02], [-0.1, 0.36], [0.44, -0.34]]]
      : [[[-0.35, -0.35], [0.35, 0.35]], [[0.35, -0.35], [-0.35, 0.35]]];
    for (const points of strokes) {
      line(ctx, points, radius);
      stroke(ctx, colors.card, 1.8 * unit);
    }
  }

  /* Bars cover the map, translucent and hatched. */
  function drawBars({ ctx, tape, projection: { width, height }, unit, colors }) {
    const { top, left, bottom, right } = tape.bars;
    const rest = Math.max(0, height - top - bottom);
    const parts = [[0, 0, width, top], [0, height - bottom, width, bottom],
      [0, top, left, rest], [width - right, top, right, rest]]
      .filter((part) => part[2] > 0 && part[3] > 0);
    if (parts.length === 0) return;
    ctx.save();
    rects(ctx, ...parts);
    fill(ctx, colors.ink, 0.14);
    ctx.clip();
    ctx.beginPath();
    for (let sum = 4.5 * unit; sum < width + height; sum += 9 * unit) {
      ctx.moveTo(0, sum);
      ctx.lineTo(sum, 0);
    }
    stroke(ctx, colors.ink, unit, 0.25);
    ctx.restore();
  }

  function drawNorth({ ctx, projection: p, unit, colors }) {
    if (Math.abs(p.heading % 360) < 0.05) return;
    const radius = 15 * unit;
    ctx.save();
    ctx.translate(p.width - 24 * unit, 24 * unit);
    ctx.rotate(-p.turn);
    spot(ctx, 0, 0, radius, colors.card);
    stroke(ctx, colors.rule, unit);
    line(ctx, [[0, -0.8], [0.4, 0.6], [0, 0.3], [-0.4, 0.6]], radius);
    fill(ctx, colors.bad);
    ctx.restore();
  }

  /* Fingers keep to the map points that are under them when they come down. */
  function fingersOf({ tape, projection }, [start, end, kind, x, y]) {
    const first = new Projection(tape.cameraAt(start), tape.sizeAt(start));
    // Near enough to each other that they do not leave the view while it grows.
    const room = 0.45 * Math.min(first.width, first.height);
    const reach = Math.min(60, room * Math.min(1, tape.cameraAt(end)[3] / first.s));
    return (kind === 1 || kind === 2 ? [-reach, reach] : [0]).map((side) =>
      projection.at(...first.place((x ?? first.midX) + side, y ?? first.midY)));
  }

  /* Fingers that are down, and rings where they were tapped. */
  function drawTouches(scene) {
    const { ctx, tape, time, unit, projection: p, colors } = scene;
    for (const touch of tape.touches) {
      const [start, end, kind, x, y] = touch;
      if (start > time) break;
      const isTap = kind >= 4;
      const age = (time - end) / TAP_RING;
      if (age >= (isTap ? 1 : 0)) continue;
      const places = !isTap ? fingersOf(scene, touch)
        : (kind === 6 ? [-22, 22] : [0]).map((side) => [(x ?? p.midX) + side, y ?? p.midY]);
      for (const place of places) {
        if (age < 0) {
          spot(ctx, ...place, 15 * unit, colors.ink, 0.22);
          stroke(ctx, colors.ink, 2 * unit, 0.65);
        }
        for (const inner of age < 0 ? [] : kind === 5 ? [0, 6] : [0]) {
          circle(ctx, ...place, (11 + 13 * age - inner) * unit);
          stroke(ctx, colors.ink, 2 * unit, 0.8 * (1 - age));
        }
      }
    }
  }

  function drawHitch({ ctx, tape, time, unit, colors }) {
    const row = tape.hitchAt(time);
    if (!row || time >= row[0] + NOTE) return;
    const text = `frame ${Math.max(1, Math.round(row[1] / 1e6))} ms late`;
    font(ctx, 11 * unit, 600);
    const width = ctx.measureText(text).width + 16 * unit;
    rounded(ctx, 8 * unit, 8 * unit, width, 20 * unit, 10 * unit);
    fill(ctx, colors.mainwork);
    ctx.fillStyle = colors.card;
    ctx.fillText(text, 16 * unit, 22 * unit);
  }

  /* How far a callout sticks out of the view with its pin, and beyond which edge. */
  function overflowOf({ width, height }, [x, y], row) {
    const frames = [row.slice(5, 9), row.slice(9, 13)];
    const [left, top] = [0, 1].map((side) => Math.min(...frames.map((one) => one[side])));
    const [right, low] = [0, 1].map((side) =>
      Math.max(...frames.map((one) => one[side] + one[side + 2])));
    const sides = [["left", -(x + left)], ["right", x + right - width], ["top", -(y + top)],
      ["bottom", y + low - height]].sort((one, other) => other[1] - one[1]);
    return { edge: sides[0][0], points: sides[0][1],
      hasRoom: right - left <= width && low - top <= height };
  }

  /* The callout of a scene: how it is judged, where it is, and what a reader is told. One that
     would have room and is outside is judged to be correct only where it came from. */
  function calloutOf({ tape, time, projection }) {
    const row = tape.calloutAt(time);
    if (!(row?.[1] > 0)) return { words: "no callout" };
    const { edge, points, hasRoom } =
      overflowOf(projection, projection.at(row[3], row[4]), row);
    const isOutside = points > 0.5;
    const place = isOutside ? `, ${Math.round(points)} pt beyond the ${edge} edge` : "";
    if (row[1] === 2 && isOutside && hasRoom) {
      const [opened] = tape.recording.callouts.find((other) => other[2] === row[2]);
      const isTouched = tape.touches.some(([start, , kind]) =>
        ![TAP, LONG_PRESS].includes(kind) && start >= opened && start <= time);
      const reason = isTouched ? ", moved there by fingers: not judged" : ": not judged yet";
      return { row, state: 1, place, words: `callout open${place}${reason}` };
    }
    const words = ["still moving", "every criterion kept", "a criterion broken"][row[1] - 1];
    return { row, state: row[1], place, words: `callout open, ${words}${place}` };
  }

  /* An arrow to a callout that is beyond what is shown. */
  function drawWay({ ctx, shown, projection, unit, colors }, { row, state }) {
    const [left, top, width, height] = shown;
    const [tipX, tipY] = projection.at(row[3], row[4]);
    const [x, y] = [tipX + row[9] + row[11] / 2, tipY + row[10] + row[12] / 2];
    const room = 14 * unit;
    const [edgeX, edgeY] = [clamp(x, left + room, left + width - room),
      clamp(y, top + room, top + height - room)];
    if (Math.hypot(x - edgeX, y - edgeY) <= room) return;
    ctx.save();
    ctx.translate(edgeX, edgeY);
    ctx.rotate(Math.atan2(y - edgeY, x - edgeX));
    line(ctx, [[11, 0], [-7, -8], [-7, 8]], unit);
    ctx.closePath();
    fill(ctx, colors[calloutColors[state]]);
    ctx.restore();
  }

  /* One recording's map: a canvas with a caption. */
  class Stage {
    constructor(tape, name, most = TALLEST) {
      Object.assign(this, { tape, name, most });
      this.canvas = element("canvas", { role: "img", "aria-label": "map" });
      this.numbers = element("span");
      this.state = element("span");
      this.node = element("figure", { class: "mp-map" }, this.canvas,
        element("figcaption", {}, element("b", {}, name), this.numbers, this.state));
      this.ctx = this.canvas.getContext("2d");
    }

    /* The canvas has space for the largest extent of the view, so that it keeps its size. A
       little more space is left unused: it may be that of a scroll bar, which a larger map
       brings back. */
    fit(colors) {
      const space = this.node.clientWidth;
      const ratio = window.devicePixelRatio || 1;
      // Map, timeline and buttons are on one screen; its bars may come and go.
      const { clientWidth, clientHeight } = document.documentElement;
      const beside = clientWidth > NARROW ? BESIDE_WIDE : BESIDE_NARROW;
      const tallest = Math.min(this.most, clamp(clientHeight - beside, LEAST, TALLEST));
      const isFitting = space >= this.space && space < this.space + 20
        && tallest === this.tallest;
      if (!space || isFitting && ratio === this.ratio && colors === this.colors) return;
      Object.assign(this, { space, tallest, ratio, colors });
      const { largest, margin } = this.tape;
      const [width, height] = largest.map((side) => side * (1 + 2 * margin));
      const pixels = Math.min(1, space / width, tallest / height);
      this.unit = 1 / pixels;
      this.scale = pixels * ratio;
      this.canvas.width = Math.max(1, Math.round(width * this.scale));
      this.canvas.height = Math.max(1, Math.round(height * this.scale));
      this.canvas.style.width = `${this.canvas.width / ratio}px`;
      this.canvas.style.height = `${this.canvas.height / ratio}px`;
      this.sprites = new Sprites(this.tape.views.looks, this.scale, this.unit, colors);
    }

    draw(moment, options, colors) {
      if (this.ratio !== (window.devicePixelRatio || 1)) this.fit(colors);
      if (!this.sprites) return;
      const { ctx, canvas, tape, unit, scale } = this;
      const time = Math.min(moment, tape.recording.length);
      const p = new Projection(tape.cameraAt(time), tape.sizeAt(time));
      const margin = options.margin ? tape.margin : 0;
      const shown = [-margin * p.width, -margin * p.height, p.width * (1 + 2 * margin),
        p.height * (1 + 2 * margin)];
      const origin = { scale, x: Math.round((canvas.width - p.width * scale) / 2),
        y: Math.round((canvas.height - p.height * scale) / 2) };
      const scene = { ctx, canvas, tape, time, unit, colors, options, shown, origin,
        projection: p, sprites: this.sprites };
      Object.assign(this, scene);
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, canvas.width, canvas.height);
      ctx.save();
      ctx.setTransform(scale, 0, 0, scale, origin.x, origin.y);
      rounded(ctx, ...shown, (margin ? 12 : 0) * unit);
      fill(ctx, colors.land);
      ctx.clip();
      const labels = drawGraticule(scene);
      if (options.points) drawPoints(scene);
      drawShapes(scene);
      if (options.grid) drawGrids(scene);
      const counts = drawViews(scene);
      drawVeil(scene);
      if (options.labels) drawLabels(scene, labels);
      const callout = calloutOf(scene);
      if (callout.row) drawCallout(scene, callout);
      drawBars(scene);
      drawNorth(scene);
      if (options.touches) drawTouches(scene);
      if (options.labels) drawHitch(scene);
      if (callout.row) drawWay(scene, callout);
      ctx.restore();
      Object.assign(this, { counts, callout, pool: tape.poolAt(time) });
    }

    /* The caption's state; the label is for those who do not see it, once it is at rest. */
    tell(isAtRest) {
      if (!this.counts) return;
      const { views, clusters } = this.counts;
      const state = this.callout.words;
      const pool = this.pool ? ` (${this.pool[1]} live, ${this.pool[2]} in the pool)` : "";
      write(this.numbers, `${plural(views, "view")}${pool}, ${plural(clusters, "cluster")}`);
      write(this.state, state);
      if (!isAtRest) return;
      this.canvas.setAttribute("aria-label", `${this.name}: map at ${seconds(this.time)}: `
        + `${plural(views, "view")}, ${plural(clusters, "cluster")}, ${state}`);
    }
  }

  /* Elements of the page. Text is only ever set as text: titles may look like markup. */

  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  function write(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  function button(text, name, action) {
    const label = name ? { "aria-label": name } : {};
    const node = element("button", { type: "button", ...label }, text);
    node.addEventListener("click", action);
    return node;
  }

  function select(label, choices, chosen, action) {
    const node = element("select", {}, ...choices.map(([value, text]) =>
      element("option", { value }, text)));
    node.value = chosen;
    node.addEventListener("change", () => action(node.value));
    return element("label", {}, label, node);
  }

  const key = (kind, text) => element("span", {}, element("i", { class: `mp-${kind}` }), text);

  const kinds = { [PIN]: "pin", [MARKER]: "marker", [USER_DOT]: "user\u2019s location",
    [CALLOUT_VIEW]: "callout view" };

  /* What a view shows in a row. */
  function subjectOf({ recording, layers }, row) {
    const [layer, kind, count] = recording.views[row].slice(8, 11);
    const { id, title } = nameOf(recording, row);
    const name = count > 1 ? `cluster of ${count}` : kinds[kind] ?? "image";
    const full = [name, title || id].filter(Boolean).join(" ");
    return layers[layer] ? `${full} of ${layers[layer]}` : full;
  }

  /* The id and title of the point of a view, where they are known. */
  const nameOf = ({ views }, row) => views[row][14] ?? {};

  /* Where the annotation of a view is, in degrees. */
  function placeOf({ views: { x, y } }, row) {
    const east = nearest(x[row] / WORLD * 360 - 180);
    return `${degrees(latitude(y[row]), 1e-4, "NS")} ${degrees(east, 1e-4, "EW")}`;
  }

  /* What is drawn on a map, back to front, each with its rectangle. */
  function thingsOn({ tape, time, projection, shown, callout }) {
    const { from, until, x, y, look, looks, flags, view } = tape.views;
    const things = [];
    for (let row = 0, end = countUntil(from, time); row < end; row += 1) {
      if (until[row] <= time) continue;
      const [midX, midY] = projection.at(x[row], y[row]);
      const { left, top, width, height } = looks[look[row]];
      things.push({ id: `view ${view[row]}`, isSelected: (flags[row] & SELECTED) !== 0,
        rect: [midX + left, midY + top, width, height] });
    }
    things.sort((one, other) => one.isSelected - other.isSelected);
    if (callout.row) {
      const [x, y] = projection.at(callout.row[3], callout.row[4]);
      const [left, top, width, height] = callout.row.slice(9, 13);
      things.push({ id: `callout ${callout.row[2]}`, rect: [x + left, y + top, width, height] });
    }
    return things.filter(({ rect: [left, top, width, height] }) =>
      left < shown[0] + shown[2] && left + width > shown[0]
      && top < shown[1] + shown[3] && top + height > shown[1]);
  }

  /* Tells what is known of one thing on a map: a view or a callout, while it is there and after. */
  class Inspector {
    constructor(stages, { seek, changed }) {
      Object.assign(this, { stages, seek, changed, told: "" });
      this.title = element("b");
      this.facts = element("dl");
      this.uses = element("ol", { class: "mp-uses" });
      this.node = element("details", { class: "mp-layers mp-inspect" },
        element("summary", {}, "Inspect"),
        element("div", {}, button("\u2039 previous", "previous thing", () => this.step(-1)),
          button("next \u203a", "next thing", () => this.step(1))),
        element("div", { class: "mp-told", role: "region", tabindex: "0", "aria-live": "polite",
          "aria-label": "inspected" }, this.title, this.facts, this.uses));
      this.node.addEventListener("toggle", () => {
        if (this.node.open && !this.id) this.step(1);
        changed();
      });
      for (const stage of stages) {
        stage.canvas.addEventListener("click", (event) => this.pick(stage, event));
      }
    }

    /* Inspects what is under the pointer, the frontmost first; where nothing is, it closes. */
    pick(stage, { clientX, clientY }) {
      const { canvas, scale, origin, unit } = stage;
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const x = ((clientX - box.left) * ratio - origin.x) / scale;
      const y = ((clientY - box.top) * ratio - origin.y) / scale;
      const found = thingsOn(stage).findLast(({ rect: [left, top, width, height] }) =>
        Math.abs(x - left - width / 2) <= Math.max(width, HIT * unit) / 2
        && Math.abs(y - top - height / 2) <= Math.max(height, HIT * unit) / 2);
      this.inspect(stage, found?.id);
      this.node.open = found !== undefined;
    }

    inspect(stage, id) {
      Object.assign(this, { stage, id });
      this.changed();
    }

    /* Goes on to the next thing, from the top to the bottom of each map. */
    step(direction) {
      const all = this.stages.flatMap((stage) => thingsOn(stage)
        .sort(({ rect: one }, { rect: other }) => one[1] - other[1] || one[0] - other[0])
        .map(({ id }) => ({ stage, id })));
      const place = all.findIndex(({ stage, id }) => stage === this.stage && id === this.id);
      const next = place < 0 ? direction > 0 ? 0 : all.length - 1
        : (place + direction + all.length) % all.length;
      this.inspect(all[next]?.stage, all[next]?.id);
      this.node.open = true;
    }

    close() {
      this.node.open = false;
      this.inspect();
    }

    /* Marks the thing on its map, and tells it anew where that changes. */
    draw() {
      if (!this.node.open) return;
      const thing = this.id && thingsOn(this.stage).find(({ id }) => id === this.id);
      if (thing) this.mark(thing.rect);
      const [kind, number] = this.id?.split(" ") ?? [];
      const told = !kind ? { title: "Nothing is here.", facts: [], uses: [] }
        : kind === "view" ? this.tellView(Number(number)) : this.tellCallout(Number(number));
      if (JSON.stringify(told) === this.told) return;
      this.told = JSON.stringify(told);
      write(this.title, told.title);
      this.facts.replaceChildren(...told.facts.flatMap(([name, ...texts]) =>
        [element("dt", {}, name), ...texts.map((text) => element("dd", {}, text))]));
      const focused = this.uses.querySelectorAll("button");
      const place = [...focused].indexOf(document.activeElement);
      this.uses.replaceChildren(...told.uses.map(({ time, text, isCurrent }) =>
        element("li", isCurrent ? { "aria-current": "true" } : {},
          button(seconds(time), "", () => this.seek(time)), ` ${text}`)));
      this.uses.querySelectorAll("button")[place]?.focus();
    }

    mark([left, top, width, height]) {
      const { ctx, scale, origin, unit, colors } = this.stage;
      ctx.save();
      ctx.setTransform(scale, 0, 0, scale, origin.x, origin.y);
      rounded(ctx, left - 3 * unit, top - 3 * unit, width + 6 * unit, height + 6 * unit, 6 * unit);
      stroke(ctx, colors.card, 5 * unit);
      stroke(ctx, colors.accent, 2.5 * unit);
      ctx.restore();
    }

    tellView(number) {
      const { tape, time } = this.stage;
      const { view, from, until, flags } = tape.views;
      const rows = [...view.keys()].filter((row) => view[row] === number);
      const row = rows.findLast((one) => from[one] <= time) ?? rows[0];
      const takes = rows.filter((one) => !(flags[one] & CONTINUES));
      const current = takes.findLastIndex((one) => from[one] <= time);
      // One that is new a second time has not been in a pool, but out of sight.
      const origin = (index) => tape.recording.views[takes[index]]?.[12] !== 0 ? "reused"
        : index > 0 ? "shown again" : "new";
      const subject = (one) => `${subjectOf(tape, one)} at ${placeOf(tape, one)}`;
      const before = takes[current - 1];
      const state = from[row] > time ? "not on the map yet"
        : until[row] <= time ? `left the map at ${seconds(until[row])}`
        : flags[row] & SELECTED ? "on the map, selected" : "on the map";
      const { id, title } = nameOf(tape.recording, row);
      const facts = [...Object.entries({ id, title }).filter(([, text]) => text),
        ["view", String(number)], ["layer", tape.layers[this.layerOf(row)] ?? "none"],
        ["state", state], ["origin", origin(Math.max(0, current))
          + (before === undefined ? "" : `, before for ${subject(before)}`)],
        ["place", placeOf(tape, row)]];
      const callout = this.stage.callout.row;
      if (callout && this.viewUnder(callout) === row) facts.push(...this.factsOf(callout[2]));
      const first = clamp(current - USES + 2, 0, Math.max(0, takes.length - USES));
      const uses = takes.slice(first, first + USES).map((one, place) => ({ time: from[one],
        text: `${origin(first + place)}, for ${subject(one)}`,
        isCurrent: first + place === current }));
      return { title: subjectOf(tape, row), facts, uses };
    }

    layerOf(row) { return this.stage.tape.recording.views[row][8]; }

    /* The row of the view over which a callout is open: the one whose rectangle it has. */
    viewUnder([, , , tipX, tipY, left, top]) {
      const { tape, time, projection } = this.stage;
      const { from, until, x, y, look, looks } = tape.views;
      const [atX, atY] = projection.at(tipX, tipY);
      return [...from.keys()].findLast((row) => {
        if (from[row] > time || until[row] <= time) return false;
        const [midX, midY] = projection.at(x[row], y[row]);
        const shown = looks[look[row]];
        return Math.abs(midX + shown.left - atX - left) < 1
          && Math.abs(midY + shown.top - atY - top) < 1;
      });
    }

    tellCallout(number) {
      const { tape, callout } = this.stage;
      const isOpen = callout.row?.[2] === number;
      const under = isOpen ? this.viewUnder(callout.row) : undefined;
      const facts = this.factsOf(number).slice(1);
      if (under !== undefined) {
        facts.unshift(["view", `${tape.views.view[under]}, ${subjectOf(tape, under)}`],
          ["layer", tape.layers[this.layerOf(under)] ?? "none"]);
      }
      return { title: `callout ${number}`, facts, uses: [] };
    }

    /* What is known of a callout: its annotation, when it is open, its state and its criteria. */
    factsOf(number) {
      const { tape: { recording }, callout, time } = this.stage;
      const [, start, end, annotation] =
        recording.opened?.find(([other]) => other === number) ?? [];
      const facts = [["callout", String(number)]];
      if (start !== undefined) {
        facts.push(["annotation", `${annotation} ${recording.subjects?.get(number) ?? ""}`.trim()],
          ["open", `${seconds(start)} to ${end < 0 ? "the end" : seconds(end)}`]);
      }
      facts.push(["state", callout.row?.[2] === number ? callout.words
        : time < start ? "not open yet" : "closed"]);
      const criteria = recording.criteria?.get(number);
      return criteria ? [...facts, ["criteria", ...criteria]] : facts;
    }
  }

  /* What is behind the scrubber: steps; touches, updates and callouts; hitches and failures. */
  function drawTimeline(canvas, tape, { whole, span: [from, to], cut }, step, colors) {
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (!width) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const ctx = canvas.getContext("2d");
    ctx.scale(ratio, ratio);
    const room = width - 2 * INSET;
    const at = (time) => INSET + clamp((time - from) / (to - from), 0, 1) * room;
    const isShown = (start, end = start) => end >= from && start <= to;
    ctx.fillStyle = colors.tint;
    ctx.fillRect(INSET, 24, room, 30);
    font(ctx, 11);
    tape.steps.forEach(([start, ended, , , text], index) => {
      const end = ended < 0 ? tape.recording.length : ended;
      if (!isShown(start, end)) return;
      const left = at(start);
      const space = Math.max(1, at(end) - left);
      ctx.fillStyle = index === step ? colors.accent
        : index % 2 ? colors["accent-tint"] : colors.rule;
      ctx.fillRect(left, 0, space, 20);
      if (space < 14) return;
      ctx.save();
      rects(ctx, [left, 0, space - 3, 20]);
      ctx.clip();
      ctx.fillStyle = index === step ? colors.card : colors.ink;
      ctx.fillText(space < 50 ? `${index + 1}` : `${index + 1}  ${text}`, left + 5, 14);
      ctx.restore();
    });
    ctx.fillStyle = colors.animation;
    for (const [start, end] of tape.touches) {
      if (isShown(start, end)) ctx.fillRect(at(start), 26, Math.max(3, at(end) - at(start)), 5);
    }
    // Ticks that fall on the same pixel are drawn once.
    const drawn = new Set();
    const tick = (time, color, top, high, wide = 1.5) => {
      const x = Math.round(at(time));
      if (!isShown(time) || drawn.has(`${x} ${top}`)) return;
      drawn.add(`${x} ${top}`);
      ctx.fillStyle = color;
      ctx.fillRect(x - wide / 2, top, wide, high);
    };
    for (const [time, , kind] of tape.events) {
      if (kind === "data" || kind === "cluster") tick(time, colors.compute, 33, 6);
      if (kind === "callout") tick(time, colors.layer3, 31, 10, 2);
    }
    for (const [time] of tape.recording.hitches ?? []) tick(time, colors.mainwork, 43, 10, 2);
    for (const [time] of tape.recording.failures ?? []) {
      if (!isShown(time)) continue;
      line(ctx, [[at(time) - 5, 54], [at(time), 43], [at(time) + 5, 54]]);
      fill(ctx, colors.bad);
    }
    ctx.fillStyle = colors.faint;
    ctx.fillRect(INSET, 63, room, 2);
    if (to - from < whole) {
      // Which part of the session is shown.
      ctx.fillStyle = colors.accent;
      ctx.fillRect(INSET + from / whole * room, 61, Math.max(4, (to - from) / whole * room), 4);
    }
    if (cut && isShown(...cut)) drawCut(ctx, cut.map(at), colors);
    drawTicks(ctx, from, to, width, at, colors);
  }

  /* The selected range: a tint, and an edge on each side. */
  function drawCut(ctx, [left, right], colors) {
    rects(ctx, [left, 0, right - left, 60]);
    fill(ctx, colors.accent, 0.2);
    ctx.fillStyle = colors.accent;
    for (const x of [left, right]) ctx.fillRect(x - 1, 0, 2, 60);
  }

  /* Round times below the line, as many as have room. */
  function drawTicks(ctx, from, to, width, at, colors) {
    const least = (to - from) * 70 / Math.max(1, width);
    const power = 10 ** Math.floor(Math.log10(least));
    const distance = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least);
    font(ctx, 10);
    for (let number = Math.ceil(from / distance); number * distance <= to; number += 1) {
      const time = number * distance;
      const text = length(time);
      ctx.fillStyle = colors.faint;
      ctx.fillRect(Math.round(at(time)), 65, 1, 5);
      ctx.fillStyle = colors.soft;
      const space = ctx.measureText(text).width;
      ctx.fillText(text, clamp(at(time) - space / 2, 0, width - space), 81);
    }
  }

  /* The timeline: the span of the session that it shows, the range that is selected in it, the
     scrubber, and a picture of the map at the time under the pointer. */
  class Timeline {
    constructor(whole, period, { now, seek, changed }) {
      Object.assign(this, { whole, now, seek, changed, span: [0, whole], cut: undefined,
        least: Math.min(whole, LEAST_FRAMES * period), fingers: new Map() });
      this.canvas = element("canvas", { "aria-hidden": "true" });
      this.input = element("input", { type: "range", min: 0, max: whole, step: "any",
        "aria-label": "simulated time" });
      this.hover = element("div", { class: "mp-hover", "aria-hidden": "true" });
      this.hover.hidden = true;
      this.node = element("div", { class: "mp-track" }, this.canvas, this.input, this.hover);
      this.tools = element("div", { class: "mp-tools", role: "group", "aria-label": "timeline" },
        button("\u2212", "zoom out", () => this.zoom(2)),
        button("+", "zoom in", () => this.zoom(0.5)),
        button("all", "show the whole session", () => this.show(0, whole)),
        button("\u2039", "earlier", () => this.pan(-0.5)),
        button("\u203a", "later", () => this.pan(0.5)),
        button("[", "start of the range", () => this.cutAt(0)),
        button("]", "end of the range", () => this.cutAt(1)),
        button("\u00d7", "clear the range", () => this.select()));
      for (const one of this.tools.children) one.title = one.getAttribute("aria-label");
      const listen = (type, action, options) =>
        this.input.addEventListener(type, (event) => action.call(this, event), options);
      listen("wheel", this.turn, { passive: false });
      listen("pointerdown", this.press);
      listen("pointermove", this.move);
      for (const type of ["pointerup", "pointercancel", "pointerleave"]) listen(type, this.leave);
    }

    get length() { return this.span[1] - this.span[0]; }

    /* Shows a span of the session; returns whether that is another one. */
    show(from, to) {
      if (from === this.span[0] && to === this.span[1]) return false;
      this.span = [from, to];
      this.isStale = true;
      this.changed();
      return true;
    }

    /* Makes the span longer or shorter; a time of it stays where it is. */
    zoom(factor, time = clamp(this.now(), ...this.span)) {
      const wanted = clamp(Math.round(this.length * factor), this.least, this.whole);
      // Turns in and out again may miss the whole by a nanosecond.
      const length = wanted > 0.999 * this.whole ? this.whole : wanted;
      const before = (time - this.span[0]) / this.length * length;
      const from = clamp(Math.round(time - before), 0, this.whole - length);
      return this.show(from, from + length);
    }

    /* Moves the span by a share of its length. */
    pan(share) {
      const from = clamp(Math.round(this.span[0] + share * this.length), 0,
        this.whole - this.length);
      return this.show(from, from + this.length);
    }

    /* Brings a time into sight, with most of the span behind it. */
    reveal(time) {
      if (time < this.span[0] || time > this.span[1]) {
        this.pan((time - this.span[0]) / this.length - 0.1);
      }
    }

    /* Selects the range between two times, or none. */
    select(one, other = one) {
      this.cut = one === other ? undefined : [Math.min(one, other), Math.max(one, other)];
      this.isStale = true;
      this.changed();
    }

    /* Sets the start or the end of the range, 0 or 1, to the shown time. */
    cutAt(side) {
      const ends = [...this.cut ?? [0, this.whole]];
      ends[side] = this.now();
      // An end that is passed over gives way.
      if (ends[0] > ends[1]) ends[1 - side] = [0, this.whole][1 - side];
      this.select(...ends);
    }

    timeAt(x) {
      const { left, width } = this.input.getBoundingClientRect();
      return Math.round(this.span[0]
        + clamp((x - left - INSET) / (width - 2 * INSET), 0, 1) * this.length);
    }

    /* Zooms by a wheel at the pointer, and pans by a wheel to the side. A wheel that changes
       nothing is the page's. */
    turn(event) {
      const { deltaX, deltaY, deltaMode, ctrlKey } = event;
      const isAside = event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
      // Lines have about 16 pixels. A pinch on a trackpad has Ctrl and few of them.
      const pixels = (isAside && deltaX || deltaY) * (deltaMode === 1 ? 16 : ctrlKey ? 8 : 1);
      const hasChanged = isAside ? this.pan(pixels / this.canvas.clientWidth)
        : this.zoom(2 ** (clamp(pixels, -DOUBLING, DOUBLING) / DOUBLING),
          this.timeAt(event.clientX));
      if (hasChanged) event.preventDefault();
    }

    press(event) {
      if (event.pointerType === "touch") {
        this.fingers.set(event.pointerId, event.clientX);
        // The first of two fingers has moved the scrubber.
        if (this.fingers.size === 1) this.held = this.now(); else this.seek(this.held);
      } else if (event.shiftKey) {
        // Without its default the scrubber stays, and has no focus.
        event.preventDefault();
        this.input.focus({ preventScroll: true });
        this.input.setPointerCapture(event.pointerId);
        this.anchor = this.timeAt(event.clientX);
      }
    }

    move(event) {
      if (event.pointerType === "touch") return this.pinch(event);
      if (this.anchor !== undefined) this.select(this.anchor, this.timeAt(event.clientX));
      this.hovered = event.clientX;
      this.changed();
    }

    /* The times under two fingers stay under them. */
    pinch({ pointerId, clientX }) {
      if (!this.fingers.has(pointerId)) return;
      const before = [...this.fingers.values()];
      this.fingers.set(pointerId, clientX);
      const after = [...this.fingers.values()];
      if (after.length < 2) return;
      const middle = ([one, other]) => (one + other) / 2;
      const spread = ([one, other]) => Math.max(20, Math.abs(one - other));
      const time = this.timeAt(middle(before));
      this.zoom(spread(before) / spread(after), time);
      this.pan((time - this.timeAt(middle(after))) / this.length);
    }

    leave(event) {
      this.fingers.delete(event.pointerId);
      this.anchor = undefined;
      if (event.type === "pointerup") return;
      this.hovered = undefined;
      this.changed();
    }

    draw(tape, step, options, colors) {
      const time = this.now();
      if (time !== this.shown) this.reveal(time);
      this.shown = time;
      const [from, to] = this.span;
      Object.assign(this.input, { min: from, max: to, value: time });
      this.input.className = time < from || time > to ? "mp-away" : "";
      if (this.isStale || tape !== this.tape || step !== this.step) {
        drawTimeline(this.canvas, tape, this, step, colors);
      }
      this.drawHovered(tape, options, colors);
      Object.assign(this, { isStale: false, tape, step });
    }

    drawHovered(tape, { colors: kind }, colors) {
      this.hover.hidden = this.hovered === undefined;
      if (this.hover.hidden) return;
      if (tape !== this.picture?.source) {
        const stage = new Stage({ ...tape, margin: 0 }, "", HOVERED);
        this.picture = Object.assign(stage, { source: tape, clock: element("span") });
        this.hover.replaceChildren(stage.canvas, stage.clock);
        stage.node = this.node;
      }
      const { left, width } = this.input.getBoundingClientRect();
      const time = this.timeAt(this.hovered);
      this.picture.fit(colors);
      this.picture.draw(time, { ...small, colors: kind }, colors);
      write(this.picture.clock, seconds(time));
      const half = this.hover.clientWidth / 2;
      this.hover.style.left = `${clamp(this.hovered - left, half, width - half)}px`;
    }
  }

  /* The list of events: only the rows that are on the screen exist. */
  class Log {
    constructor(choose, address) {
      this.address = address;
      this.words = [];
      this.list = element("div", { role: "listbox", tabindex: "0", "aria-label": "events" });
      this.full = element("p", { class: "mp-full" });
      this.nothing = element("p", { class: "mp-full" }, "No events.");
      this.rows = [];
      this.current = -1;
      this.prefix = `mp${serial += 1}-`;
      this.list.addEventListener("scroll", () => this.fill());
      this.list.addEventListener("click", (event) => {
        const row = event.target.closest("[role=option]");
        // A click with a key opens the row's address somewhere else.
        if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.list.focus({ preventScroll: true });
        choose(Number(row.dataset.index));
      });
    }

    /* Shows events, those of a range if there is one. */
    show(events, cut) {
      Object.assign(this, { events, cut });
      this.search();
    }

    /* Shows the events that have all of the words. */
    search() {
      const { words, events, cut = [-Infinity, Infinity] } = this;
      const [first, end] = [countUntil(column(events, 0), cut[0] - 1),
        countUntil(column(events, 0), cut[1])];
      const found = events.map((_, index) => index).slice(first, end).filter((index) =>
        words.every((word) =>
          `${events[index][2]} ${events[index][3]}`.toLowerCase().includes(word)));
      this.found = found;
      // A box of nothing, as tall as the whole list, makes the scroll bar right.
      const tall = element("div", { role: "presentation", class: "mp-tall" });
      tall.style.height = `${found.length * ROW_HEIGHT}px`;
      this.list.replaceChildren(tall);
      this.list.hidden = found.length === 0;
      this.nothing.hidden = found.length > 0;
      write(this.nothing, words.length > 0 ? "No event matches."
        : this.cut ? "No events in the range." : "No events.");
      this.rows = [];
      this.tall = tall;
      this.current = -2;
    }

    /* The event of the row before or after that of another one. */
    beside(index, direction) {
      return this.found[direction > 0 ? countUntil(this.found, index)
        : countUntil(this.found, index - 1) - 1];
    }

    /* Keeps the current row in view by the list's own scrolling; the page stays where it is. */
    follow(current) {
      if (current === this.current) return;
      this.current = current;
      const top = Math.max(0, countUntil(this.found, current) - 1) * ROW_HEIGHT;
      const { scrollTop, clientHeight } = this.list;
      if (top < scrollTop || top + 2 * ROW_HEIGHT > scrollTop + clientHeight) {
        this.list.scrollTop = top - clientHeight / 3;
      }
      this.fill();
      write(this.full, this.events[current]?.[3] ?? "");
    }

    fill() {
      const first = Math.max(0, Math.floor(this.list.scrollTop / ROW_HEIGHT) - 6);
      const room = Math.ceil((this.list.clientHeight || 320) / ROW_HEIGHT) + 12;
      const count = Math.min(room, 200, this.found.length - first);
      while (this.rows.length < count) {
        const row = element("a", { role: "option", tabindex: "-1" }, element("time"),
          element("b"), element("span"));
        this.rows.push(row);
        this.tall.append(row);
      }
      // The row of an event is that of its number's rest, so that scrolling moves few of them.
      const size = this.rows.length;
      this.rows.forEach((row, place) => {
        const number = first + ((place - first) % size + size) % size;
        row.hidden = number >= this.found.length;
        if (!row.hidden) this.set(row, number);
      });
      const isHere = this.found.slice(first, first + count).includes(this.current);
      if (isHere) this.list.setAttribute("aria-activedescendant", this.prefix + this.current);
      else this.list.removeAttribute("aria-activedescendant");
    }

    set(row, number) {
      const index = this.found[number];
      const isCurrent = String(index === this.current);
      if (row.getAttribute("aria-selected") !== isCurrent) {
        row.setAttribute("aria-selected", isCurrent);
      }
      if (row.dataset.index === String(index)) return;
      const [time, , kind, text] = this.events[index];
      row.dataset.index = index;
      row.id = this.prefix + index;
      row.className = `mp-of-${String(kind).replace(/\W/g, "")}`;
      row.title = text;
      if (this.address) row.href = this.address(time);
      row.setAttribute("aria-posinset", number + 1);
      row.setAttribute("aria-setsize", this.found.length);
      row.style.transform = `translateY(${number * ROW_HEIGHT}px)`;
      const [clock, name, words] = row.children;
      clock.textContent = (time / 1e9).toFixed(3);
      name.textContent = kind;
      words.textContent = text;
    }
  }

  /* The file of a session's scenario: the lines of the shown step are marked, and what failed
     stands below its line. */
  class Source {
    constructor(toStep) {
      this.lines = [];
      this.list = element("ol", { tabindex: "0", "aria-label": "scenario file" });
      this.note = element("p", { class: "mp-full" });
      this.node = element("div", { class: "mp-source" }, this.list, this.note);
      this.list.addEventListener("click", ({ target }) => {
        const line = this.lines.indexOf(target.closest("li")) + 1;
        const step = this.tape.steps.findIndex((row) => row[3] === line);
        if (step >= 0) toStep(step);
      });
    }

    show(tape, step) {
      if (tape !== this.tape) this.write(tape);
      else if (step === this.step) return;
      this.step = step;
      const line = tape.steps[step]?.[3] ?? 0;
      const shown = this.blockAt(line - 1);
      this.lines.forEach((row, index) => {
        if (shown.includes(index)) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      });
      write(this.note, step >= 0 && !line ? "This step is written in another file." : "");
      const [first] = shown;
      if (first === undefined) return;
      const [top, last] = [this.lines[first].offsetTop, this.lines[shown.at(-1)]];
      const { scrollTop, clientHeight } = this.list;
      if (top < scrollTop || last.offsetTop + last.offsetHeight > scrollTop + clientHeight) {
        this.list.scrollTop = top - clientHeight / 3;
      }
    }

    write(tape) {
      const { source = [], broken = [] } = tape.recording;
      const isStep = new Set(tape.steps.map((row) => row[3]));
      this.tape = tape;
      this.lines = source.map((text, index) => element("li",
        isStep.has(index + 1) ? { class: "mp-of-step", title: "show the map at this step" } : {},
        element("code", {}, text || "\u00a0"),
        ...broken.filter(({ line }) => line === index + 1)
          .map(({ text: words }) => element("em", {}, `\u2715 ${words}`))));
      this.list.replaceChildren(...this.lines);
    }

    /* The lines of what begins at a line: those behind it that are indented more. */
    blockAt(first) {
      const { source = [] } = this.tape.recording;
      const indent = (index) => source[index].search(/\S/);
      if (source[first] === undefined) return [];
      const block = [first];
      while (source[block.at(-1) + 1] && indent(block.at(-1) + 1) > indent(first)) {
        block.push(block.at(-1) + 1);
      }
      return block;
    }
  }

  /* The shown step: when it plays, what happens in it, and the map before and after it. */
  class StepView {
    constructor(seek) {
      this.title = element("b");
      this.facts = element("p", { class: "mp-figures" });
      this.pictures = ["before", "after"].map((name, side) => {
        const node = button("", "", () => seek(this.times[side]));
        const clock = element("span");
        return { name, node, clock };
      });
      this.node = element("div", { class: "mp-step" }, this.title, this.facts,
        element("div", { class: "mp-pair" }, ...this.pictures.map(({ node }) => node)));
    }

    show(tape, step, text, { colors: kind }, colors) {
      const isSame = [tape, step, kind, colors].every((one, place) => one === this.shown?.[place]);
      if (isSame) return;
      this.shown = [tape, step, kind, colors];
      const row = tape.steps[step];
      write(this.title, text || "before the first step");
      const [start, end] = row ? [row[0], row[1] < 0 ? tape.recording.length : row[1]]
        : [0, tape.steps[0]?.[0] ?? tape.recording.length];
      // What a step does at once is not there before it.
      this.times = [Math.max(0, start - 1), end];
      write(this.facts, figuresOf(tape, [start, end], true));
      this.pictures.forEach(({ name, node, clock }, side) => {
        const stage = new Stage({ ...tape, margin: 0 }, name, PICTURED);
        stage.canvas.setAttribute("aria-hidden", "true");
        write(clock, seconds(this.times[side]));
        node.replaceChildren(stage.canvas, element("b", {}, name), clock);
        stage.node = node;
        stage.fit(colors);
        stage.draw(this.times[side], { ...small, colors: kind }, colors);
      });
    }
  }

  /* Events of these kinds are all in the list; of the others a long session has only the first. */
  const LISTED = ["step", "callout", "fail", "note"];

  /* What happens in a part of a session, in numbers. */
  function figuresOf(tape, [from, to], isRange) {
    const { recording, events } = tape;
    const isIn = ([time]) => time >= from && time <= to;
    const told = (kind, pattern) => events.filter((row) => isIn(row) && row[2] === kind)
      .map((row) => Number(pattern.exec(row[3])?.[1] ?? 0))
      .reduce((sum, number) => sum + number, 0);
    const isWhole = !events.some(([, , kind]) => kind === "note");
    const until = isWhole ? to
      : events.findLast(([, , kind]) => !LISTED.includes(kind))?.[0] ?? 0;
    const callouts = new Set((recording.callouts ?? []).map((row) => row[2]));
    const opened = [...callouts].filter((number) => number >= 0
      && isIn(recording.callouts.find((row) => row[2] === number)));
    const moves = events.filter((row) => isIn(row) && row[3].startsWith("region will change"));
    const parts = [plural(tape.touches.filter(isIn).length, "touch", "touches"),
      `${plural(opened.length, "callout")} opened`,
      plural((recording.hitches ?? []).filter(isIn).length, "late frame"),
      plural(moves.length, "region change"),
      `${plural(told("view", /(\d+) made/), "view")} made and `
        + `${told("view", /(\d+) taken/)} taken out of pools`];
    if (until < to) parts[3] = `until ${length(until)} ${parts[3]}`;
    return `${isRange ? `${seconds(from)} to ${seconds(to)}` : "Whole session"}: `
      + `${parts.join(", ")}.`;
  }

  const everything = { points: true, grid: true, margin: true, contain: true, touches: true,
    labels: true, colors: "layer" };
  /* Small pictures show the map alone, without touches. */
  const small = { ...everything, points: false, margin: false, touches: false, labels: false };
  const switches = { points: "some data points", grid: "grid", margin: "view margin",
    contain: "contain rectangle", touches: "touches" };

  const shortcuts = [["Space", "play or pause"], ["\u2190 \u2192", "a frame back or on"],
    [", .", "to the event before or after"], ["\u2191 \u2193", "the same, in the list of events"],
    ["Home End", "to the begin or the end"], ["+ \u2212 0", "zoom in, out, to the whole"],
    ["Shift \u2190 \u2192", "the zoomed timeline back or on"],
    ["[ ]", "start or end of a range"], ["i I", "inspect the next or previous thing"],
    ["?", "these keys"], ["Esc", "close, clear the range, back to the list"]];

  /* Plays recordings in an element: with their names, the one whose steps and events are shown at
     first, the address of a moment, and what is told of each time that is shown. */
  function mount(host, recordings, { names = [], chosen = 0, address, follow } = {}) {
    const tapes = recordings.map(tapeOf);
    const stages = tapes.map((tape, index) =>
      new Stage(tape, names[index] ?? tape.recording.title ?? `recording ${index + 1}`));
    const whole = Math.max(1, ...recordings.map((recording) => recording.length));
    const options = { ...everything };
    let tape = tapes[chosen];
    const period = () => tape.recording.framePeriod || 1e9 / 60;
    let time = 0;
    let speed = 1;
    let isPlaying = false;
    let wanted = 0;
    let before = 0;
    let told = 0;
    // The selected range, and its first and last step.
    let cut;
    let cutSteps;
    let chosenEvent;
    let chosenStep;
    let wasConnected = false;
    let colors;

    const log = new Log(toEvent, address);
    const timeline = new Timeline(whole, period(), { now: () => time, changed,
      seek: (moment) => seek(moment) });
    const range = timeline.input;
    const inspector = new Inspector(stages, { changed, seek: (moment) => {
      isPlaying = false;
      seek(moment);
    } });
    const source = new Source((index) => {
      isPlaying = false;
      toStep(index);
    });
    const stepView = new StepView((moment) => {
      isPlaying = false;
      seek(moment);
    });
    let panel;
    const play = button("Play", "", () => isPlaying ? pause() : start());
    const clock = element("output", { class: "mp-clock", "aria-live": "off" });
    const now = element("p", { class: "mp-now" });
    const figures = element("p", { class: "mp-figures", "aria-live": "polite" });
    const legend = element("p", { class: "mp-keys" });
    const link = element("a", { class: "mp-link" }, "link");
    link.title = "the address of this moment";
    link.hidden = !address;
    const help = element("details", { class: "mp-layers" }, element("summary", {}, "Keys (?)"),
      element("dl", {}, ...shortcuts.flatMap(([keys, words]) =>
        [element("dt", {}, keys), element("dd", {}, words)])));
    const root = element("div", { class: "mp", role: "group", tabindex: "-1",
      "aria-label": "session player" }, main(), side());

    function main() {
      const bar = element("div", { class: "mp-bar" },
        button("\u00ab step", "previous step", () => jumpStep(-1)),
        button("\u2039 event", "previous event", () => jump(tape.eventTimes, -1)), play,
        button("event \u203a", "next event", () => jump(tape.eventTimes, 1)),
        button("step \u00bb", "next step", () => jumpStep(1)),
        select(element("span", { class: "mp-unseen" }, "speed"),
          SPEEDS.map((value) => [value, `${value}\u00d7`]), "1", (value) => {
            speed = Number(value);
          }), element("span", { class: "mp-when" }, clock, " ", link));
      return element("div", { class: "mp-main" },
        element("div", { class: "mp-top" },
          element("div", { class: "mp-maps" }, ...stages.map((stage) => stage.node)),
          element("div", { class: "mp-info" }, now, legend, inspector.node, layers(),
            help)),
        timeline.node,
        element("div", { class: "mp-below" },
          element("p", { class: "mp-keys" }, key("touch", "touch"), key("update", "update"),
            key("callout", "callout"), key("hitch", "late frame"),
            key("fail", "failed expectation")), timeline.tools),
        bar);
    }

    function layers() {
      const boxes = Object.entries(switches).map(([name, text]) => {
        const box = element("input", { type: "checkbox" });
        box.checked = options[name];
        box.addEventListener("change", () => {
          options[name] = box.checked;
          changed();
        });
        return element("label", {}, box, text);
      });
      const color = select("colors by", [["layer", "layer"], ["origin", "new or reused"]],
        options.colors, (value) => {
          options.colors = value;
          explain();
          changed();
        });
      return element("details", { class: "mp-layers" }, element("summary", {}, "Layers"),
        element("div", {}, ...boxes, color));
    }

    /* The events, the file, or the step: one of them is shown. */
    function side() {
      const choice = tapes.length < 2 ? [] : [select("of", stages.map((stage, index) =>
        [index, stage.name]), String(chosen), (index) => choose(tapes[index]))];
      const search = element("input", { type: "search", "aria-label": "search the events",
        placeholder: "search" });
      search.addEventListener("input", () => {
        log.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        log.search();
        changed();
      });
      const panels = { Events: element("div", { class: "mp-events" }, figures, log.list,
        log.nothing, log.full), Step: stepView.node };
      if (tapes.some(({ recording }) => recording.source?.length > 0)) {
        panels.Source = source.node;
      }
      const tabs = Object.keys(panels).map((name) => button(name, "", () => open(name)));
      function open(name) {
        panel = name;
        tabs.forEach((tab) => tab.setAttribute("aria-pressed", tab.textContent === name));
        for (const [other, node] of Object.entries(panels)) node.hidden = other !== name;
        search.hidden = name !== "Events";
        changed();
      }
      open("Events");
      return element("div", { class: "mp-side" },
        element("div", { class: "mp-head" },
          element("div", { class: "mp-tabs", role: "group", "aria-label": "side" }, ...tabs),
          search, ...choice),
        ...Object.values(panels));
    }

    /* The keys of the map: what its colors and shapes mean in this setting. */
    function explain() {
      const clusters = tapes.some((tape) => tape.views.isCluster.includes(1));
      const keys = options.colors === "origin"
        ? [key("new", "new view"), key("reused", "reused view"),
          key("ghost", "back to the pool")]
        : tape.layers.map((name, index) => key(`layer${index % 4}`, name));
      const hasUser = tapes.some((tape) => tape.views.hasUser);
      if (hasUser) keys.push(key("user", "user\u2019s location"));
      if (clusters) keys.push(key("disc", "cluster"), key("square", "cluster at one place"));
      keys.push(key("selected", "selected"));
      legend.replaceChildren(...keys);
    }

    /* The recording whose steps are on the track and whose events are in the list. */
    function choose(chosen) {
      tape = chosen;
      chosenEvent = undefined;
      chosenStep = undefined;
      explain();
      narrow();
      changed();
    }

    /* Events and figures are those of the range, or of all. */
    function narrow() {
      cut = timeline.cut;
      const within = cut && tape.steps.slice(Math.max(0, countUntil(tape.stepTimes, cut[0]) - 1),
        countUntil(tape.stepTimes, cut[1]));
      cutSteps = within?.length > 0 ? [within[0][2], within.at(-1)[2]] : [0, -1];
      log.show(tape.events, cut);
      write(figures, figuresOf(tape, cut ?? [0, tape.recording.length], Boolean(cut)));
    }

    function seek(moment, event, step) {
      time = clamp(Math.round(Number(moment) || 0), 0, whole);
      chosenEvent = event;
      chosenStep = step;
      changed();
    }

    /* To the next or previous of some sorted times; more than one row may have the same. */
    function jump(times, direction) {
      const place = countUntil(times, direction > 0 ? time : time - 1);
      if (direction > 0 ? place < times.length : place > 0) {
        seek(times[direction > 0 ? place : place - 1]);
      } else {
        seek(direction > 0 ? whole : 0);
      }
    }

    /* To the next or previous step, each of those that stand at one time by itself. */
    function jumpStep(direction) {
      const step = currentStep();
      // Within a step, the one before is the step's own begin.
      const isWithin = direction < 0 && tape.steps[step]?.[0] < time;
      const index = isWithin ? step : step + direction;
      if (tape.steps[index]) toStep(index);
      else seek(direction > 0 ? whole : 0);
    }

    /* Remembers the step, as others may stand at its time, and its event with it. */
    function toStep(index) {
      const [start, , , , text] = tape.steps[index];
      const event = tape.events.findIndex((row) =>
        row[0] === start && row[2] === "step" && row[3] === text);
      seek(start, event, index);
    }

    function seekStep(id) {
      const index = tape.steps.findIndex((row) => row[2] === id);
      const step = tape.steps[index]
        ?? tapes.flatMap((other) => other.steps).find((row) => row[2] === id);
      if (index >= 0) toStep(index);
      else if (step) seek(step[0]);
      return Boolean(step);
    }

    function start() {
      if (isPlaying) return;
      if (cut && (time < cut[0] || time >= cut[1])) seek(cut[0]);
      else if (time >= whole) seek(0);
      isPlaying = true;
      before = 0;
      changed();
    }

    function pause() {
      isPlaying = false;
      changed();
    }

    function changed() {
      wanted ||= requestAnimationFrame(frame);
    }

    function frame(clockTime) {
      wanted = 0;
      // The page takes the player away with everything around it.
      if (wasConnected && !root.isConnected) return destroy();
      wasConnected = root.isConnected;
      if (isPlaying) {
        // A page that was hidden does not run after the time that it missed.
        const passed = before ? Math.min(250, clockTime - before) : 0;
        before = clockTime;
        // It stops where the range ends, unless it has been led behind it.
        const end = cut && time < cut[1] ? cut[1] : whole;
        time = Math.min(end, Math.round(time + passed * 1e6 * speed));
        if (passed > 0) chosenEvent = chosenStep = undefined;
        if (time >= end) isPlaying = false;
      }
      draw(clockTime);
      if (isPlaying) changed();
    }

    function draw(clockTime) {
      for (const stage of stages) stage.draw(time, options, colors);
      inspector.draw();
      const step = currentStep();
      if (cut !== timeline.cut) narrow();
      timeline.draw(tape, step, options, colors);
      write(now, stepText(step) || "before the first step");
      write(play, isPlaying ? "Pause" : "Play");
      write(clock, `${seconds(time)} of ${length(whole)}`);
      if (panel === "Events") log.follow(currentEvent());
      if (panel === "Source") source.show(tape, step);
      if (panel === "Step") stepView.show(tape, step, stepText(step), options, colors);
      follow?.(time, tape.steps[step]?.[2],
        { span: timeline.span, isWhole: timeline.length === whole, cut, steps: cutSteps });
      // Numbers that change with every frame cannot be read, and cost a layout.
      if (isPlaying && clockTime - told < 100) return;
      told = clockTime;
      for (const stage of stages) stage.tell(!isPlaying);
      if (address) link.href = address(time);
      range.setAttribute("aria-valuetext", isPlaying ? "playing"
        : [seconds(time), stepText(step)].filter(Boolean).join(", "));
    }

    function currentEvent() {
      const isChosen = tape.events[chosenEvent]?.[0] === time;
      return isChosen ? chosenEvent : countUntil(tape.eventTimes, time) - 1;
    }

    function currentStep() {
      const isChosen = tape.steps[chosenStep]?.[0] === time;
      return isChosen ? chosenStep : countUntil(tape.stepTimes, time) - 1;
    }

    function stepText(index) {
      const step = tape.steps[index];
      const played = `${index + 1} of ${tape.steps.length} played`;
      return step ? `step ${step[2] + 1}, ${played}: ${step[4]}` : "";
    }

    function resize() {
      if (!root.isConnected) return;
      colors ??= colorsOf(root);
      for (const stage of stages) stage.fit(colors);
      timeline.isStale = true;
      // At once: a canvas with a new size is empty, which would be seen until the next frame.
      draw(performance.now());
    }

    function recolor() {
      colors = undefined;
      resize();
    }

    /* Keys of the player, except where a native control has its own use for them. */
    function press(event) {
      // Some keyboards have brackets behind Alt, others behind both.
      const isBracket = event.altKey && "[]".includes(event.key);
      if ((event.altKey || event.ctrlKey) && !isBracket) return;
      if (event.metaKey || event.defaultPrevented) return;
      const isIn = (names) => event.target.closest(names) !== null;
      const isList = isIn("[role=listbox]");
      // Who writes or chooses there means letters.
      if (isIn("[type=search], select")) return;
      const actions = {
        " ": !isIn("button, summary, [type=checkbox]")
          && (() => isPlaying ? pause() : start()),
        ArrowLeft: () => event.shiftKey ? timeline.pan(-0.25) : nudge(-1),
        ArrowRight: () => event.shiftKey ? timeline.pan(0.25) : nudge(1),
        "+": () => timeline.zoom(0.5),
        "-": () => timeline.zoom(2),
        0: () => timeline.show(0, whole),
        "[": () => timeline.cutAt(0),
        "]": () => timeline.cutAt(1),
        i: () => inspector.step(1),
        I: () => inspector.step(-1),
        Escape: inspector.node.open ? () => inspector.close() : cut && (() => timeline.select()),
        Home: () => seek(0),
        End: () => seek(whole),
        "?": () => {
          help.open = !help.open;
        },
        ",": () => jump(tape.eventTimes, -1),
        ".": () => jump(tape.eventTimes, 1),
        ArrowUp: isList && (() => toEvent(log.beside(currentEvent(), -1))),
        ArrowDown: isList && (() => toEvent(log.beside(currentEvent(), 1))),
      };
      if (!Object.hasOwn(actions, event.key) || !actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    }

    function nudge(direction) {
      isPlaying = false;
      seek(time + direction * period());
    }

    /* An event that is a step's begin is asked for as that step. */
    function toEvent(index) {
      if (!tape.events[index]) return;
      const [moment, , kind, text] = tape.events[index];
      const step = kind !== "step" ? undefined
        : tape.steps.findIndex((row) => row[0] === moment && row[4] === text);
      seek(moment, index, step);
    }

    root.addEventListener("keydown", press);
    range.addEventListener("input", () => {
      if (timeline.fingers.size > 1) return;
      isPlaying = false;
      seek(Math.min(Number(range.value), whole));
    });
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", recolor);
    const observer = new ResizeObserver(resize);
    host.replaceChildren(root);
    choose(tape);
    resize();
    observer.observe(root);
    window.addEventListener("resize", resize);

    function destroy() {
      isPlaying = false;
      cancelAnimationFrame(wanted);
      // Without another frame from here on, whoever still holds the player may call anything.
      wanted = -1;
      observer.disconnect();
      window.removeEventListener("resize", resize);
      scheme.removeEventListener("change", recolor);
      root.remove();
    }

    return { seek: (moment) => seek(moment), seekStep, play: start, pause, destroy,
      get time() { return time; } };
  }

  /* The part of the view that has to be seen around it, for a callout to be seen whole. */
  function marginOf(tape, time) {
    const row = tape.calloutAt(time);
    if (!(row?.[1] > 0)) return 0;
    const p = new Projection(tape.cameraAt(time), tape.sizeAt(time));
    const [x, y] = p.at(row[3], row[4]);
    const [left, top, width, height] = row.slice(9, 13);
    const beyond = Math.max(-(x + left) / p.width, (x + left + width) / p.width - 1,
      -(y + top) / p.height, (y + top + height) / p.height - 1);
    return beyond > 0 ? Math.min(0.8, beyond + 0.03) : 0;
  }

  /* Pictures of some moments, each of which is a button that goes there. */
  function stills(host, recording, moments, go) {
    const tape = tapeOf(recording);
    const stages = moments.map(({ time, title }) => {
      // A margin makes them smaller.
      const margin = marginOf(tape, time);
      const options = { ...small, margin: margin > 0 };
      const stage = Object.assign(new Stage({ ...tape, margin }, title), { options });
      stage.canvas.setAttribute("aria-hidden", "true");
      stage.node = button("", "", () => go(time));
      stage.clock = element("span", {}, seconds(time));
      stage.node.append(stage.canvas, element("b", {}, title), stage.clock);
      return stage;
    });
    host.replaceChildren(...stages.map((stage) => stage.node));
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");

    function draw() {
      if (!host.isConnected) return scheme.removeEventListener("change", draw);
      const colors = colorsOf(host);
      stages.forEach((stage, index) => {
        stage.fit(colors);
        stage.draw(moments[index].time, stage.options, colors);
        const { place = "" } = stage.callout ?? {};
        write(stage.clock, `${seconds(moments[index].time)}${place}`);
      });
    }

    scheme.addEventListener("change", draw);
    draw();
  }

  return { mount, stills };
})();
