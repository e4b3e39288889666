# SPDX-License-Identifier: Apache-2.0
"""Logical memory pools compared with a physical one: bandwidth of a vector's sum, incast, and links."""

import re

from starnuma.campaign.results import TIME
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation import statements
from starnuma.evaluation.statements import Found, Published
from starnuma.files import parse_yaml
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text

FILE = "logical_pools"
LINKS = ("link0", "link1")
KINDS = ("logical", "physical", "with a cache")
LOOKS = {kind: Look(kind, index) for index, kind in enumerate(KINDS)}
GIB = {"KiB": 2**-20, "MiB": 2**-10, "GiB": 1, "TiB": 2**10}


def gib_of(workload):
    return int(re.search(r"gib=(\d+)", workload)[1])


def vectors(results):
    """Returns {(kind, link): {GiB: run}} of the first seed."""
    found = {}
    for label, runs in results.runs.items():
        kind, link = label.machine.split(" over ")
        found.setdefault((kind, link), {})[gib_of(label.workload)] = runs[0]
    return found


def sizes_of(run):
    """Returns the memory of a server and of the pool in GiB, at full size."""
    machine = parse_yaml(run.effective, "effective.yaml")["machine"]
    found = []
    for box in ("socket", "pool"):
        memory = machine[box]["memory"]
        number, unit = memory["capacity_per_channel"].split()
        found.append(float(number) * GIB[unit] * memory["channels"])
    return found


def bandwidth(run, head="run", workload="workload"):
    """Returns the bandwidth of summing a vector, GB/s: the bytes of all rounds over their time."""
    sums = f"{workload}.vector_sum"
    return (run.value(f"{sums}.vector_bytes") * run.value(f"{sums}.rounds")
            / run.value(TIME if head == "run" else f"{head}.time_ns"))


def lmp(results, reference, largest, links):
    published = Published(reference.platforms, FILE)
    runs = vectors(results)
    for key, found in vectors(largest).items():
        runs[key] = {**runs[key], **found}
    sizes = sorted({gib for found in runs.values() for gib in found})
    rows = [Row(f"{kind} over {link}", [Cell(f"{bandwidth(runs[kind, link][gib]):.1f}"
                                         if gib in runs[kind, link] else "refused")
                                    for gib in sizes]) for link in LINKS for kind in KINDS]
    blocks = [picture(runs, sizes),
              Table("Bandwidth of the sum, GB/s", [Head(f"{gib} GiB") for gib in sizes], rows,
                    corner="pool"),
              Text("Refused: the vector is larger than the pool and local memory together; a run "
                   "ends with a line that says so.")]
    measured = points_of(links)
    found = published.rows({**vector_statements(published, runs),
                            **link_statements(published, measured)})
    return ex.Exhibit([*blocks, curves(measured, published),
                       *statements.blocks("Published and measured",
                                          list(found.values()))],
                      statements=statements.as_data(found))


def picture(runs, sizes):
    panels = []
    for link in LINKS:
        rows = [(f"{gib} GiB", {kind: ex.constant(bandwidth(runs[kind, link][gib]))
                                for kind in KINDS if gib in runs[kind, link]}) for gib in sizes]
        panels.append(ex.intervals(f"lmp-{link}", f"Bandwidth of a vector's sum, {link}", rows, LOOKS,
                                   Scale("GB/s")))
    return Figure("lmp", panels, [(look.label, Swatch(look.index)) for look in LOOKS.values()])


def near(value, bounds):
    return abs(value / bounds["value"] - 1) <= bounds["within"]


def vector_statements(published, runs):
    found = {}
    for key, kind, gib in (("vector_8", "physical", 8), ("vector_24", "physical", 24),
                           ("cache_24", "with a cache", 24), ("cache_64", "with a cache", 64)):
        ratio = {link: bandwidth(runs["logical", link][gib]) / bandwidth(runs[kind, link][gib])
                 for link in LINKS}
        found[key] = Found(near(ratio["link1"], published.bounds(key)),
                           f"{ratio['link1']:.2f} over link1, {ratio['link0']:.2f} over link0",
                           why_of(runs, kind, gib))
    rates = " and ".join(f"{bandwidth(runs['logical', link][96]):.1f} GB/s over {link}"
                         for link in LINKS)
    local, pool = sizes_of(runs["physical", "link1"][64])
    found["vector_96"] = Found(local + pool < 96, f"{rates}; the physical pool has {pool:g} GiB "
                               f"and its server {local:g} GiB", "it fits")
    return found


