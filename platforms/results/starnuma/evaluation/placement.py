# SPDX-License-Identifier: Apache-2.0
"""Six policies for full nodes: each application's time relative to first touch, and its pages by node."""

from starnuma.campaign.results import estimate
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation import nodes, shift
from starnuma.evaluation.statements import (NONE, Statement, as_change, as_data, blocks,
                                            change_text, checked, read_published, same_sign)
from starnuma.report.bars import Bar, Look, Scale, stacked
from starnuma.report.content import Cell, Figure, Head, Row, Swatch, Table, Text, unbroken

BASE = "first_touch"
STATIC = ("page_interleave", "hybrid", "usage_aware")
DYNAMIC = ("dynamic_migration", "usage_aware_dynamic")
PUBLISHED = {"mg": "mg", "classifier": "liblinear", "gups": "gups", "chase": "mcf",
             "fdtd": "fotonik3d", "cam": "cam4"}
LARGE = "large"
LITTLE = 0.05  # largest slow-down that counts as little harm; twice as much counts as bad; assumed
SAYS = ["page interleave helps bandwidth-bound applications and badly hurts cam4",
        "hybrid and usage-aware help the large application with little or no harm to cam4; mcf "
        "suffers under first touch",
        "dynamic migration equal to or better than usage-aware; combined best",
        "hierarchical topologies: nearest group first, then farther"]
BOUND = ("mg", "liblinear", "gups", "fotonik3d")  # bound by bandwidth: streams and independent misses


class Mix:
    """One application larger than its node and three that fit, under each policy."""

    def __init__(self, results, workload):
        self.by_policy = {label.policy: runs for label, runs in results.runs.items()
                          if label.workload == workload}
        self.heads = {}  # application -> prefix of its statistics
        for number, program in enumerate(self.by_policy[BASE][0].programs):
            kind = PUBLISHED[program["workload"].partition(":")[0]]
            if number == 0:
                self.name = kind
            self.heads[LARGE if number == 0 else kind] = f"program.{program['name']}"

    def label(self, application):
        return f"{self.name} (large)" if application == LARGE else application

    def change(self, policy, application, base=BASE):
        return shift.change(self.by_policy[base], self.by_policy[policy], self.heads[application])

    def pairs(self, policy, application, base=BASE):
        return shift.pairs_of(self.by_policy[base], self.by_policy[policy],
                              self.heads[application])

    def share(self, application, policy, node):
        """Returns the share of an application's pages that is on a node at the end."""
        pages = nodes.pages_on(self.by_policy[policy][0], self.heads[application])
        return pages.get(node, 0) / sum(pages.values())


def expected(policy, application, name):
    """Returns the sign of a bar according to the sentences, -1 for faster; None if they do not state it."""
    if application == LARGE:
        if policy == "page_interleave":
            return -1 if name in BOUND else None
        return -1
    if application == "cam4":
        return 1 if policy == "page_interleave" else 0
    if application == "fotonik3d":
        return -1 if policy == "page_interleave" else None
    return -1 if policy != "page_interleave" else None  # mcf, which suffers under first touch


def agrees(sign, value):
    """Returns True if a change of time has the sign of a bar; 0 means at most little harm."""
    if sign == 0:
        return value <= LITTLE
    return same_sign(sign, value)


def bars(title, mixes, policies):
    """Shows one row per application and mix: its time relative to first touch under each policy."""
    rows, right, all_ = [], 0, 0
    for mix in mixes:
        for application in mix.heads:
            cells = []
            for policy in policies:
                found = mix.change(policy, application)
                sign = expected(policy, application, mix.name)
                verdict = "no statement"
                if sign is not None:
                    all_ += 1
                    right += agrees(sign, found.mean)
                    verdict = "holds" if agrees(sign, found.mean) else "does not hold"
                cells += [Cell(unbroken(change_text(found))), Cell(verdict, "text")]
            rows.append(Row(f"{mix.name}: {mix.label(application)}", cells))
    heads = [head for policy in policies for head in (Head(policy), Head("sign", look="text"))]
    return [Table(title, heads, rows, corner="mix: application"),
            Text(f"{right} of the {all_} signs that the publication's text gives hold.")]


