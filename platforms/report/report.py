#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one self-contained HTML page about one run, or about several side by side."""

import argparse
from pathlib import Path

from failures import guarded
from results import BadInput, load_json, load_run


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", metavar="DIR", nargs="+", help="a result folder")
    parser.add_argument("--compare", metavar="FILE",
                        help="compare.json, whose speed-ups the runs then show")
    parser.add_argument("--note", metavar="TEXT", default="", help="what the page begins with")
    parser.add_argument("--sweep", metavar="FILE",
                        help="sweep.json: the runs are points of it, in this order")
    parser.add_argument("--sweep-figure", metavar="FILE", type=Path,
                        help="write the sweep's figure as an SVG file too")
    parser.add_argument("-o", "--output", metavar="FILE", default="report.html",
                        help="the page to write (default: %(default)s)")
    return parser.parse_args()


def speedups_in(path, runs):
    """Of each run: the number of the run it is compared with, and its speed-up with the first seed."""
    comparison = load_json(path)
    try:
        machines = comparison["machines"]
        gains = [(machines.index(gain["over"]), gain["by_seed"][0])
                 for gain in comparison["speedups"]]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: not a comparison of machines") from error
    if len(gains) != len(runs):
        raise BadInput(f"{path}: compares {len(gains)} machines, not {len(runs)}")
    return gains


def sweep_in(path, runs):
    """Field and values of a sweep with a value for each run."""
    sweep = load_json(path)
    values = sweep.get("values") if isinstance(sweep, dict) else None
    if not isinstance(values, list) or len(values) != len(runs) or "field" not in sweep:
        raise BadInput(f"{path}: expected a field and {len(runs)} values")
    return sweep


def write(options):
    runs = [load_run(folder) for folder in options.folders]
    gains = speedups_in(options.compare, runs) if options.compare else None
    sweep = sweep_in(options.sweep, runs) if options.sweep else None
    # Plotting is slow to load: only once the input is known to be good.
    from page import page
    from published import load_published
    published = load_published(options.folders)
    if sweep and options.sweep_figure:
        from plotting import standalone
        from sweeps import figure
        options.sweep_figure.write_text(standalone(figure(runs, sweep)), encoding="utf-8")
    Path(options.output).write_text(page(runs, published, gains, sweep, options.note),
                                    encoding="utf-8")


def main():
    options = arguments()
    guarded("report", lambda: write(options), options.output)


if __name__ == "__main__":
    main()
