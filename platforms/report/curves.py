# SPDX-License-Identifier: Apache-2.0
"""The figures over many objects: link utilisation and sharing degrees."""

import re

from plotting import INK, RUN_COLOURS, SOFT, new_figure, to_svg

LINK = re.compile(r"^machine\.(upi|numalink|cxl)\.(.+)\.(forward|backward)\.utilisation$")
LINK_KINDS = {"upi": "UPI", "numalink": "NUMALink", "cxl": "CXL", "memory": "memory channels",
              "other": "other"}


def utilisations(run):
    """{kind: [(utilisation, name)]} with the busiest first."""
    kinds = {}
    for path, stat in run.by_path.items():
        if not path.endswith(".utilisation"):
            continue
        link = LINK.match(path)
        if link:
            kind, name = link[1], f"{link[2]} {link[3]}"
        else:
            is_memory = re.search(r"memory|channel|ddr|dram", path)
            kind = "memory" if is_memory else "other"
            name = path[:-len(".utilisation")].removeprefix("machine.")
        kinds.setdefault(kind, []).append((stat["value"], name))
    return {kind: sorted(kinds[kind], key=lambda u: (-u[0], u[1]))
            for kind in LINK_KINDS if kind in kinds}


def link_utilisation(runs):
    """One row a run, one panel a kind of link, one bar a direction of a link, busiest first."""
    found = [utilisations(run) for run in runs]
    kinds = [kind for kind in LINK_KINDS if any(kind in each for each in found)]
    if not kinds:
        return None
    figure, panels = new_figure(0.45 + 1.75 * len(runs), len(runs), len(kinds), squeeze=False,
                                sharey=True)
    for row, (run, each) in enumerate(zip(runs, found)):
        for column, kind in enumerate(kinds):
            axes = panels[row][column]
            busy = [value for value, _ in each.get(kind, [])]
            draw_utilisation(axes, busy, RUN_COLOURS[row % len(RUN_COLOURS)])
            axes.set_title(LINK_KINDS[kind] if row == 0 else "")
            if column == 0:
                axes.set_ylabel(run.name, color=INK, fontsize=8)
    return to_svg(figure, "links")


def draw_utilisation(axes, busy, colour):
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.grid(axis="y")
    if not busy:
        axes.text(0.5, 0.5, "none", transform=axes.transAxes, ha="center", color=SOFT)
        return
    axes.bar(range(len(busy)), busy, width=0.85, color=colour)
    mean = sum(busy) / len(busy)
    axes.axhline(mean, color=INK, linewidth=0.9, linestyle=(0, (3, 2)))
    axes.set_xlabel(f"{len(busy)} in all\nmean {100 * mean:.0f} %, busiest {100 * busy[0]:.0f} %",
                    fontsize=8)


def sharing(runs, published):
    """Cumulative fraction of pages, and of misses, by number of sharing sockets."""
    halves = [("pages", "pages, by sharing sockets", "page_cdf"),
              ("misses", "LLC misses, by sharers of their page", "miss_cdf")]
    if not any(run.numbered(f"run.sharing.{what}") for run in runs for what, _, _ in halves):
        return None
    figure, panels = new_figure(3.3, 1, 2, sharey=True)
    for axes, (what, title, attribute) in zip(panels, halves):
        for index, run in enumerate(runs):
            points = run.numbered(f"run.sharing.{what}")
            if points:
                axes.step(*zip(*points), where="post", label=run.name, linewidth=1.8,
                          color=RUN_COLOURS[index % len(RUN_COLOURS)],
                          linestyle="-" if index == 0 else (0, (3, 1 + index)))
        known = next((getattr(p, attribute) for p in published if getattr(p, attribute)), None)
        if known:
            axes.plot(*zip(*known), "D", color="white", markeredgecolor=INK, markersize=5,
                      label="published")
        axes.set_title(title)
        axes.set_ylim(0, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
        axes.set_xlabel("at most this many sharers")
        axes.set_xticks(sharer_ticks(runs, what))
        axes.tick_params(length=0)
        axes.grid()
    panels[0].legend(loc="lower right")
    return to_svg(figure, "sharing")


def sharer_ticks(runs, what):
    last = max((points[-1][0] for run in runs if (points := run.numbered(f"run.sharing.{what}"))),
               default=1)
    step = max(1, last // 8)
    return sorted({1, *range(step, last + 1, step), last})
