#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run --trace-events: the file has the format, shows what the waves show, and sums to the ledger."""

import csv
import json
import re
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from cli import CliTest, stats
from trace_events import TraceEvents, picoseconds
from waves import NEEDS_FST2VCD, before, changes, transactions

RUN = ("starnuma16", "bfs:scale=12,trials=1")
CORES = ("--wave-scope", "socket*.core*")
SOME = ("--wave-scope", "machine.socket3.core1", "--wave-scope", "machine.socket3.home",
        "--wave-scope", "pool")

# Mistake -> (options, required parts of the one line).
BAD = {
    "file that is not compressed": (["--trace-events", "x.json"], ["--trace-events", ".json.gz", '"x.json"']),
    "file without a name": (["--trace-events", ".json.gz"], ["--trace-events", ".json.gz"]),
    "folder that is not there": (["--trace-events", "no/x.json.gz"], ["--trace-events", "no"]),
    "misspelt scope": (["--trace-events", "x.json.gz", "--wave-scope", "machine.sokcet3.core1"],
                       ["--wave-scope", '"machine.socket3.core1"']),
    "scope without a file": (["--wave-scope", "machine.pool"], ["--waves", "--trace-events"]),
    "RTL without waves": (["--trace-events", "x.json.gz", "--wave-rtl", "x.fst"], ["--wave-rtl", "--waves"]),
    "file in the result folder": (["--trace-events", "out/x.json.gz", "-o", "out"], ["--trace-events", "out"]),
}


class TraceEventFiles(CliTest):
    def test_what_is_wrong_is_said_in_one_line_before_the_run(self):
        (self.folder / "out").mkdir()
        for what, (options, words) in BAD.items():
            with self.subTest(what):
                code, out, err = self.call("run", "starnuma16", "bfs:scale=8", *options)
                self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
                for word in words:
                    self.assertIn(word, err)

    def test_slices_of_all_misses_sum_to_the_ledger(self):
        folder = self.run_to("all", *RUN, "--trace-events", "all.json.gz", *CORES)
        events = TraceEvents(self.folder / "all.json.gz")
        first = json.loads((folder / "worst.json").read_text(encoding="utf-8"))["first_transaction"]
        run = stats(folder)
        accesses = {(one["place"], one["begin"]): one for one in events.slices
                    if "args" in one and one["args"].get("transaction", 0) >= first}
        sums, parts = Counter(), Counter()
        for one in events.slices:
            if one["cat"] != "ledger":
                continue
            access = one["parent"]["place"], one["parent"]["begin"]
            self.assertEqual(one["args"]["ps"], one["end"] - one["begin"])
            if access in accesses:
                sums[one["name"]] += one["end"] - one["begin"]
                parts[access] += one["end"] - one["begin"]
        self.assertEqual(len(parts), run["run.llc_misses"])
        for place, total in parts.items():
            self.assertEqual(total, accesses[place]["end"] - accesses[place]["begin"])
        for path, mean in run.items():
            if found := re.fullmatch(r"run\.latency\.(\w+)_ns", path):
                self.assertAlmostEqual(sums[found[1]] / 1000 / len(parts), mean, places=6, msg=path)

    @NEEDS_FST2VCD
    def test_lanes_queues_and_windows_are_those_of_the_waves(self):
        self.run_to("both", "starnuma16", "bfs:scale=8", "--waves", "w.fst", "--trace-events", "w.json.gz", *SOME)
        events, waves = TraceEvents(self.folder / "w.json.gz"), changes(self.folder / "w.fst")
        lanes = {}
        for one in sorted(events.slices, key=lambda one: one["begin"]):
            if one["cat"] not in ("ledger", "run"):
                lanes.setdefault(".".join(one["place"]), []).append(one["args"]["transaction"])
        shown = {name.removesuffix("_id"): numbers for name, series in waves.items()
                 if name.endswith("_id") and (numbers := transactions(series))}
        for name, numbers in shown.items():
            self.assertEqual([number for number in lanes[name] if number], numbers, name)
        self.assertEqual(set(shown), {name for name, numbers in lanes.items() if any(numbers)})
        queues = {(events.processes[one["pid"]], picoseconds(one["ts"])): one["args"]
                  for one in events.counters if one["name"] == "queue"}
        self.assertTrue(queues)
        for (scope, time), values in queues.items():
            for name, value in values.items():
                self.assertEqual(value, before(waves[f"{scope}.{name}"], time + 1), (scope, name, time))
        window, = [one for one in events.slices if one["cat"] == "run"]
        self.assertEqual(window["name"], "measured window")

    def test_a_trigger_is_shown_and_a_second_run_gives_equal_bytes(self):
        words = ("starnuma16", "bfs:scale=8", "--trace-events", "t.json.gz", "--wave-on",
                 "message=BISnpData", "--wave-after", "100us")
        with tempfile.TemporaryDirectory() as place:
            self.run_to("a", *words)
            events = TraceEvents(self.folder / "t.json.gz")
            again = Path(place) / "again.json.gz"
            (self.folder / "t.json.gz").rename(again)
            self.run_to("b", *words)
            self.assertEqual((self.folder / "t.json.gz").read_bytes(), again.read_bytes())
        self.assertEqual([one["name"] for one in events.instants], ["trigger"])
        fired = picoseconds(events.instants[0]["ts"])
        self.assertTrue(all(one["begin"] <= fired + 100_000_000 for one in events.slices if one["cat"] != "ledger"))

    def test_phases_have_the_times_of_their_table(self):
        folder = self.run_to("phases", "starnuma16_t16", "bfs:scale=10", "--trace-events", "p.json.gz",
                             "--wave-scope", "machine.socket0.core0")
        spans = [one for one in TraceEvents(self.folder / "p.json.gz").slices if one["cat"] == "run"]
        phases = [one for one in spans if one["place"] == ("run", "run.phases")]
        with open(folder / "phases.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 1)
        self.assertEqual([one["name"] for one in phases], [f"phase {row['phase']}" for row in rows])
        for one, row in zip(phases, rows):
            self.assertAlmostEqual((one["end"] - one["begin"]) / 1000,
                                   float(row["end_ns"]) - float(row["begin_ns"]), places=3)
        window, = [one for one in spans if one not in phases]
        self.assertEqual(phases[-1]["end"], window["end"])

    def test_the_pool_bench_writes_them_too(self):
        out = self.good("bench", "pool", "storm", "--point", "lines4", "-o", "storm", "--trace-events", "s.json.gz",
                        "--wave-window", "20us:20500ns", "--wave-scope", "bench.device")
        self.assertIn("These are the waves of lines4.", out)
        events = TraceEvents(self.folder / "s.json.gz")
        self.assertTrue(events.slices)
        self.assertLessEqual(set(events.processes.values()), {"run", "bench.device", "bench.device.handles",
                                                              "bench.device.sends", "bench.device.ingress"})

    def test_nothing_in_the_window_leaves_no_file(self):
        (self.folder / "n.json.gz").write_text("from an earlier run", encoding="utf-8")
        out = self.good("run", "starnuma16", "pointer_chase:home=pool,lines=10", "-o", "n", "--no-report",
                        "--trace-events", "n.json.gz", "--wave-window", "1s:2s")
        self.assertEqual(out.splitlines()[0], "Waves: nothing changed from 1 s to 2 s; no file is written, and "
                                              "the earlier n.json.gz is removed")
        self.assertFalse((self.folder / "n.json.gz").exists())


if __name__ == "__main__":
    unittest.main()
