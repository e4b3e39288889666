# SPDX-License-Identifier: Apache-2.0
"""Characteristics of workloads as tables and figures of a plan with a machine called `baseline`.

Each function takes the results and the published values and returns an Exhibit."""

from copy import copy

from starnuma.campaign.results import estimate
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.figures import mix_of
from starnuma.evaluation.reference import published_name
from starnuma.published import Published
from starnuma.report.classes import looks_of, shares
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, number, unbroken
from starnuma.report.lines import Line, panel
from starnuma.report.sharing import sharing

MACHINE = "baseline"
CURVES = {"BFS": ("fig2_bfs_cdf", "Fig. 2"), "TC": ("fig13_tc_cdf", "Fig. 13")}
AT_WORK = 0.1  # share of the mean instructions of a core


def called(results, workload):
    """Returns the shortest name that is unique among the workloads."""
    name = ex.short(workload)
    alike = [other for other in ex.workloads_of(results) if ex.short(other) == name]
    return name if len(alike) == 1 else workload


def mix(results, reference):
    """Shows the source of the data of misses by class."""
    rows, farthest = [], []
    for workload in ex.workloads_of(results):
        name = published_name(workload)
        which = "starnuma" if has_pool(results, workload) else "baseline"
        known = reference.system(name, which).mix if name else None
        ours = mix_of(results, MACHINE, workload)
        rows.append((called(results, workload), ours))
        if known:
            rows.append((f"{name}, published", known))
        if known and ours:
            apart = max(known, key=lambda each: abs(ours.get(each, 0) - known[each]))
            farthest.append(f"{name} {apart.replace('_', ' ')} "
                            f"{100 * (ours.get(apart, 0) - known[apart]):+.0f} points")
    runs = [found[0] for found in results.runs.values()]
    sentences = [Text(f"The class that is farthest from the published mix: {'; '.join(farthest)}.")]
    return ex.Exhibit([*shares("mix", "Share of LLC misses by class, %", rows, looks_of(runs)),
                       *(sentences if farthest else [])])


def has_pool(results, workload):
    run = first_run(results, workload)
    return bool(run and run.value("run.pages.pool"))


def first_run(results, workload, machine=MACHINE):
    found = ex.runs_of(results, machine, workload)
    if not found:
        return None
    run = copy(found[0])
    run.name = called(results, workload)
    return run


def pages(results, reference):
    """Shows how many sockets share a page: next to the published curves, and all in one table."""
    blocks, rest = [], []
    for workload in ex.workloads_of(results):
        run, curve = first_run(results, workload), CURVES.get(published_name(workload))
        if run and curve:
            drawn = sharing([run], [Published(sharing=reference.sharing(curve[0]))],
                            f"sharing-{len(blocks)}")
            for figure in drawn:
                figure.heading = f"{run.name}, compared with {curve[1]} of the publication"
            blocks += drawn
        elif run:
            rest.append(run)
    blocks += sharing(rest, [])
    heads = [Head(f"{what}, {text}") for what in ("pages", "misses") for text in
             ("1", "to 4", "to 8", "to 15")]
    rows = []
    for workload in ex.workloads_of(results):
        run, curve = first_run(results, workload), CURVES.get(published_name(workload))
        if not run:
            continue
        rows.append(Row(run.name, [Cell(percent(dict(run.numbered(f"run.sharing.{what}")).get(n)))
                                   for what in ("pages", "misses") for n in (1, 4, 8, 15)]))
        if curve:
            known = reference.sharing(curve[0])
            rows.append(Row(f"{run.name}, published", [
                Cell(percent(dict(known[what]).get(n)), "soft")
                for what in ("pages", "misses") for n in (1, 4, 8, 15)]))
    return ex.Exhibit([*blocks, Table("Pages, and LLC misses to pages, by most sharing sockets, %",
                                      heads, rows, corner="workload")])


def percent(share):
    return "–" if share is None else f"{100 * share:.0f}"


def table_of(results, caption, columns, corner="workload"):
    """Returns a Table of means over seeds; columns is [(head, decimals, run -> value or None)]."""
    rows = []
    for workload in ex.workloads_of(results):
        runs = ex.runs_of(results, MACHINE, workload)
        if not runs:
            continue
        cells = []
        for _, decimals, value in columns:
            found = [value(run) for run in runs]
            cells.append(Cell("–" if None in found
                              else unbroken(estimate(found).text(decimals))))
        rows.append(Row(called(results, workload), cells))
    return Table(caption, [Head(head) for head, _, _ in columns], rows, corner=corner)


def share_of(path):
    return lambda run: None if run.value(path) is None else 100 * run.value(path)


