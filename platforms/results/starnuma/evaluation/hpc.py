# SPDX-License-Identifier: Apache-2.0
"""Programs on memory pools as in the HPC pooling publication: capacity and bandwidth."""

from starnuma.campaign.grid import Label
from starnuma.campaign.results import TIME
from starnuma.evaluation import exhibit as ex
from starnuma.campaign.terms import TERMS, mean_terms, percent, shape_of
from starnuma.evaluation.statements import Found, Published, as_data, blocks, inside
from starnuma.report.bars import Look, Scale
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text

FILE = "hpc_pooling"
CAPTION = "Published and measured"
POOLED = "75"  # setting that the classes are defined by
SERIES = {"caches shrunk with the data": Look("caches shrunk with the data", 0),
          "caches as written": Look("caches as written", 1)}


class Programs:
    """The publication's programs and the programs of ours that represent them."""

    def __init__(self, published):
        self.hpc, self.graph = published["programs"], published["graph_programs"]
        self.name_of = {ours: name for name, ours in {**self.hpc, **self.graph}.items()}

    def name(self, workload):
        kind = workload.partition(":")[0]
        return self.name_of.get(kind, kind)


def runs_by_setting(results, workload):
    """Returns {setting: runs, one per seed} of the plan's only machine."""
    machine = results.plan.machines[0].name
    settings = [setting.name for setting in results.plan.settings]
    found = {name: results.runs.get(Label(machine, workload, "", name)) for name in settings}
    return {name: runs for name, runs in found.items() if runs}


def ratios(results, workload, path=TIME):
    """Returns {setting: mean ratio of a statistic to that of the first setting}."""
    runs = runs_by_setting(results, workload)
    first = next(iter(runs.values()), [])
    return {name: sum(own.value(path) / base.value(path) for own, base in zip(each, first))
            / len(each) for name, each in runs.items()}


def by_program(results, programs, path=TIME):
    return {programs.name(workload): ratios(results, workload, path)
            for workload in ex.workloads_of(results)}


def class_of(slowdown, published):
    below = published["class_below"]
    return next((name for name, limit in below.items() if slowdown < limit), "III")


def class_published(name, published):
    return next((each for each, names in published["classes"].items() if name in names), "–")


def waits(slowdown, amat):
    """Returns the share of a program's time that grows in proportion to its memory's latency."""
    return (slowdown - 1) / (amat - 1) if amat > 1 else 0


def terms_text(results, workload):
    """Returns a sentence on the terms of the time at 75 %, by Little's law."""
    runs = runs_by_setting(results, workload)
    first = next(iter(runs.values()))
    terms = mean_terms(list(zip(first, runs[POOLED])))
    order = sorted((term for term in TERMS if abs(terms[term]) >= 0.01),
                   key=lambda term: -abs(terms[term]))
    return ", ".join(f"{TERMS[term]} {percent(-terms[term])}" for term in order)


def capacity(results, reference, written):
    """Shows slow-downs by the share of pages on the pool.

    `written` holds results, with unchanged caches, of the programs that are blocked for caches."""
    published = Published(reference.platforms, FILE)
    programs = Programs(published)
    times, amats = (by_program(results, programs, path) for path in (TIME, "run.amat_ns"))
    kept = by_program(written, programs)
    shares = [setting.name for setting in results.plan.settings][1:]
    rows = []
    for name, own in times.items():
        pooled = own[POOLED]
        rows.append(Row(name, [
            *(Cell(f"{own[share]:.3f}") for share in shares),
            Cell(class_of(pooled, published)), Cell(class_published(name, published), "soft"),
            Cell(f"{amats[name][POOLED]:.2f}"),
            Cell(f"{100 * waits(pooled, amats[name][POOLED]):.0f}"),
            Cell(f"{kept[name][POOLED]:.3f}" if name in kept else "–"),
            Cell(class_of(kept[name][POOLED], published) if name in kept else "–")]))
    heads = [*(Head(f"{share} %") for share in shares), Head("class"), Head("published"),
             Head("AMAT at 75 %"), Head("waiting, %"), Head("75 %, caches as written"),
             Head("class")]
    why = {programs.name(each): terms_text(results, each) for each in ex.workloads_of(results)}
    found = published.rows(capacity_statements(published, programs, times, kept, amats, why))
    return ex.Exhibit([
        dots(times, kept), Table("Time over that with all pages local", heads, rows,
                                 corner="program"),
        Text("Waiting: the share of its time by which a program would have to grow with AMAT."),
        *(Text(f"{name} at 75 %: {terms}.") for name, terms in why.items()),
        *(Text(misses_text(programs.name(workload), workload, results, written, programs))
          for workload in ex.workloads_of(written)),
        *blocks(CAPTION, list(found.values()))], statements=as_data(found))


