#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Conservation laws hold on runs of each kind, and each one is broken by a wrong value of any number that it names."""

import json
import re
import unittest

from cli import CliTest
from starnuma.laws.check import the_laws
from starnuma.laws.expression import Expression, Missing, Numbers
from starnuma.laws.read import values_of
from starnuma.laws.table import verdict_at, verdicts

LEAST_EQUATIONS = 80
QUEUED = ("--set", "simulation.delivery=queued")
LINK_ERRORS = """kind: scenario
machine: starnuma16
programs:
  - {workload: "gups:scale=10,updates=4000", policy: first_touch}
faults:
  - {kind: link_errors, link: upi.socket0_socket1, bit_error_rate: 1e-5}
  - {kind: link_errors, link: cxl.socket3_pool, bit_error_rate: 1e-5}
  - {kind: link_half_width, link: upi.socket0_socket2}
"""
RESETS = """kind: scenario
machine: {extends: starnuma16, placement: {policy: pool_share, pool_share: 1}, pool: {capacity_of_footprint: 1}}
programs:
  - {workload: "gups:scale=10,updates=4000"}
faults:
  - {kind: cxl_reset, device: pool, at: 1 us, lasts: 1 us}
  - {kind: head_reset, link: cxl.socket3_pool, at: 4 us, lasts: 1 us}
"""
MIX = """kind: scenario
machine: starnuma16_t16
repeat: none
programs:
  - {name: one, workload: "bfs:scale=9,trials=1", cores: socket0-7}
  - {name: two, workload: "kv:scale=8,operations=1000", cores: socket8-15}
"""
EXTENTS = """kind: scenario
machine: {extends: two_hosts_pool, placement: {policy: pool_share, pool_share: 1}, extents: [
  {name: left_own, device: 0, start: 0 B, size: 8 GiB, sharing: exclusive, hosts: [0]},
  {name: right_own, device: 0, start: 8 GiB, size: 8 GiB, sharing: exclusive, hosts: [1]}]}
repeat: none
programs:
  - {name: left, workload: "gups:scale=10,updates=4000", threads: 2, host: left}
  - {name: right, workload: "gups:scale=10,updates=4000", threads: 2, host: right}
dynamic_capacity:
  - {event: add, at: 1 us, host: left, size: 1 MiB, tag: 3}
  - {event: release, at: 2 us, extent: right_own}
"""
LATE = """kind: scenario
machine: baseline16
repeat: none
programs:
  - {name: one, workload: "bfs:scale=8,trials=4", cores: socket0-7}
  - {name: two, workload: "bfs:scale=8,trials=1,warmup=3", cores: socket8-15, start: 2 us}
"""
FILES = {"resets.yaml": RESETS, "late.yaml": LATE, "errors.yaml": LINK_ERRORS, "mix.yaml": MIX, "extents.yaml": EXTENTS}
BALANCE = ("--set", "logical_pool.balance.min_uses=1", "--set", "logical_pool.balance.period=2 us", "--set",
           "logical_pool.region=16 MiB")
SPECULATIVE = ("--set", "socket.shared_cache.speculative_reads=sent", "--set", "pool.device.speculative_entries=4",
               "--set", "pool.capacity_of_footprint=1")
RUNS = {
    "series": ("starnuma16", "bfs:scale=9,trials=1", "--interval", "20us"),
    "series_queued": ("starnuma16", "bfs:scale=9,trials=1", "--interval", "20us", *QUEUED),
    "random_queued": ("starnuma16", "gups:scale=10,updates=4000", *QUEUED),
    "moves": ("starnuma16_t16", "bfs:scale=9,trials=1"),
    "moves_queued": ("starnuma16_t16", "bfs:scale=9,trials=1", *QUEUED),
    "random_moves_queued": ("starnuma16_t16", "gups:scale=10,updates=4000", *QUEUED),
    "errors": ("errors.yaml", "--set", "pool.capacity_of_footprint=1"),
    "errors_queued": ("errors.yaml", "--set", "pool.capacity_of_footprint=1", *QUEUED),
    "resets": ("resets.yaml",),
    "resets_queued": ("resets.yaml", *QUEUED),
    "mix": ("mix.yaml",),
    "late": ("late.yaml",),
    "extents": ("extents.yaml",),
    "maps": ("lmp_displaced", "pointer_chase:home=1,scale=14@socket0", *BALANCE),
    "line_stores": ("starnuma16", "stream:scale=13", "--set", "placement.policy=pool_share", "--set",
                    "placement.pool_share=1", "--set", "socket.shared_cache.line_stores=unfetched"),
    "current_reads_queued": ("starnuma16", "producer_consumer:reads=current,rounds=4", "--set",
                             "placement.policy=pool_share", "--set", "placement.pool_share=1", *QUEUED),
    "speculative_reads": ("starnuma16", "bfs:scale=9,trials=1,warmup=1", *SPECULATIVE),
    "speculative_reads_queued": ("starnuma16", "bfs:scale=9,trials=1,warmup=1", *SPECULATIVE, *QUEUED),
    "page_faults": ("lacx_testbed", "shm:scale=12,operations=6000"),
}

STOPPED = ("resets", "resets_queued")  # by lost lines


