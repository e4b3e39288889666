# SPDX-License-Identifier: Apache-2.0
"""Tables III and IV, the first-order example and the search of migration limits."""

from dataclasses import replace
from types import SimpleNamespace

from starnuma.campaign.grid import Label
from starnuma.campaign.results import TIME, estimate
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.figures import EIGHT, gains, speedup_exhibit
from starnuma.evaluation.methods import PREFIX
from starnuma.evaluation.reference import published_name
from starnuma.report.content import Cell, Head, Row, Table, Text


def table3(results, reference):
    """Shows IPC and misses of the baseline, and IPC of one socket."""
    table = reference.data["table3_baseline"]

    def of(key):
        return lambda name: table[key][reference.number[name]]

    def little(workload):
        """Returns a sentence on IPC as pending misses over misses per instruction and AMAT."""
        name, machine = published_name(workload), PREFIX + "baseline"
        flight, amat, mpki = (ex.measured(results, machine, workload, f"run.{path}") for path in
                              ("pending_misses_per_core", "amat_ns", "llc_mpki"))
        if not name or None in (flight, amat, mpki):
            return ""
        known = reference.system(name, "baseline")
        return (f"pending misses {flight.mean / known.in_flight - 1:+.0%}, "
                f"AMAT {amat.mean / known.amat - 1:+.0%}, MPKI {mpki.mean / known.mpki - 1:+.0%}")
    ipc = ex.statistic_lines(results, "baseline", "run.ipc", of("ipc"), why=little)
    mpki = ex.statistic_lines(results, "baseline", "run.llc_mpki", of("llc_mpki"))
    alone = ex.statistic_lines(results, "one socket", "run.ipc", of("single_socket_ipc"))
    return ex.Exhibit([*ex.table("IPC per core of the baseline", ipc, 3),
                       *ex.table("LLC misses per 1000 instructions", mpki, 1),
                       *ex.table("IPC per core of one socket alone", alone, 3)],
                      ex.numbers("table3.ipc", ipc[:1]))


def table4(results, reference):
    known = reference.data["table4_fraction_of_migrations_to_pool"]

    def moved(workload):
        made = ex.measured(results, PREFIX + "T16", workload, "run.migration.completed")
        return "" if made is None else f"{made.mean:,.0f} pages moved"
    lines = ex.statistic_lines(results, "T16", "run.migration.to_pool_share", known.get, why=moved)
    return ex.Exhibit([*ex.table("Share of migrations that go to the pool, T16", lines, 2)],
                      ex.numbers("table4", lines[:1]))


def first_order(results, reference):
    """Shows the example of 160 to 112 ns: the effect of a pool on the mean latency of idle accesses.

    In the example 36 % of the accesses go to pages that all sockets share."""
    near, one, two, pool = (ex.measured(results, "starnuma16", workload, "run.amat_unloaded_ns")
                            for workload in ex.workloads_of(results))
    example = reference.data["first_order_example"]
    shared = example["accesses_to_all_shared_pages"]
    spread = near.mean / 16 + one.mean * 3 / 16 + two.mean * 12 / 16
    own = (1 - shared) * near.mean
    rows = [("pages spread over 16 sockets", own + shared * spread, example["amat_before_ns"]),
            ("three quarters of these accesses from the pool, one from the chassis",
             own + shared * (0.75 * pool.mean + 0.25 * one.mean), example["amat_after_ns"]),
            ("all of them from the pool", own + shared * pool.mean, None)]
    lines = [ex.Line(name, {"ours": ex.constant(value)}, known) for name, value, known in rows]
    latencies = ", ".join(f"{name} {value.mean:.0f}" for name, value in
                          (("local", near), ("same chassis", one), ("other chassis", two),
                           ("pool", pool)))
    return ex.Exhibit([*ex.table("Mean of idle accesses, ns", lines, 1, corner="accesses"),
                       Text(f"From unloaded latencies that runs of pointer_chase found, ns: "
                            f"{latencies}.")], ex.numbers("first_order", lines))


def limits(results, reference):
    """Shows the gain of the pool if each workload and system has its best limit, and the search for it."""
    settings = [setting.name for setting in results.plan.settings]
    suited, rows = SimpleNamespace(points={}, runs={}), []
    for workload in ex.workloads_of(results):
        for machine in results.plan.machines:
            runs = {name: found for name in settings
                    if (found := ex.runs_of(results, machine.name, workload, name))}
            if settings[0] not in runs:
                continue
            stay = [run.value(TIME) for run in runs[settings[0]]]
            by_limit = {name: estimate([a / run.value(TIME) for a, run in zip(stay, found)])
                        for name, found in runs.items()}
            best = max(by_limit, key=lambda name: by_limit[name].mean)
            label = Label(machine.name, workload)
            suited.points[label] = results.points[replace(label, setting=best)]
            suited.runs[label] = runs[best]
            rows.append(Row(ex.short(workload), [
                Cell(machine.name, "text"),
                *(Cell(by_limit[name].text(3) if name in by_limit else "–") for name in settings),
                Cell(best, "text")]))
    lines = gains(suited, "baseline", "T16", reference.average("speedup_t16"), EIGHT,
                  reference.speedup, reference)
    made = speedup_exhibit("limits", "Speed-up of T16 over the baseline, each at its best limit",
                           lines)
    heads = [Head("system"), *(Head(f"limit {name}") for name in settings), Head("best")]
    return ex.Exhibit([*made.blocks, Table("Speed-up over pages that stay, by migration limit", heads,
                                           rows, corner="workload")], made.numbers)
