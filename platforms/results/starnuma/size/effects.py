# SPDX-License-Identifier: Apache-2.0
"""Gain of each variant over the machine as it is, seed by seed.

The measure of a mixed load is its weighted speed-up: the sum over its programs of the time alone on the
machine as it is over the time in the mix. The times alone, measured with the first seed, are weights. Its
gain is the ratio of a variant's weighted speed-up to that of the machine as it is. The measure of a single
program is its speed-up.
"""

from dataclasses import dataclass

from starnuma.campaign.mixes import times_of
from starnuma.campaign.results import TIME, estimate
from starnuma.size.grid import BASE

SAVED = 0.01  # halving a resource that costs less than this share is a saving
ALL = "weighted"


@dataclass
class Effect:
    """Gains of one variant."""

    variant: object
    gains: dict  # ALL or a program's name -> Estimate
    amat: object = None  # Estimate of AMAT, ns
    price: float = None
    cost: float = None  # US dollars more than the machine; None: no part with a price differs

    @property
    def gain(self):
        """Gain by which variants are ranked."""
        return self.gains.get(ALL) or next(iter(self.gains.values()))

    @property
    def per_price(self):
        """Percent of gain for a price of 1; None without a price."""
        return None if self.price is None or self.variant.step < 0 else 100 * (self.gain.mean - 1) / self.price

    @property
    def pays(self):
        """True if the 95 % interval of the gain lies above 1."""
        return self.gain.mean - self.gain.half > 1

    @property
    def spares(self):
        """True if the resource can be halved for less than SAVED."""
        return self.variant.step < 0 and self.gain.mean - self.gain.half > 1 - SAVED


class Effects:
    """Effects of all variants whose runs exist, in the order of the factors."""

    def __init__(self, sizing, results, alone, load, prices):
        """alone: {program: point of it alone}; load: gives the run of a point."""
        self.sizing, self.results, self.prices = sizing, results, prices
        labels = {label.machine: label for label in results.runs}
        self.base = labels[BASE]
        self.programs = [program["name"] for program in results.runs[self.base][0].programs]
        self.alone = {name: load(point).value(TIME) for name, point in alone.items()}
        self.rows = [self.effect(variant, labels[variant.name]) for variant in sizing.variants
                     if variant.name in labels]

    def effect(self, variant, label):
        gains = self.gains(self.results.runs[label])
        price = self.prices.get(variant.factor) if variant.step >= 0 else None
        return Effect(variant, {name: estimate(values) for name, values in gains.items()},
                      self.results.estimate(label, "run.amat_ns"), price, self.sizing.costs.get(variant.name))

    def gains(self, runs):
        base = self.results.runs[self.base]
        if len(self.programs) < 2:
            return {self.programs[0] if self.programs else "speed-up":
                    [before.value(TIME) / after.value(TIME) for before, after in zip(base, runs)]}
        gains = {name: [before / after for before, after in zip(times_of(base, name), times_of(runs, name))]
                 for name in self.programs}
        gains[ALL] = [after / before for before, after in zip(self.weighted(base), self.weighted(runs))]
        return gains

    def weighted(self, runs):
        """Returns the weighted speed-up of each seed's run."""
        return [sum(self.alone[name] / run.value(f"program.{name}.time_ns") for name in self.programs)
                for run in runs]

    def columns(self):
        """Returns the names of the gains."""
        return list(self.rows[0].gains) if self.rows else []

    def advice(self):
        """Returns sentences: what to buy next, what pays too, what can be saved."""
        upward = [row for row in self.rows if row.variant.step > 0 and row.pays]
        if self.prices:
            priced = [row for row in upward if row.per_price is not None]
            upward = sorted(priced, key=lambda row: -row.per_price) + [row for row in upward if row not in priced]
        else:
            upward.sort(key=lambda row: -row.gain.mean)
        sentences = [self.best(upward)]
        if len(upward) > 1:
            sentences.append("It pays too: " + ", ".join(self.named(row) for row in upward[1:]) + ".")
        others = [row for row in self.rows if row.variant.step == 0 and row.pays]
        if others:
            sentences.append("Faster without more of a resource: " + ", ".join(self.named(row) for row in others) + ".")
        spared = [row.variant.name for row in self.rows if row.spares]
        if spared:
            sentences.append(f"Can be saved for less than {100 * SAVED:g} %: " + ", ".join(spared) + ".")
        return sentences

    def best(self, upward):
        if not upward:
            seeds = "" if self.sizing.seeds > 2 else "; more --seeds make the intervals narrower"
            return f"Buy nothing: more of no resource gains beyond its 95 % interval{seeds}."
        first = upward[0]
        per = "" if first.per_price is None else f", {percent_per_thousand(first)} % for each 1000 of its price"
        return f"Buy next: {self.named(first)}{per}."

    @staticmethod
    def named(row):
        price = "" if row.price is None else f" for {row.price:,g}"
        return f"{row.variant.name}{price} ({row.gain.text(3)})"


def percent_per_thousand(row):
    return f"{1000 * row.per_price:,.3g}"
