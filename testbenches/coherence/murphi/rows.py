# SPDX-License-Identifier: Apache-2.0
"""What the rows of the C++ tables say that a firing of a Murphi rule does.

A model is compared firing by firing: the row of the state before says what is sent, what is changed
and the state after. The rows are a dump of the tables (verify protocol), texts as in their pages.
"""

import collections

IGNORED = {"nothing", "read memory", "requests may go on", "access"}


class Differs(Exception):
    """A firing is not what the row says."""


class Rows:
    """The dumped rows, and which of them firings have met."""

    def __init__(self, dump):
        self.rows = {(row["table"], row["state"], row["event"]): row for row in dump}
        self.met = set()

    def at(self, table, state, event):
        """(next state, set of actions) of a row."""
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
    """One firing, compared with rows; the models' own parts are in their subclasses."""

    LINES = {}  # state of the model's line to that of the tables

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
    """Complaints, at most one of each kind: firings unlike their rows, and rows that none meets."""
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
