# SPDX-License-Identifier: Apache-2.0
"""Time line of a run: intervals.csv as panels over simulated time."""

from starnuma.links import titles_of
from starnuma.report.classes import looks_of
from starnuma.report.content import Figure, Panel, Swatch
from starnuma.report.palette import SOFT, colour
from starnuma.report.plotting import plain_axes, to_svg

MOST_POINTS = 400  # a longer series is averaged in groups
AMAT = 0  # colour of the total


def timeline(runs):
    """Returns a row of panels for each run with intervals."""
    return [figure(run, number) for number, run in enumerate(runs) if run.intervals]


def figure(run, number):
    rows = condensed(run.intervals)
    edges = [row["begin_ns"] / 1000 for row in rows] + [rows[-1]["end_ns"] / 1000]
    kinds = [name.removesuffix("_utilisation") for name in rows[0] if name.endswith("_utilisation")]
    looks = looks_of([run])
    panels = [
        misses(edges, rows, f"time{number}misses", looks),
        curve(edges, f"time{number}amat", "AMAT, ns",
              [(rows, "amat_ns", AMAT, False), (rows, "amat_unloaded_ns", AMAT, True)]),
        curve(edges, f"time{number}ipc", "IPC per core", [(rows, "ipc", AMAT, False)]),
        curve(edges, f"time{number}links", "Links, share of time busy",
              [(rows, f"{kind}_{what}", index, what == "busiest")
               for index, kind in enumerate(kinds) for what in ("utilisation", "busiest")], True),
    ]
    legend = [(look.label, Swatch(look.index, "fill")) for place, look in looks.items()
              if any(row[f"misses_{place}"] for row in rows)]
    titles = titles_of([run])
    legend += [(f"{titles.get(kind, kind)} links", Swatch(index, "line"))
               for index, kind in enumerate(kinds)]
    legend.append(("dashed: unloaded part, busiest link", Swatch(None, "line")))
    return Figure(f"time{number}", panels, legend, heading=run.name)


def span_of(row):
    return row["end_ns"] - row["begin_ns"]


def condensed(rows):
    """Returns the rows, or means over groups of neighbours if there are too many."""
    size = -(-len(rows) // MOST_POINTS)
    return [merged(rows[i:i + size]) for i in range(0, len(rows), size)]


def merged(rows):
    """Returns one row for several: counts are summed, AMAT is weighted by misses, the rest by time."""
    whole = {"begin_ns": rows[0]["begin_ns"], "end_ns": rows[-1]["end_ns"]}
    for name in rows[0]:
        if name.startswith("amat"):
            misses_in = sum(row["llc_misses"] for row in rows)
            whole[name] = sum(row[name] * row["llc_misses"] for row in rows) / (misses_in or 1)
        elif name.endswith(("_utilisation", "_busiest", "_per_core")) or name == "ipc":
            whole[name] = sum(row[name] * span_of(row) for row in rows) / span_of(whole)
        elif not name.endswith("_ns"):
            whole[name] = sum(row[name] for row in rows)
    return whole


def over_time(axes, edges):
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(bottom=0)
    return axes


def misses(edges, rows, name, looks):
    title = "LLC misses per us"
    axes = plain_axes("simulated time, us")
    base = [0.0] * len(rows)
    for place, look in looks.items():
        values = [1000 * row[f"misses_{place}"] / span_of(row) for row in rows]
        if any(values):
            top = [low + value for low, value in zip(base, values)]
            axes.stairs(top, edges, baseline=base, fill=True, color=colour(look.index), linewidth=0)
            base = top
    described = f"Misses by class over {edges[-1]:,.0f} us; at most {max(base):,.3g} per us."
    return Panel(title, to_svg(over_time(axes, edges).figure, name, title, described))


def curve(edges, name, title, curves, percent=False):
    """Draws a panel; curves is [(rows, column, colour, dashed)]."""
    axes = plain_axes("simulated time, us", percent=percent)
    for rows, column, index, dashed in curves:
        axes.stairs([row[column] for row in rows], edges, color=colour(index) if index or not dashed
                    else SOFT, linewidth=1.3, linestyle=(0, (2, 2)) if dashed else "-")
    described = "; ".join(f"{column} from {min(row[column] for row in rows):,.3g} to "
                          f"{max(row[column] for row in rows):,.3g}" for rows, column, *_ in curves)
    return Panel(title, to_svg(over_time(axes, edges).figure, name, title, described))