def misses_text(name, workload, results, written, programs):
    """Returns a sentence on the effect of smaller caches on a program that is blocked for caches."""
    own = next(each for each in ex.workloads_of(results) if programs.name(each) == name)
    shrunk = next(iter(runs_by_setting(results, own).values()))[0]
    kept = next(iter(runs_by_setting(written, workload).values()))[0]
    return (f"{name}, caches shrunk against as written, all local: "
            f"{shrunk.value('run.llc_mpki'):.1f} and {kept.value('run.llc_mpki'):.1f} LLC misses "
            f"per 1000 instructions, IPC {shrunk.value('run.ipc'):.2f} and "
            f"{kept.value('run.ipc'):.2f}.")


def dots(times, kept):
    shrunk, as_written = SERIES
    rows = []
    for name, own in times.items():
        marks = {shrunk: ex.constant(own[POOLED])}
        if name in kept:
            marks[as_written] = ex.constant(kept[name][POOLED])
        rows.append((name, marks))
    title = "Time with 75 % of the pages on the pool over that with none"
    panel = ex.intervals("hpc_capacity", title, rows, SERIES, Scale("slow-down"))
    return Figure("hpc_capacity", [panel],
                  [(look.label, Swatch(look.index)) for look in SERIES.values()])


def capacity_statements(published, programs, times, kept, amats, why):
    pooled = {name: own[POOLED] for name, own in times.items()}
    found = {}
    for key, names in (("hpc_below_18", programs.hpc), ("hpc_below_10", programs.hpc),
                       ("graph_35_to_50", programs.graph)):
        bounds = published.bounds(key)
        there = {name: pooled[name] for name in names if name in pooled}
        met = [name for name, value in there.items() if inside(value, bounds)]
        best = [name for name, value in there.items()
                if inside(kept[name][POOLED] if name in kept else value, bounds)]
        text = f"{len(met)} of {len(names)}: {', '.join(met) or 'none'}"
        if best != met:
            text += f"; with caches as written {len(best)}: {', '.join(best)}"
        found[key] = Found(len(met) >= bounds["at_least"], text,
                           waiting_text(there, amats, bounds, met))
    for name in programs.hpc:
        found[f"class_{name}"] = class_found(name, published, pooled, kept, why)
    return found


def waiting_text(there, amats, bounds, met):
    """Returns a sentence on the memory wait of the remaining programs, and on the share that would suffice."""
    others = [name for name in there if name not in met]
    if not others:
        return ""
    ends = bounds.get("between", [bounds.get("below")])
    needed = {name: [waits(end, amats[name][POOLED]) for end in ends] for name in others}
    own = ", ".join(f"{name} {100 * waits(there[name], amats[name][POOLED]):.0f} %"
                    for name in others)
    if len(ends) == 2:
        wanted = ", ".join(f"{name} {100 * low:.0f} to {100 * high:.0f} %"
                           for name, (low, high) in needed.items())
        return (f"share of time that these wait for memory: {own}; with this AMAT they would have to "
                f"wait {wanted}")
    limits = [limit for each in needed.values() for limit in each]
    return (f"with AMAT as here, programs that wait for memory less than {100 * min(limits):.0f} to "
            f"{100 * max(limits):.0f} % of their time would; these wait {own}")


