#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one self-contained HTML page about one run, or about several side by side."""

import argparse
from pathlib import Path

from failures import guarded
from results import BadInput, load_json, load_run

REFERENCE = Path(__file__).resolve().parents[1] / "reference" / "starnuma.yaml"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", metavar="DIR", nargs="+", help="a result folder")
    parser.add_argument("--compare", metavar="FILE",
                        help="compare.json, whose speed-up the last run then shows")
    parser.add_argument("--sweep", metavar="FILE",
                        help="sweep.json: the runs are points of it, in this order")
    parser.add_argument("--sweep-figure", metavar="FILE", type=Path,
                        help="write the sweep's figure as an SVG file too")
    parser.add_argument("-o", "--output", metavar="FILE", default="report.html",
                        help="the page to write (default: %(default)s)")
    parser.add_argument("--reference", metavar="FILE", type=Path, default=REFERENCE,
                        help="published values (default: %(default)s)")
    return parser.parse_args()


def speedup_in(path):
    """The speed-up of the last run over the first, as the comparison measured it."""
    comparison = load_json(path)
    if not isinstance(comparison, dict) or not isinstance(comparison.get("speedup"), (int, float)):
        raise BadInput(f"{path}: has no number 'speedup'")
    return comparison["speedup"]


def sweep_in(path, runs):
    """Field and values of a sweep with a value for each run."""
    sweep = load_json(path)
    values = sweep.get("values") if isinstance(sweep, dict) else None
    if not isinstance(values, list) or len(values) != len(runs) or "field" not in sweep:
        raise BadInput(f"{path}: expected a field and {len(runs)} values")
    return sweep


def write(options):
    runs = [load_run(folder) for folder in options.folders]
    speedup = speedup_in(options.compare) if options.compare else None
    sweep = sweep_in(options.sweep, runs) if options.sweep else None
    # Plotting is slow to load: only once the input is known to be good.
    from page import page
    from published import load_published
    published = load_published(options.reference, runs)
    if sweep and options.sweep_figure:
        from plotting import standalone
        from sweeps import figure
        options.sweep_figure.write_text(standalone(figure(runs, sweep)), encoding="utf-8")
    Path(options.output).write_text(page(runs, published, speedup, sweep), encoding="utf-8")


def main():
    options = arguments()
    guarded("report", lambda: write(options), options.output)


if __name__ == "__main__":
    main()
