# SPDX-License-Identifier: Apache-2.0
"""Signs of the published speed-ups and orders between configurations, checked by both methods."""

from itertools import combinations

from starnuma.campaign.results import estimate, pace
from starnuma.evaluation import exhibit as ex
from starnuma.evaluation.figures import gain_terms
from starnuma.evaluation.methods import METHOD, PREFIX
from starnuma.evaluation.reference import published_name
from starnuma.evaluation.statements import NONE, Statement, as_data, blocks, percent_of, same_sign
from starnuma.report.content import Text

BY_METHOD = {"published method": METHOD, "in time": PREFIX}  # name -> prefix of machines
SHARERS = (("pages", 8), ("misses", 8), ("misses", 15))


class Gains:
    """Speed-ups of configurations over the baseline, by one method."""

    def __init__(self, prefix, plans, configurations):
        self.by_configuration = {}  # configuration -> {workload: [speed-up by seed]}
        for results in plans:
            machines = [machine.name for machine in results.plan.machines]
            for name in configurations:
                if prefix + name in machines:
                    self.by_configuration[name] = {
                        ex.short(workload): ex.speedups(results, prefix + "baseline", prefix + name, workload)
                        for workload in ex.workloads_of(results)}

    def ratio(self, above, below=None):
        """Returns the mean speed-up of one configuration over another's or the baseline's, an Estimate."""
        return estimate([ex.geometric_mean(seed) for seed in zip(*self.ratios(above, below).values())])

    def ratios(self, above, below=None):
        """Returns {workload: [ratio of the speed-ups by seed]}."""
        own = self.by_configuration[above]
        if below is None:
            return own
        return {name: [a / b for a, b in zip(values, self.by_configuration[below][name])]
                for name, values in own.items()}


def published_means(reference):
    """Returns {configuration: published mean speed-up over the baseline}."""
    means = {name: reference.average(key) for name, key in (
        ("T16", "speedup_t16"), ("T0", "speedup_t0"), ("T16 switched", "speedup_switch_270ns"),
        ("T16 small", "small_pool_1_17"), ("baseline iso", "baseline_iso_bw"))}
    return {**means, "baseline double": means["T16"] / reference.average("t16_over_2x_bw"),
            "T16 half": means["baseline iso"] * reference.average("half_bw_over_iso_bw")}


def signs(results, reference, *plans):
    """Takes the results of fig8, fig10, fig11, fig12, fig13 and fig9."""
    *others, sharing, oracle = plans
    made, numbers, kept = [], {}, {}
    for method, prefix in BY_METHOD.items():
        gains = Gains(prefix, (results, *others), published_means(reference))
        found = [*workload_signs(results, prefix, reference), *mean_signs(gains, reference), *orders(gains, reference)]
        if method == "in time":
            found += sharing_sides(sharing, reference)
        placed = Gains(prefix, (oracle,), ("oracle",)).ratio("oracle")
        made += [*blocks(f"Signs and orders of Figures 8a to 13, {method}", found),
                 Text(f"Mean speed-up with both systems placed by an oracle (Figure 9), {method}: "
                      f"{placed.text(3)}; the reference values have none.")]
        held = sum(each.holds for each in found)
        numbers[f"signs.{method.replace(' ', '_')}"] = held / len(found)
        kept.update(as_data({f"{method}: {each.name}": each for each in found}))
    return ex.Exhibit(made, numbers, kept)


def workload_signs(results, prefix, reference):
    """Returns a Statement for each workload with a published speed-up of T16."""
    for workload in ex.workloads_of(results):
        name = published_name(workload)
        if name in reference.number:
            pairs = ex.pairs_of(results, prefix + "baseline", prefix + "T16", workload)
            known, found = reference.speedup(name), estimate([pace(a) / pace(b) for a, b in pairs])
            yield Statement(f"sign of T16, {name}", f"{known:.2f}", found.text(3),
                            same_sign(known - 1, found.mean - 1),
                            gain_terms(pairs, workload, reference).rstrip("."))


def mean_signs(gains, reference):
    for name, known in published_means(reference).items():
        found = gains.ratio(name)
        yield Statement(f"sign of {name}, mean", f"{known:.2f}", found.text(3),
                        same_sign(known - 1, found.mean - 1), farthest(gains.ratios(name)))


def orders(gains, reference):
    """Returns a Statement for each pair of configurations whose published means differ by more than NONE."""
    means = published_means(reference)
    for above, below in combinations(sorted(means, key=means.get, reverse=True), 2):
        known = means[above] / means[below]
        if known - 1 > NONE:
            found = gains.ratio(above, below)
            yield Statement(f"{above} over {below}", f"{known:.2f}", found.text(3),
                            same_sign(known - 1, found.mean - 1), farthest(gains.ratios(above, below)))


def farthest(ratios):
    """Names the workload with the smallest ratio; all published means are above 1."""
    means = {name: estimate(values).mean for name, values in ratios.items()}
    name = min(means, key=means.get)
    return f"farthest from it is {name} with {means[name]:.2f}"


def sharing_sides(results, reference):
    """Returns Statements on whether most pages and misses of TC have few sharers (Figure 13)."""
    (runs,) = [runs for label, runs in results.runs.items()
               if label.machine == PREFIX + "baseline" and published_name(label.workload) == "TC"]
    points = reference.sharing("fig13_tc_cdf")
    for what, sharers in SHARERS:
        known = dict(points[what])[sharers]
        found = estimate([dict(run.numbered(f"run.sharing.{what}")).get(sharers, 1) for run in runs])
        yield Statement(f"TC: {'less' if known < 0.5 else 'more'} than half of the {what} have at most "
                        f"{sharers} sharers", f"{100 * known:.0f} %", percent_of(found),
                        (known < 0.5) == (found.mean < 0.5))
