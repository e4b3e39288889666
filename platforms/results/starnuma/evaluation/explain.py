# SPDX-License-Identifier: Apache-2.0
"""Explains by terms how our speed-ups and latencies differ from published ones (campaign/terms.py)."""

import math

from starnuma.campaign.terms import TERMS, logarithmic_mean, percent

NOT_PUBLISHED = ("barriers", "misses", "rest")  # terms without published values; a replayed trace has equal
                                                # misses and no barriers


def published_terms(base, own):
    """Returns the terms of two published systems, `base` and `own` of class System."""
    mean = logarithmic_mean(base.amat, own.amat)
    return {"unloaded": (base.unloaded - own.unloaded) / mean,
            "contention": (base.contention - own.contention) / mean,
            "in_flight": math.log(own.in_flight / base.in_flight),
            **dict.fromkeys(NOT_PUBLISHED, 0.0)}


def speedup_sentence(ours, published):
    """Returns a sentence on two sets of terms: the difference of the speed-ups and the terms that cause it."""
    apart = {name: ours[name] - published[name] for name in TERMS}
    total = sum(apart.values())
    order = sorted((name for name in TERMS if abs(apart[name]) >= math.log(1.01)),
                   key=lambda name: -abs(apart[name]))
    parts = ", ".join(f"{TERMS[name]} {percent(apart[name])}" for name in order)
    side = "above" if total > 0 else "below"
    return f"{percent(total).strip('+-')} {side} the published speed-up" + \
        (f": {parts}." if parts else ".")


def gain_sentence(ours):
    """Returns a sentence on the terms of a speed-up without published terms."""
    order = sorted((name for name in TERMS if abs(ours[name]) >= math.log(1.01)),
                   key=lambda name: -abs(ours[name]))
    parts = ", ".join(f"{TERMS[name]} {percent(ours[name])}" for name in order)
    return f"speed-up {percent(sum(ours.values()))}: {parts}." if parts else "no change."


def amat_sentence(unloaded, contention, system):
    """Returns a sentence on a mean latency: the difference of each part from the published one, ns."""
    return (f"{unloaded + contention - system.amat:+.0f} ns: unloaded mix "
            f"{unloaded - system.unloaded:+.0f}, contention "
            f"{contention - system.contention:+.0f}.")
