#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts with pools for high-performance computing: shares of pages, unloaded latencies, hosts that share a
pool's bandwidth."""

import json
import unittest

from cli import CliTest, needs_engine, stats

SMALL = "xs:scale=12,lookups=2000"
SWEEP = f"""kind: experiment
machine: hpc_intel
workload: "{SMALL}"
sweep: {{field: placement.pool_share, values: [0, 0.75]}}
"""
HOSTS = ("first", "second", "third")


class Pooling(CliTest):
    def run_quietly(self, name, *words):
        return stats(self.run_to(name, *words))

    def test_the_pool_has_the_stated_share_of_pages(self):
        for share in (0.25, 1):
            run = self.run_quietly(f"share{share}", "hpc_intel", SMALL, "--set",
                                   f"placement.pool_share={share}")
            self.assertEqual(run["run.pages.pool"], int(share * run["run.pages.total"]))
        for pools in (1, 3):
            run = self.run_quietly(f"pools{pools}", "hpc_amd", SMALL, "--set",
                                   f"pool.count={pools}")
            self.assertEqual(run["run.pages.pool"], run["run.pages.total"] * pools // (pools + 1))
        refused = self.refused("run", "hpc_amd", SMALL, "--set", "pool.count=0")
        self.assertIn("pool_interleave needs a pool", refused[0])

    @needs_engine
    def test_a_sweep_of_the_share_ends_in_a_class(self):
        (self.folder / "capacity.yaml").write_text(SWEEP, encoding="utf-8")
        out = self.good("run", "capacity.yaml", "--no-report", "-o", "result")
        times = [stats(self.folder / f"result/hpc_intel_{share}")["run.time_ns"]
                 for share in ("0", "0.75")]
        verdict = json.loads((self.folder / "result/sweep.json").read_text())["verdict"]
        self.assertIn(f"{times[1] / times[0]:.3f} times", verdict)
        self.assertIn(verdict, out)
        self.assertIn(verdict, (self.folder / "result/report.html").read_text(encoding="utf-8"))

    def test_advice_follows_from_runs_alone(self):
        for name, workload in (("full", "stream:scale=14"), ("light", SMALL)):
            self.run_quietly(name, "hpc_intel_hosts", f"{workload}@socket0", "--set",
                             "placement.pool_share=1")
        out = self.good("advise", "full", "light")
        self.assertRegex(out, r"full +full +[12]\.\d\d +[12]\.\d\d +apart")
        self.assertRegex(out, r"light +light +1\.[01]\d +1\.[01]\d +may share")
        self.assertIn("apart", self.good("advise", "light", "--limit", "1"))
        self.run_quietly("near", "hpc_intel", SMALL)
        self.assertEqual(self.refused("advise", "full", "near"), [
            "advise: near: no access to a pool device; expected a job with pages on one, as with --set "
            "placement.pool_share=1"])

    def test_each_host_is_as_far_from_memory_and_pool_as_published(self):
        described = json.loads(self.good("describe", "hpc_intel_hosts", "--json"))
        self.assertEqual(described["latency_ns"],
                         {f"s{s}": {f"s{s}": 113, "pool": 205} for s in range(len(HOSTS))})

    def test_hosts_that_share_a_pool_share_its_bandwidth(self):
        times = []
        for hosts in (1, 3):
            programs = " + ".join(f"stream:scale=14@socket{host}" for host in range(hosts))
            run = self.run_quietly(f"hosts{hosts}", "hpc_intel_hosts", programs, "--set",
                                   "placement.pool_share=1")
            times.append(max(value for path, value in run.items()
                             if path.endswith("time_ns") and path.startswith(("program.", "run."))))
            for host in range(hosts):
                self.assertGreater(run[f"host.{HOSTS[host]}.memory.pool"], 0)
        self.assertGreater(times[1], 2 * times[0])


if __name__ == "__main__":
    unittest.main()
