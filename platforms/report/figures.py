# SPDX-License-Identifier: Apache-2.0
"""The bar figures: where latency goes, where data comes from, where pages lie."""

from plotting import INK, SOFT, new_figure, to_svg
from published import CLASSES

# Ledger kind -> (label, colour, is it a queue); queues share the colour of what they wait for.
KINDS = {
    "cache": ("caches", "#9aa5b1", False),
    "walk": ("page walk", "#c9a66b", False),
    "upi_wire": ("UPI", "#4a90c2", False),
    "numalink_wire": ("NUMALink", "#e08e45", False),
    "cxl_wire": ("CXL", "#5aa469", False),
    "directory": ("directory", "#8e7cc3", False),
    "dram_array": ("DRAM", "#c8553d", False),
    "snoop": ("snoop", "#d98cb3", False),
    "mshr_queue": ("miss registers, wait", "#9aa5b1", True),
    "walk_queue": ("page walk, wait", "#c9a66b", True),
    "upi_queue": ("UPI, wait", "#4a90c2", True),
    "numalink_queue": ("NUMALink, wait", "#e08e45", True),
    "cxl_queue": ("CXL, wait", "#5aa469", True),
    "dram_queue": ("DRAM, wait", "#c8553d", True),
    "line_queue": ("line busy, wait", "#8e7cc3", True),
}
PLACES = {
    "local": ("local", "#9aa5b1"),
    "one_hop": ("same chassis", "#4a90c2"),
    "two_hop": ("other chassis", "#e08e45"),
    "pool": ("pool", "#5aa469"),
    "block_transfer_socket": ("block transfer by socket", "#c8553d"),
    "block_transfer_pool": ("block transfer by pool", "#8e7cc3"),
}
PLATE = {"boxstyle": "round,pad=0.12", "fc": "white", "ec": "none"}  # behind text on hatching


def stacked_bars(axes, rows, styles, show):
    """rows: [(label, {part: value})]; styles: part -> (label, colour, hatched); show makes text."""
    longest = max(sum(parts.values()) for _, parts in rows) or 1
    for row, (_, parts) in enumerate(rows):
        left = 0.0
        for part, (_, colour, hatched) in styles.items():
            width = parts.get(part, 0)
            if width <= 0:
                continue
            face = "white" if hatched else colour
            axes.barh(row, width, left=left, height=0.62, color=face, edgecolor=colour if hatched
                      else "white", hatch="/////" if hatched else None, linewidth=0.6)
            text = show(width)
            if width / longest > 0.012 * len(text) + 0.008:
                axes.text(left + width / 2, row, text, ha="center", va="center", fontsize=8,
                          color=INK if hatched else "white", bbox=PLATE if hatched else None)
            left += width
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")


def legend(rows, styles):
    """The parts that occur, as HTML below the picture."""
    entries = []
    for part, (label, colour, hatched) in styles.items():
        if any(parts.get(part, 0) > 0 for _, parts in rows):
            kind = ' class="hatched"' if hatched else ""
            entries.append(f'<li><i style="--colour: {colour}"{kind}></i>{label}</li>')
    return f'\n<ul class="legend">{"".join(entries)}</ul>'


def latency_breakdown(runs, published):
    """Mean time of an LLC miss, by ledger kind; None without ledgers."""
    rows = [(run.name, latency_parts(run)) for run in runs]
    if not any(parts for _, parts in rows):
        return None
    figure, axes = new_figure(0.95 + 0.55 * len(rows))
    stacked_bars(axes, rows, KINDS, lambda ns: f"{ns:.0f}")
    for row, (_, parts) in enumerate(rows):
        axes.text(sum(parts.values()), row, f"  {sum(parts.values()):.0f} ns", va="center",
                  fontweight="bold")
        known = published[row].values.get("run.amat_ns")
        if known:
            axes.plot([known, known], [row - 0.42, row + 0.42], color=INK, linewidth=1.6)
            axes.text(known, row - 0.44, f"published {known:.0f}", ha="center", va="bottom",
                      fontsize=7.5, color=SOFT)
    axes.set_xlim(0, 1.12 * max([sum(parts.values()) for _, parts in rows]
                                + [p.values.get("run.amat_ns", 0) for p in published]))
    axes.set_ylim(len(rows) - 0.45, -0.8)
    axes.set_xlabel("ns per LLC miss (hatched: waiting, the contention part)")
    return to_svg(figure, "latency") + legend(rows, KINDS)


def latency_parts(run):
    parts = run.group("run.latency", [f"{kind}_ns" for kind in KINDS])
    return {name.removesuffix("_ns"): value for name, value in parts.items()}


def shares(rows, name):
    """Bars of fractions, or None when there is nothing to show."""
    rows = [(label, parts) for label, parts in rows if parts]
    if not rows:
        return None
    styles = {place: (*style, False) for place, style in PLACES.items()}
    figure, axes = new_figure(0.4 + 0.42 * len(rows))
    stacked_bars(axes, rows, styles, lambda share: f"{100 * share:.0f} %")
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    return to_svg(figure, name) + legend(rows, styles)


def access_mix(runs, published):
    """Where the data of LLC misses came from, beside the published mix."""
    rows = []
    for run, known in zip(runs, published):
        mix = run.group("run.access_mix", CLASSES)
        rows.append((run.name, mix))
        rows.append((f"{run.name}, published", known.mix if mix else {}))
    return shares(rows, "mix")


def placement(runs):
    """Homes of the missed lines, beside a random placement of the same pages."""
    rows = []
    for run in runs:
        rows.append((run.name, run.group("run.placement", list(PLACES)[:4])))
        rows.append((f"{run.name}, random", run.group("run.placement.random", list(PLACES)[:4])))
    return shares(rows, "placement")
