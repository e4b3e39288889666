# SPDX-License-Identifier: Apache-2.0
"""Writes a machine whose latencies and bandwidths match those of a measured computer."""

import argparse
import json
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path

from starnuma.files import BadInput, read
from starnuma.fit import box as boxes
from starnuma.fit import correct, residuals
from starnuma.fit.machine import HEAD, first_guess, text_of
from starnuma.fit.measure import Bench
from starnuma.report.guard import guarded

MACHINE_FILE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}\.yaml")


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


def refuse_other_file(output, box):
    """Raises BadInput if the output has no name of a machine, is the box, or is not a file that fit has written."""
    if not MACHINE_FILE.fullmatch(output.name):
        raise BadInput(f'{output}: expected a file called a name of letters, digits, "_", "-" and "." and .yaml')
    if not output.exists():
        return
    if output.samefile(box):
        raise BadInput(f"{output}: is the box itself, expected another file to write")
    if not output.is_file() or not read(output).startswith(HEAD):
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
    guarded("", lambda: fit(options), options.output)


if __name__ == "__main__":
    main()
