# SPDX-License-Identifier: Apache-2.0
"""Numbers of a curve of latency over bandwidth, and of the difference between two curves."""

from dataclasses import dataclass

KNEE = 2  # multiple of the idle latency


@dataclass
class Curve:
    """Points (GB/s, ns), from no load to the maximum."""

    points: list

    @property
    def idle(self):
        return self.points[0][1]

    @property
    def saturated(self):
        return max(bandwidth for bandwidth, _ in self.points)

    @property
    def knee(self):
        """Bandwidth at which latency first is twice the idle latency; None if it never is."""
        limit = KNEE * self.idle
        for before, after in zip(self.points, self.points[1:]):
            if after[1] < limit:
                continue
            share = (limit - before[1]) / (after[1] - before[1]) if after[1] > before[1] else 1
            return before[0] + share * (after[0] - before[0])
        return None

    def latency_at(self, bandwidth):
        """Returns the latency, linear between points and constant beyond the last one."""
        rising = [self.points[0]]
        for point in self.points[1:]:
            if point[0] > rising[-1][0]:
                rising.append(point)
        for before, after in zip(rising, rising[1:]):
            if bandwidth <= after[0]:
                share = max(0, (bandwidth - before[0]) / (after[0] - before[0]))
                return before[1] + share * (after[1] - before[1])
        return rising[-1][1]


def relative(ours, theirs):
    return ours / theirs - 1


@dataclass
class Difference:
    """Relative differences of our curve from the measured one.

    `errors` is [(bandwidth, error)] at the measured points below both knees. The difference between the
    knees covers the range between them."""

    idle: float
    saturated: float
    knee: float | None
    errors: list

    @property
    def mean(self):
        return sum(abs(error) for _, error in self.errors) / len(self.errors)

    @property
    def worst(self):
        return max(self.errors, key=lambda entry: abs(entry[1]))


def compare(ours, measured):
    knees = [curve.knee for curve in (ours, measured) if curve.knee is not None]
    limit = min(knees, default=measured.saturated)
    errors, highest = [], -1.0
    for bandwidth, latency in measured.points:
        if bandwidth > limit or bandwidth < highest:
            break
        highest = bandwidth
        errors.append((bandwidth, relative(ours.latency_at(bandwidth), latency)))
    both = ours.knee is not None and measured.knee is not None
    return Difference(relative(ours.idle, measured.idle),
                      relative(ours.saturated, measured.saturated),
                      relative(ours.knee, measured.knee) if both else None, errors)
