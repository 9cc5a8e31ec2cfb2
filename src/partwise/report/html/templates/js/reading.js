// The reading view: one topic, one document, two runs.
let R = null, turn = 0;
const scroller = $("pw-scroll");
const inDoc = (run, doc) => (run === null ? [] : R.block.runs[run].map((part, i) => [part[1], part[2], i + 1, part[0]]).filter((part) => part[3] === doc));
const judgedIn = (doc) => R.block.judged.filter((span) => span[0] === doc).map((span) => [span[1], span[2]]);
const covered = (span, parts) => {
  const pieces = parts.map(([start, end]) => [Math.max(start, span[0]), Math.min(end, span[1])]).filter(([start, end]) => start < end).sort((one, two) => one[0] - two[0]);
  let total = 0, at = span[0];
  for (const [start, end] of pieces) if (end > at) { total += end - Math.max(start, at); at = end; }
  return total;
};
// Spans of all judged documents in order, with how much of each A and B show.
const spansOf = () => {
  const out = [];
  for (const doc of R.docs) {
    const a = inDoc(R.a, doc), b = inDoc(R.b, doc);
    for (const span of judgedIn(doc)) out.push({ doc, start: span[0], end: span[1], a: covered(span, a), b: covered(span, b) });
  }
  return out;
};
const docsOf = (block, a, b) => {
  const seen = new Set(block.judged.map((span) => span[0]));
  for (const run of [a, b]) if (run !== null) block.runs[run].forEach((part) => seen.add(part[0]));
  return [...seen];
};
const KIND = ["new", "repeated", "padding", "irrelevant"];
const kindBar = (stretches, total, className) =>
  el("span", { class: className }, ...stretches.map(([kind, n]) => {
    const piece = el("i", { class: "g-" + KIND[kind] });
    piece.style.width = (100 * n) / total + "%";
    return piece;
  }));
