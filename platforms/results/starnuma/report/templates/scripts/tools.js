// SPDX-License-Identifier: Apache-2.0
// Tables: copy as CSV, and a mark where a table must scroll. Figures: save as SVG.
function csvOf(table) {
  const clean = (cell) => {
    const copy = cell.cloneNode(true);
    for (const part of copy.querySelectorAll("sup, .swatch")) part.remove();
    const text = copy.textContent.replace(/[\s\u00a0]+/g, " ").trim();
    const plain = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
    return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const wide = (row) => [...row.cells].flatMap((cell) =>
    [clean(cell), ...Array(cell.colSpan - 1).fill(cell.scope === "colgroup" ? clean(cell) : "")]);
  return [...table.rows].map((row) => `${wide(row).join(",")}\n`).join("");
}

function copyText(text) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

function svgOf(svg) {
  const style = getComputedStyle(document.documentElement);
  const copy = svg.cloneNode(true);
  const [, , width, height] = svg.getAttribute("viewBox").split(/\s+/);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("style", `background: ${style.getPropertyValue("--paper").trim()}`);
  return new XMLSerializer().serializeToString(copy).replace(/var\(--([\w-]+)\)/g, (whole, name) =>
    style.getPropertyValue(`--${name}`).trim().replaceAll('"', "'") || whole);
}

function saveText(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const button of document.querySelectorAll("button.copy")) {
  button.addEventListener("click", () => {
    const table = button.closest(".table").querySelector("table");
    button.textContent = copyText(csvOf(table)) ? "Copied" : "The browser refuses to copy";
  });
}
for (const button of document.querySelectorAll("button.save")) {
  button.addEventListener("click", () => {
    const svg = button.closest("figure").querySelector("svg");
    saveText(`${button.dataset.name}.svg`, "image/svg+xml", svgOf(svg));
  });
}
for (const tools of document.querySelectorAll(".tools")) tools.hidden = false;

const markWide = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    const mark = box.parentElement.querySelector(".more");
    if (mark) mark.hidden = box.scrollWidth <= box.clientWidth;
  }
};
new ResizeObserver(markWide).observe(document.body);
document.addEventListener("toggle", markWide, true);
