# SPDX-License-Identifier: Apache-2.0
"""How latencies are spread: percentiles by access class."""

from html import escape

from figures import PLACES
from published import CLASSES
from tables import number, table

PERCENTILES = {"mean": "mean", "p50": "50 %", "p90": "90 %", "p99": "99 %", "p99_9": "99.9 %",
               "max": "longest"}


def percentiles(runs):
    """One row for each class and run; None when no run has percentiles."""
    body = []
    for name in CLASSES:
        for run in runs:
            spread = run.group(f"run.class.{name}.latency", PERCENTILES)
            if run.value(f"run.class.{name}.count") and spread:
                values = "".join(f"<td>{number(spread.get(each), 1)}</td>" for each in PERCENTILES)
                body.append(f"<th>{PLACES[name][0]}</th><td class='text soft'>{escape(run.name)}"
                            f"</td>{values}")
    if not body:
        return None
    heads = "".join(f"<th>{label}</th>" for label in PERCENTILES.values())
    return table([f"<th></th><th></th>{heads}"], body, "headline")