def writes(results, _):
    """Shows reads and writes among the misses, and how widely shared pages are used."""
    def upgrades(run):
        return 1000 * run.value("run.upgrades") / run.value("run.instructions")

    def written_of_shared(run):
        shared = run.value("run.sharing.misses_over_8_sharers")
        return 100 * run.value("run.sharing.misses_over_8_sharers_written") / shared \
            if shared else 0.0
    return ex.Exhibit([table_of(results, "LLC misses, and the pages that they go to", [
        ("loads among LLC misses, %", 0, lambda run: 100 * (1 - run.value("run.write_share"))),
        ("writes to lines already held, per 1000 instructions", 2, upgrades),
        ("pages written, %", 0, share_of("run.sharing.pages_written")),
        ("misses to pages written, %", 0, share_of("run.sharing.misses_written")),
        ("misses to pages of more than 8 sharers that are to written pages, %", 0, written_of_shared)]),
        Text("A page counts as written after a write miss or a write to a shared line; most misses to "
             "pages of more than 8 sharers are to written pages in the published BFS, and to pages "
             "that are only read in its TC.")])


def flight(results, reference):
    """Shows pending misses, and what threads wait for."""
    blocks = [table_of(results, "Pending LLC misses, and the threads' time", [
        ("pending misses per core", 2, lambda run: run.value("run.pending_misses_per_core")),
        ("outside barriers", 2, lambda run: run.value("run.pending_misses_outside_barriers")),
        ("waiting for an MSHR", 2, lambda run: run.value("run.misses_waiting_for_mshr_per_core")),
        ("outstanding, in an MSHR", 2, lambda run: run.value("run.outstanding_misses_per_core")),
        ("when one takes an MSHR", 2, lambda run: run.value("run.outstanding_misses_by_miss")),
        ("time in barriers, %", 0, share_of("run.barrier_share")),
        ("time after the end, %", 0, share_of("run.after_end_share")),
        ("threads at work", 0, threads_at_work)])]
    known = []
    for workload in ex.workloads_of(results):
        name = published_name(workload)
        if name:
            known.append(f"{name} {reference.system(name, 'baseline').in_flight:.1f}")
    if known:
        blocks.append(Text("Pending misses per core that follow from the published IPC, misses and "
                           f"AMAT: {', '.join(known)}. Its core replays traces without wrong guesses, "
                           "barriers or locked operations."))
    blocks.append(Text("A thread is at work where it executes at least a tenth of the mean of all: "
                       "small graphs have fewer chunks than there are threads."))
    return ex.Exhibit(blocks)


def threads_at_work(run):
    counts = [stat["value"] for path, stat in run.by_path.items()
              if path.startswith("machine.socket") and path.endswith(".instructions")
              and ".core" in path]
    if not counts:
        return None
    return sum(count >= AT_WORK * sum(counts) / len(counts) for count in counts)


def working_set(results, _):
    """Shows how many pages are in use at a time."""
    lines, legend, described = [], [], []
    for workload in ex.workloads_of(results):
        run = first_run(results, workload)
        points = run.numbered("run.working_set.pages") if run else []
        total = run.value("run.missed_pages") if run else None
        if not points or not total:
            continue
        end = len(points)
        lines.append(Line(len(lines), [100 * n / end for n, _ in points],
                          [100 * count / total for _, count in points], marks=False))
        legend.append((run.name, Swatch(len(legend))))
        mean = sum(count for _, count in points) / end
        described.append(f"{run.name} {100 * mean / total:.0f} % at a time")
    title = "Pages in use, % of all pages with misses, over the window, %"
    figure = Figure("working-set", [panel("working-set", title, "; ".join(described),
                                          "position in the window, %", lines)], legend)
    return ex.Exhibit([*([figure] if lines else []), table_of(results, "Pages missed on", [
        ("pages with misses", 0, lambda run: run.value("run.missed_pages")),
        ("in use at a time, mean, %", 0, lambda run: in_use(run, mean_of)),
        ("most, %", 0, lambda run: in_use(run, max)),
        ("parts of the window, us", 0, lambda run: run.value("run.working_set.part_ns") / 1000)])])


def mean_of(counts):
    return sum(counts) / len(counts)


def in_use(run, kind):
    counts = [count for _, count in run.numbered("run.working_set.pages")]
    return 100 * kind(counts) / run.value("run.missed_pages")


def sizes(results, _):
    """States which conclusions each size of the runs supports."""
    sentences = {
        "ci": "2^12 vertices or keys, for tests. The order of misses per instruction and the mix; "
              "no sharing, since a page holds the edges of several vertices.",
        "demo": "2^17. Misses, mix, writes and sharing; the first 900 vertices of tc, as a "
                "published window begins.",
        "paper-shape": "2^20; from here on results do not depend on the scale. The first 1800 vertices "
                       "of tc.",
    }
    rows = [Row(called(results, workload), [Cell(workload, "text")])
            for workload in ex.workloads_of(results)]
    return ex.Exhibit([Table("What ran", [Head("as `run` takes it")], rows, corner="workload"),
                       *(Text(f"{name}: {text}") for name, text in sentences.items()),
                       Text("tc needs L1s of their full size: it reuses a list of neighbours, and "
                            "the length of the list does not shrink with the graph.")])
