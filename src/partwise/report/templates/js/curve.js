// Lines of runs over an axis: the reading curve, and curves of its form.
const spread = (places, gap, low, high) => {
  const order = places.map((y, at) => at).sort((one, two) => places[one] - places[two]);
  const out = places.slice();
  let last = low - gap;
  for (const at of order) out[at] = last = Math.max(out[at], last + gap);
  last = high + gap;
  for (const at of order.reverse()) out[at] = last = Math.min(out[at], last - gap);
  return out;
};
const ticksOf = (low, high, log) => {
  if (!log) return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const out = [];
  for (let power = 1; power <= high; power *= 10) for (const step of [1, 2, 5]) if (step * power >= low && step * power <= high) out.push(step * power);
  return out;
};
// One line chart: `given` says x, y per run, whether x is logarithmic, words for a place.
const lines = (node, out, state, given) => {
  const { x, y, log, axis, say, rule, percentX } = given();
  const width = Math.max(280, node.clientWidth - 26), narrow = width < 620;
  const height = narrow ? 270 : 330, left = 50, top = 10, bottom = 46;
  const runs = D.runs.map((_, run) => run);
  const labels = narrow ? 0 : Math.min(190, 14 + 8 * Math.max(...shownRuns().map((run) => Math.min(22, nameOf(run).length))));
  const right = narrow ? 12 : labels + 10;
  const low = x[0], high = x[x.length - 1];
  const scale = log ? Math.log : (v) => v;
  const px = (v) => left + ((scale(v) - scale(low)) / (scale(high) - scale(low) || 1)) * (width - left - right);
  const py = (v) => top + (1 - v) * (height - top - bottom);
  const svg = sv("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", tabindex: "0", "aria-label": `${axis}. ${say(state.at)}` });
  for (const v of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(sv("line", { class: "grid", x1: left, x2: width - right, y1: py(v), y2: py(v) }));
    svg.append(sv("text", { x: left - 8, y: py(v) + 4, "text-anchor": "end" }, 100 * v + " %"));
  }
  let before = -99;
  for (const v of percentX ? x : ticksOf(low, high, log)) {
    if (px(v) - before < (narrow ? 44 : 34)) continue;
    before = px(v);
    svg.append(sv("text", { x: px(v), y: height - bottom + 20, "text-anchor": "middle" }, percentX ? Math.round(100 * v) + " %" : whole(v)));
  }
  svg.append(sv("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, axis));
  if (rule !== null && rule >= low && rule <= high) {
    svg.append(sv("line", { class: "rule", x1: px(rule), x2: px(rule), y1: top, y2: height - bottom }));
    const late = px(rule) > left + 120;
    svg.append(sv("text", { x: px(rule) + (late ? -5 : 5), y: height - bottom - 8, "text-anchor": late ? "end" : "start" }, "budget " + whole(rule)));
  }
  const drawnRuns = runs.filter((run) => slots[run] === undefined && D.runs.length <= 40).concat(shownRuns());
  for (const run of drawnRuns) {
    let d = "", pen = "M";
    y[run].forEach((v, at) => {
      if (v === null) { pen = "M"; return; }
      d += pen + px(x[at]).toFixed(1) + " " + py(v).toFixed(1);
      pen = "L";
    });
    svg.append(sv("path", { class: "line " + colour(run), d, "data-run": nameOf(run), "stroke-dasharray": DASHES[slots[run]] || null }, sv("title", {}, nameOf(run))));
  }
  const step = Math.max(1, Math.floor(x.length / 5));
  shownRuns().forEach((run, i, all) => {
    const offset = log ? Math.floor((i * step) / all.length) + 2 : 0;
    for (let at = offset; at < x.length; at += log ? step : Math.max(1, Math.floor(x.length / 12))) if (y[run][at] !== null) svg.append(markUse(run, px(x[at]), py(y[run][at]), 11));
  });
  const ends = shownRuns().filter((run) => y[run][x.length - 1] !== null);
  if (narrow) node.replaceChildren(legendOf(ends.map((run) => [run, nameOf(run)])), svg);
  else {
    const places = spread(ends.map((run) => py(y[run][x.length - 1])), 17, top + 4, height - bottom);
    ends.forEach((run, i) => svg.append(sv("text", { class: "label " + colour(run), x: width - right + 9, y: places[i] + 4 }, clip(nameOf(run), 22), sv("title", {}, nameOf(run)))));
    node.replaceChildren(svg);
  }
  const line = sv("line", { class: "at", y1: top, y2: height - bottom, x1: px(x[state.at]), x2: px(x[state.at]) });
  line.style.display = state.moved ? "" : "none";
  svg.append(line);
  const go = (at) => {
    state.at = Math.max(0, Math.min(x.length - 1, at));
    state.moved = true;
    line.style.display = "";
    line.setAttribute("x1", px(x[state.at]));
    line.setAttribute("x2", px(x[state.at]));
    out.textContent = say(state.at);
  };
  svg.addEventListener("pointermove", (event) => {
    const at = ((event.clientX - svg.getBoundingClientRect().left) * width) / svg.getBoundingClientRect().width;
    let best = 0;
    x.forEach((v, i) => { if (Math.abs(px(v) - at) < Math.abs(px(x[best]) - at)) best = i; });
    go(best);
  });
  svg.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    go(state.at + (event.key === "ArrowLeft" ? -1 : 1));
  });
  out.textContent = say(state.at);
  node.append(hiddenTable(axis, [axis, ...shownRuns().map(nameOf)], x.map((v, at) => [percentX ? percent(v) : whole(v), ...shownRuns().map((run) => (y[run][at] === null ? "–" : percent(y[run][at])))])));
};
const legendOf = (pairs) =>
  el("ul", { class: "legend" }, ...pairs.map(([run, name]) => el("li", {}, sv("svg", { class: "mark " + colour(run), viewBox: "-6 -6 12 12", "aria-hidden": "true" }, sv("use", { href: "#pw-m" + slotOf(run), x: -6, y: -6, width: 12, height: 12 })), el("span", { dir: "auto" }, name))));
