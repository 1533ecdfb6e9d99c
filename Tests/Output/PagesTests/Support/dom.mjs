/* A window in memory with the parts of the DOM that the scripts of pages use. It has no layout:
   tests set widths and heights as plain properties. */

const RAW = new Set(["noscript", "script", "style"]);
const VOID = new Set(["br", "input", "link", "meta"]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: "\"", "#39": "'" };
const MARKUP = /<!--[^]*?-->|<![^>]*>|<(\/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/g;

const decoded = (text) => text.replace(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all);

class Text {
  constructor(text) {
    this.textContent = String(text);
  }
}

/* Parses markup and appends its nodes to an element. Scripts do not run. */
function parse(markup, parent, document) {
  let open = parent;
  MARKUP.lastIndex = 0;
  for (let match; (match = MARKUP.exec(markup));) {
    const [all, end, name, attributes, isClosed] = match;
    if (all.startsWith("<!")) continue;
    if (name === undefined) {
      open.append(decoded(all));
    } else if (end) {
      open = open.parent;
    } else {
      const made = document.createElement(name);
      for (const [, key, value] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
        made.setAttribute(key, decoded(value ?? ""));
      }
      open.append(made);
      if (RAW.has(name)) {
        const rest = markup.indexOf(`</${name}>`, MARKUP.lastIndex);
        if (rest < 0) throw new SyntaxError(`${name} has no end`);
        made.append(markup.slice(MARKUP.lastIndex, rest));
        MARKUP.lastIndex = rest + name.length + 3;
      } else if (!isClosed && !VOID.has(name)) {
        open = made;
      }
    }
  }
}

const selectors = new Map();

/* The alternatives of a selector: the tests of the element itself, and the selector before it. */
function parsed(selector) {
  if (!selectors.has(selector)) {
    selectors.set(selector, selector.split(",").map((one) => {
      const [, before, combinator, last] = /^(?:(.*?)\s*([ >])\s*)?([^ >]+)$/.exec(one.trim());
      const tests = [...last.matchAll(/([#.]?)([\w-]+)|\[([\w-]+)(?:(\^?)='?([^\]']*)'?)?\]/g)];
      return { before, combinator, tests };
    }));
  }
  return selectors.get(selector);
}

function passes(element, [, sign, name, attribute, isStart, value]) {
  if (sign === "#") return element.id === name;
  if (sign === ".") return element.className.split(" ").includes(name);
  if (name) return element.localName === name;
  const found = element.getAttribute(attribute);
  if (value === undefined || found === null) return found !== null;
  return isStart ? found.startsWith(value) : found === value;
}

function isBelow(element, selector, combinator) {
  const above = element.parent;
  if (!above) return false;
  return above.matches(selector) || combinator === " " && isBelow(above, selector, combinator);
}

export class Element {
  constructor(name, document) {
    Object.assign(this, { localName: name, document, nodes: [], attributes: new Map(),
      listeners: {}, style: {}, parent: undefined, scrollTop: 0, offsetWidth: 0,
      clientWidth: document.clientWidth, scrollWidth: 0, clientHeight: 320, checked: false });
    this.dataset = new Proxy({}, {
      get: (_, key) => this.getAttribute(`data-${key}`) ?? undefined,
      set: (_, key, value) => {
        this.setAttribute(`data-${key}`, value);
        return true;
      },
    });
    this.classList = {
      add: (name) => (this.className = `${this.className} ${name}`.trim()),
      remove: (name) => (this.className =
        this.className.split(" ").filter((other) => other !== name).join(" ")),
      toggle: (name, isOn) => {
        this.classList.remove(name);
        if (isOn) this.classList.add(name);
      },
    };
    this.namespaceURI = "";
  }

  get parentElement() { return this.parent; }
  get children() { return this.nodes.filter((node) => node instanceof Element); }
  get firstElementChild() { return this.children[0] ?? null; }
  get isConnected() {
    return this === this.document.body || this.parent?.isConnected === true;
  }

  get textContent() { return this.nodes.map((node) => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(text); }
  set innerHTML(markup) {
    this.replaceChildren();
    parse(markup, this, this.document);
  }
  set outerHTML(markup) {
    parse(markup, this.parent, this.document);
    this.remove();
  }
  insertAdjacentHTML(_, markup) { parse(markup, this, this.document); }

  get value() {
    return this.chosen ?? this.getAttribute("value")
      ?? this.querySelector("option")?.getAttribute("value") ?? "";
  }
  set value(value) { this.chosen = String(value); }
  get options() { return this.querySelectorAll("option"); }

  /* The fields of a form by their names; buttons of one name are one field. */
  get elements() {
    const fields = this.querySelectorAll("[name]");
    return new Proxy({}, { get: (_, name) => {
      const some = fields.filter((field) => field.getAttribute("name") === name);
      return some[0]?.getAttribute("type") !== "radio" ? some[0] : {
        get value() { return some.find((one) => one.isChosen)?.value ?? ""; },
        set value(value) {
          for (const one of some) one.isPicked = one.value === String(value);
        },
      };
    } });
  }
  get isChosen() {
    return this.getAttribute("type") !== "radio"
      || (this.isPicked ?? this.getAttribute("checked") !== null);
  }
  get previousElementSibling() {
    const all = this.parent.children;
    return all[all.indexOf(this) - 1] ?? null;
  }
  get childNodes() { return [...this.nodes]; }
  get rows() { return this.children.filter((one) => one.localName === "tr"); }
  get cells() { return this.children; }
  get cellIndex() { return this.parent.children.indexOf(this); }
  get tBodies() { return this.children.filter((one) => one.localName === "tbody"); }
  get hash() { return this.href; }
  checkVisibility() { return true; }
  replaceWith(other) {
    const { nodes } = this.parent;
    other.remove();
    other.parent = this.parent;
    nodes[nodes.indexOf(this)] = other;
    this.parent = undefined;
  }
  after(other) {
    const { parent } = this;
    other.remove();
    parent.nodes.splice(parent.nodes.indexOf(this) + 1, 0, other);
    other.parent = parent;
  }
  click() { fire(this, "click"); }

  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  removeAttribute(name) { this.attributes.delete(name); }

  append(...added) { this.#insert(this.nodes.length, added); }
  prepend(...added) { this.#insert(0, added); }
  replaceChildren(...added) {
    for (const child of this.children) child.remove();
    this.nodes = [];
    this.append(...added);
  }
  #insert(place, added) {
    const nodes = added.map((node) => node instanceof Element ? node : new Text(node));
    for (const node of nodes) {
      if (node instanceof Element) node.remove();
      node.parent = this;
    }
    this.nodes.splice(place, 0, ...nodes);
  }
  remove() {
    if (this.parent) this.parent.nodes = this.parent.nodes.filter((node) => node !== this);
    this.parent = undefined;
  }

  createTHead() { return this.#made("thead"); }
  createTBody() { return this.#made("tbody"); }
  insertRow() { return this.#made("tr"); }
  #made(name) {
    const made = this.document.createElement(name);
    this.append(made);
    return made;
  }

  matches(selector) {
    return parsed(selector).some(({ before, combinator, tests }) =>
      tests.every((one) => passes(this, one)) && (!before || isBelow(this, before, combinator)));
  }
  closest(selector) {
    return this.matches(selector) ? this : this.parent?.closest(selector) ?? null;
  }
  querySelectorAll(selector, found = []) {
    for (const child of this.children) {
      if (child.matches(selector)) found.push(child);
      child.querySelectorAll(selector, found);
    }
    return found;
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  addEventListener(type, listener) { (this.listeners[type] ??= new Set()).add(listener); }
  removeEventListener(type, listener) { this.listeners[type]?.delete(listener); }

  getBoundingClientRect() { return { left: 0, top: 0, width: this.clientWidth }; }
  scrollIntoView() { this.document.scrolledTo = this; }
  focus() { this.document.activeElement = this; }
  setPointerCapture(pointer) { this.captured = pointer; }

  getContext() { return this.context ??= recorder(); }
}

for (const [property, attribute] of [["id", "id"], ["className", "class"], ["title", "title"],
  ["href", "href"]]) {
  Object.defineProperty(Element.prototype, property, {
    get() { return this.getAttribute(attribute) ?? ""; },
    set(value) { this.setAttribute(attribute, value); },
  });
}
for (const property of ["hidden", "open"]) {
  Object.defineProperty(Element.prototype, property, {
    get() { return this.getAttribute(property) !== null; },
    set(isSet) { if (isSet) this.setAttribute(property, ""); else this.removeAttribute(property); },
  });
}

/* Sends an event up from an element; returns whether a listener prevented its default. */
export function fire(target, type, values = {}) {
  const event = { type, target, defaultPrevented: false, ...values,
    preventDefault() { this.defaultPrevented = true; } };
  for (let element = target; element; element = element.parent) {
    for (const listener of element.listeners[type] ?? []) listener(event);
  }
  return event.defaultPrevented;
}

/* A drawing context that records each call with the colors that were set. */
function recorder() {
  const paint = { fillStyle: "", strokeStyle: "", globalAlpha: 1 };
  const calls = [];
  return new Proxy(paint, {
    get: (_, name) => name === "calls" ? calls : paint[name] ?? ((...args) => {
      calls.push({ name, args, fill: paint.fillStyle, stroke: paint.strokeStyle,
        alpha: paint.globalAlpha, width: paint.lineWidth, font: paint.font });
      if (name === "measureText") return { width: 6 * args[0].length };
      return { addColorStop() {} };
    }),
  });
}

/* The recorded calls of some methods since the canvas was last cleared. */
export function drawn(canvas, ...names) {
  const { calls } = canvas.getContext();
  return calls.slice(calls.findLastIndex(({ name }) => name === "clearRect") + 1)
    .filter(({ name }) => names.includes(name));
}

/* A window whose clock stands still until `frame` moves it. */
export class Window {
  #hash = "";
  #frames = new Map();
  #asked = 0;
  #observers = new Set();
  #pending = 0;

  constructor(markup = "") {
    const document = new Element("#document", { clientWidth: 1000 });
    Object.assign(document, { document, body: new Element("body", document),
      createElement: (name) => new Element(name, document),
      createElementNS: (_, name) => new Element(name, document),
      documentElement: { clientWidth: 1000, clientHeight: 900 },
      execCommand: (name) => (this.copied = name === "copy" && this.selected) !== "",
      getElementById: (id) =>
        document.querySelectorAll("[id]").find((element) => element.id === id) ?? null,
    });
    document.append(document.body);
    parse(markup, document.body, document);
    document.title = document.querySelector("title")?.textContent ?? "";
    const observers = this.#observers;
    const [began, ended] = [() => (this.#pending += 1), () => (this.#pending -= 1)];
    this.document = document;
    this.scheme = new Element("#scheme", document);
    const page = this;
    const kept = (this.kept = new Map());
    this.globals = { window: this, document, location: this, Blob, DecompressionStream,
      URLSearchParams,
      URL: { createObjectURL: (blob) => {
        this.saved = blob;
        return "blob:1";
      }, revokeObjectURL() {} },
      history: { replaceState: (_, __, address) => (this.#hash = address) },
      localStorage: { getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value) },
      // All is in sight at once.
      IntersectionObserver: class {
        constructor(action) { this.action = action; }
        observe(target) { this.action([{ isIntersecting: true, target }]); }
        unobserve(target) { page.seen = target; }
      },
      devicePixelRatio: 1, performance: { now: () => this.clock },
      matchMedia: () => this.scheme, setTimeout: (action) => action(),
      getComputedStyle: () => ({ getPropertyValue: (name) => name.slice(2) }),
      requestAnimationFrame: (action) => {
        this.#frames.set(this.#asked += 1, action);
        return this.#asked;
      },
      cancelAnimationFrame: (number) => this.#frames.delete(number),
      ResizeObserver: class {
        constructor(action) { this.action = action; }
        observe() { observers.add(this.action); }
        disconnect() { observers.delete(this.action); }
      },
      FormData: class {
        constructor(form) { this.form = form; }
        * [Symbol.iterator]() {
          for (const field of this.form.querySelectorAll("[name]")) {
            if (field.isChosen) yield [field.getAttribute("name"), field.value];
          }
        }
      },
      Response: class extends Response {
        async text() {
          began();
          try { return await super.text(); } finally { ended(); }
        }
      } };
    Object.assign(this, this.globals, { clock: 0, scrollY: 0 });
  }

  get hash() { return this.#hash; }
  set hash(hash) {
    const old = this.#hash;
    this.#hash = hash === "" ? "" : `#${String(hash).replace(/^#/, "")}`;
    if (old !== this.#hash) fire(this.document, "hashchange");
  }
  addEventListener(type, listener) { this.document.addEventListener(type, listener); }
  removeEventListener(type, listener) { this.document.removeEventListener(type, listener); }
  getSelection() {
    return { selectAllChildren: (element) => (this.selected = element.textContent) };
  }
  scrollTo(_, y) { this.scrollY = y; }

  /* Moves the clock and runs the requested frames; returns whether there were any. */
  frame(milliseconds = 16) {
    this.clock += milliseconds;
    const [...actions] = this.#frames.values();
    this.#frames.clear();
    for (const action of actions) action(this.clock);
    return actions.length > 0;
  }

  /* Tells the observers of sizes; returns whether there were any. */
  resize() {
    for (const action of this.#observers) action();
    return this.#observers.size > 0;
  }

  /* Waits until the page has unpacked its parts and has drawn them. */
  async settled() {
    do await new Promise(setImmediate); while (this.#pending > 0);
  }
}
