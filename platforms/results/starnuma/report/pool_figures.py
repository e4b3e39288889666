# SPDX-License-Identifier: Apache-2.0
"""Figures of a pool bench: latency, conflicts and snoops by point, shares of the heads."""

from starnuma.report.bars import Bar, Look, Scale, dots, stacked
from starnuma.report.content import Figure, Panel, Section, Swatch
from starnuma.report.lines import Line, draw, panel
from starnuma.report.plotting import logarithmic, plain_axes, to_svg

CONFLICTS = {"none": Look("no conflict", 0), "early": Look("early conflict", 1),
             "late": Look("late conflict", 2)}
REQUESTS = {"all": Look("all requests", 8)}
FIGURES = {"mean": Look("mean", 0), "p50": Look("median", 1), "p99": Look("99th percentile", 2)}


def sections(bench, values):
    """Returns one figure per quantity that the bench measured."""
    curve = [run["name"] for run in bench["runs"] if run["gap_ps"] > 0]
    points = [run["name"] for run in bench["runs"] if run["gap_ps"] == 0]
    shown = []
    if curve:
        shown.append(Section("Loaded latency", "Latency of a fetched line over the bandwidth that "
                             "all heads together achieve; Poisson arrivals at each head.",
                             [loaded(values, curve)]))
    if points:
        shown += [Section("Latency, snoops and conflicts", "A row for each point of the bench.",
                          [by_point(values, points)]),
                  Section("Share and latency of each head", "A mark a head; its share of all "
                          "lines fetched, and the mean latency of its accesses.",
                          [heads(bench, values, points)])]
    return shown


def by_point(values, names):
    latency = [(name, {kind: mean for kind in CONFLICTS if (mean := values.get(
        f"{name}.latency_by_conflict.{kind}.mean", 0))}) for name in names]
    snoops = [(name, {"all": values.get(f"{name}.device.back_invalidations_per_request", 0)})
              for name in names]
    shares = [Bar(name, {kind: share(values, name, f"conflicts.{kind}")
                         for kind in ("early", "late")}) for name in names]
    drawn = [
        dots("points-latency", "Mean latency of a fetch, ns", sentence(latency), latency,
             CONFLICTS, Scale()),
        dots("points-snoops", "BISnp per request", sentence(snoops), snoops,
             REQUESTS, Scale()),
        stacked("points-conflicts", "Conflicts per request",
                sentence([(bar.label, bar.parts) for bar in shares]), shares, CONFLICTS,
                Scale(show=lambda value: f"{value:.2g}")),
    ]
    return Figure("points", drawn, [(look.label, Swatch(look.index))
                                    for look in (*CONFLICTS.values(), *REQUESTS.values())])


def sentence(rows):
    return "; ".join(f"{name}: " + ", ".join(f"{part} {value:,.3g}"
                                             for part, value in parts.items())
                     for name, parts in rows)


def share(values, name, path):
    requests = values.get(f"{name}.device.requests", 0)
    return values.get(f"{name}.{path}", 0) / requests if requests else 0


def heads(bench, values, names):
    count = list(range(bench["heads"]))
    drawn = []
    for what, title, path, factor in (("share", "Share of all lines fetched, %", "share", 100),
                                      ("latency", "Mean latency, ns", "latency.mean", 1)):
        lines = [Line(index, count, [factor * values.get(f"{name}.head{h}.{path}", 0)
                                     for h in count]) for index, name in enumerate(names)]
        described = "; ".join(f"{name}: {min(line.ys):,.3g} to {max(line.ys):,.3g}"
                              for name, line in zip(names, lines))
        drawn.append(panel(f"heads-{what}", title, described, "head", lines))
    return Figure("shares", drawn, [(name, Swatch(index)) for index, name in enumerate(names)])


def loaded(values, names):
    axes = plain_axes("achieved bandwidth, GB/s", height=240)
    bandwidth = [values[f"{name}.bandwidth"] for name in names]
    for what, look in FIGURES.items():
        draw(axes, Line(look.index, bandwidth, [values[f"{name}.latency.all.{what}"]
                                                for name in names]))
    logarithmic(axes, "y", (1, 2, 5))
    title = "Latency, ns"
    described = (f"From {bandwidth[0]:.3g} to {bandwidth[-1]:.3g} GB/s the mean goes from "
                 f"{values[f'{names[0]}.latency.all.mean']:,.0f} to "
                 f"{values[f'{names[-1]}.latency.all.mean']:,.0f} ns.")
    svg = to_svg(axes.figure, "pool-loaded", title, described)
    return Figure("loaded", [Panel(title, svg)],
                  [(look.label, Swatch(look.index)) for look in FIGURES.values()])
