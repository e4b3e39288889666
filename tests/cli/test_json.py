#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""--json: every command that prints a table prints one JSON document in its place."""

import json
import subprocess
import sys
import unittest

from boxes import ONE_SOCKET
from cli import CLI, CliTest, needs_engine

# Also the commands of many runs.
ALL = sys.argv[1:] == ["all"]
WORKLOAD = "gups:scale=14,updates=4000"
RUN = ("two_socket", WORKLOAD)
# Command -> (call that prints a table in seconds, keys of its document). `run` writes the folders a and b.
TABLES = {
    "run": (["run", *RUN, "--no-report"], {"machine", "workload", "seed", "results", "host", "stats"}),
    "diff": (["diff", "a", "b"], {"a", "b", "compared", "configuration", "statistics"}),
    "advise": (["advise", "pooled"], {"limit", "jobs", "pairs"}),
    "explain": (["explain", "a", "--worst", "3"], {"machine", "workload", "window_begin_ps", "accesses"}),
    "describe": (["describe", "starnuma16"], {"links"}),
    "bench": (["bench", "queueing", "--messages", "1000"], {"suite", "tables", "checks", "all_hold"}),
    "list": (["list"], {"machines", "workloads"}),
    "trace": (["trace", "info", "bwa"], {"traces"}),
    "verify": (["verify", "coherence", "--ops", "2000"], {"suite", "tables", "checks", "all_hold"}),
    "fit": (["fit", "box.yaml"], {"machine", "rows"}),
    "validate": (["validate", "logical_pool_link0", "--short"], {"curves", "links"}),
}
# Commands that need the engine of plans.
WITH_ENGINE = {
    "run": (["run", *RUN, "--compare-delivery"], {"field", "values", "rows"}),
    "compare": (["compare", "single_socket", *RUN], {"machines", "workload", "seeds", "speedups"}),
    "bakeoff": (["bakeoff", WORKLOAD, "--machine", "starnuma8", "--policies", "starnuma_t0"], {"rows"}),
    "plan": (["plan", "plan.yaml"], {"plan", "rows", "failed"}),
    "size": (["size", *RUN, "--factors", "socket_channels", "--seeds", "1"], {"rows", "advice"}),
    "characterize": (["characterize", WORKLOAD, "--machine", "single_socket"],
                     {"size", "values"}),
    "demo": (["demo", "--workload", WORKLOAD], {"machines", "speedups"}),
    "figures": (["figures", "first_order"], {"size", "values"}),
}
PLAN = f"kind: plan\nmachines: [single_socket]\nworkloads: ['{WORKLOAD}']\n"
# Commands whose output has no table.
NO_TABLE = {"probe", "check", "check-log", "export", "schema", "completion", "manual", "test", "install", "wheel", "docs"}


class Json(CliTest):
    def document(self, words, keys):
        """Returns the document of a call, whose stdout has nothing else; the text of the call has no braces."""
        done = subprocess.run([CLI, *words, "--json"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        found = json.loads(done.stdout)
        self.assertLessEqual(keys, found.keys(), words)
        return found

    def prepare(self):
        for name, seed in (("a", "1"), ("b", "2")):
            self.run_to(name, *RUN, "--seed", seed)
        self.run_to("pooled", "starnuma8", WORKLOAD, "--set", "placement.policy=pool_share",
                    "--set", "placement.pool_share=1")
        (self.folder / "box.yaml").write_text(json.dumps(ONE_SOCKET), encoding="utf-8")
        (self.folder / "plan.yaml").write_text(PLAN, encoding="utf-8")

    def test_every_command_prints_a_table_with_json_or_none(self):
        listed = {line.split()[0] for line in self.good("--help").splitlines() if line.startswith("  ")}
        self.assertEqual(listed, {*TABLES, *WITH_ENGINE, *NO_TABLE})
        for command in listed - {"test", "install", "wheel", "docs"}:
            offered = "--json" in self.good(command, "--help")
            self.assertEqual(offered, command not in NO_TABLE, command)

    def test_stdout_is_one_document_with_the_columns_of_the_table(self):
        self.prepare()
        for command, (words, keys) in TABLES.items():
            with self.subTest(command=command):
                self.document(words, keys)

    @unittest.skipUnless(ALL, "takes a minute")
    @needs_engine
    def test_stdout_of_many_runs_is_one_document(self):
        self.prepare()
        for command, (words, keys) in WITH_ENGINE.items():
            with self.subTest(command=command):
                self.document(words, keys)

    def test_the_document_has_the_numbers_of_the_text(self):
        self.prepare()
        shown = self.document(["diff", "a", "b"], set())
        text = self.call("diff", "a", "b", "--all")[1]
        for stat in shown["statistics"]:
            self.assertIn(f"  {stat['path']} ", text)
        self.assertEqual(len(shown["statistics"]), int(text.split("statistics: ")[1].split()[0]))
        slowest = self.document(["explain", "a", "--worst", "2"], set())["accesses"]
        text = self.good("explain", "a", "--worst", "2")
        for access in slowest:
            self.assertIn(f"#{access['transaction']}  {access['latency_ps'] / 1000:.1f} ns", text)
            self.assertIn(access["show"], text)
            self.assertEqual(sum(access["ledger_ps"].values()), access["latency_ps"])
        machines = [machine["name"] for machine in self.document(["list", "machines"], set())["machines"]]
        self.assertEqual([line.split()[0] for line in self.good("list", "machines").splitlines()[1:]], machines)
        [trace] = self.document(["trace", "info", "bwa"], set())["traces"]
        self.assertRegex(self.good("trace", "info", "bwa"), rf"instructions +{trace['instructions']}\n")
        table = self.document(["bench", "queueing", "--messages", "1000"], set())
        rows = [row for each in table["tables"] for row in each["rows"]]
        self.assertEqual(len(rows), len(table["checks"]))
        self.assertEqual(all(row["met"] for row in rows), table["all_hold"])

    def test_output_without_a_table_is_refused_in_one_line(self):
        for words in (["run", *RUN, "--dry-run"], ["trace", "check", "bwa"], ["verify", "rtl"],
                      ["verify", "protocol", "--mutants"], ["describe", "starnuma16", "--dot"]):
            with self.subTest(words=words):
                [line] = self.refused(*words, "--json")
                self.assertIn("--json", line)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
