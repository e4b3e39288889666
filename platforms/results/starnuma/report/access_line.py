# SPDX-License-Identifier: Apache-2.0
"""Data of the time line of the slowest accesses: parts of each with their colours, and commands."""

from starnuma.report.breakdown import looks_of
from starnuma.report.classes import label_of
from starnuma.report.content import AccessLine, Swatch
from starnuma.slow import commands


def access_line(run, number, accesses, kinds, folder):
    """Returns the element for the accesses of a run, whose folder is `folder` in commands."""
    looks = looks_of(kinds)
    parts = {name: {"label": look.label, "role": Swatch(look.index).role, "waits": look.hatched}
             for name, look in looks.items() if any(name in slow.ledger for slow in accesses)}
    data = {"about": "Slowest accesses over time", "kinds": parts,
            "accesses": [entry(slow, run, kinds, folder, parts) for slow in accesses]}
    return AccessLine(f"accesses{number}", data)


def entry(slow, run, kinds, folder, parts):
    explain = commands(slow, folder, run, kinds)[0][1]
    line = f"0x{slow.line:x}"
    return {"name": f"#{slow.transaction}", "core": slow.core, "home": slow.home, "line": line,
            "class": label_of(slow.access_class), "issued": slow.issued / 1000, "latency": slow.latency_ns,
            "parts": [[name, slow.ledger[name] / 1000] for name in parts if slow.ledger.get(name)],
            "explain": explain, "explainLine": explain.rpartition(" --worst")[0] + f" --line {line}"}