const valuesAt = (y, at) => shownRuns().map((run) => nameOf(run) + " " + (y[run][at] === null ? "–" : percent(y[run][at]))).join(" · ");
const startCurve = () => {
  const node = $("pw-curve-chart");
  if (!node) return;
  const state = { at: 0, x: "budget", moved: false };
  if (D.levels) {
    chart(node, () => lines(node, $("pw-curve-out"), state, () => ({
      x: D.levels.x, y: D.levels.y, log: false, percentX: true, rule: null, axis: D.levels.axis,
      say: (at) => `At ${percent(D.levels.x[at])} recall: ${valuesAt(D.levels.y, at)}` })));
    return;
  }
  const home = () => { state.at = state.x === "budget" ? Math.max(0, D.curve.budget.indexOf(D.budget)) : 4; state.moved = false; };
  home();
  const given = () => {
    const budget = state.x === "budget";
    const x = budget ? D.curve.budget : D.curve.rank, y = budget ? D.curve.recall : D.curve.recall_rank;
    const say = (at) => (budget ? `After ${whole(x[at])} characters: ` : `After ${x[at]} ${x[at] === 1 ? "part" : "parts"}: `) + valuesAt(y, at);
    return { x, y, log: budget, say, rule: budget ? D.budget : null, axis: budget ? "characters read (log scale)" : "parts read" };
  };
  chart(node, () => lines(node, $("pw-curve-out"), state, given));
  for (const button of document.querySelectorAll("#pw-curve [data-x]")) {
    button.addEventListener("click", () => {
      state.x = button.dataset.x;
      home();
      document.querySelectorAll("#pw-curve [data-x]").forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
      drawn.get(node).draw();
    });
  }
};
const startGain = () => {
  for (const name of ["gain", "effort"]) {
    const node = $(`pw-${name}-chart`), data = D[name];
    if (!node) continue;
    const state = { at: name === "gain" ? Math.min(9, data.x.length - 1) : 0, moved: false };
    const say = (at) => (name === "gain" ? `After ${data.x[at]} ${data.x[at] === 1 ? "result" : "results"}: ` : `At ${percent(data.x[at])} gain-recall: `) + valuesAt(data.y, at);
    chart(node, () => lines(node, $(`pw-${name}-out`), state, () => ({ x: data.x, y: data.y, log: false, percentX: name === "effort", rule: null, axis: data.axis, say })));
  }
};
