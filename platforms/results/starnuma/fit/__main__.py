# SPDX-License-Identifier: Apache-2.0
"""Writes a machine whose latencies and bandwidths match those of a measured computer, or a box from the texts
of other tools."""

import argparse
import json
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path

from starnuma.files import BadInput, printable, read
from starnuma.fit import box as boxes
from starnuma.fit import correct, residuals
from starnuma.fit.imports import importer
from starnuma.fit.machine import HEAD, first_guess, text_of
from starnuma.fit.measure import Bench
from starnuma.report.guard import guarded

MACHINE_FILE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}\.yaml")


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.fit", description=__doc__)
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="a box, or with --from measurements")
    parser.add_argument("--from", dest="imports", action="store_true", help="write a box from the files")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="machine file to write; "
                        "without it the box is only checked")
    parser.add_argument("--json", action="store_true", help="print one JSON document in place of the table")
    parser.add_argument("--program", required=True, metavar="FILE", help="the starnuma program")
    parser.add_argument("--platforms", required=True, metavar="FOLDER", help="with the schemas")
    return parser.parse_args(words)


def import_box(options):
    """Writes a box from the texts of other tools, checked as `fit` checks boxes."""
    refuse_other_file(options.output, options.files, importer.HEAD)
    box = importer.import_files(options.files)
    with draft_of(options.output) as draft:
        draft.write_text(importer.text_of(box, options.files), encoding="utf-8")
        boxes.load(draft, options.platforms)
    if options.json:
        print(json.dumps({"box": str(options.output), "notes": box["notes"]}, indent=1))
    else:
        print("\n".join([f"Box: {options.output}", *map(printable, box["notes"])]))


def fit(options):
    box = boxes.load(options.files[0], options.platforms)
    if options.output is None:
        return
    refuse_other_file(options.output, options.files, HEAD)
    machine = first_guess(box)
    with draft_of(options.output) as draft, tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program, Path(folder))
        correct.fit(machine, box, bench)
        rows = residuals.rows(machine, box, bench)
        lines = residuals.lines(rows)
        draft.write_text(text_of(machine, lines), encoding="utf-8")
    if options.json:
        print(json.dumps({"machine": str(options.output), "rows": [row._asdict() for row in rows]}, indent=1))
    else:
        print("\n".join(lines))
        print(f"\nMachine: {options.output}")


def refuse_other_file(output, inputs, head):
    """Raises BadInput if the output has no name of a machine, is an input, or is not a file that starts with `head`,
    as those that fit has written."""
    if not MACHINE_FILE.fullmatch(output.name):
        raise BadInput(f'{output}: expected a file called a name of letters, digits, "_", "-" and "." and .yaml')
    if not output.exists():
        return
    if any(file.exists() and output.samefile(file) for file in inputs):
        raise BadInput(f"{output}: is the box itself, expected another file to write")
    if not output.is_file() or not read(output).startswith(head):
        raise BadInput(f"{output}: exists and was not written by fit, expected another file to write")


@contextmanager
def draft_of(file):
    """Yields an empty draft, made at once so that a file that cannot be written is reported before the work.

    The draft replaces the file by one rename, or is removed if the work fails."""
    draft = file.with_name(f".{file.name}.partial")
    try:
        draft.write_text("", encoding="utf-8")
        yield draft
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def main(words=None):
    options = arguments(words)
    guarded("", lambda: (import_box if options.imports else fit)(options), options.output)


if __name__ == "__main__":
    main()
