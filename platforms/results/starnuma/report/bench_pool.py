# SPDX-License-Identifier: Apache-2.0
"""Writes the page of one `bench pool` folder, or its figures as separate files."""

import argparse
from pathlib import Path

from starnuma.files import BadInput, load_json, require_whole
from starnuma.report.guard import guarded


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.report.bench_pool", description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path, help="a result folder of bench pool")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="the page to write")
    parser.add_argument("--figures", metavar="FOLDER", type=Path,
                        help="write each figure as an SVG file there")
    return parser.parse_args(words)


def load(folder):
    """Returns the description of the bench, and its statistics by path."""
    require_whole(folder)
    bench = load_json(folder / "bench.json")
    stats = load_json(folder / "stats.json")
    if not isinstance(bench, dict) or not bench.get("runs") or not isinstance(stats, list):
        raise BadInput(f"{folder}: not a result folder of bench pool")
    return bench, {stat["path"]: stat["value"] for stat in stats}


def write(options):
    bench, values = load(options.folder)
    # Plotting is slow to load, so the input is checked first.
    from starnuma.report import page, pool_figures, pool_tables, standalone
    figures = pool_figures.sections(bench, values)
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        for figure in (section.blocks[0] for section in figures):
            page.write(options.figures / f"pool_{bench['bench']}_{figure.name}.svg",
                       standalone.file_of(figure))
    if options.output:
        title = f"bench pool {bench['bench']}: {bench['heads']} heads of {bench['machine']}"
        intro = (f"starnuma report. The multi-headed device alone, in queued delivery: {bench['time']} "
                 f"simulated per point, seed {bench['seed']}, random delays up to "
                 f"{bench['delay']}.")
        page.write(options.output, page.page(title, intro,
                                             [*figures, *pool_tables.sections(bench, values)]))


def main(words=None):
    options = arguments(words)
    guarded("bench_pool", lambda: write(options), options.output, [options.folder])


if __name__ == "__main__":
    main()
