# SPDX-License-Identifier: Apache-2.0
"""The page of a contest, and with one seed those of its runs."""

from starnuma.report.page import write as write_text
from starnuma.report.run_page import run_page


def write(made, note="", **parts):
    """made: a contest; parts: what run_page takes."""
    runs, shown = made.first_runs(), made.shown()
    if not made.many_seeds:
        for run, folder in zip(runs, shown):
            write_text(run.folder / "report.html", run_page([run], [folder]))
    write_text(made.options.output / "report.html", run_page(runs, shown, note, **parts))
