// The reading view: one topic, one document, two runs.
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
