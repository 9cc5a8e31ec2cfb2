// Which run has which colour and mark; the table of means.
let D = null;
const slots = [];
const DASHES = ["", "7 4", "2 4", "9 3 2 3", "12 4", "4 2", "1 3"];
const SLOTS = 7;
const slotOf = (run) => (slots[run] === undefined ? "x" : slots[run]);
const colour = (run) => "c" + slotOf(run);
const nameOf = (run) => D.runs[run].name;
const markUse = (run, x, y, size, more) =>
  sv("use", { href: "#pw-m" + slotOf(run), x: x - size / 2, y: y - size / 2, width: size, height: size, class: "mark " + colour(run), ...more });
const shownRuns = () => D.runs.map((_, run) => run).filter((run) => slots[run] !== undefined);
const startSlots = () => {
  for (const key of document.querySelectorAll("#pw-means .key")) {
    const found = /\bc(\d)\b/.exec(key.className);
    if (found) slots[Number(key.dataset.key)] = Number(found[1]);
  }
};
const paint = () => {
  for (const node of document.querySelectorAll("[data-key]")) {
    const run = Number(node.dataset.key);
    node.className = node.className.baseVal === undefined ? node.className.replace(/\bc[0-9x]\b/, colour(run)) : node.className;
    if (node.classList.contains("key")) {
      node.setAttribute("aria-pressed", String(slots[run] !== undefined));
      node.querySelector("use").setAttribute("href", "#pw-m" + slotOf(run));
    }
  }
  redraw();
};
let lastPressed = null;
const press = (run) => {
  if (slots[run] !== undefined) {
    if (shownRuns().length > 1) delete slots[run];
  } else {
    const used = new Set(shownRuns().map((one) => slots[one]));
    let free = [...Array(SLOTS).keys()].find((slot) => !used.has(slot));
    if (free === undefined) {
      const out = lastPressed !== null && slots[lastPressed] !== undefined ? lastPressed : shownRuns().filter((one) => one !== D.baseline).pop();
      free = slots[out];
      delete slots[out];
    }
    slots[run] = free;
    lastPressed = run;
  }
  paint();
};
const sortMeans = (head) => {
  const heads = [...head.parentNode.children];
  const column = heads.indexOf(head);
  const down = head.getAttribute("aria-sort") !== "descending";
  heads.forEach((one) => one.dataset.measure !== undefined && one.setAttribute("aria-sort", "none"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = $("pw-means").tBodies[0];
  const value = (row) => (row.cells[column].dataset.value === undefined ? NaN : Number(row.cells[column].dataset.value));
  const rows = [...body.rows].sort((one, two) => {
    const x = value(one), y = value(two);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return down ? y - x : x - y;
  });
  body.append(...rows);
};
const startRuns = () => {
  startSlots();
  $("pw-means").addEventListener("click", (event) => {
    const key = event.target.closest(".key");
    if (key) press(Number(key.dataset.key));
    const head = event.target.closest("th[data-measure]");
    if (head && event.target.closest("button")) sortMeans(head);
  });
};
