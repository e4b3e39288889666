// SPDX-License-Identifier: Apache-2.0
// Drawing of a machine over time: a slider chooses the interval whose traffic colours links and memories.
const SHADES = ["#b4bcc6", "#8fa8c4", "#4a90c2", "#7f9aa0", "#c8a04f", "#e08e45", "#cb5a38", "#b3261e"];
const shadeOf = (share) => SHADES[Math.min(Math.floor(Math.max(share, 0) * SHADES.length), SHADES.length - 1)];
const digits = (value, most = 1) => value.toLocaleString("en", { maximumFractionDigits: most });

class MachineOverTime {
  constructor(box) {
    this.box = box;
    this.data = JSON.parse(box.querySelector("script").textContent);
    this.slider = box.querySelector("input");
    this.most = Math.max(...Object.values(this.data.memories).flat(), 1e-9);
    const find = (name) => document.getElementById(`${box.id}-${name}`);
    this.links = Object.entries(this.data.links).map(([id, link]) => ({ ...link, element: find(id) }))
      .filter((link) => link.element && this.data.kinds[link.kind]);
    this.memories = Object.entries(this.data.memories).map(([name, rates]) => ({ name, rates,
      element: find(`node-${name}`) })).filter((memory) => memory.element);
    for (const link of this.links) this.hover(link.element, () => this.aboutLink(link));
    for (const memory of this.memories) this.hover(memory.element, () => this.aboutMemory(memory));
    this.slider.addEventListener("input", () => this.show());
    box.hidden = false;
    this.show();
  }

  get at() {
    return Number(this.slider.value);
  }

  hover(element, about) {
    element.addEventListener("mouseenter", () => {
      this.about = about;
      this.box.querySelector(".hover").textContent = about();
    });
  }

  show() {
    const { begin, end, kinds } = this.data;
    this.box.querySelector("output").textContent = `${digits(begin[this.at], 3)} to ${digits(end[this.at], 3)} us: ` +
      Object.values(kinds).map((kind) => `${kind.title} ${digits(100 * kind.busy[this.at])} % busy`).join(", ");
    for (const link of this.links) {
      for (const path of link.element.querySelectorAll("path")) path.style.stroke = shadeOf(kinds[link.kind].busy[this.at]);
    }
    for (const memory of this.memories) {
      const share = memory.rates[this.at] / this.most;
      for (const path of memory.element.querySelectorAll("path")) {
        path.style.fill = shadeOf(share);
        path.style.fillOpacity = 0.15 + 0.6 * share;
      }
    }
    if (this.about) this.box.querySelector(".hover").textContent = this.about();
  }

  aboutLink(link) {
    const kind = this.data.kinds[link.kind];
    const rate = kind.rate ? `${digits(kind.rate[this.at], 2)} GB/s over all, ` : "";
    const wait = link.wait === null ? "" : `, mean queue ${digits(link.wait)} ns`;
    return `${kind.title}, ${link.name}. In this interval all ${kind.title} links: ${rate}` +
      `${digits(100 * kind.busy[this.at])} % busy, the busiest ${digits(100 * kind.busiest[this.at])} %. ` +
      `This link in the whole window: ${digits(100 * link.busy)} % busy${wait}.`;
  }

  aboutMemory(memory) {
    return `Memory of ${memory.name} in this interval: ${digits(memory.rates[this.at], 2)} GB/s; ` +
      `the most of any memory in an interval: ${digits(this.most, 2)} GB/s.`;
  }
}

for (const box of document.querySelectorAll(".machine-time")) new MachineOverTime(box);