def why_of(runs, kind, gib):
    """Returns a sentence on the utilisation of the links and its sources."""
    ours, other = runs["logical", "link1"][gib], runs[kind, "link1"][gib]
    parts = [f"{100 * (ours.value('run.access_mix.local') or 0):.0f} % of the logical pool's "
             f"misses are local, {100 * (other.value('run.access_mix.local') or 0):.0f} % of the "
             "other's"]
    head = "program.vector_sum.migration"
    faults = other.value(f"{head}.page_fault_time")
    if faults is not None:
        cores = other.value(f"{head}.page_faults")
        parts.append(f"{cores:.0f} page faults took {faults / 1e3:.0f} us of the cores' time")
    return "; ".join(parts) + "; a device acknowledges clean evictions, 8 bytes per line of 64"


def points_of(results):
    """Returns {"local" or link: (minimum ns, GB/s at full load, ns at full load)}."""
    found = {}
    for label, runs in results.runs.items():
        kind = re.search(r"class=(\w+)", label.workload)[1]
        name = "local" if kind == "local" else label.machine
        head = f"workload.loaded_latency.{kind}"
        last = max(int(path.split(".")[3]) for path in runs[0].by_path
                   if path.startswith(f"{head}."))
        found[name] = (runs[0].value(f"{head}.0.least_latency"),
                       runs[0].value(f"{head}.{last}.achieved"),
                       runs[0].value(f"{head}.{last}.latency"))
    return found


def curves(measured, published):
    rows = []
    for name in ("local", *LINKS):
        known = published["local"] if name == "local" else published["links"][name]
        least, rate, loaded = measured[name]
        rows.append(Row(name, [
            Cell(f"{least:.0f}"), Cell(f"{known['min_ns']}", "soft"), Cell(f"{rate:.1f}"),
            Cell(f"{known['gbps']}", "soft"), Cell(f"{loaded:.0f}"),
            Cell(f"{known['max_loaded_ns']}", "soft")]))
    return Table("Latency and bandwidth of the ways to memory",
                 [Head("unloaded, ns"), Head("published"), Head("GB/s"), Head("published"),
                  Head("at full load, ns"), Head("published")], rows, corner="way")


def link_statements(published, measured):
    found = {}
    for name, (least, rate, loaded) in measured.items():
        flight = rate * loaded / 64
        why = f"{flight:.0f} lines are in flight, by Little's law; cores hold 12 each"
        for key, value, unit in (("min", least, "ns"), ("rate", rate, "GB/s"),
                                 ("loaded", loaded, "ns")):
            key = f"{key}_{name}"
            found[key] = Found(near(value, published.bounds(key)), f"{value:.1f} {unit}", why)
    return found


SERVERS = [Head(f"server {number}") for number in range(1, 5)]


def rates_of(run):
    """Returns the GB/s of each program; one program runs on each server."""
    return [bandwidth(run, f"program.{each['name']}", f"program.{each['name']}.workload")
            for each in run.programs]


def incast(results, _):
    """Shows the read bandwidth of each server if all read the fourth server's memory."""
    rows = []
    for label, runs in results.runs.items():
        run = runs[0]
        rates = rates_of(run)
        busy = run.value("machine.fabric.socket3_fabric_switch.forward.utilisation")
        rows.append(Row(label.machine, [*(Cell(f"{rate:.1f}") for rate in rates),
                                        Cell(f"{sum(rates[:3]):.1f}"), Cell(f"{100 * busy:.0f}")]))
    heads = [*SERVERS, Head("over the link"), Head("link busy, %")]
    return ex.Exhibit([
        Table("Incast: four servers sum up vectors in the fourth one's memory, GB/s", heads, rows,
              corner="link"),
        Text("The fourth server reads its own memory; its link to the switch is what the others "
             "share.")])


def moves(results, _):
    """Shows the bandwidth of each server on a vector in the next server, which stays or migrates."""
    rows = []
    for label, runs in results.runs.items():
        run = runs[0]
        rates = rates_of(run)
        rows.append(Row(label.machine, [*(Cell(f"{rate:.1f}") for rate in rates),
                                        Cell(f"{100 * run.value('run.access_mix.local'):.0f}"),
                                        Cell(f"{run.value('machine.region_mover.regions'):.0f}")]))
    heads = [*SERVERS, Head("local misses, %"), Head("regions moved")]
    return ex.Exhibit([Table("Data that lie on the next server, GB/s", heads, rows,
                             corner="logical pool")])


def shipped(results, _, vectors_of_one, largest):
    """Compares the sum by the first server with the sum by all servers, each over its own part."""
    runs = {gib: [run] for found in (vectors_of_one, largest)
            for gib, run in vectors(found)["logical", "link0"].items()}
    for label, found in results.runs.items():
        runs.setdefault(gib_of(label.workload), []).append(found[0])
    rows = [Row(f"{gib} GiB", [Cell(f"{bandwidth(run):.1f}") for run in both])
            for gib, both in sorted(runs.items()) if len(both) == 2]
    return ex.Exhibit([Table("Sums that go to their data, GB/s",
                             [Head("by the first server"), Head("by the server that holds the data")], rows,
                             corner="vector")])
