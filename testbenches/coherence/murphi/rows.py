# SPDX-License-Identifier: Apache-2.0
"""Effect of a firing of a Murphi rule according to the rows of the C++ tables.

A model is compared firing by firing. The row of the previous state gives the messages sent, the changes
and the next state. The rows are a dump of the tables (verify protocol) with the texts of their pages.
"""

import collections

IGNORED = {"nothing", "read memory", "release the line", "access"}


class Differs(Exception):
    """A firing that differs from its row."""


class Rows:
    """Dumped rows, and the subset that firings have used."""

    def __init__(self, dump):
        self.rows = {(row["table"], row["state"], row["event"]): row for row in dump}
        self.met = set()

    def at(self, table, state, event):
        """Returns (next state, set of actions) of a row."""
        key = (table, state, event)
        if key not in self.rows:
            raise Differs(f"{table}: no row for {state} x {event}")
        self.met.add(key)
        row = self.rows[key]
        return row["next"], set(row["actions"].split("; ")) - IGNORED


def expect(what, rows, model):
    if rows != model:
        raise Differs(f"{what}: {rows} by the rows, {model} in the model")


def others(hosts, name):
    return [host for host in hosts if host != name]


class Step:
    """One firing compared with rows; subclasses define the parts specific to a model."""

    LINES = {}  # state of the model's line -> state in the tables

    def __init__(self, rows, firing):
        self.rows = rows
        self.rule, self.host, self.before, self.after = firing
        self.expected = collections.Counter()  # (message, host) sent

    def line(self, host, when=None):
        return self.LINES[(when or self.before)["line"][host]]

    def compare(self):
        try:
            self.take()
            expect("messages", dict(+self.expected), dict(collections.Counter(self.sent())))
        except Differs as differs:
            raise Differs(f'rule "{self.rule}": {differs}') from None


def compare(step, model_firings, dump, outside):
    """Returns at most one error of each kind: firings that differ from their rows, and unused rows."""
    rows = Rows(dump)
    complaints = []
    for firing in model_firings:
        try:
            step(rows, firing).compare()
        except Differs as differs:
            complaints.append(str(differs))
            break
    if not complaints:
        for key, row in rows.rows.items():
            if key not in rows.met and not outside(row):
                complaints.append(f"{key[0]}: no firing meets {key[1]} x {key[2]}")
    return complaints