def class_found(name, published, pooled, kept, why):
    if name not in pooled:
        return Found(None, "no run")
    own = class_of(pooled[name], published)
    text = f"{own}, {pooled[name]:.3f}"
    if name in kept:
        text += (f"; with caches as written {class_of(kept[name][POOLED], published)}, "
                 f"{kept[name][POOLED]:.3f}")
    return Found(own == class_published(name, published), text, why[name])


def bandwidth(results, reference):
    """Shows speed-ups by the number of pools, and the available bandwidth."""
    published = Published(reference.platforms, FILE)
    programs = Programs(published)
    speed = {name: {pools: 1 / value for pools, value in own.items()}
             for name, own in by_program(results, programs).items()}
    gbps = {name: {pools: moved(runs[0]) for pools, runs in runs_by_setting(results, each).items()}
            for each in ex.workloads_of(results) for name in [programs.name(each)]}
    pools = [setting.name for setting in results.plan.settings]
    rows = [Row(name, [*(Cell(f"{own[count]:.3f}") for count in pools[1:]),
                       *(Cell(f"{gbps[name][count]:.1f}") for count in pools)])
            for name, own in speed.items()]
    heads = [*(Head(f"{count} pools") for count in pools[1:]),
             *(Head(f"GB/s, {count}") for count in pools)]
    why = {programs.name(workload): flight_text(results, workload)
           for workload in ex.workloads_of(results)}
    found = published.rows(bandwidth_statements(published, speed, gbps["stream"], why))
    return ex.Exhibit([Table("Speed-up over local memory alone, and bandwidth used", heads, rows,
                             corner="program"),
                       *(Text(f"{name}: {text}.") for name, text in why.items()),
                       *blocks(CAPTION, list(found.values()))],
                      statements=as_data(found))


def moved(run):
    """Returns the memory traffic in GB/s: missing lines and lines written back."""
    lines = run.value("run.llc_misses") + run.value("machine.socket0.caching_agent.writebacks")
    return 64 * lines / run.value(TIME)


def flight_text(results, workload):
    """Returns a sentence on the change of pending misses from local memory alone to all pools."""
    shapes = [shape_of(runs[0]) for runs in runs_by_setting(results, workload).values()]
    first, last = shapes[0], shapes[-1]
    return (f"with {len(shapes) - 1} pools AMAT is {last.amat:.0f} ns and was {first.amat:.0f}: "
            f"contention {last.contention - first.contention:+.0f}, unloaded part "
            f"{last.unloaded - first.unloaded:+.0f}; misses {last.misses / first.misses - 1:+.0%}, "
            f"in flight {last.in_flight / first.in_flight - 1:+.0%}")


def bandwidth_statements(published, speed, stream, why):
    ends = [stream[min(stream)], stream[max(stream)]]
    wanted = published.bounds("bandwidth")
    near = all(abs(own / known - 1) <= wanted["within"] for own, known in zip(ends, wanted["gbps"]))
    found = {"bandwidth": Found(near, f"{ends[0]:.0f} to {ends[1]:.0f} GB/s in stream")}
    for key, name in (("linear_OpenFOAM", "OpenFOAM"), ("early_Hypre", "Hypre")):
        steps = list(speed[name].values())
        gains = [after - before for before, after in zip(steps, steps[1:])]
        whole = steps[-1] - steps[0]
        bounds = published.bounds(key)
        if "each_gain" in bounds:
            low, high = bounds["each_gain"]
            holds = whole > 0 and all(low <= gain * len(gains) / whole <= high for gain in gains)
        else:
            holds = whole > 0 and gains[0] / whole >= bounds["first_share"]
        found[key] = Found(holds, f"speed-ups {', '.join(f'{step:.2f}' for step in steps[1:])}",
                           why[name])
    most = max((own[max(own)], name) for name, own in speed.items() if name != "stream")
    found["gain_of_pools"] = Found(inside(most[0], published.bounds("gain_of_pools")),
                                   f"{most[1]} {most[0]:.2f}, the most of all",
                                   why[most[1]])
    return found
