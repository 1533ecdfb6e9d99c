/// What the page does when it is looked at: it unpacks parts and draws them by their templates.
enum PageScript {
  static let text = #"""
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

      async function columns(script) {
        const bytes = Uint8Array.from(atob(script.textContent.trim()), (letter) =>
          letter.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
        return Object.entries(JSON.parse(await new Response(stream).text()));
      }

      async function context(name) {
        const { script, index } = places.get(name);
        if (!unpacked.has(script)) unpacked.set(script, columns(script));
        return Object.fromEntries((await unpacked.get(script))
          .map(([key, values]) => [key, values[index]]));
      }

      return {
        has: (name) => places.has(name),
        context,
        draw: async (name) =>
          Mustache.render(places.get(name).script.dataset.template, await context(name)),
      };
    })();

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
        form.querySelector("output").textContent = `${chosen.length} of ${rows.length} scenarios`
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
      const title = document.title;

      function target() {
        const place = location.hash.slice(1);
        if (document.getElementById(place)) return undefined;
        const name = "/" + unescaped(place).replace(/^\//, "");
        if (Parts.has(name)) return { id: name };
        const slash = name.lastIndexOf("/");
        const [id, step] = [name.slice(0, slash), name.slice(slash + 1)];
        return Parts.has(id) && /^\d+$/.test(step) ? { id, step } : undefined;
      }

      function unescaped(place) {
        // Who writes an address by hand may write % as it is.
        try { return decodeURIComponent(place); } catch { return place; }
      }

      async function show() {
        const place = target();
        if (!place) {
          if (!single.hidden) close();
          return;
        }
        if (single.hidden) scroll = window.scrollY;
        if (single.dataset.id !== place.id) {
          const drawn = await Parts.draw(place.id);
          // Somebody went on meanwhile.
          if (target()?.id !== place.id) return;
          single.innerHTML = drawn;
          single.dataset.id = place.id;
          for (const below of single.querySelectorAll("div[data-part]")) {
            below.innerHTML = await Parts.draw(below.dataset.part);
          }
          if (target()?.id !== place.id) return;
        }
        front.hidden = true;
        single.hidden = false;
        document.title = `${single.querySelector("h2").textContent.trim()}: ${title}`;
        single.querySelector(".target")?.classList.remove("target");
        const row = place.step && document.getElementById(`step-${place.step}`);
        if (row) {
          row.scrollIntoView({ block: "center" });
          row.classList.add("target");
        } else {
          window.scrollTo(0, 0);
          single.querySelector("h2").focus({ preventScroll: true });
        }
      }

      function close() {
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

    """#
}
