// SPDX-License-Identifier: Apache-2.0
// Time line of accesses or of the hops of one: a row for each, its parts side by side; zoom, hover, click.
const SVG = "http://www.w3.org/2000/svg";

function svgElement(name, attributes, parent, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

class AccessTimeLine {
  static ROW = 20;

  constructor(box) {
    this.box = box;
    this.data = JSON.parse(box.querySelector("script").textContent);
    this.canvas = box.querySelector(".canvas");
    this.chosen = null;
    const on = (name, act) => box.querySelector(name).addEventListener("click", act);
    on(".in", () => this.zoom(0.5));
    on(".out", () => this.zoom(2));
    on(".left", () => this.move(-0.25));
    on(".right", () => this.move(0.25));
    on(".all", () => this.all());
    box.querySelector(".absolute").addEventListener("change", () => this.all());
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25);
    }, { passive: false });
    this.legend();
    box.hidden = false;
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.all();
  }

  begin(access) {
    return this.box.querySelector(".absolute").checked ? access.issued : access.start ?? 0;
  }

  all() {
    const ends = this.data.accesses.map((access) => this.begin(access) + access.latency);
    this.from = Math.min(...this.data.accesses.map((access) => this.begin(access)));
    this.to = Math.max(...ends);
    this.draw();
  }

  zoom(factor) {
    const middle = this.focus();
    const half = (this.to - this.from) * factor / 2;
    [this.from, this.to] = [middle - half, middle + half];
    this.draw();
  }

  // The chosen access stays in the middle of a zoom.
  focus() {
    if (this.chosen === null) return (this.from + this.to) / 2;
    return this.begin(this.chosen) + this.chosen.latency / 2;
  }

  move(share) {
    const step = (this.to - this.from) * share;
    this.from += step;
    this.to += step;
    this.draw();
  }

  draw() {
    const width = Math.max(this.canvas.clientWidth, 200);
    const height = AccessTimeLine.ROW * this.data.accesses.length + 24;
    const longest = Math.max(...this.data.accesses.map((access) => access.name.length));
    this.left = Math.min(14 + 6.4 * longest, 0.45 * width);
    this.scale = (width - this.left - 8) / (this.to - this.from);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", this.data.about);
    this.axis(svg, width, height);
    this.data.accesses.forEach((access, row) => this.row(svg, access, row, width));
    this.canvas.replaceChildren(svg);
  }

  x(time) {
    return this.left + (time - this.from) * this.scale;
  }

  axis(svg, width, height) {
    const span = this.to - this.from;
    const raw = span / Math.max(2, width / 130);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = this.x(time);
      svgElement("line", { x1: x, x2: x, y1: 0, y2: height - 20, class: "grid" }, svg);
      svgElement("text", { x, y: height - 6, class: "tick", "text-anchor": x > width - 40 ? "end" : "middle" }, svg,
        `${time.toLocaleString("en", { maximumFractionDigits: 3 })} ns`);
    }
  }

  row(svg, access, row, width) {
    const y = row * AccessTimeLine.ROW;
    const group = svgElement("g", { class: "access", tabindex: 0 }, svg);
    if (access.line) group.setAttribute("data-line", access.line);
    if (this.chosen && this.chosen.line && this.chosen.line === access.line) group.classList.add("same-line");
    if (this.chosen === access) group.classList.add("chosen");
    svgElement("rect", { x: 0, y, width, height: AccessTimeLine.ROW, class: "back" }, group);
    let time = this.begin(access);
    for (const [kind, took] of access.parts) {
      const left = Math.max(this.x(time), this.left);
      const right = Math.min(this.x(time + took), width - 8);
      time += took;
      if (right <= left) continue;
      const about = this.data.kinds[kind];
      const part = svgElement("rect", { x: left, y: y + 3, width: right - left, height: AccessTimeLine.ROW - 6,
        class: about.waits ? "part waits" : "part", style: `--colour: var(--${about.role})` }, group);
      svgElement("title", {}, part, `${access.name}, ${about.label}: ${took.toLocaleString("en")} ns, ` +
        `${Math.round(100 * took / access.latency)} % of ${access.latency.toLocaleString("en")} ns`);
    }
    const most = Math.round((this.left - 14) / 6.4);
    const name = access.name.length > most ? `…${access.name.slice(1 - most)}` : access.name;
    svgElement("text", { x: 4, y: y + 14, class: "name" }, group, name);
    const choose = () => this.choose(access);
    group.addEventListener("click", choose);
    group.addEventListener("keydown", (event) => event.key === "Enter" && choose());
  }

  choose(access) {
    this.chosen = access;
    this.draw();
    const others = this.data.accesses.filter((each) => each !== access && each.line === access.line);
    const details = this.box.querySelector(".details");
    const add = (tag, name, text) => {
      const element = document.createElement(tag);
      element.className = name;
      element.textContent = text;
      details.append(element);
    };
    details.replaceChildren();
    if (access.text) return add("p", "what", access.text);
    add("p", "what", `${access.name}: ${access.core} to ${access.home} (${access.class}), line ${access.line}, ` +
      `${access.latency.toLocaleString("en")} ns from ${access.issued.toLocaleString("en")} ns on` +
      (others.length ? `; ${others.length} more of these to this line` : ""));
    add("pre", "command", access.explain);
    add("p", "what", `All accesses to line ${access.line}`);
    add("pre", "command line", access.explainLine);
  }

  legend() {
    const list = this.box.querySelector(".legend");
    for (const about of Object.values(this.data.kinds)) {
      const item = document.createElement("li");
      const swatch = document.createElement("i");
      swatch.className = `swatch ${about.waits ? "hatched" : "fill"}`;
      swatch.style.setProperty("--colour", `var(--${about.role})`);
      item.append(swatch, ` ${about.label}`);
      list.append(item);
    }
  }
}

for (const box of document.querySelectorAll(".accesses")) new AccessTimeLine(box);
