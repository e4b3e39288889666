# SPDX-License-Identifier: Apache-2.0
"""Speed-up of T16 over the bandwidth of migration, by the number of migrating cores."""

from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.figures import gains, speedup_exhibit
from starnuma.report.content import Cell, Head, Row, Table, unbroken

MOVES = "run.migration."


def migration_bandwidth(results, _):
    blocks, numbers, rows = [], {}, []
    for machine in results.plan.machines[1:]:
        name = machine.name.removeprefix("T16 ")
        lines = gains(results, "baseline", machine.name, None)
        blocks += speedup_exhibit(f"migration-{name.replace(' ', '-')}", f"Speed-up of T16, {name}",
                                  lines).blocks
        numbers.update(ex.numbers(f"migration_bandwidth.{name.replace(' ', '_')}", lines[-1:]))
        rows += [rate_row(results, machine.name, name, workload, line.values["ours"])
                 for workload, line in zip(ex.workloads_of(results), lines)]
    heads = [Head("migration", look="text"), Head("pages/s of the cores"), Head("planned pages/s"),
             Head("made, %"), Head("speed-up")]
    return ex.Exhibit([*blocks, Table("Speed-up over migration bandwidth", heads, rows,
                                      corner="workload")], numbers)


def rate_row(results, machine, name, workload, gain):
    """Returns the bandwidth that the cores have, the one that the policy needs, and the speed-up."""
    rate = ex.measured(results, machine, workload, f"{MOVES}pages_per_second")
    made, planned, time = (ex.measured(results, machine, workload, path) for path in
                           (f"{MOVES}completed", f"{MOVES}planned", "run.time_ns"))
    share = f"{100 * made.mean / planned.mean:.0f}" if planned.mean else "–"
    return Row(ex.short(workload), [
        Cell(name, "text"), Cell(f"{rate.mean:,.0f}" if rate else "–"),
        Cell(f"{planned.mean / time.mean * 1e9:,.0f}"), Cell(share), Cell(unbroken(gain.text(3)))])
