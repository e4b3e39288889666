# SPDX-License-Identifier: Apache-2.0
"""Which laws a result folder breaks, as lines for the user."""

from functools import lru_cache

from starnuma.laws.expression import Numbers
from starnuma.laws.read import values_of
from starnuma.laws.table import load_laws, verdicts

SHOWN = 3  # places of a law that are printed


def broken(folder):
    """Returns one line for each broken law of a result folder, up to SHOWN places of each law."""
    laws, places = the_laws()
    wrong = {}
    for verdict in verdicts(laws, Numbers(values_of(folder), places)):
        if not verdict.holds:
            wrong.setdefault(verdict.law.name, []).append(verdict.text())
    lines = []
    for texts in wrong.values():
        lines += [f"{folder}: law {text}" for text in texts[:SHOWN]]
        if len(texts) > SHOWN:
            lines.append(f"{folder}: {len(texts) - SHOWN} more places of this law")
    return lines


@lru_cache(maxsize=1)
def the_laws():
    return load_laws()
