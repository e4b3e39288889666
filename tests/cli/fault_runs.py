# SPDX-License-Identifier: Apache-2.0
"""Runs of scenarios with faults."""

import csv

import cli

LINK = "machine.cxl.socket3_pool"


def scenario(faults, program='workload: "gups:scale=10,updates=20000"', machine="starnuma16"):
    return cli.scenario(machine, [program], seed=1, faults=faults)


class FaultTest(cli.CliTest):
    def broken(self, name, *faults, program='workload: "gups:scale=10,updates=20000"', code=0,
               delivery="immediate", machine="starnuma16"):
        """Runs a scenario with all pages on the pool."""
        file = self.write(f"{name}.yaml", scenario(faults, program, machine))
        done, _, err = self.call("run", file, "-o", name, "--set", "placement.policy=pool_share", "--set",
                                 "placement.pool_share=1", "--set", "pool.capacity_of_footprint=1",
                                 "--set", f"simulation.delivery={delivery}", "--set", "simulation.check=coherence",
                                 "--no-report")
        self.assertEqual(done, code, err)
        return err, cli.stats(self.folder / name)

    def rows(self, name, table="faults.csv"):
        with open(self.folder / name / table, encoding="utf-8") as file:
            return list(csv.DictReader(file))
