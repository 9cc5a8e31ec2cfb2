// Small tools: elements, numbers, blocks of data.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const put = (node, attributes, kids) => {
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kids.filter((kid) => kid !== null && kid !== undefined));
  return node;
};
const el = (tag, attributes, ...kids) => put(document.createElement(tag), attributes, kids);
const sv = (tag, attributes, ...kids) => put(document.createElementNS(SVG, tag), attributes, kids);
const whole = (n) => n.toLocaleString("en");
const percent = (x) => (100 * x).toFixed(1) + " %";
const signed = (x, digits) => {
  const text = Math.abs(x).toFixed(digits);
  return (Number(text) === 0 ? "" : x > 0 ? "+" : "\u2212") + text;
};
// The spelling that Python's repr gives a double.
const repr = (x) => {
  if (!Number.isFinite(x)) return String(x);
  const [digits, power] = x.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return digits + "e" + (exponent < 0 ? "-" : "+") + size;
  }
  const sign = digits[0] === "-" ? "-" : "";
  const all = digits.replace(/[-.]/g, "");
  if (exponent < 0) return sign + "0." + "0".repeat(-exponent - 1) + all;
  const head = all.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return sign + head + "." + (all.slice(exponent + 1) || "0");
};
const blocks = new Map();
for (const one of document.querySelectorAll("template[data-pw-block]")) blocks.set(one.dataset.pwBlock, one);
const bytesOf = (text) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
};
const inflate = (text) => {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer().then((buffer) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(buffer));
};
// What was unpacked last stays at hand: going back and forth costs nothing.
const kept = new Map();
const unpack = (name, read) => {
  if (!kept.has(name)) {
    if (kept.size > 24) kept.delete(kept.keys().next().value);
    kept.set(name, inflate(blocks.get(name).content.textContent).then(read));
  }
  return kept.get(name);
};
const clip = (text, most) => (text.length <= most ? text : text.slice(0, Math.max(1, most - 1)) + "…");
const debounce = (work) => {
  let waiting = 0;
  return () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(work);
  };
};
// Draw again when the width of a chart changes.
const drawn = new Map();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const chart = drawn.get(target);
    if (chart && chart.width !== target.clientWidth) {
      chart.width = target.clientWidth;
      chart.draw();
    }
  }
});
const chart = (node, draw) => {
  drawn.set(node, { width: node.clientWidth, draw });
  sizes.observe(node);
  draw();
};
const redraw = () => drawn.forEach((one) => one.draw());
const hiddenTable = (title, head, rows) =>
  el("div", { class: "vh" }, el("table", {}, el("caption", {}, title),
    el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, cell)))),
    el("tbody", {}, ...rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell) => el("td", {}, cell)))))));
