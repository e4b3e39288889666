# SPDX-License-Identifier: Apache-2.0
"""A sweep: AMAT, access mix and Back-Invalidate snoops over the values of one field."""

from figures import PLACES
from plotting import INK, RUN_COLOURS, SOFT, new_figure, to_svg

DEVICE = "machine.pool.device."
CAUSES = {
    "capacity": ("the filter's set was full", RUN_COLOURS[1]),
    "ownership": ("another host writes", RUN_COLOURS[0]),
    "shared": ("another host reads what one owns", RUN_COLOURS[2]),
}


def figure(runs, sweep):
    """Three panels over the values, in the order of the file; None where there is no sweep."""
    if sweep is None:
        return None
    snoops = snoops_by_cause(runs)
    drawn, panels = new_figure(3.5, 1, 3 if snoops else 2)
    draw_amat(panels[0], runs)
    draw_mix(panels[1], runs)
    if snoops:
        stack(panels[2], snoops, [CAUSES[cause] for cause in snoops])
        panels[2].set_title("Back-Invalidate snoops per request of the pool")
    for axes in panels:
        axes.set_xticks(range(len(runs)), [str(value) for value in sweep["values"]], rotation=35,
                        ha="right", fontsize=7.5)
        axes.set_xlabel(sweep["field"], fontsize=8)
        axes.tick_params(length=0)
        axes.grid(axis="y")
        axes.margins(x=0.02)
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.28), fontsize=7.5, ncols=2)
    return to_svg(drawn, "sweep")


def snoops_by_cause(runs):
    """{cause: [snoops per request]}; empty where a run has no pool."""
    requests = [run.value(DEVICE + "requests") for run in runs]
    if not all(requests):
        return {}
    return {cause: [(run.value(f"{DEVICE}snoops.{cause}") or 0) / asked
                    for run, asked in zip(runs, requests)] for cause in CAUSES}


def draw_amat(axes, runs):
    unloaded = [run.value("run.amat_unloaded_ns") or 0 for run in runs]
    contention = [run.value("run.amat_contention_ns") or 0 for run in runs]
    stack(axes, {"unloaded": unloaded, "contention": contention},
          [("unloaded", RUN_COLOURS[0]), ("contention", RUN_COLOURS[1])])
    for x, total in enumerate(map(sum, zip(unloaded, contention))):
        axes.annotate(f"{total:.0f}", (x, total), ha="center", va="bottom", fontsize=7.5,
                      color=SOFT)
    axes.set_title("AMAT, ns")


def draw_mix(axes, runs):
    shares = {place: [100 * (run.value(f"run.access_mix.{place}") or 0) for run in runs]
              for place in PLACES}
    stack(axes, shares, list(PLACES.values()))
    axes.set_title("access mix, %")


def stack(axes, parts, looks):
    """A bar a value, its parts one upon another."""
    base = None
    for values, (label, colour) in zip(parts.values(), looks):
        base = base or [0.0] * len(values)
        axes.bar(range(len(values)), values, 0.75, bottom=base, color=colour, label=label,
                 edgecolor=INK, linewidth=0.2)
        base = [low + value for low, value in zip(base, values)]
