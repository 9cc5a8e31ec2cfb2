// A document as blocks of text; judged spans and parts as stretches in them.
const BLOCK = 3000;
const pages = new Map();
// Blocks end at line ends; a line that never ends is cut at a blank.
const cutText = (text) => {
  const out = [];
  let at = 0;
  while (at < text.length) {
    let end = text.length;
    if (end - at > BLOCK * 1.3) {
      const line = text.indexOf("\n", at + BLOCK);
      if (line >= 0 && line - at < BLOCK * 2.5) end = line + 1;
      else {
        const back = text.lastIndexOf("\n", at + BLOCK), blank = text.indexOf(" ", at + BLOCK);
        if (back > at) end = back + 1;
        else if (line >= 0 && line - at < BLOCK * 4) end = line + 1;
        else if (blank >= 0 && blank - at < BLOCK * 4) end = blank + 1;
        else if (text.length - at > BLOCK * 4) {
          end = at + BLOCK;
          const unit = text.charCodeAt(end);
          if (unit >= 0xdc00 && unit < 0xe000) end--;
        }
      }
    }
    out.push([at, end]);
    at = end;
  }
  return out;
};
// Code points to places in the string; nothing to do without astral characters.
const mapOf = (text) => {
  const astral = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) astral.push(i++);
  }
  const points = astral.map((unit, n) => unit - n);
  const below = (list, x) => {
    let low = 0, high = list.length;
    while (low < high) { const mid = (low + high) >> 1; if (list[mid] < x) low = mid + 1; else high = mid; }
    return low;
  };
  return { unit: (point) => point + below(points, point), point: (unit) => unit - below(astral, unit), length: text.length - astral.length };
};
const pageOf = (doc, text) => {
  if (!pages.has(doc)) {
    if (pages.size > 5) pages.delete(pages.keys().next().value);
    const map = mapOf(text), root = document.createDocumentFragment();
    const pieces = cutText(text).map(([start, end]) => {
      const node = el("div", {}, text.slice(start, end));
      root.append(node);
      return { start: map.point(start), end: map.point(end), node, sign: "", marks: [] };
    });
    pages.set(doc, { text, map, pieces, nodes: pieces.map((piece) => piece.node), root });
  }
  return pages.get(doc);
};
// Layers of one document as stretches between two boundaries, with what covers each.
const stretchesOf = (page, judged, sideA, sideB) => {
  const events = [];
  const add = (start, end, layer, what) => {
    const stop = Math.min(end, page.map.length);
    if (start < stop) events.push([start, 1, layer, what], [stop, -1, layer, what]);
  };
  judged.forEach(([start, end], at) => add(start, end, 0, at));
  sideA.forEach(([start, end, rank]) => add(start, end, 1, rank));
  sideB.forEach(([start, end, rank]) => add(start, end, 2, rank));
  events.sort((one, two) => one[0] - two[0]);
  const live = [new Set(), new Set(), new Set()], out = [];
  for (let i = 0; i < events.length; ) {
    const at = events[i][0];
    for (; i < events.length && events[i][0] === at; i++) {
      const [, way, layer, what] = events[i];
      if (way > 0) live[layer].add(what); else live[layer].delete(what);
    }
    if (i === events.length || !(live[0].size || live[1].size || live[2].size)) continue;
    const ranks = (set) => [...set].sort((one, two) => one - two).join(" ");
    out.push({ start: at, end: events[i][0], judged: live[0].size ? [...live[0]][0] : -1, a: ranks(live[1]), b: ranks(live[2]) });
  }
  return out;
};
// Only blocks whose stretches change are built again.
const layText = (page, judged, stretches) => {
  let first = 0;
  for (const piece of page.pieces) {
    while (first < stretches.length && stretches[first].end <= piece.start) first++;
    const mine = [];
    for (let i = first; i < stretches.length && stretches[i].start < piece.end; i++) mine.push(stretches[i]);
    const sign = mine.map((s) => [s.start, s.end, s.judged < 0 ? "" : judged[s.judged].slice(0, 2).join("-"), s.a, s.b].join()).join(";");
    if (sign === piece.sign) {
      piece.marks.forEach((mark) => { mark.judged = -1; });
      mine.forEach((s, i) => { piece.marks[i].judged = s.judged; });
      continue;
    }
    piece.sign = sign;
    piece.marks = [];
    const kids = [];
    let at = piece.start;
    const slice = (start, end) => page.text.slice(page.map.unit(start), page.map.unit(end));
    for (const s of mine) {
      const start = Math.max(s.start, piece.start), end = Math.min(s.end, piece.end);
      if (start > at) kids.push(slice(at, start));
      const found = (s.a ? "A" : "") + (s.b ? "B" : "");
      const node = el("span", {
        "data-judged": s.judged < 0 ? null : judged[s.judged][0] + "-" + judged[s.judged][1],
        "data-a": s.a || null, "data-b": s.b || null,
      }, slice(start, end));
      if (s.judged >= 0) node.setAttribute("data-found", found);
      kids.push(node);
      piece.marks.push({ start, end, node, judged: s.judged });
      at = end;
    }
    if (at < piece.end) kids.push(slice(at, piece.end));
    piece.node.replaceChildren(...kids);
  }
};
const pieceAt = (page, point) => {
  let low = 0, high = page.pieces.length - 1;
  while (low < high) { const mid = (low + high) >> 1; if (page.pieces[mid].end <= point) low = mid + 1; else high = mid; }
  return page.pieces[low];
};
// The box of one character, on the screen.
const boxAt = (page, point) => {
  const piece = pieceAt(page, point);
  if (!piece) return null;
  let left = page.map.unit(point) - page.map.unit(piece.start);
  const walker = document.createTreeWalker(piece.node, NodeFilter.SHOW_TEXT);
  let node = walker.nextNode();
  while (node && left >= node.length && node.length < 1e9) {
    const next = walker.nextNode();
    if (!next) break;
    left -= node.length;
    node = next;
  }
  if (!node) return piece.node.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(node, Math.min(left, node.length));
  range.setEnd(node, Math.min(left + 1, node.length));
  const boxes = range.getClientRects();
  return boxes.length ? boxes[0] : piece.node.getBoundingClientRect();
};