class Checks:
    """Checks of the clauses of each sentence."""

    def __init__(self, mixes, groups):
        self.mixes, self.groups = mixes, groups

    def rules(self):
        return dict(zip(SAYS, (self.interleave, self.fallback, self.dynamic, self.hierarchy)))

    def clause(self, name, published, policy, application, holds, base=BASE, mixes=None):
        """Checks a clause over several mixes by the geometric mean of the times; the worst mix is explained."""
        mixes = mixes or self.mixes
        ratios = zip(*([1 + value for value in mix.change(policy, application, base).values]
                       for mix in mixes))
        found = estimate([ex.geometric_mean(values) - 1 for values in ratios])
        worst = max(mixes, key=lambda mix: mix.change(policy, application, base).mean)
        why = f"in the mix with {worst.name}: " + shift.sentence(
            worst.pairs(policy, application, base))
        return Statement(name, published, change_text(found), holds(found.mean), why)

    def interleave(self, *_):
        policy = "page_interleave"
        made = [self.clause(f"page_interleave helps {mix.name}", "faster", policy, LARGE,
                            faster, mixes=[mix]) for mix in self.mixes if mix.name in BOUND]
        return [*made, self.clause("page_interleave helps fotonik3d", "faster", policy,
                                   "fotonik3d", faster),
                self.clause("page_interleave badly hurts cam4", f"over {as_change(2 * LITTLE)}",
                            policy, "cam4", lambda value: value > 2 * LITTLE)]

    def fallback(self, *_):
        made = []
        for policy in ("hybrid", "usage_aware"):
            made += [self.clause(f"{policy} helps {mix.name}", "faster", policy, LARGE, faster,
                                 mixes=[mix]) for mix in self.mixes]
            made.append(self.clause(f"{policy}: little or no harm to cam4",
                                    f"to {as_change(LITTLE)}", policy, "cam4",
                                    lambda value: value <= LITTLE))
            made.append(self.clause(f"mcf suffers under first_touch, over {policy}", "faster",
                                    policy, "mcf", faster))
        return made

    def dynamic(self, *_):
        made = [self.clause(f"dynamic_migration no worse than usage_aware: {kind}",
                            f"to {as_change(NONE)}", "dynamic_migration", kind,
                            lambda value: value <= NONE, base="usage_aware")
                for kind in (LARGE, "mcf", "fotonik3d", "cam4")]
        means = {policy: self.mean(policy) for policy in (*STATIC, *DYNAMIC)}
        best = min(means, key=lambda policy: means[policy].mean)
        own = "usage_aware_dynamic"
        pairs = [pair for mix in self.mixes for application in mix.heads
                 for pair in mix.pairs(own, application, best)]
        holds = means[own].mean <= means[best].mean + NONE
        return [*made, Statement("usage_aware_dynamic is best, over all applications", "best",
                                 change_text(means[own]), holds,
                                 f"{best} has {change_text(means[best])}; over it "
                                 f"{shift.sentence(pairs)}")]

    def mean(self, policy):
        columns = [[1 + value for value in mix.change(policy, application).values]
                   for mix in self.mixes for application in mix.heads]
        return estimate([ex.geometric_mean(values) - 1 for values in zip(*columns)])

    def hierarchy(self, *_):
        return [filled(label.policy, runs[0]) for label, runs in self.groups.runs.items()]


def faster(value):
    return value < -NONE


def filled(policy, run):
    """Checks, for a program larger than its node, that the paired node is full before farther nodes."""
    pages = nodes.pages_on(run, shift.heads_of(run)[0])
    own, near, *far = (pages.get(f"socket{s}", 0) for s in range(6))
    return Statement(f"{policy}: the nearest group first", "full before farther ones",
                     f"{own:.0f} own, {near:.0f} near, {sum(far):.0f} far",
                     near >= 0.9 * own and (sum(far) > 0 or near > 0),
                     f"the near node has {near:.0f} pages where the own one has {own:.0f}")


def placement(results, reference, groups):
    mixes = [Mix(results, workload) for workload in ex.workloads_of(results)]
    published = read_published(reference.platforms, "other_systems")["hybrid_usage_aware"]["results"]
    rules = Checks(mixes, groups).rules()
    found = [each for made in checked({sentence: None for sentence in published}, rules)
             for each in made]
    return ex.Exhibit([
        *blocks("Each statement of its evaluation; times are over first touch", found),
        *bars("Policies without migration: time over first touch", mixes, STATIC),
        *bars("Policies with migration: time over first touch", mixes, DYNAMIC),
        *[stacks(mix, number) for number, mix in enumerate(mixes)],
        *nodes.memory_figures("placement-memory", [
            (f"{mixes[0].name}, {policy}", mixes[0].by_policy[policy][0])
            for policy in ("dynamic_migration", "usage_aware_dynamic")])],
        statements=as_data({each.name: each for each in found}))


def stacks(mix, number):
    """Shows the memory of each application on each node at the end, one bar per policy."""
    sockets = [f"socket{s}" for s in range(4)]
    looks = {node: Look(node, index) for index, node in enumerate(sockets)}
    panels = []
    for index, application in enumerate(mix.heads):
        rows = [Bar(policy, {node: mix.share(application, policy, node) for node in sockets})
                for policy in mix.by_policy]
        described = "; ".join(f"{row.label} " + ", ".join(
            f"{node} {100 * share:.0f} %" for node, share in row.parts.items() if share)
            for row in rows)
        panels.append(stacked(f"placement-pages{number}{index}", mix.label(application), described,
                              rows, looks, Scale(shares=True,
                                                 show=lambda value: f"{100 * value:.0f}")))
    return Figure("placement" if number == 0 else f"placement-pages{number}", panels,
                  [(node, Swatch(index, "fill")) for index, node in enumerate(sockets)],
                  heading=f"Pages of each application on each node at the end, mix with {mix.name}")
