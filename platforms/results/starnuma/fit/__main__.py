# SPDX-License-Identifier: Apache-2.0
"""Writes a machine whose latencies and bandwidths match those of a measured computer."""

import argparse
import json
import os
import tempfile
from pathlib import Path

from starnuma.files import BadInput, read
from starnuma.fit import box as boxes
from starnuma.fit import correct, residuals
from starnuma.fit.machine import HEAD, first_guess, text_of
from starnuma.fit.measure import Bench
from starnuma.report.guard import guarded


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.fit", description=__doc__)
    parser.add_argument("box", metavar="BOX", type=Path, help="a file that starnuma probe wrote")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="machine file to write; "
                        "without it the box is only checked")
    parser.add_argument("--json", action="store_true", help="print one JSON document in place of the table")
    parser.add_argument("--program", required=True, metavar="FILE", help="the starnuma program")
    parser.add_argument("--platforms", required=True, metavar="FOLDER", help="with the schemas")
    return parser.parse_args(words)


def fit(options):
    box = boxes.load(options.box, options.platforms)
    if options.output is None:
        return
    refuse_other_file(options.output, options.box)
    machine = first_guess(box)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, Path(folder))
        correct.fit(machine, box, bench)
        rows = residuals.rows(machine, box, bench)
    lines = residuals.lines(rows)
    write(options.output, text_of(machine, lines))
    if options.json:
        print(json.dumps({"machine": str(options.output), "rows": [row._asdict() for row in rows]}, indent=1))
    else:
        print("\n".join(lines))
        print(f"\nMachine: {options.output}")


def refuse_other_file(output, box):
    """Raises BadInput if the output is the box, or a file that fit has not written."""
    if not output.exists():
        return
    if output.samefile(box):
        raise BadInput(f"{output}: is the box itself, expected another file to write")
    if output.is_file() and not read(output).startswith(HEAD):
        raise BadInput(f"{output}: exists and was not written by fit, expected another file to write")


def write(file, text):
    """Replaces a file by one rename, so that an interrupted write keeps the old file."""
    draft = file.with_name(f".{file.name}.partial")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def main(words=None):
    options = arguments(words)
    guarded("", lambda: fit(options), options.output)


if __name__ == "__main__":
    main()
