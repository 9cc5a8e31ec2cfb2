// Stacked bars: where the budget went, and who lost what.
const KINDS = [["new", "relevant, new"], ["repeated", "read before"], ["padding", "around relevant text"], ["irrelevant", "parts without relevant text"], ["unspent", "not used"]];
const LOST = [["shown", "shown", "new"], ["no_document", "document not in the inventory", "irrelevant"], ["no_part", "text in no part", "grid"], ["limit", "budget too small", "unspent"], ["cutting", "cutting", "repeated"], ["candidates", "candidates", "back"], ["ranking", "ranking", "padding"]];
const bars = (node, title, kinds, rows, ends) => {
  const width = Math.max(280, node.clientWidth - 26), narrow = width < 620;
  const left = narrow ? 4 : Math.min(210, 24 + 8 * Math.max(...rows.map((row) => Math.min(24, row.name.length))));
  const tall = narrow ? 54 : 38, thick = 26, height = rows.length * tall + 30;
  const svg = sv("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": title });
  rows.forEach((row, at) => {
    const y = at * tall + (narrow ? 22 : 6);
    svg.append(sv("text", narrow ? { x: left, y: y - 6 } : { x: left - 10, y: y + 18, "text-anchor": "end" }, clip(row.name, narrow ? 40 : 24), sv("title", {}, row.name)));
    let x = left;
    kinds.forEach(([kind, words, fill], i) => {
      const share = row.shares[i], size = share * (width - left - 2);
      if (share === null) return;
      svg.append(sv("rect", { class: "k-" + (fill || kind), x, y, width: size, height: thick, "data-run": row.name, "data-kind": kind, "data-chars": row.chars ? row.chars[i] : null, "data-share": repr(share) }, sv("title", {}, `${row.name}: ${percent(share)} ${words}`)));
      if (size > 58) {
        svg.append(sv("rect", { class: "tag", x: x + 4, y: y + 5, width: 51, height: 17 }), sv("text", { class: "share", x: x + 7, y: y + 18 }, percent(share)));
      }
      x += size;
    });
  });
  ends.filter(([share]) => !narrow || share % 0.5 === 0).forEach(([share, words]) => svg.append(sv("text", { x: left + share * (width - left - 2), y: height - 4, "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle" }, words)));
  const swatch = (fill) => sv("svg", { class: "swatch", "aria-hidden": "true" }, sv("rect", { class: "k-" + fill, width: "100%", height: "100%" }));
  node.replaceChildren(el("ul", { class: "legend" }, ...kinds.map(([kind, words, fill]) => el("li", {}, swatch(fill || kind), words))), svg,
    hiddenTable(title, ["run", ...kinds.map(([, words]) => words)], rows.map((row) => [row.name, ...row.shares.map((share) => (share === null ? "–" : percent(share)))])));
};
const barRuns = () => {
  const all = D.runs.map((_, run) => run);
  return all.length <= 20 ? all : shownRuns();
};
const startBars = () => {
  const spent = $("pw-spent-chart");
  if (spent) chart(spent, () => {
    const rows = barRuns().map((run) => {
      const chars = KINDS.map(([kind]) => D.spent[run][kind]);
      const total = chars.reduce((one, two) => one + two, 0) || 1;
      return { name: nameOf(run), chars, shares: chars.map((n) => n / total) };
    });
    bars(spent, `What the first ${whole(D.budget)} characters were`, KINDS, rows, [[0, "0"], [0.25, whole(D.budget / 4)], [0.5, whole(D.budget / 2)], [0.75, whole((3 * D.budget) / 4)], [1, whole(D.budget) + " characters"]]);
  });
  const lost = $("pw-losses-chart");
  if (lost) chart(lost, () => {
    const known = LOST.filter(([kind]) => D.losses.some((run) => run.mean[kind] !== null));
    const rows = barRuns().map((run) => ({ name: nameOf(run), shares: known.map(([kind]) => D.losses[run].mean[kind]), chars: known.map(([kind]) => D.losses[run].total[kind]) }));
    bars(lost, "Relevant text shown, and lost to whom", known, rows, [[0, "0"], [0.5, "50 %"], [1, "100 %"]]);
  });
};
