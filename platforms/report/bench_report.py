#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the page of one `bench pool` folder, or its figures as files of their own."""

import argparse
from html import escape
from pathlib import Path

from failures import guarded
from results import BadInput, load_json


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path, help="a result folder of bench pool")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="the page to write")
    parser.add_argument("--figures", metavar="FOLDER", type=Path,
                        help="write each figure as an SVG file there")
    return parser.parse_args()


def load(folder):
    """What the bench was, and its statistics by path."""
    bench = load_json(folder / "bench.json")
    stats = load_json(folder / "stats.json")
    if not isinstance(bench, dict) or not bench.get("runs") or not isinstance(stats, list):
        raise BadInput(f"{folder}: not a result folder of bench pool")
    return bench, {stat["path"]: stat["value"] for stat in stats}


def parts_of_page(bench, parts):
    """Title, introduction and body."""
    title = f"bench pool {bench['bench']}: {bench['heads']} heads of {bench['machine']}"
    intro = (f"The multi-headed device alone, in queued mode: {escape(bench['time'])} of\n"
             f"simulated time a point, seed {bench['seed']}, random delays up to "
             f"{escape(bench['delay'])}.")
    body = "\n".join(f"<section>\n<h2>{escape(name)}</h2>\n<p>{escape(sentence)}</p>\n{content}\n"
                     "</section>" for name, sentence, content in parts)
    return title, intro, body


def write(options):
    bench, values = load(options.folder)
    # Plotting is slow to load: only once the input is known to be good.
    import pool_figures
    import pool_tables
    from page import document
    from plotting import standalone
    figures = pool_figures.figures(bench, values)
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        for name, (_, _, svg) in figures.items():
            file = options.figures / f"pool_{bench['bench']}_{name}.svg"
            file.write_text(standalone(svg), encoding="utf-8")
    if options.output:
        sections = [*figures.values(), *pool_tables.tables(bench, values)]
        options.output.write_text(document(*parts_of_page(bench, sections)), encoding="utf-8")


def main():
    options = arguments()
    guarded("bench_report", lambda: write(options))


if __name__ == "__main__":
    main()
