# SPDX-License-Identifier: Apache-2.0
"""Decomposition of a speed-up into factors, from statistics alone.

By Little's law the time of a run is misses x AMAT / (pending misses), so a speed-up is a product:

    misses x unloaded part of AMAT x contention x pending misses outside barriers x barriers

The two parts of AMAT are summands. Each gets its share of the ratio by the logarithmic mean, which leaves
no remainder. The last term, `rest`, is the deviation from Little's law.
"""

import math
from dataclasses import dataclass

from starnuma.campaign.results import TIME

TERMS = {"unloaded": "unloaded mix", "contention": "contention",
         "in_flight": "pending misses", "barriers": "barriers", "misses": "number of misses",
         "rest": "rest"}


@dataclass
class Shape:
    """Quantities that determine the time of a run."""

    time: float
    unloaded: float
    contention: float
    in_flight: float  # mean misses in flight outside barriers
    active: float  # share of all threads' time outside barriers and before their ends
    misses: float

    @property
    def amat(self):
        return self.unloaded + self.contention


def shape_of(run):
    flight = run.value("run.pending_misses_per_core")
    outside = run.value("run.pending_misses_outside_barriers") or flight
    return Shape(run.value(TIME), run.value("run.amat_unloaded_ns"),
                 run.value("run.amat_contention_ns"), outside, flight / outside if outside else 1,
                 run.value("run.llc_misses"))


def logarithmic_mean(a, b):
    return a if math.isclose(a, b) else (a - b) / math.log(a / b)


def amat_terms(base, own):
    """Returns the logarithms of the factors of the two parts of AMAT."""
    mean = logarithmic_mean(base.amat, own.amat)
    return {"unloaded": (base.unloaded - own.unloaded) / mean,
            "contention": (base.contention - own.contention) / mean}


def terms_of(base, own):
    """Returns the logarithms of the factors of a speed-up; their sum is its logarithm."""
    terms = {**amat_terms(base, own), "in_flight": math.log(own.in_flight / base.in_flight),
             "barriers": math.log(own.active / base.active),
             "misses": math.log(base.misses / own.misses)}
    terms["rest"] = math.log(base.time / own.time) - sum(terms.values())
    return terms


def mean_terms(pairs):
    """Returns the mean terms over seeds of [(base run, own run)]."""
    each = [terms_of(shape_of(base), shape_of(own)) for base, own in pairs]
    return {name: sum(terms[name] for terms in each) / len(each) for name in TERMS}


def percent(logarithm):
    return f"{100 * (math.exp(logarithm) - 1):+.0f} %"
