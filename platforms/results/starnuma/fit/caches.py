# SPDX-License-Identifier: Apache-2.0
"""Sizes and look-up times of the caches, from /sys and from pointer chases."""

from dataclasses import dataclass
from math import ceil

from starnuma.fit.box import LINE, quantity

MOST_CORES = 256  # maximum per socket of a machine


@dataclass
class Level:
    size: float
    ways: int
    latency: float  # ns, load to use


@dataclass
class Caches:
    l1: Level
    l2: Level
    llc: Level


def whole(size, ways):
    """Returns the size rounded down to a whole number of sets, at least one."""
    sets = max(1, int(size) // (LINE * ways))
    return sets * LINE * ways


def measured(box, level, size):
    """Returns the latency of the largest chain that fits into half of `size`."""
    named = [latency for _, latency, which in box.chains if which == level]
    fitting = [latency for chain, latency, _ in box.chains if chain <= size / 2]
    if named and level < 3:
        return named[0]
    return fitting[-1] if fitting else box.chains[0][1]


def share_that_serves(box, listed, memory_latency, l2_latency):
    """Returns the size, bytes, of the part of a listed last-level cache that serves a chain.

    A chain of this size has a latency in the middle between L2 and memory. Virtual machines list
    caches that other guests share."""
    middle = (l2_latency + memory_latency) / 2
    below = [chain for chain, latency, _ in box.chains if latency < middle]
    return min(listed, 2 * max(below)) if below else listed


def of(box, node):
    """Returns the caches of a socket of the machine for a node with cores."""
    l1, l2, llc = (box.cache(level) for level in (1, 2, 3))
    l1_size = size_of(l1, 32 << 10)
    l2_size = max(size_of(l2, 1 << 20), l1_size)
    listed = size_of(llc, 0) * instances(box, llc)
    memory = box.idle[node.number, node.number]
    l2_latency = measured(box, 2, l2_size)
    cores = min(node.cores, MOST_CORES)
    least = max(listed and share_that_serves(box, listed, memory, l2_latency), l2_size * cores / 2)
    size = whole(least / cores, 16) * cores
    llc_latency = min(max(measured(box, 3, size), l2_latency), memory)
    return Caches(Level(whole(l1_size, ways_of(l1, 8)), ways_of(l1, 8), measured(box, 1, l1_size)),
                  Level(whole(l2_size, ways_of(l2, 16)), ways_of(l2, 16), l2_latency),
                  Level(size, 16, llc_latency))


def size_of(cache, otherwise):
    return quantity(cache["size"]) if cache else otherwise


def ways_of(cache, otherwise):
    return cache.get("ways", otherwise) if cache else otherwise


def instances(box, cache):
    """Returns the number of last-level caches in one node."""
    return max(1, cache["instances"] // len(box.sockets)) if cache else 1


def tag_ways(caches, cores):
    """Returns the number of ways that track the private caches: twice their lines."""
    sets = caches.llc.size / (LINE * caches.llc.ways)
    return min(32, max(1, ceil(2 * caches.l2.size * cores / LINE / sets)))
