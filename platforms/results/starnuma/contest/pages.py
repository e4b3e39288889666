# SPDX-License-Identifier: Apache-2.0
"""Writes the page of a contest and, if there is one seed and no --no-report, the pages of its runs."""

from starnuma.report.page import write as write_text
from starnuma.report.run_page import run_page


def write(made, note="", **parts):
    """Writes the pages of the contest `made`; `parts` are arguments of run_page."""
    runs, shown = made.first_runs(), made.shown()
    if not (made.many_seeds or made.options.no_report):
        for run, folder in zip(runs, shown):
            write_text(run.folder / "report.html", run_page([run], [folder]))
    write_text(made.options.output / "report.html", run_page(runs, shown, note, **parts))
