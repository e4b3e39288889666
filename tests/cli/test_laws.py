#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Conservation laws hold on runs of each kind, and each one is broken by a wrong number on either side."""

import json
import unittest

from cli import CliTest
from starnuma.laws.check import the_laws
from starnuma.laws.expression import Expression, Missing, Numbers
from starnuma.laws.read import values_of
from starnuma.laws.table import verdicts

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
FILES = {"late.yaml": LATE, "errors.yaml": LINK_ERRORS, "mix.yaml": MIX, "extents.yaml": EXTENTS}
VECTOR = "vector_sum:scale=14,gib=8,rounds=2@socket0"
RUNS = {
    "series": ("starnuma16", "bfs:scale=9,trials=1", "--interval", "20us"),
    "series_queued": ("starnuma16", "bfs:scale=9,trials=1", "--interval", "20us", *QUEUED),
    "random_queued": ("starnuma16", "gups:scale=10,updates=4000", *QUEUED),
    "moves": ("starnuma16_t16", "bfs:scale=9,trials=1"),
    "moves_queued": ("starnuma16_t16", "bfs:scale=9,trials=1", *QUEUED),
    "errors": ("errors.yaml", "--set", "pool.capacity_of_footprint=1"),
    "errors_queued": ("errors.yaml", "--set", "pool.capacity_of_footprint=1", *QUEUED),
    "mix": ("mix.yaml",),
    "late": ("late.yaml",),
    "extents": ("extents.yaml",),
    "maps_queued": ("lmp_mapped", VECTOR, *QUEUED),
}


def wrong_values(value):
    """Returns values that a number could wrongly have, near and far."""
    return (value * 1.5 + 1, -1e9 * (abs(value) + 1), 1e9 * (abs(value) + 1))


class Laws(CliTest):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            (self.folder / name).write_text(text, encoding="utf-8")

    def test_the_table_has_enough_equations_each_with_a_name_of_its_own(self):
        laws, _ = the_laws()
        self.assertGreaterEqual(sum(not law.at_most for law in laws), LEAST_EQUATIONS)
        self.assertEqual(len({law.name for law in laws}), len(laws))

    def test_each_law_holds_and_is_broken_by_a_wrong_number_on_either_side(self):
        laws, places = the_laws()
        blind = {(law.name, side) for law in laws for side in ("left", "right")}
        applied = set()
        for name, words in RUNS.items():
            values = values_of(self.run_to(name, *words))
            for verdict in verdicts(laws, places, values):
                self.assertTrue(verdict.holds, verdict.text())
                applied.add(verdict.law.name)
                for side, used in zip(("left", "right"), verdict.used):
                    if (verdict.law.name, side) in blind and \
                            (not used or self.breaks(verdict, used, values, places)):
                        blind.discard((verdict.law.name, side))
        self.assertEqual(sorted({law.name for law in laws} - applied), [])
        self.assertEqual(sorted(blind), [])

    @staticmethod
    def breaks(verdict, used, values, places):
        """Returns whether this law is broken at its place by some wrong value of some number it uses."""
        for path in (*used[:4], *used[-2:]):
            for wrong in wrong_values(values[path]):
                for after in verdicts([verdict.law], places, {**values, path: wrong}):
                    if after.place == verdict.place and not after.holds:
                        return True
        return False

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
