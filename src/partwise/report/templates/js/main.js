// Where we are, keys, and the start.
let reportAt = 0;
const showReport = (id, missing) => {
  turn++;
  const coming = document.body.dataset.view !== "report";
  document.body.dataset.view = "report";
  document.body.removeAttribute("data-topic");
  $("pw-read").hidden = true;
  $("pw-report").hidden = false;
  document.title = D.title || title;
  $("pw-missing").hidden = !missing;
  $("pw-missing").textContent = missing || "";
  const target = id && document.getElementById(id);
  if (missing) window.scrollTo({ top: 0 });
  else if (target) target.scrollIntoView();
  else if (coming) window.scrollTo({ top: reportAt, behavior: "instant" });
  document.body.dataset.ready = "report";
};
const title = document.title;
const route = () => {
  const hash = location.hash.slice(1);
  if (!hash.startsWith("topic=")) return showReport(hash, "");
  let link;
  try {
    link = new Map(hash.split("&").map((pair) => { const at = pair.indexOf("="); return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]; }));
  } catch {
    return showReport("", "This link cannot be read.");
  }
  const t = D.topics.id.indexOf(link.get("topic"));
  if (t < 0) return showReport("", `There is no topic ${link.get("topic")} in this page.`);
  const run = (name, usual) => { const n = Number(link.get(name)); return link.has(name) && Number.isInteger(n) && n >= 0 && n < D.runs.length ? n : usual; };
  if (!blocks.has("topic-" + t)) {
    $("pw-filter").value = D.topics.id[t];
    listTopics();
    return showReport("pw-topics", "");
  }
  if (document.body.dataset.view === "report") reportAt = window.scrollY;
  const where = { side: link.get("side") === "B" ? "B" : "A" };
  if (Number(link.get("rank")) >= 1) where.rank = Math.floor(Number(link.get("rank")));
  if (link.has("doc")) where.doc = D.docs.findIndex((doc) => doc.id === link.get("doc"));
  if (link.has("at") && Number(link.get("at")) >= 0) where.at = Math.floor(Number(link.get("at")));
  return openTopic(t, run("a", D.baseline), run("b", Number($("pw-b").value)), where);
};
const theme = () => {
  const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
};
const keys = (event) => {
  const typing = event.target.closest && event.target.closest("input,select,textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || $("pw-help").open) return;
  if (typing) {
    if (event.key === "Escape") typing.blur();
    return;
  }
  const reading = document.body.dataset.view === "read";
  const digit = /^Digit([1-9])$/.exec(event.code);
  const does = {
    t: theme,
    "?": () => $("pw-help").showModal(),
    "/": () => { if (reading) location.hash = "pw-topics"; setTimeout(() => $("pw-filter").focus(), 0); },
  };
  if (reading) Object.assign(does, {
    n: () => step(1), p: () => step(-1), j: () => goSpan(R.span + 1), k: () => goSpan(R.span < 0 ? -1 : R.span - 1), m: () => goMiss("A"), M: () => goMiss("B"),
    d: () => goDoc(R.docs[(R.docs.indexOf(R.doc) + 1) % R.docs.length]), x: () => { if (R.b !== null) location.hash = linkOf(R.t, R.b, R.a).slice(1); }, Escape: () => { location.hash = "report"; },
  });
  if (reading && digit) does[event.key] = () => goRank(event.shiftKey ? "B" : "A", Number(digit[1]));
  const work = does[event.key];
  if (work) {
    event.preventDefault();
    work();
  }
};
const start = async () => {
  D = JSON.parse(await inflate(blocks.get("core").content.textContent));
  startRuns();
  startCurve();
  startGain();
  startBars();
  startTopics();
  startReading();
  $("pw-back").href = "#report";
  $("pw-theme").addEventListener("click", theme);
  $("pw-help-open").addEventListener("click", () => $("pw-help").showModal());
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", route);
  await route();
};
start();
