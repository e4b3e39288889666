# SPDX-License-Identifier: Apache-2.0
"""Writes one self-contained HTML page about one run, or about several side by side."""

import argparse
from pathlib import Path

from starnuma.files import BadInput, load_json
from starnuma.report.guard import guarded
from starnuma.result_folder import load_run


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.report", description=__doc__)
    parser.add_argument("folders", metavar="DIR", nargs="+", type=Path, help="a result folder")
    parser.add_argument("-o", "--output", metavar="FILE", default="report.html",
                        help="the page to write (default: %(default)s)")
    parser.add_argument("--note", metavar="TEXT", default="", help="first sentence of the page")
    parser.add_argument("--compare", metavar="FILE",
                        help="compare.json, whose speed-ups the runs then show")
    parser.add_argument("--sweep", metavar="FILE",
                        help="sweep.json: the runs are points of it, in this order")
    parser.add_argument("--sweep-figure", metavar="FILE", type=Path,
                        help="write the sweep's figure as an SVG file too")
    parser.add_argument("--bakeoff", metavar="FILE",
                        help="bakeoff.json: the runs are its contenders")
    parser.add_argument("--shown-as", metavar="DIR", type=Path, nargs="+",
                        help="how commands in the page name the folders, if not as given")
    return parser.parse_args(words)


def speedups_in(path, runs):
    """Returns for each run (number of the run it is compared with, speed-ups by seed)."""
    comparison = load_json(path)
    try:
        machines = comparison["machines"]
        gains = [(machines.index(gain["over"]), gain["by_seed"])
                 for gain in comparison["speedups"]]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: not a comparison of machines") from error
    if len(gains) != len(runs):
        raise BadInput(f"{path}: compares {len(gains)} machines, not {len(runs)}")
    return gains


def sweep_in(path, runs):
    """Returns the document of a sweep with one value per run. Raises BadInput if it does not fit."""
    sweep = load_json(path)
    values = sweep.get("values") if isinstance(sweep, dict) else None
    whole = isinstance(values, list) and {"field", "decimals", "rows"} <= sweep.keys()
    if not whole or len(values) != len(runs):
        raise BadInput(f"{path}: expected a field, {len(runs)} values and the rows of a table")
    return sweep


def write(options):
    runs = [load_run(folder) for folder in options.folders]
    sweep = sweep_in(options.sweep, runs) if options.sweep else None
    gains = speedups_in(options.compare, runs) if options.compare else None
    bakeoff = load_json(options.bakeoff) if options.bakeoff else None
    # Plotting is slow to load, so the input is checked first.
    from starnuma.report import page, run_page, standalone
    from starnuma.report.sweep import panels
    if sweep and options.sweep_figure:
        names = [str(value) for value in sweep["values"]]
        page.write(options.sweep_figure, standalone.file_of(panels(runs, names, sweep["field"])))
    page.write(options.output, run_page.run_page(runs, options.shown_as or options.folders,
                                                 options.note, gains, sweep, bakeoff))


def main(words=None):
    options = arguments(words)
    guarded("report", lambda: write(options), options.output, options.folders)


if __name__ == "__main__":
    main()
