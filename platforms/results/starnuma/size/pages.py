# SPDX-License-Identifier: Apache-2.0
"""Files of a sizing: table, CSV, JSON, tornado chart and page."""

import csv
import io
import json
import textwrap

from starnuma.campaign.tables import NONE, page_row, text_heads
from starnuma.contest.machines import interval_of
from starnuma.report import page, standalone
from starnuma.report.content import Commands, Head, Section, Table, Text
from starnuma.size import chart
from starnuma.size.effects import ALL, percent_per_thousand
from starnuma.size.factors import FACTORS
from starnuma.text_table import aligned

NOTE = ("Gains over the machine as it is, seed by seed; ±: 95 % interval (Student's t). One factor changes at a "
        "time, so gains of two do not add up.")
WEIGHTED = (" Weighted: the sum over the programs of the time alone on the machine as it is over the time in the "
            "mix, as a ratio to that of the machine as it is.")
COST = " Cost: memory and snoop filter by the prices of their parts, more than the machine as it is."


def heads(effects):
    return ["factor", "change", *(f"gain, {name}" if name == ALL else name for name in effects.columns()),
            "AMAT, ns", *(["cost, USD"] if effects.sizing.costs else []),
            *(["price", "% per 1000"] if effects.prices else [])]


def cells(effects, row):
    found = [row.variant.factor, row.variant.change, *(gain.text(3) for gain in row.gains.values()),
             NONE if row.amat is None else row.amat.text(1)]
    if effects.sizing.costs:
        found.append(NONE if row.cost is None else f"{row.cost:+,.4g}")
    if effects.prices:
        found += [NONE if row.price is None else f"{row.price:,g}",
                  NONE if row.per_price is None else percent_per_thousand(row)]
    return found


def note(effects):
    return NOTE + (WEIGHTED if ALL in effects.columns() else "") + (COST if effects.sizing.costs else "")


def text(effects):
    table = aligned([heads(effects), *(cells(effects, row) for row in effects.rows)], 2)
    return "\n".join([*map(wrapped, effects.advice()), "", *table, "", wrapped(note(effects)),
                      *map(wrapped, left_out(effects)), ""])


def wrapped(sentence):
    return textwrap.fill(sentence, 100)


def left_out(effects):
    return [f"Not varied: {name}: {reason}." for name, reason in effects.sizing.left_out.items()]


def as_csv(effects):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["factor", "change", "of", "gain", "half_width_95", "by_seed"])
    for row in effects.rows:
        for name, gain in row.gains.items():
            writer.writerow([row.variant.factor, row.variant.change, name, gain.mean, gain.half,
                             " ".join(map(repr, gain.values))])
    return out.getvalue()


def as_json(effects):
    rows = [{"factor": row.variant.factor, "change": row.variant.change, "step": row.variant.step,
             "set": row.variant.sets, "policy": row.variant.policy,
             "gains": {name: interval_of(gain.values) for name, gain in row.gains.items()},
             "cost_usd": row.cost, "price": row.price,
             "percent_per_1000": None if row.per_price is None else 1000 * row.per_price}
            for row in effects.rows]
    document = {"machine": effects.sizing.machine, "workload": effects.sizing.workload,
                "seeds": effects.sizing.seeds, "advice": effects.advice(), "rows": rows,
                "not_varied": effects.sizing.left_out}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def html(effects, failed):
    table = Table(note(effects), [*text_heads(heads(effects)[1:2]), *map(Head, heads(effects)[2:])],
                  [page_row(found[:2], found[2:]) for row in effects.rows if (found := cells(effects, row))],
                  corner="factor")
    varied = dict.fromkeys(row.variant.factor for row in effects.rows)
    means = Table("What varies", [Head("meaning", look="text")],
                  [page_row([name, FACTORS[name].meaning], []) for name in varied], corner="factor")
    sections = [Section("Tornado chart", "", [chart.figure(effects)]),
                Section("Factors", "One at a time around the machine.", [table, means, *map(Text, left_out(effects))])]
    if failed:
        sections.insert(0, Section("Failed", "Runs that gave no result.", [
            Commands([(why, command) for command, why in failed.items()])]))
    title = f"{effects.sizing.workload} on {effects.sizing.machine}"
    return page.page(title, "starnuma size.", sections, effects.advice())


def write(folder, effects, failed):
    summary = text(effects)
    page.write(folder / "summary.txt", summary)
    page.write(folder / "size.csv", as_csv(effects))
    page.write(folder / "size.json", as_json(effects))
    page.write(folder / "picture.svg", standalone.file_of(chart.figure(effects)))
    page.write(folder / "report.html", html(effects, failed))
    return summary
