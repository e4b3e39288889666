# SPDX-License-Identifier: Apache-2.0
"""Phases of a run whose pages move: AMAT, pool occupancy and migrations, from phases.csv."""

from plotting import INK, RUN_COLOURS, SOFT, new_figure, to_svg


def phases(runs):
    """One column a run; None where no run has phases."""
    runs = [run for run in runs if run.phases]
    if not runs:
        return None
    figure, panels = new_figure(5.4, 3, len(runs), squeeze=False, sharex="col",
                                sharey="row")
    for column, run in enumerate(runs):
        numbers = [row["phase"] for row in run.phases]
        latency, occupancy, moves = (panels[row][column] for row in range(3))
        latency.plot(numbers, [row["amat_ns"] for row in run.phases], color=INK, marker="o",
                     label="AMAT")
        latency.plot(numbers, [row["amat_unloaded_ns"] for row in run.phases], color=SOFT,
                     label="of it unloaded")
        occupancy.plot(numbers, [row["pool_pages"] for row in run.phases], color=RUN_COLOURS[0],
                       marker="o")
        made = [row["moves_made"] for row in run.phases]
        to_pool = [row["moves_to_pool"] for row in run.phases]
        moves.bar(numbers, to_pool, color=RUN_COLOURS[0], label="to the pool")
        moves.bar(numbers, [all_ - pool for all_, pool in zip(made, to_pool)], bottom=to_pool,
                  color=RUN_COLOURS[1], label="to sockets")
        moves.plot(numbers, [row["moves_planned"] for row in run.phases], color=SOFT, marker="_",
                   linestyle="", label="planned")
        latency.set_title(run.name)
        moves.set_xlabel("phase")
    for row, name in zip(panels, ("AMAT, ns", "pages in the pool", "moves in the phase")):
        row[0].set_ylabel(name)
        for axes in row:
            axes.set_ylim(bottom=0)
            axes.grid(axis="y")
            axes.tick_params(length=0)
    for row in (panels[0], panels[2]):
        row[-1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    return to_svg(figure, "phases")
