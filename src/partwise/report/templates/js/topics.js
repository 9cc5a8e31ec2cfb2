// The table of topics with filter and sort; run against run.
let order = [], shownRows = 60;
const isShare = (m) => D.measures[m].bounds[0] === 0 && D.measures[m].bounds[1] === 1;
const gainOf = (m, difference) => (D.measures[m].better === "lower" ? -difference : difference);
const NOISE = 1e-12;
const differenceOf = (a, b) => (a === null || b === null ? null : Math.abs(b - a) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : b - a);
const chosen = () => ({ m: Number($("pw-measure").value), a: Number($("pw-a").value), b: Number($("pw-b").value) });
const rangeOf = (m) => {
  if (isShare(m)) return [0, 1];
  let low = Infinity, high = -Infinity;
  for (const run of D.values) for (const v of run[m]) if (v !== null) { low = Math.min(low, v); high = Math.max(high, v); }
  return low < high ? [low, high] : low === high ? [low - 1, high + 1] : [0, 1];
};
const linkOf = (t, a, b, more) => `#topic=${encodeURIComponent(D.topics.id[t])}&a=${a}&b=${b}${more || ""}`;
const questionOf = (t) => D.topics.text[t] || D.topics.id[t];
const haystack = [];
const matching = () => {
  const { m, a, b } = chosen();
  const wanted = $("pw-filter").value.trim().toLowerCase(), which = $("pw-which").value;
  const from = D.values[a][m], to = D.values[b][m];
  const group = $("pw-group") && $("pw-group").selectedOptions[0].dataset.attribute;
  const value = group ? $("pw-group").selectedOptions[0].textContent : "";
  const out = [];
  for (let t = 0; t < D.topics.id.length; t++) {
    if (wanted) {
      if (haystack[t] === undefined) haystack[t] = (D.topics.id[t] + "\n" + D.topics.text[t]).toLowerCase();
      if (!haystack[t].includes(wanted)) continue;
    }
    if (group && (D.topics.attributes[group][t] || "(none)") !== value) continue;
    const gap = differenceOf(from[t], to[t]);
    const gain = gap === null ? null : gainOf(m, gap);
    if (which === "better" && !(gain > 0)) continue;
    if (which === "worse" && !(gain !== null && gain < 0)) continue;
    if (which === "equal" && gain !== 0) continue;
    if (which === "zero" && to[t] !== 0) continue;
    out.push([t, gap, gain]);
  }
  const size = (gap) => (gap === null ? -1 : Math.abs(gap));
  const low = (t) => (to[t] === null ? Infinity : gainOf(m, to[t]));
  const number = (x, missing) => (x === null ? missing : x);
  const sorts = {
    change: (x, y) => size(y[1]) - size(x[1]),
    gain: (x, y) => number(y[2], -Infinity) - number(x[2], -Infinity),
    loss: (x, y) => number(x[2], Infinity) - number(y[2], Infinity),
    low: (x, y) => low(x[0]) - low(y[0]),
    id: (x, y) => (D.topics.id[x[0]] < D.topics.id[y[0]] ? -1 : D.topics.id[x[0]] > D.topics.id[y[0]] ? 1 : 0),
  };
  const by = sorts[$("pw-sort").value];
  return out.sort((x, y) => by(x, y) || x[0] - y[0]);
};
const shown4 = (v) => (v === null ? "–" : v.toFixed(4));
const rowOf = ([t, gap, gain], { m, a, b }, [low, high]) => {
  const at = (v) => 2 + (96 * (v - low)) / (high - low) + "%";
  const svg = sv("svg", { class: "dots", "aria-hidden": "true" }, sv("line", { class: "base", x1: at(low), x2: at(high), y1: "50%", y2: "50%" }));
  const from = D.values[a][m][t], to = D.values[b][m][t];
  if (gap) svg.append(sv("line", { class: "gap " + (gain > 0 ? "better" : "worse"), x1: at(from), x2: at(to), y1: "50%", y2: "50%" }));
  const mark = (run, faint) => {
    const v = D.values[run][m][t];
    if (v === null) return;
    const box = sv("svg", { x: at(v), y: "50%", overflow: "visible" });
    box.append(markUse(run, 0, 0, 12, { class: `mark ${colour(run)}${faint ? " faint" : ""}` }));
    svg.append(box);
  };
  for (const run of shownRuns()) if (run !== a && run !== b) mark(run, true);
  mark(a, false);
  if (b !== a) mark(b, false);
  const text = D.topics.text[t];
  const link = el("a", { href: linkOf(t, a, b) }, el("span", { class: "words", dir: "auto", title: questionOf(t) }, questionOf(t)), text ? el("small", { dir: "auto" }, D.topics.id[t]) : null);
  const kind = gain === null || gain === 0 ? "" : gain > 0 ? "better" : "worse";
  return el("tr", { "data-topic": D.topics.id[t], "data-a": from === null ? null : repr(from), "data-b": to === null ? null : repr(to) },
    el("td", {}, link), el("td", {}, svg), el("td", { class: "num" }, shown4(from)), el("td", { class: "num" }, shown4(to)),
    el("td", { class: "num " + kind }, gap === null ? "–" : signed(gap, 3)));
};
const fillTopics = () => {
  const now = chosen(), range = rangeOf(now.m);
  $("pw-topic-rows").replaceChildren(...order.slice(0, shownRows).map((row) => rowOf(row, now, range)));
  const left = order.length - shownRows;
  $("pw-more").hidden = left <= 0;
  $("pw-more").textContent = `Show ${whole(Math.min(240, left))} more of ${whole(left)}`;
  const all = D.topics.id.length, total = D.topics.total;
  const of = all === total ? `of ${whole(all)} topics` : `of ${whole(all)} topics in this page`;
  $("pw-count").textContent = `${whole(order.length)} ${of}`;
  $("pw-count").dataset.count = order.length;
  const axis = document.querySelector(".axis");
  if (axis) axis.replaceChildren(...[0, 0.5, 1].map((s) => el("span", {}, String(Number((range[0] + s * (range[1] - range[0])).toPrecision(3))))));
};
const listTopics = () => {
  order = matching();
  shownRows = 60;
  fillTopics();
};
const pairsChart = () => {
  const node = $("pw-pairs-chart");
  if (!node) return;
  const { m, a, b } = chosen(), [low, high] = rangeOf(m);
  const width = Math.min(596, Math.max(260, node.clientWidth - 26)), left = 62, bottom = 52, top = 26, right = 26;
  const side = width - left - right, height = side + top + bottom;
  const px = (v) => left + ((v - low) / (high - low)) * side;
  const py = (v) => top + (1 - (v - low) / (high - low)) * side;
  const places = new Map();
  let better = 0, equal = 0, worse = 0;
  D.topics.id.forEach((_, t) => {
    const gap = differenceOf(D.values[a][m][t], D.values[b][m][t]);
    if (gap === null) return;
    const gain = gainOf(m, gap), kind = gain > 0 ? "better" : gain < 0 ? "worse" : "same";
    if (gain > 0) better++; else if (gain < 0) worse++; else equal++;
    const x = D.values[a][m][t], y = D.values[b][m][t];
    const cell = [Math.round((60 * (x - low)) / (high - low)), Math.round((60 * (y - low)) / (high - low)), kind].join();
    if (!places.has(cell)) places.set(cell, { kind, topics: [], x: 0, y: 0 });
    const place = places.get(cell);
    place.topics.push(t);
    place.x += x;
    place.y += y;
  });
  const words = `${nameOf(b)}: better on ${whole(better)}, equal on ${whole(equal)}, worse on ${whole(worse)} topics by ${D.measures[m].name}`;
  const svg = sv("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "group", "aria-label": words });
  for (const s of [0, 0.25, 0.5, 0.75, 1]) {
    const v = low + s * (high - low), text = String(Number(v.toPrecision(3)));
    svg.append(sv("line", { class: "grid", x1: px(v), x2: px(v), y1: top, y2: top + side }), sv("line", { class: "grid", x1: left, x2: left + side, y1: py(v), y2: py(v) }),
      sv("text", { x: px(v), y: top + side + 20, "text-anchor": "middle" }, text), sv("text", { x: left - 10, y: py(v) + 4, "text-anchor": "end" }, text));
  }
  svg.append(sv("line", { class: "rule", x1: px(low), y1: py(low), x2: px(high), y2: py(high) }));
  svg.append(sv("text", { class: "label " + colour(a), x: left + side / 2, y: height - 8, "text-anchor": "middle" }, clip(nameOf(a), 40), sv("title", {}, nameOf(a))));
  svg.append(sv("text", { class: "label " + colour(b), transform: `translate(15 ${top + side / 2}) rotate(-90)`, "text-anchor": "middle" }, clip(nameOf(b), 40), sv("title", {}, nameOf(b))));
  for (const { kind, topics, x, y } of [...places.values()].sort((one, two) => two.topics.length - one.topics.length)) {
    const n = topics.length;
    const ids = topics.slice(0, 12).map((t) => D.topics.id[t]).join(", ") + (n > 12 ? `, … (${whole(n)} topics)` : "");
    const dot = sv("circle", { class: kind, cx: px(x / n), cy: py(y / n), r: Math.min(28, 3.6 * Math.sqrt(n)) }, sv("title", {}, ids));
    svg.append(sv("a", { href: linkOf(topics[0], a, b), "aria-label": ids }, dot));
  }
  node.replaceChildren(svg);
  $("pw-pairs-out").textContent = words;
};
const startTopics = () => {
  $("pw-filter").addEventListener("input", listTopics);
  for (const id of ["pw-which", "pw-sort", "pw-group"]) if ($(id)) $(id).addEventListener("change", listTopics);
  for (const id of ["pw-measure", "pw-a", "pw-b"]) $(id).addEventListener("change", () => { listTopics(); if ($("pw-pairs-chart")) pairsChart(); });
  $("pw-more").addEventListener("click", () => { shownRows += 240; fillTopics(); });
  listTopics();
  drawn.set($("pw-topic-rows"), { draw: fillTopics });
  if ($("pw-pairs-chart")) chart($("pw-pairs-chart"), pairsChart);
};
