# SPDX-License-Identifier: Apache-2.0
"""Runs of scenarios with faults."""

import csv

from cli import CliTest, stats

LINK = "machine.cxl.socket3_pool"


def scenario(faults, programs='{workload: "gups:scale=10,updates=20000"}', machine="starnuma16"):
    rows = "".join(f"  - {fault}\n" for fault in faults)
    return (f"kind: scenario\nmachine: {machine}\nseed: 1\nprograms:\n  - {programs}\n"
            + (f"faults:\n{rows}" if faults else ""))


class FaultTest(CliTest):
    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def broken(self, name, *faults, programs='{workload: "gups:scale=10,updates=20000"}', code=0,
               delivery="immediate", machine="starnuma16"):
        """Runs a scenario with all pages on the pool."""
        file = self.write(f"{name}.yaml", scenario(faults, programs, machine))
        done, _, err = self.call("run", file, "-o", name, "--set", "placement.policy=pool_share", "--set",
                                 "placement.pool_share=1", "--set", "pool.capacity_of_footprint=1",
                                 "--set", f"simulation.delivery={delivery}", "--set", "simulation.check=coherence",
                                 "--no-report")
        self.assertEqual(done, code, err)
        return err, stats(self.folder / name)

    def rows(self, name, table="faults.csv"):
        with open(self.folder / name / table, encoding="utf-8") as file:
            return list(csv.DictReader(file))