// Parts of two runs that are about the same: they share half of the shorter one.
const partner = (part, others) => {
  for (let i = 0; i < others.length; i++) {
    const other = others[i];
    if (other[0] !== part[0]) continue;
    const shared = Math.min(part[2], other[2]) - Math.max(part[1], other[1]);
    if (shared > 0 && 2 * shared >= Math.min(part[2] - part[1], other[2] - other[1])) return i + 1;
  }
  return 0;
};
const movedOf = (side, part, rank) => {
  if (R.b === null || R.a === R.b) return "";
  const match = partner(part, R.block.runs[side === "A" ? R.b : R.a]);
  if (side === "A") return match ? "" : "lost";
  return !match ? "new" : match > rank ? `promoted ${match}→${rank}` : match < rank ? `demoted ${match}→${rank}` : "";
};
const gotOf = (part) => (part[4] ? "+" + whole(part[4]) : part[5] && !part[6] && !part[7] ? "repeat" : "0");
const sideOf = (side, run) => {
  const parts = R.block.runs[run], id = side.toLowerCase();
  const m = Number($("pw-measure").value);
  const select = el("select", { id: "pw-run-" + id, "aria-label": "Run " + side }, ...D.runs.map((one, i) => el("option", { value: i, selected: i === run }, one.name)));
  select.value = String(run);
  select.addEventListener("change", () => { location.hash = linkOf(R.t, side === "A" ? select.value : R.a, side === "A" ? R.b : select.value).slice(1); });
  const box = el("div", { class: "side card " + colour(run), "data-side": side }, el("div", { class: "pick" }, el("span", { class: "badge" }, side), select));
  const value = D.values[run][m][R.t];
  const found = parts.reduce((sum, part) => sum + part[4], 0), size = parts.reduce((sum, part) => sum + part[2] - part[1], 0);
  const relevant = R.block.judged.reduce((sum, span) => sum + span[2] - span[1], 0);
  box.append(el("p", {}, `${shown4(value)} ${D.measures[m].name}. Found ${whole(found)} of ${whole(relevant)} relevant characters in ${whole(size)} read.`));
  if (!parts.length) {
    box.append(el("p", { class: "empty" }, "Nothing retrieved for this topic."));
    return box;
  }
  const strip = el("div", { class: "strip", role: "img", "aria-label": `All ${whole(size)} characters read, in rank order` });
  for (const part of parts) {
    if (part[2] === part[1]) continue;
    const one = kindBar(part[8], part[2] - part[1], "");
    one.style.flex = `${part[2] - part[1]} 1 0`;
    strip.append(one);
  }
  const longest = Math.max(1, ...parts.map((part) => part[2] - part[1]));
  const list = el("ol", { "data-side": side });
  parts.forEach((part, i) => {
    const length = part[2] - part[1], moved = movedOf(side, part, i + 1);
    const bar = kindBar(part[8], Math.max(1, length), "kinds");
    bar.style.width = (100 * length) / longest + "%";
    const words = `rank ${i + 1} of ${side}: ${whole(part[4])} new, ${whole(part[5])} read before, ${whole(part[6] + part[7])} not relevant, in ${D.docs[part[0]].id}`;
    const got = el("span", { class: "got" }, moved ? el("small", { class: "moved" }, moved) : null, part[4] ? el("b", {}, gotOf(part)) : gotOf(part));
    const button = el("button", {
      type: "button", "data-rank": i + 1, "data-doc": D.docs[part[0]].id, "data-start": part[1], "data-end": part[2], "data-new": part[4], "data-repeated": part[5],
      "data-padding": part[6], "data-irrelevant": part[7], "aria-label": words + (moved ? ", " + moved : ""), title: D.docs[part[0]].id,
    }, el("span", { class: "badge" }, String(i + 1)), bar, got);
    button.addEventListener("click", () => goRank(side, i + 1));
    list.append(el("li", {}, button));
  });
  box.append(strip, list);
  return box;
};
const textOf = (doc) => {
  const kind = D.docs[doc].text;
  if (kind === "embedded") return unpack("doc-" + doc, (text) => text);
  return kind === "file" ? sideFile(doc) : Promise.resolve(null);
};
const files = new Map();
window.pwText = (doc, content) => { const done = files.get(doc); if (done) done(inflate(content)); };
const sideFile = (doc) => {
  const name = "doc-" + doc;
  if (!kept.has(name)) {
    kept.set(name, new Promise((resolve) => {
      files.set(doc, resolve);
      const script = el("script", { src: `${D.folder}/d-${doc}.js` });
      script.addEventListener("error", () => { kept.delete(name); resolve(null); });
      document.head.append(script);
    }));
  }
  return kept.get(name);
};
const showDoc = async (doc) => {
  const mine = turn;
  R.doc = doc;
  $("pw-doc").value = String(doc);
  const text = await textOf(doc);
  if (mine !== turn || R.doc !== doc) return false;
  const target = $("pw-text");
  target.dataset.doc = D.docs[doc].id;
  const a = inDoc(R.a, doc), b = inDoc(R.b, doc);
  R.judged = judgedIn(doc);
  if (text === null) {
    R.page = null;
    const words = D.docs[doc].text === "file" ? `The text of this document is beside the page, and ${D.folder}/d-${doc}.js cannot be read.` : "The text of this document is not in the page. Give --texts to the command.";
    target.replaceChildren(el("div", { class: "missing" }, words));
    $("pw-lanes").replaceChildren();
  } else {
    const page = pageOf(doc, text);
    if (R.page !== page || target.firstChild !== page.nodes[0]) target.replaceChildren(...page.nodes);
    layText(page, R.judged, stretchesOf(page, R.judged, a, b));
    target.querySelectorAll("[data-now]").forEach((node) => node.removeAttribute("data-now"));
    R.page = page;
    layLanes(a, b);
  }
  drawStrip();
  return true;
};
const layLanes = (a, b) => {
  const most = scroller.clientWidth < 560 ? 2 : 4, bars = [];
  R.bars = [];
  for (const [side, run, parts] of [["a", R.a, a], ["b", R.b, b]]) {
    const laid = lanesOf(parts.filter((part) => part[1] > part[0]), most);
    const lanes = laid.reduce((n, [, lane]) => Math.max(n, lane + 1), 0);
    $("pw-text").style.setProperty("--l" + side, lanes || 0.2);
    for (const [part, lane] of laid) {
      const badge = el("button", { type: "button", tabindex: "-1", "data-rank": part[2] });
      badge.addEventListener("click", () => goRank(side.toUpperCase(), part[2]));
      const bar = el("div", { class: side + " " + colour(run) }, badge);
      // the innermost lane is the first: it lies beside the text
      bar.style[side === "a" ? "left" : "right"] = 4 + (lanes - 1 - lane) * 24 + "px";
      R.bars.push({ bar, part, side });
      bars.push(bar);
    }
  }
  $("pw-lanes").replaceChildren(...bars);
  for (const [side, run] of [["a", R.a], ["b", R.b]]) if (run !== null) $("pw-text").style.setProperty("--r" + side, `var(--r${slotOf(run) === "x" ? "x" : slotOf(run)})`);
};
const placeBars = () => {
  if (!R || !R.page || !R.bars) return;
  const top = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const seen = new Map();
  const rendered = (piece) => {
    if (!seen.has(piece)) seen.set(piece, !piece.node.checkVisibility || piece.node.firstChild === null || piece.node.firstElementChild === null || piece.node.firstElementChild.checkVisibility({ contentVisibilityAuto: true }));
    return seen.get(piece);
  };
  // what is not on the screen is placed by its share of the block: nothing has to be laid out
  const yOf = (point, last) => {
    const piece = pieceAt(R.page, last ? point - 1 : point);
    if (rendered(piece)) {
      const mark = last ? piece.marks.findLast((one) => one.end <= point) : piece.marks.find((one) => one.start >= point);
      const boxes = mark ? mark.node.getClientRects() : [];
      if (boxes.length) return last ? boxes[boxes.length - 1].bottom - top : boxes[0].top - top;
    }
    const box = piece.node.getBoundingClientRect();
    return box.top - top + ((point - piece.start) / Math.max(1, piece.end - piece.start)) * box.height;
  };
  const places = R.bars.map(({ part }) => {
    const end = Math.min(part[1], R.page.map.length);
    return part[0] < end ? [yOf(part[0], false), yOf(end, true)] : null;
  });
  R.bars.forEach(({ bar }, i) => {
    bar.hidden = places[i] === null;
    if (places[i] === null) return;
    bar.style.top = places[i][0] + "px";
    bar.style.height = Math.max(24, places[i][1] - places[i][0]) + "px";
  });
};
const laterBars = debounce(placeBars);
scroller.addEventListener("contentvisibilityautostatechange", laterBars, true);
new ResizeObserver(laterBars).observe($("pw-text"));
const bring = (box) => {
  const frame = scroller.getBoundingClientRect();
  scroller.scrollTop += box.top - frame.top - Math.min(170, frame.height * 0.33);
};
// Blocks above the place take their true height once they are near: look again, twice.
const bringPoint = (point) => {
  if (!R.page || !R.page.pieces.length) return;
  const page = R.page, mine = ++R.bringing;
  const go = () => bring(boxAt(page, Math.min(point, Math.max(0, page.map.length - 1))));
  go();
  const again = (left) => requestAnimationFrame(() => {
    if (R.page !== page || R.bringing !== mine) return;
    go();
    placeBars();
    drawView();
    if (left) again(left - 1);
  });
  again(1);
};
const drawStrip = () => {
  const node = $("pw-strip"), width = Math.max(200, node.clientWidth);
  const ends = [...R.judged.map((span) => span[1]), ...inDoc(R.a, R.doc).map((part) => part[1]), ...inDoc(R.b, R.doc).map((part) => part[1])];
  const length = D.docs[R.doc].length || Math.max(1, ...ends);
  R.length = length;
  const px = (point) => (Math.min(point, length) / length) * width;
  const lanes = R.b === null ? [["a", R.a], ["judged", null]] : [["a", R.a], ["judged", null], ["b", R.b]];
  const height = lanes.length * 20 - 4;
  const svg = sv("svg", { viewBox: `0 0 ${width} ${height}`, height });
  lanes.forEach(([what, run], at) => {
    svg.append(sv("rect", { class: "lane", x: 0, y: at * 20, width, height: 16 }));
    const spans = what === "judged" ? R.judged : inDoc(run, R.doc);
    for (const [start, end, rank] of spans) {
      const x = px(start), size = Math.max(3, px(end) - x);
      svg.append(sv("rect", { class: what === "judged" ? "span" : "hit " + colour(run), x: Math.min(x, width - size), y: at * 20, width: size, height: 16 }, sv("title", {}, what === "judged" ? `judged ${whole(start)}–${whole(end)}` : `rank ${rank} of ${what.toUpperCase()}`)));
    }
  });
  R.view = sv("rect", { class: "view", x: 0, y: -2, width: 0, height: height + 4 });
  svg.append(R.view);
  node.replaceChildren(svg);
  node.setAttribute("aria-label", `Document ${D.docs[R.doc].id}: ${R.judged.length} judged spans, ${inDoc(R.a, R.doc).length} parts of A` + (R.b === null ? "" : `, ${inDoc(R.b, R.doc).length} of B`));
  drawView();
};
const pointAt = (y) => {
  const pieces = R.page.pieces;
  let low = 0, high = pieces.length - 1;
  while (low < high) { const mid = (low + high) >> 1; if (pieces[mid].node.getBoundingClientRect().bottom <= y) low = mid + 1; else high = mid; }
  const box = pieces[low].node.getBoundingClientRect(), share = (y - box.top) / Math.max(1, box.height);
  return pieces[low].start + Math.max(0, Math.min(1, share)) * (pieces[low].end - pieces[low].start);
};
const drawView = () => {
  if (!R || !R.view || !R.page || !R.page.pieces.length) return;
  const width = $("pw-strip").clientWidth, box = scroller.getBoundingClientRect();
  const first = pointAt(box.top), last = pointAt(box.bottom);
  R.view.setAttribute("x", (first / R.length) * width);
  R.view.setAttribute("width", Math.max(4, ((last - first) / R.length) * width));
};
scroller.addEventListener("scroll", debounce(drawView), { passive: true });
$("pw-strip").addEventListener("click", (event) => {
  const box = $("pw-strip").getBoundingClientRect();
  bringPoint(Math.floor(((event.clientX - box.left) / box.width) * R.length));
});
const legend = () => {
  const item = (className, words) => el("li", {}, el("span", { class: "swatch " + className }), el("span", { dir: "auto" }, words));
  const list = [item(colour(R.a), `A ${nameOf(R.a)} (line under)`), item("judged", R.b === null ? "judged (striped: missed)" : "judged (striped: missed by both)")];
  if (R.b !== null) list.push(item(colour(R.b), `B ${nameOf(R.b)} (dashes above)`));
  $("pw-legend").replaceChildren(...list);
};
const spanWords = (at) => {
  const span = R.spans[at], size = span.end - span.start;
  const share = (n) => (n < size ? ` (${whole(n)} of ${whole(size)} characters)` : "");
  let words;
  if (R.b === null) words = span.a ? "found" + share(span.a) : "missed";
  else if (!span.a && !span.b) words = "missed by both";
  else if (span.a === size && span.b === size) words = "found by both";
  else words = [span.a ? "found by A" + share(span.a) : "missed by A", span.b ? "found by B" + share(span.b) : "missed by B"].join(", ");
  return `span ${at + 1} of ${R.spans.length}: ${words}`;
};
const mark = () => {
  $("pw-text").querySelectorAll("[data-now]").forEach((node) => node.removeAttribute("data-now"));
  const span = R.span >= 0 ? R.spans[R.span] : null;
  if (span && span.doc === R.doc && R.page) {
    for (const piece of R.page.pieces) for (const one of piece.marks) if (one.judged >= 0 && one.start >= span.start && one.end <= span.end) one.node.setAttribute("data-now", "");
  }
  document.querySelectorAll("#pw-side [data-rank]").forEach((node) => node.removeAttribute("aria-current"));
  if (R.rank) {
    const node = document.querySelector(`#pw-side ol[data-side=${R.rank.side}] [data-rank="${R.rank.rank}"]`);
    if (node) {
      node.setAttribute("aria-current", "true");
      // only the list may move: the page stays where the reader looks
      const list = node.closest("ol"), box = node.getBoundingClientRect(), frame = list.getBoundingClientRect();
      if (box.top < frame.top) list.scrollTop += box.top - frame.top;
      else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
    }
  }
  (R.bars || []).forEach(({ bar, part, side }) => bar.classList.toggle("now", !!R.rank && side === R.rank.side.toLowerCase() && part[2] === R.rank.rank));
};
const goSpan = async (at) => {
  if (!R.spans.length) return;
  R.span = (at + R.spans.length) % R.spans.length;
  R.rank = null;
  const span = R.spans[R.span];
  if (span.doc !== R.doc && !(await showDoc(span.doc))) return;
  mark();
  bringPoint(span.start);
  $("pw-where").textContent = spanWords(R.span);
};
const goMiss = (side) => {
  const key = side === "B" && R.b !== null ? "b" : "a", n = R.spans.length;
  const next = (test) => { for (let i = 1; i <= n; i++) if (test(R.spans[(R.span + i + n) % n])) return (R.span + i + n) % n; return -1; };
  let at = next((span) => span[key] === 0);
  if (at < 0) at = next((span) => span[key] < span.end - span.start);
  if (at >= 0) goSpan(at);
  else $("pw-where").textContent = `${side} misses nothing in this topic`;
};
const goRank = async (side, rank) => {
  const run = side === "A" ? R.a : R.b;
  const part = run === null ? undefined : R.block.runs[run][rank - 1];
  if (!part) return;
  R.rank = { side, rank };
  R.span = -1;
  if (part[0] !== R.doc && !(await showDoc(part[0]))) return;
  mark();
  bringPoint(part[1]);
  $("pw-where").textContent = `rank ${rank} of ${side}: ${part[4] ? "+" : ""}${whole(part[4])} new, ${whole(part[5])} read before, ${whole(part[6] + part[7])} not relevant`;
  history.replaceState(null, "", linkOf(R.t, R.a, R.b === null ? R.a : R.b, `&side=${side}&rank=${rank}`));
};
const goDoc = async (doc) => {
  R.span = -1;
  R.rank = null;
  const first = R.spans.findIndex((span) => span.doc === doc);
  if (first >= 0) { if (await showDoc(doc)) await goSpan(first); return; }
  if (!(await showDoc(doc))) return;
  mark();
  const parts = [...inDoc(R.a, doc), ...inDoc(R.b, doc)];
  if (parts.length) bringPoint(Math.min(...parts.map((part) => part[0])));
  $("pw-where").textContent = "nothing judged in this document";
};
let listed = null;
const choiceOf = (t) => el("option", { value: t }, D.topics.text[t] ? `${D.topics.id[t]}: ${clip(D.topics.text[t], 90)}` : D.topics.id[t]);
const listChoices = (t) => {
  if (listed !== order) {
    listed = order;
    $("pw-topic").replaceChildren(...order.map(([one]) => choiceOf(one)));
  }
  if (!order.some(([one]) => one === t)) {
    $("pw-topic").prepend(choiceOf(t));
    listed = null;
  }
  $("pw-topic").value = String(t);
};
const openTopic = async (t, a, b, where) => {
  const mine = ++turn, body = document.body;
  body.removeAttribute("data-ready");
  const block = await unpack("topic-" + t, JSON.parse);
  if (mine !== turn) return;
  const entering = body.dataset.view !== "read";
  body.dataset.view = "read";
  $("pw-report").hidden = true;
  $("pw-read").hidden = false;
  $("pw-missing").hidden = true;
  R = { t, a, b: D.runs.length > 1 ? b : null, block, span: -1, rank: null, page: entering || !R ? null : R.page, bringing: 0, bars: null, judged: [] };
  R.docs = docsOf(block, R.a, R.b);
  R.spans = spansOf();
  $("pw-read-h").textContent = questionOf(t);
  $("pw-read-id").textContent = D.topics.text[t] ? D.topics.id[t] : "";
  document.title = questionOf(t) + " · partwise";
  $("pw-side").replaceChildren(sideOf("A", R.a), ...(R.b === null ? [] : [sideOf("B", R.b)]));
  $("pw-doc").replaceChildren(...R.docs.map((doc) => el("option", { value: doc }, D.docs[doc].id)));
  listChoices(t);
  legend();
  if (entering) window.scrollTo({ top: 0, behavior: "instant" });
  $("pw-read-h").focus({ preventScroll: true });
  body.dataset.topic = D.topics.id[t];
  if (!R.docs.length) {
    $("pw-text").replaceChildren(el("div", { class: "missing" }, "Nothing judged and nothing retrieved for this topic."));
    $("pw-lanes").replaceChildren();
    $("pw-strip").replaceChildren();
    $("pw-where").textContent = "";
    R.page = null;
  } else if (where.rank && R.block.runs[where.side === "B" && R.b !== null ? R.b : R.a].length >= where.rank) await goRank(where.side === "B" && R.b !== null ? "B" : "A", where.rank);
  else if (where.doc !== undefined && R.docs.includes(where.doc)) await goDoc(where.doc);
  else if (R.spans.length) await goSpan(0);
  else await goDoc(R.docs[0]);
  if (mine !== turn) return;
  if (where.at !== undefined) bringPoint(where.at);
  body.dataset.ready = "topic";
};
const step = (by) => {
  if (!order.length) return;
  const at = order.findIndex(([t]) => t === R.t);
  const next = at < 0 ? 0 : (at + by + order.length) % order.length;
  location.hash = linkOf(order[next][0], R.a, R.b === null ? R.a : R.b).slice(1);
};
const startReading = () => {
  $("pw-prev").addEventListener("click", () => step(-1));
  $("pw-next").addEventListener("click", () => step(1));
  $("pw-topic").addEventListener("change", () => { location.hash = linkOf(Number($("pw-topic").value), R.a, R.b === null ? R.a : R.b).slice(1); });
  $("pw-doc").addEventListener("change", () => goDoc(Number($("pw-doc").value)));
  $("pw-hit").addEventListener("click", () => goSpan(R.span + 1));
  $("pw-miss").addEventListener("click", () => goMiss("A"));
  new ResizeObserver(debounce(() => { if (R && R.doc !== undefined && !$("pw-read").hidden && R.docs.length) drawStrip(); })).observe($("pw-strip"));
};
