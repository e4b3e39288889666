# SPDX-License-Identifier: Apache-2.0
"""Writes the page of `explain`: each access hop by hop on a time line."""

import argparse
from pathlib import Path

from starnuma.files import BadInput, load_json
from starnuma.report.content import AccessLine, Cell, Commands, Head, Row, Section, Swatch, Table
from starnuma.report.guard import guarded

WAITS, WORKS = "waits", "works"


def arguments(words):
    parser = argparse.ArgumentParser(prog="starnuma.report.explanation", description=__doc__)
    parser.add_argument("file", metavar="FILE", type=Path, help="the output of explain --json")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the page to write")
    return parser.parse_args(words)


def nanoseconds(ps):
    return f"{ps / 1000:,.1f}"


def hop_line(number, access):
    """Returns the time line of an access: a row per hop, in order of time."""
    rows = []
    for hop in access["hops"]:
        at, took, waited = hop["at_ps"], hop["took_ps"], hop["waited_ps"]
        rows.append({"name": hop["where"].removeprefix("machine."), "start": at / 1000, "latency": took / 1000,
                     "issued": (access["issued_ps"] + at) / 1000,
                     "parts": [[kind, ps / 1000] for kind, ps in ((WAITS, waited), (WORKS, took - waited)) if ps > 0],
                     "text": f"{hop['where']}: {hop['what']}, {nanoseconds(took)} ns from {nanoseconds(at)} ns on, "
                             f"{nanoseconds(waited)} ns of it waiting"})
    kinds = {WAITS: {"label": "waits", "role": Swatch(1).role, "waits": True},
             WORKS: {"label": "travels or is processed", "role": Swatch(0).role, "waits": False}}
    return AccessLine(f"hops{number}", {"kinds": kinds, "accesses": rows, "about": "Hops over time"})


def section(number, access):
    rows = [Row(hop["where"], [Cell(nanoseconds(hop["at_ps"])), Cell(nanoseconds(hop["took_ps"])),
                               Cell(nanoseconds(hop["waited_ps"])), Cell(hop["what"], "text")])
            for hop in access["hops"]]
    heads = [Head("at, ns"), Head("took"), Head("waited"), Head("what", look="text")]
    ledger = ", ".join(f"{kind} {nanoseconds(ps)}" for kind, ps in access["ledger_ps"].items())
    place = f" ({access['place']})" if access["place"] else ""
    return Section(f"#{access['transaction']}: {nanoseconds(access['latency_ps'])} ns",
                   f"{access['core']} asked for line {access['line']}{place} at {nanoseconds(access['issued_ps'])} ns. "
                   f"Ledger, ns: {ledger}.",
                   [hop_line(number, access), Table(f"Hops of #{access['transaction']}", heads, rows, corner="where"),
                    Commands([("a waveform of these times", access["show"])])])


def write(options):
    document = load_json(options.file)
    if not isinstance(document, dict) or "accesses" not in document:
        raise BadInput(f"{options.file}: expected the output of explain --json")
    from starnuma.report import page
    sections = [section(number, access) for number, access in enumerate(document["accesses"])]
    page.write(options.output, page.page(
        f"explain: {document['workload']} on {document['machine']}",
        "starnuma report. Hops of each access, in nanoseconds after its request; hops in parallel overlap.", sections))


def main(words=None):
    options = arguments(words)
    guarded("explanation", lambda: write(options), options.output, [options.file])


if __name__ == "__main__":
    main()
