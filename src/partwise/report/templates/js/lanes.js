// In the margins of the document: a bar and a badge per part.
const lanesOf = (parts, most) => {
  const ends = [];
  return parts.slice().sort((one, two) => one[0] - two[0] || two[1] - one[1]).map((part) => {
    let lane = ends.findIndex((end) => end <= part[0]);
    if (lane < 0) lane = ends.length < most ? ends.length : most - 1;
    ends[lane] = Math.max(ends[lane] || 0, part[1]);
    return [part, lane];
  });
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
