"use strict";

/* A flame graph. A click on a function makes it as wide as the page, and draws what of it has room
   then; a search colors what has the text, and says how much of all that is. */
const {unit, names, styles, before, sizes, numbers} =
  JSON.parse(document.getElementById('calls').textContent);
const calls = [], path = [], columns = before === undefined ? 4 : 5;
for (let i = 0; i < numbers.length; i += columns) {
  const [level, name, style, count, base] = numbers.slice(i, i + columns);
  const caller = path[level - 1];
  const start = caller ? caller.next : 0;
  if (caller) caller.next += count;
  path[level] = {
    level, name: names[name], style: styles[style], base,
    start, end: start + count, next: start
  };
  calls.push(path[level]);
}
const total = calls.length > 0 ? calls[0].end : 0;
const {left, room, row, least, letter} = sizes;
const rows = document.getElementById('rows');
let word = '';
function share(part, whole) {
  let tenths = Math.round(part / whole * 1000);
  if (tenths === 1000 && part < whole) tenths = 999;
  if (tenths === 0 && part > 0) tenths = 1;
  return whole > 0 ? `, ${(tenths / 10).toFixed(1)} %` : '';
}
function words(f) {
  const part = (count, whole) => `${count.toLocaleString('en')} ${unit}` + share(count, whole);
  return `${f.name} (${part(f.end - f.start, total)}` +
    (before === undefined ? ')' : `; before ${part(f.base, before)})`);
}
function isHit(f) {
  return word !== '' && f.level > 0 && f.name.toLowerCase().includes(word.toLowerCase());
}
function take(f, g) {
  [, f.rect, f.text] = g.children;
  f.g = g;
  g.addEventListener('click', () => show(f));
}
function draw(f) {
  const make = name => document.createElementNS(rows.namespaceURI, name);
  const g = make('g'), title = make('title'), rect = make('rect'), text = make('text');
  const y = sizes.top + f.level * row;
  g.setAttribute('class', f.style);
  title.textContent = words(f);
  rect.setAttribute('y', y);
  rect.setAttribute('height', row - 1);
  rect.setAttribute('rx', 1.5);
  text.setAttribute('y', y + 12);
  g.append(title, rect, text);
  g.classList.toggle('hit', isHit(f));
  rows.append(g);
  take(f, g);
}
function show(to) {
  const scale = room / (to.end - to.start);
  for (const f of calls) {
    const isAbove = f.level < to.level && f.start <= to.start && f.end >= to.end;
    const isInside = f.level >= to.level && f.start >= to.start && f.end <= to.end;
    const width = isAbove ? room : (f.end - f.start) * scale;
    const isShown = isAbove || isInside && width >= least;
    if (isShown && !f.g) draw(f);
    if (!f.g) continue;
    f.g.style.display = isShown ? '' : 'none';
    if (!isShown) continue;
    f.g.style.opacity = isAbove ? 0.6 : 1;
    const x = isAbove ? left : left + (f.start - to.start) * scale;
    f.rect.setAttribute('x', x);
    f.rect.setAttribute('width', width);
    const letters = Math.floor((width - 5) / letter);
    f.text.setAttribute('x', x + 3);
    f.text.textContent = letters < 3 ? '' :
      f.name.length <= letters ? f.name : f.name.slice(0, letters - 2) + '..';
  }
}
function find(text) {
  word = text;
  let end = 0, sum = 0;
  for (const f of calls) {
    const isFound = isHit(f);
    if (f.g) f.g.classList.toggle('hit', isFound);
    // The functions that a hit calls are within it.
    if (f.start < end || !isFound) continue;
    sum += f.end - f.start;
    end = f.end;
  }
  const shown = word.length > 30 ? word.slice(0, 28) + '..' : word;
  document.getElementById('found').textContent = word === '' ? '' :
    shown + ': ' + (sum / total * 100).toFixed(1) + ' %';
}
function search() {
  const text = prompt('search for functions whose names contain', '');
  if (text !== null) find(text);
}
for (const g of [...rows.children]) take(calls[g.dataset.call], g);
document.getElementById('tools').setAttribute('visibility', 'visible');
document.getElementById('search').addEventListener('click', search);
document.getElementById('reset').addEventListener('click', () => show(calls[0]));
