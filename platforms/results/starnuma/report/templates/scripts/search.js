// SPDX-License-Identifier: Apache-2.0
// Filters the statistics: rows that contain every word that was typed.
for (const box of document.querySelectorAll(".search")) {
  const input = box.querySelector("input");
  const count = box.querySelector("output");
  const all = count.textContent;
  const groups = [...box.parentElement.querySelectorAll("details")].map((group) => ({
    group,
    rows: [...group.querySelectorAll("tbody tr")].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
    })),
  }));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { group, rows } of groups) {
      let hits = 0;
      for (const { row, text } of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        hits += row.hidden ? 0 : 1;
      }
      group.hidden = hits === 0;
      group.open = words.length > 0 && found + hits <= 400;
      found += hits;
    }
    count.textContent = words.length > 0 ? `${found.toLocaleString("en")} of ${all}` : all;
  };
  input.addEventListener("input", filter);
  box.hidden = false;
}
