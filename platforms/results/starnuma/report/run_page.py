# SPDX-License-Identifier: Apache-2.0
"""Sections of a page about one run or several."""

from starnuma.published import published_of
from starnuma.report.bakeoff import bakeoff
from starnuma.report.breakdown import breakdown
from starnuma.report.classes import MOST_COLUMNS, access_mix, looks_of, percentiles, placement, table
from starnuma.report.content import Fold, Section
from starnuma.report.distribution import distribution
from starnuma.report.drawing import drawings
from starnuma.report.headline import headline, over_the_first
from starnuma.report.loaded import loaded
from starnuma.report.machine_time import machine_time
from starnuma.report.memory import memory
from starnuma.report.page import page
from starnuma.report.phases import phases
from starnuma.report.profile import profile
from starnuma.report.programs import programs
from starnuma.report.sharing import sharing
from starnuma.report.slowest import slowest
from starnuma.report.statistics import statistics
from starnuma.report.sweep import sweep
from starnuma.report.timeline import timeline
from starnuma.report.tracking import fidelity
from starnuma.report.utilisation import utilisation
from starnuma.report.verdict import verdict
from starnuma.report.waterfall import waterfall

INTRO = ("AMAT counts demand accesses that miss the last-level cache, from the "
         "core's request to its data.")
MANY = 6  # from this number on, runs are points of a sweep or a bake-off, whose own folders have the details


def run_page(runs, folders, note="", gains=None, swept=None, contest=None, mixed=None):
    """Returns the sections.

    folders   name of each run's folder in commands
    note      text at the top of the page
    mixed     MixTable of mixed loads"""
    published = [published_of(run) for run in runs]
    few = len(runs) < MANY
    alone = swept is None and contest is None  # otherwise their tables come first
    layout = "columns" if len(runs) <= MOST_COLUMNS else ""
    sections = [
        Section("Sweep", "One field, one value after another; the rest is as in the experiment's "
                "file.", sweep(runs, swept) if swept is not None else []),
        Section("Bake-off", "Speed-up and changes are over the first row; regret is the time "
                "beyond the static oracle's; OS busy is the share of time of the core that moves "
                "pages.", bakeoff(contest) if contest is not None else []),
        Section("Headline", "Measured values." + note_on(published),
                headline(runs, published, gains) if alone else []),
        *([mixed.section()] if mixed else []),
        Section("Programs", "Programs that ran at the same time, each in its own address space.",
                programs(runs) if few else []),
        Section("Latency breakdown", "Mean of all LLC misses, by kind; the parts sum to AMAT.",
                breakdown(runs, published), layout),
        Section("Changes of AMAT", "Parts of AMAT that change, in ns per LLC miss, from the machine "
                "that a machine is compared with.",
                waterfall(runs, gains or over_the_first(runs)) if few and alone else []),
        Section("Slowest accesses", "The slowest LLC misses of the measured window. On the time line, the parts of "
                "an access are side by side in the order of the ledger, hatched where it waits; explain prints its "
                "hops in the order of time. A click on an access shows its commands, which run in the source tree.",
                slowest(runs, folders) if few else []),
        Section("Access mix", "LLC misses by the source of their data: number, mean latency, "
                "and latency of the same accesses in an unloaded machine.",
                access_mix(runs, published) + table(runs, published), layout),
        Section("Latency percentiles", "Share of misses with at most this latency. With queues, only mean "
                "waits are exact and percentiles are approximate.",
                (distribution(runs, looks_of(runs)) if few else []) + percentiles(runs)),
        Section("Loaded latency", "Latency under growing load, from none to the most that the cores can offer.", loaded(runs)),
        Section("Time line", "By interval of simulated time, from intervals.csv.", timeline(runs)),
        Section("Phases", "Costs and migrations of each phase, from phases.csv; migrations were planned at "
                "the end of the previous phase. The end of the program truncates the last phase.", phases(runs)),
        Section("Memory over time", "Pages of each program by the node that they lie on, from "
                "memory.csv.", memory(runs) if few else []),
        Section("Profile", "How each program uses its pages, by interval of simulated time, from "
                "profile.csv; a touch is any access, fetched lines are LLC misses that memory "
                "served.", profile(runs) if few else []),
        Section("Placement by home", "LLC misses by the home of their page, wherever the data "
                "came from.", placement(runs)),
        Section("Machine", "Links by how busy their busier direction is; squares are heads of a "
                "pool device.", drawings(runs) if few else []),
        Section("Machine over time", "Links by how busy their kind is in an interval of intervals.csv, memories by "
                "their GB/s.", machine_time(runs) if few else []),
        Section("Utilisation", "Share of time that each direction of a link and each memory "
                "channel is busy.", utilisation(runs) if few else []),
        Section("Sharing", "How many sockets share a page, counted over pages and over misses.",
                sharing(runs, published)),
        Section("Tracking", "Metadata of the tracking hardware at the end of the measured window, "
                "compared with the true values. Stores and atomics are not tracked.", fidelity(runs)),
        Section("All statistics", "Everything in stats.json, by object.", statistics(runs)),
        Section("Configuration", "Run this file again for the same bytes.",
                [Fold(f"{run.name}: effective.yaml", run.effective) for run in runs]),
    ]
    return page(title_of(runs), " ".join(filter(None, ("starnuma report.", note, INTRO))), sections,
                sentences(runs, gains, swept, contest))


def sentences(runs, gains, swept, contest):
    """Returns the first sentences, whose names are values of a sweep or contenders of a bake-off."""
    if contest is not None:
        rows = contest["rows"]
        by_seed = [row["speedup"]["by_seed"] if row.get("speedup") else None for row in rows]
        base = next((i for i, values in enumerate(by_seed) if values and set(values) == {1}), 0)
        return verdict(runs, [values and (base, values) for values in by_seed], [row[contest["first"]] for row in rows]) \
            if len(rows) == len(runs) else []
    names = [f"{swept['field']} = {value}" for value in swept["values"]] if swept is not None else None
    return verdict(runs, gains or over_the_first(runs), names)


def title_of(runs):
    names = " and ".join(run.name for run in runs) if len(runs) < 3 else f"{len(runs)} machines"
    workloads = list(dict.fromkeys(run.workload for run in runs if run.workload))
    return f"{', '.join(workloads)} on {names}" if workloads else names


def note_on(published):
    if not any(published):
        return ""
    return (" Published values are next to the runs that they compare with; those marked d are derived "
            "from published values.")
