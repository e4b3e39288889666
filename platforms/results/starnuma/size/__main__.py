# SPDX-License-Identifier: Apache-2.0
"""Varies one resource of a machine at a time and reports which one to buy next."""

import sys
import tempfile
from pathlib import Path

from starnuma.campaign.conduct import Runs, parser_of, settings_of, show
from starnuma.campaign.results import Results
from starnuma.report.guard import guarded
from starnuma.size.factors import named, prices_of
from starnuma.size.grid import BASE, FILE, Sizing


def arguments(words):
    parser = parser_of("size", __doc__)
    parser.add_argument("--factors")
    parser.add_argument("--costs")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("machine")
    parser.add_argument("workload")
    return parser.parse_args(words)


def conduct(options):
    factors, prices = named(options.factors), prices_of(options.costs)
    settings = settings_of(options)
    sizing = Sizing(options, factors, options.factors is not None)
    with tempfile.TemporaryDirectory(prefix="starnuma-size-") as draft:
        file = (options.output or Path(draft)) / FILE
        file.write_text(sizing.plan_text(), encoding="utf-8")
        plan, points, alone = sizing.grid(file, options.platforms, settings.program)
    singles = list(alone.values())
    runs = Runs([*points, *singles], settings)
    if options.dry_run:
        runs.print_commands()
        return 0
    whole = runs.run()
    return report(options, sizing, runs, prices, (plan, points, alone)) if whole or usable(runs, points, singles) \
        else 1


def usable(runs, points, singles):
    """Returns whether all runs of the machine as it is exist, without which there are no gains."""
    return not any(point.key in runs.failed for point in (*points, *singles)
                   if point.label.machine == BASE)


def report(options, sizing, runs, prices, grid):
    from starnuma.size import pages  # plotting is slow to load
    from starnuma.size.effects import Effects
    plan, points, alone = grid
    load = lambda point: runs.load(point.key)  # noqa: E731
    results = Results(plan, points, load, runs.settings.program, runs.failed)
    effects = Effects(sizing, results, alone, load, prices)
    failed = {one.command: runs.failed[one.key] for one in runs.missing if one.key in runs.failed}
    show(options, pages.write(options.output, effects, failed), "size.json")
    return 1 if runs.failed else 0


def main(words=None):
    options = arguments(words)
    sys.exit(guarded("size", lambda: conduct(options), options.output))


if __name__ == "__main__":
    main()
