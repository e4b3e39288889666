# SPDX-License-Identifier: Apache-2.0
"""Queries to Perfetto's trace processor, and a model of its importer that answers them where it cannot be installed.

The importer (json_trace_parser_impl.cc, slice_tracker.cc) truncates times to nanoseconds in floating point and executes
the events in order of time; an end closes the slice of its thread that was opened last."""

import re
import sqlite3

ERRORS = "select name, value from stats where severity in ('error', 'data_loss') and value > 0"
# Accesses of the measured window and the parts of their ledgers.
PARTS = """with parts as (
  select ledger.name as name, ledger.dur as dur, extract_arg(ledger.arg_set_id, 'args.ps') as ps, access.id as access,
    access.dur as whole from slice ledger join slice access on ledger.parent_id = access.id
  where ledger.category = 'ledger' and extract_arg(access.arg_set_id, 'args.transaction') >= {first}) """
ACCESSES = PARTS + "select count(distinct access) as accesses from parts"
DIFFERENT = PARTS + """select count(*) as different from (
  select access from parts group by access having sum(dur) != min(whole))"""
LEDGER = PARTS + "select name, sum(ps) as ps, sum(dur) as dur from parts group by name"


def ledger_queries(first):
    """Returns queries about the accesses from transaction `first` on."""
    return [query.format(first=first) for query in (ACCESSES, DIFFERENT, LEDGER)]


def check_ledger(test, answers, run):
    """Compares the answers to ledger_queries with the statistics of a run."""
    ((accesses,),), ((different,),), ledger = answers
    test.assertEqual(accesses, run["run.llc_misses"])
    test.assertEqual(different, 0)  # parts sum to each access in nanoseconds too
    for column, places in ((1, 6), (2, 0)):
        means = {row[0]: row[column] / (1000 if column == 1 else 1) / accesses for row in ledger}
        for path, mean in run.items():
            if found := re.fullmatch(r"run\.latency\.(\w+)_ns", path):
                test.assertAlmostEqual(means.get(found[1], 0), mean, places=places, msg=path)


def imported(events):
    """Returns a data base with the table `slice` of a file's events."""
    ordered = sorted((int(float(event["ts"]) * 1000), index) for index, event in enumerate(events)
                     if event["ph"] in ("B", "E"))
    slices, threads = [], {}
    for time, index in ordered:
        event = events[index]
        stack = threads.setdefault((event["pid"], event["tid"]), [])
        if event["ph"] == "E":
            begun = slices[stack.pop()]
            begun["dur"] = time - begun["ts"]
            continue
        slices.append({"id": len(slices), "ts": time, "dur": -1, "parent_id": stack[-1] if stack else None,
                       "category": event["cat"], "name": event["name"], "arg_set_id": index})
        stack.append(len(slices) - 1)
    base = sqlite3.connect(":memory:")
    base.execute("create table slice (id, ts, dur, parent_id, category, name, arg_set_id)")
    base.executemany("insert into slice values (:id, :ts, :dur, :parent_id, :category, :name, :arg_set_id)", slices)
    base.execute("create index by_id on slice (id)")
    base.create_function("extract_arg", 2, lambda index, key: events[index].get("args", {}).get(key.removeprefix("args.")))
    return base
