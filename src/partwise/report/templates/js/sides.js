// Left of the document: what each run shows, rank by rank.
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
  // Of copies of a text only one counts, which the places alone do not tell.
  const relevant = R.block.relevant ?? R.block.judged.reduce((sum, span) => sum + span[2] - span[1], 0);
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