def wrong_values(value, verdict):
    """Returns values that differ by 1 % (a count by at least one) or by more than the law tolerates; for a limit, any
    that are far away."""
    steps = (max(abs(value) / 100, float(value).is_integer()), 2 * verdict.tolerance)
    far = (value / 1e9, 1e9 * (abs(value) + 1), -1e9 * (abs(value) + 1)) if verdict.law.at_most else ()
    return [value + sign * step for step in steps for sign in (1, -1)] + list(far)


def notices(verdict, pattern, numbers):
    """Returns whether a wrong value of a number with this pattern breaks the law at its place."""
    named = [path for used in verdict.used for path in used if re.fullmatch(numbers.regular(pattern), path)]
    if not named:
        return False
    for path in (named[0], named[-1], max(named, key=numbers.values.get)):
        right = numbers.values[path]
        for numbers.values[path] in wrong_values(right, verdict):
            after = verdict_at(verdict.law, numbers, verdict.bound)
            if after and not after.holds:
                numbers.values[path] = right
                return True
        numbers.values[path] = right
    return False


class Runs(CliTest):
    """Runs of each kind. The numbers of a run are read once."""

    numbers = {}

    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            (self.folder / name).write_text(text, encoding="utf-8")

    def verdicts_of(self, name):
        """Returns the numbers of a run and the verdicts of all laws on it."""
        laws, places = the_laws()
        if name not in self.numbers:
            self.assertEqual(self.call("run", *RUNS[name], "-o", name, "--no-report")[0], name in STOPPED)
            self.numbers[name] = Numbers(values_of(self.folder / name), places)
        return self.numbers[name], list(verdicts(laws, self.numbers[name]))

    def laws_hold_on(self, name):
        broken = [verdict.text() for verdict in self.verdicts_of(name)[1] if not verdict.holds]
        self.assertFalse(broken, "\n" + "\n".join(broken))

    def test_each_law_notices_a_wrong_value_of_each_number_that_it_names(self):
        laws, _ = the_laws()
        unused = {law.name for law in laws}
        unnoticed = {(law.name, pattern) for law in laws for pattern in law.left.patterns + law.right.patterns}
        for name in RUNS:
            numbers, found = self.verdicts_of(name)
            for verdict in found:
                law = verdict.law
                unused.discard(law.name)
                unnoticed -= {(law.name, pattern) for pattern in law.left.patterns + law.right.patterns
                              if (law.name, pattern) in unnoticed and notices(verdict, pattern, numbers)}
        self.assertEqual(sorted(unused), [])
        self.assertEqual(sorted(unnoticed), [])


for run in RUNS:
    setattr(Runs, f"test_laws_hold_on_{run}", lambda self, run=run: self.laws_hold_on(run))


class Laws(CliTest):
    def test_the_table_has_enough_equations_each_with_a_name_of_its_own(self):
        laws, _ = the_laws()
        self.assertGreaterEqual(sum(not law.at_most for law in laws), LEAST_EQUATIONS)
        self.assertEqual(len({law.name for law in laws}), len(laws))

    def test_check_names_the_law_that_a_result_folder_breaks(self):
        result = self.run_to("run", "baseline16", "pointer_chase:scale=8")
        self.assertEqual(self.good("check", "run"), "")
        stats = json.loads((result / "stats.json").read_text(encoding="utf-8"))
        next(stat for stat in stats if stat["path"] == "run.amat_contention_ns")["value"] += 1
        (result / "stats.json").write_text(json.dumps(stats), encoding="utf-8")
        code, out, err = self.call("check", "run")
        self.assertEqual((code, err), (1, ""))
        self.assertRegex(out, r"^run: law amat_parts \(run\): expected \$p\.amat_ns equal to .*, "
                              r"found [\d.]+ and [\d.]+; Each part of ")

    def test_check_refuses_a_folder_whose_statistics_cannot_be_read(self):
        result = self.run_to("run", "baseline16", "pointer_chase:scale=8")
        (result / "stats.json").write_text("[", encoding="utf-8")
        code, out, err = self.call("check", "run")
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, r"^check: run/stats\.json:1: ")


class Expressions(unittest.TestCase):
    NUMBERS = Numbers({"run.a": 6, "run.b": 2, "machine.socket0.core1.x": 3, "machine.socket0.core2.x": 4,
                       "machine.socket1.core1.x": 5, "machine.socket1.core1.y": 10}, {"p": "run"})

    def value(self, text, **bound):
        return Expression(text).value(self.NUMBERS, bound)

    def test_sums_follow_the_bound_variables(self):
        for text, bound, expected in (
                ("run.a / run.b - 1", {}, 2), ("$p.a", {"p": "run"}, 6),
                ("sum(machine.*.core*.x)", {}, 12), ("sum(machine.socket$s.core$n.x)", {"s": "0"}, 7),
                ("most(machine.socket$s.core*.x)", {"s": "0"}, 4), ("count(machine.*.core*.x)", {}, 3),
                ("sum(machine.$s.core$n.y * machine.$s.core$n.x)", {}, 50),
                ("optional(run.c) + 1", {}, 1), ("known(run.c) or run.a > 5", {}, True)):
            self.assertEqual(self.value(text, **bound), expected, text)

    def test_a_missing_number_is_not_0(self):
        for text in ("run.c", "run.a + run.c", "sum(machine.*.z)", "run.a / (run.b - 2)"):
            with self.assertRaises(Missing, msg=text):
                self.value(text)


if __name__ == "__main__":
    unittest.main()
