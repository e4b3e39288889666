# SPDX-License-Identifier: Apache-2.0
"""The time line of a run: what intervals.csv holds, as panels over simulated time."""

from curves import LINK_KINDS
from figures import PLACES
from plotting import INK, RUN_COLOURS, SOFT, new_figure, to_svg

MOST_POINTS = 400  # a longer series is averaged in groups: a page holds no more detail


def timeline(runs):
    """One column a run: misses by class, AMAT, IPC, links; None where no run has intervals."""
    runs = [run for run in runs if run.intervals]
    if not runs:
        return None
    figure, panels = new_figure(7.4, 4, len(runs), squeeze=False, sharex="col", sharey="row")
    for column, run in enumerate(runs):
        rows = condensed(run.intervals)
        edges = [row["begin_ns"] / 1000 for row in rows] + [rows[-1]["end_ns"] / 1000]
        draw_misses(panels[0][column], edges, rows)
        draw_latency(panels[1][column], edges, rows)
        draw_ipc(panels[2][column], edges, rows)
        draw_links(panels[3][column], edges, rows)
        panels[0][column].set_title(run.name)
        panels[3][column].set_xlabel("simulated time, us")
    names = ("LLC misses per us", "AMAT, ns", "IPC per core", "links, share of time busy")
    for row, name in zip(panels, names):
        row[0].set_ylabel(name)
        for axes in row:
            axes.set_ylim(bottom=0)
            axes.margins(x=0)
            axes.grid(axis="y")
            axes.tick_params(length=0)
        if row[0].get_legend_handles_labels()[0]:
            row[-1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    return to_svg(figure, "timeline")


def span_of(row):
    return row["end_ns"] - row["begin_ns"]


def condensed(rows):
    """The rows, or means over groups of neighbours where there are too many for a picture."""
    size = -(-len(rows) // MOST_POINTS)
    return [merged(rows[i:i + size]) for i in range(0, len(rows), size)]


def merged(rows):
    """One row for several: counts add up, AMAT is weighted by misses, the rest by time."""
    whole = {"begin_ns": rows[0]["begin_ns"], "end_ns": rows[-1]["end_ns"]}
    for name in rows[0]:
        if name.startswith("amat"):
            misses = sum(row["llc_misses"] for row in rows)
            whole[name] = sum(row[name] * row["llc_misses"] for row in rows) / (misses or 1)
        elif name.endswith(("_utilisation", "_busiest", "_per_core")) or name == "ipc":
            whole[name] = sum(row[name] * span_of(row) for row in rows) / span_of(whole)
        elif not name.endswith("_ns"):
            whole[name] = sum(row[name] for row in rows)
    return whole


def draw_misses(axes, edges, rows):
    base = [0.0] * len(rows)
    for place, (label, colour) in PLACES.items():
        values = [1000 * row[f"misses_{place}"] / span_of(row) for row in rows]
        if not any(values):
            continue
        top = [low + value for low, value in zip(base, values)]
        axes.stairs(top, edges, baseline=base, fill=True, color=colour, label=label, linewidth=0)
        base = top


def draw_latency(axes, edges, rows):
    axes.stairs([row["amat_ns"] for row in rows], edges, color=INK, label="AMAT")
    axes.stairs([row["amat_unloaded_ns"] for row in rows], edges, color=SOFT, fill=True, alpha=0.35,
                label="of it unloaded")


def draw_ipc(axes, edges, rows):
    axes.stairs([row["ipc"] for row in rows], edges, color=RUN_COLOURS[0])


def draw_links(axes, edges, rows):
    kinds = [name.removesuffix("_utilisation") for name in rows[0] if name.endswith("_utilisation")]
    for kind, colour in zip(kinds, RUN_COLOURS):
        label = LINK_KINDS.get(kind, kind)
        axes.stairs([row[f"{kind}_utilisation"] for row in rows], edges, color=colour,
                    label=f"{label}, mean")
        axes.stairs([row[f"{kind}_busiest"] for row in rows], edges, color=colour, alpha=0.4,
                    linestyle=(0, (2, 2)), label=f"{label}, busiest")
