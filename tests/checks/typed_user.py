# SPDX-License-Identifier: Apache-2.0
"""A user's program, which check_types.py reads and nothing runs."""

import starnuma as sn

machine: sn.Machine = sn.machine("starnuma16", {"pool.device.snoop_filter_size": "8 MiB", "pool.count": 1})
result: sn.Result = sn.run(machine, "bfs:scale=16", seed=3)
amat: float = result.amat
parts: dict[str, float] = result.ledger
ipc: float = result.stats["run.ipc"]
grid: sn.Grid = sn.grid([machine, "baseline16"], ["bfs:scale=16"], {"upi.bandwidth": ["3 GB/s"]}, seeds=8, jobs=2)
speedup: sn.Column = grid.speedup(over="baseline16")
warnings: list[str] = sn.check("my.yaml")
explained: sn.Explanation = sn.explain(result, worst=3)
described: sn.Description = sn.describe(machine)
try:
    sn.run("starnuma16", sn.workloads.bfs)
except sn.InputError as error:
    line: int = error.problems[0].line
