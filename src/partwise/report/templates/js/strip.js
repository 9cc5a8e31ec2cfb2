// Above the document: all of it as three lanes, and what is on the screen.
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
