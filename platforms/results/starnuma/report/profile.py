# SPDX-License-Identifier: Apache-2.0
"""Use of pages by programs: over time from profile.csv, and the concentration of misses."""

from starnuma.report.content import Cell, Figure, Head, Panel, Row, Swatch, Table, number
from starnuma.report.lines import Line, draw
from starnuma.report.palette import colour
from starnuma.report.plotting import plain_axes, to_svg

PAGE = 4096
MOST_POINTS = 400  # more intervals are thinned out to this number
POOL, ALL, NEW = 3, 0, 1  # colours


def profile(runs):
    """Returns a figure per program that has a profile, and a table of all programs."""
    profiled = [series for run in runs if run.profile for series in series_of(run)]
    if not profiled:
        return []
    return [*(figure(number, *series) for number, series in enumerate(profiled)), table(profiled)]


def series_of(run):
    """Returns [(name, prefix of the statistics, run, rows)] of the run, or of each of its programs."""
    if not run.programs:
        return [(run.name, "run", run, run.profile)]
    return [(f"{run.name}, {program['name']}", f"program.{program['name']}", run,
             [row for row in run.profile if row["program"] == index])
            for index, program in enumerate(run.programs)]


def figure(number_of, name, prefix, run, rows):
    anchor = f"profile{number_of}"
    rows = rows[::-(-len(rows) // MOST_POINTS)]
    panels = [capacity(f"{anchor}-pages", rows), bandwidth(f"{anchor}-bandwidth", rows),
              hottest(f"{anchor}-hottest", run.numbered(f"{prefix}.profile.misses_to_hottest"))]
    legend = [("resident, all lines, misses", Swatch(ALL, "line")),
              ("resident on the pool", Swatch(POOL, "line")),
              ("touched in the interval", Swatch(NEW, "line"))]
    return Figure(anchor, panels, legend, heading=name)


def steps(axes, rows, column, index, factor):
    edges = [row["begin_ns"] / 1000 for row in rows] + [rows[-1]["end_ns"] / 1000]
    axes.stairs([row[column] * factor for row in rows], edges, color=colour(index), linewidth=1.3,
                baseline=None)
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(bottom=0)


def capacity(name, rows):
    axes = plain_axes("simulated time, us")
    for column, index in (("resident_pages", ALL), ("pool_pages", POOL), ("touched_pages", NEW)):
        steps(axes, rows, column, index, PAGE / 2**20)
    most = max(row["touched_pages"] for row in rows) * PAGE / 2**20
    described = (f"{rows[-1]['resident_pages'] * PAGE / 2**20:,.3g} MiB at the end; at most "
                 f"{most:,.3g} MiB touched in an interval.")
    return Panel("Memory, MiB", to_svg(axes.figure, name, "Memory, MiB", described))


def bandwidth(name, rows):
    axes = plain_axes("simulated time, us")
    for column, index in (("gb_per_s", ALL), ("pool_gb_per_s", POOL)):
        steps(axes, rows, column, index, 1)
    described = f"At most {max(row['gb_per_s'] for row in rows):,.3g} GB/s."
    return Panel("Fetched, GB/s", to_svg(axes.figure, name, "Fetched, GB/s", described))


def hottest(name, points):
    title = "LLC misses on the hottest pages"
    axes = plain_axes("hottest pages, percent of all", percent=True)
    draw(axes, Line(ALL, [0, *(percent for percent, _ in points), 100],
                    [0, *(share for _, share in points), 1]))
    described = "; ".join(f"{100 * share:.0f} % on the hottest {percent} %"
                          for percent, share in points)
    return Panel(title, to_svg(axes.figure, name, title, described))


def table(profiled):
    heads = [Head(text) for text in ("pages", "cold, %", "GB/s, mean", "GB/s, most",
                                     "misses on the hottest 10 %, %")]
    return Table("Pages never touched in the measured window are cold.", heads,
                 [row_of(*series) for series in profiled])


def row_of(name, prefix, run, rows):
    pages = run.value(f"{prefix}.profile.pages")
    cold = 100 * run.value(f"{prefix}.profile.cold_pages") / (pages or 1)
    span = rows[-1]["end_ns"] - rows[0]["begin_ns"]
    mean = sum(row["fetched_bytes"] for row in rows) / (span or 1)
    most = max(row["gb_per_s"] for row in rows)
    share = 100 * dict(run.numbered(f"{prefix}.profile.misses_to_hottest"))[10]
    return Row(name, [Cell(number(value, decimals)) for value, decimals in
                      ((pages, 0), (cold, 1), (mean, 2), (most, 2), (share, 1))])
