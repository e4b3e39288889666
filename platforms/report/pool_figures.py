# SPDX-License-Identifier: Apache-2.0
"""The figures of a pool bench: latency, conflicts and snoops by point, shares of the heads."""

from plotting import INK, RUN_COLOURS, new_figure, to_svg

CONFLICTS = {"none": "no conflict", "early": "early conflict", "late": "late conflict"}


def figures(bench, values):
    """{name: (title, sentence, svg)} of what this bench has to show."""
    names = [run["name"] for run in bench["runs"]]
    found = {}
    curve = [(run["name"], run) for run in bench["runs"] if run["gap_ps"] > 0]
    if curve:
        found["loaded"] = ("Loaded latency", "Latency of a fetched line over the bandwidth that "
                           "all heads together achieve; Poisson arrivals at each head.",
                           loaded(values, [name for name, _ in curve]))
        names = [name for name in names if name not in dict(curve)]
    found["points"] = ("Latency, snoops and conflicts", "A bar a point of the bench.",
                       points(values, names))
    found["shares"] = ("Share and latency of each head", "A mark a head; its share of all lines "
                       "fetched, and the mean latency of its accesses.",
                       heads(bench, values, names))
    return found


def tidy(axes, names):
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize=7.5)
    axes.tick_params(length=0)
    axes.grid(axis="y")
    axes.set_ylim(bottom=0)


def points(values, names):
    figure, panels = new_figure(3.6, 1, 3)
    width = 0.8 / len(CONFLICTS)
    for index, (kind, label) in enumerate(CONFLICTS.items()):
        means = [values.get(f"{name}.latency_by_conflict.{kind}.mean", 0) for name in names]
        panels[0].bar([x + (index - 1) * width for x in range(len(names))], means, width,
                      color=RUN_COLOURS[index], label=label)
    panels[0].set_title("mean latency of a fetch, ns")
    panels[0].legend(fontsize=7.5)
    panels[1].bar(range(len(names)),
                  [values.get(f"{name}.device.back_invalidations_per_request", 0)
                   for name in names], 0.7, color=RUN_COLOURS[0])
    panels[1].set_title("BISnp per request")
    base = [0.0] * len(names)
    for index, kind in enumerate(("early", "late"), 1):
        shares = [share(values, name, f"conflicts.{kind}") for name in names]
        panels[2].bar(range(len(names)), shares, 0.7, bottom=base, color=RUN_COLOURS[index],
                      label=CONFLICTS[kind], edgecolor=INK, linewidth=0.2)
        base = [low + value for low, value in zip(base, shares)]
    panels[2].set_title("conflicts per request")
    panels[2].legend(fontsize=7.5)
    for axes in panels:
        tidy(axes, names)
    return to_svg(figure, "points")


def share(values, name, path):
    requests = values.get(f"{name}.device.requests", 0)
    return values.get(f"{name}.{path}", 0) / requests if requests else 0


def heads(bench, values, names):
    figure, panels = new_figure(3.3, 1, 2)
    for index, name in enumerate(names):
        colour = RUN_COLOURS[index % len(RUN_COLOURS)]
        count = range(bench["heads"])
        panels[0].plot(count, [100 * values.get(f"{name}.head{h}.share", 0) for h in count], "o-",
                       color=colour, markersize=3, linewidth=0.8, label=name)
        panels[1].plot(count, [values.get(f"{name}.head{h}.latency.mean", 0) for h in count],
                       "o-", color=colour, markersize=3, linewidth=0.8)
    panels[0].set_title("share of all lines fetched, %")
    panels[1].set_title("mean latency, ns")
    for axes in panels:
        axes.set_xlabel("head")
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        axes.tick_params(length=0)
    panels[0].legend(fontsize=7, ncols=2)
    return to_svg(figure, "shares")


def loaded(values, names):
    figure, axes = new_figure(3.3)
    bandwidth = [values[f"{name}.bandwidth"] for name in names]
    for index, (what, label) in enumerate({"mean": "mean", "p50": "median",
                                           "p99": "99th percentile"}.items()):
        axes.plot(bandwidth, [values[f"{name}.latency.all.{what}"] for name in names], "o-",
                  color=RUN_COLOURS[index], markersize=3.5, label=label)
    axes.set_xlabel("achieved bandwidth, GB/s")
    axes.set_ylabel("latency, ns")
    axes.set_yscale("log")
    axes.grid(linewidth=0.5)
    axes.tick_params(length=0)
    axes.legend(loc="upper left")
    return to_svg(figure, "loaded")
