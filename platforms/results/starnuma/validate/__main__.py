# SPDX-License-Identifier: Apache-2.0
"""Runs the machines of measured systems and compares the results with the measurements."""

import argparse
import json
from pathlib import Path

from starnuma.files import BadInput
from starnuma.report.guard import guarded
from starnuma.validate import reference, runs, tables
from starnuma.validate.curves import compare

WHOLE = ",pages=480"
SHORT = ",pages=480,points=few,loads=128"


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.validate", description=__doc__)
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="only these")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR",
                        help="folder for results, plots, validate.json and validate.md")
    parser.add_argument("--program", required=True, metavar="FILE", help="the starnuma program")
    parser.add_argument("--short", action="store_true", help="few points of each curve")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="override a field of all machines")
    parser.add_argument("--json", action="store_true", help="print validate.json in place of the tables")
    return parser.parse_args(words)


def validate(options):
    systems, links = reference.load()
    known = [entry.name for entry in (*systems, *links)]
    for name in options.systems:
        if name not in known:
            raise BadInput(f"unknown system {name!r}, expected one of {', '.join(known)}")
    systems = reference.chosen(systems, options.systems)
    links = reference.chosen(links, options.systems)
    extra = SHORT if options.short else WHOLE
    jobs = [job for system in systems for job in system.jobs(extra).values()]
    jobs += [link.job(",points=few" if options.short else "") for link in links]
    found = runs.run_all(options.program, jobs, options.output, options.set)
    from starnuma.validate import pages, plots  # slow to load
    curves = {system.name: curves_of(system, found) for system in systems}
    rows = [row for system in systems for row in compared(system, curves[system.name])]
    link_rows = [tables.link_row(link, found[link.name]) for link in links]
    if not options.json:
        show(rows, link_rows)
    text = json.dumps({"curves": rows, "links": link_rows}, indent=2)
    (options.output / "validate.json").write_text(text + "\n", encoding="utf-8")
    (options.output / "validate.md").write_text(tables.markdown(rows, link_rows), encoding="utf-8")
    figures = [plots.write(system, curves[system.name], options.output) for system in systems]
    (options.output / "report.html").write_text(pages.html(rows, link_rows, figures), encoding="utf-8")
    print(text if options.json else
          f"\nResults: {options.output}\nReport: {options.output / 'report.html'}")


def curves_of(system, found):
    """Returns {read share: our curve} of a system."""
    return {share: runs.curve_of(found[job.name]) for share, job in system.jobs("").items()}


def compared(system, ours):
    """Returns the rows of a system."""
    return [tables.row_of(system, share, ours[share], measured, compare(ours[share], measured))
            for share, measured in system.curves.items()]


def show(rows, link_rows):
    if rows:
        print(f"Ours, measured, difference; {tables.MARKED}.\n".replace("(saturated), ", "(saturated),\n"))
        print(tables.HEAD)
    for row in rows:
        print(tables.line(row))
    if rows and link_rows:
        print()
    for row in link_rows:
        print(tables.link_line(row))


def main(words=None):
    options = arguments(words)
    guarded("validate", lambda: validate(options), options.output)


if __name__ == "__main__":
    main()
