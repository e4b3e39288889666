#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Mixed loads in tables: statistics that only the programs have, and each program against itself
alone on the same machine."""

import math
import unittest
from pathlib import Path
from types import SimpleNamespace

from starnuma.campaign.grid import Label, Point
from starnuma.campaign.mixes import Mixes, MixTable, alone
from starnuma.contest.bakeoff import COST_COLUMNS, POLICY_COLUMNS, Bakeoff
from starnuma.contest.columns import interval, samples
from starnuma.contest.sweep import LINES, value_of
from starnuma.result_folder import Run

HEAD = """\
# SPDX-License-Identifier: Apache-2.0
kind: scenario
seed: 1
repeat: until_all_done
programs:
"""
MACHINE = "machine:\n  name: starnuma16\n  socket:\n    count: 16\n"


def scenario(*names, events=""):
    return HEAD + "".join(f'  - name: {name}\n    workload: "kv:scale=10"\n    cores: socket{i}\n'
                          for i, name in enumerate(names)) + events + MACHINE


def run_of(stats, programs=()):
    """A run with these statistics, of these programs."""
    return Run(Path("run"), "", {"programs": [{"name": name} for name in programs]},
               [{"path": path, "value": value, "unit": "1", "description": ""}
                for path, value in stats.items()])


def mixed_run(time=100, **migrations):
    """A run whose programs are the keywords: their migration statistics, None for none."""
    stats = {"run.time_ns": time, "run.amat_ns": 200}
    for name, migration in migrations.items():
        stats[f"program.{name}.time_ns"] = time
        for path, value in (migration or {}).items():
            stats[f"program.{name}.migration.{path}"] = value
    return run_of(stats, migrations)


def column(key, run, columns=(*POLICY_COLUMNS, *COST_COLUMNS)):
    found = next(each for each in columns if each.key == key)
    return found.value(run, run, run)


class MissingStatistics(unittest.TestCase):
    """A statistic that a run lacks is never 0."""

    MOVED = mixed_run(kv0={"completed": 84, "to_pool": 3, "shootdowns_sent": 9, "os_busy_time": 30},
                      kv1={"completed": 74, "to_pool": 4, "shootdowns_sent": 0, "os_busy_time": 10})

    def test_counts_are_summed_over_the_programs_of_a_mixed_load(self):
        self.assertEqual([column(key, self.MOVED) for key in ("moves", "moves_to_pool", "shootdowns_sent")],
                         [158, 7, 9])

    def test_the_busy_share_is_the_mean_over_the_programs(self):
        self.assertEqual(column("os_busy_percent", self.MOVED), 20)

    def test_a_program_that_moves_no_pages_adds_nothing(self):
        some = mixed_run(kv0={"completed": 84, "os_busy_time": 30}, kv1=None)
        self.assertEqual([column(key, some) for key in ("moves", "os_busy_percent")], [84, 30])

    def test_what_no_program_has_is_none(self):
        empty = run_of({"run.time_ns": 100})
        for each in (*POLICY_COLUMNS, *COST_COLUMNS):
            if each.key not in ("speedup", "time_ms", "time_change_percent"):
                with self.subTest(each.key):
                    self.assertIsNone(each.value(empty, empty, empty))

    def test_a_statistic_of_the_run_is_no_sum(self):
        whole = run_of({"run.time_ns": 100, "run.migration.completed": 5, "run.migration.os_busy_time": 50})
        self.assertEqual([column(key, whole) for key in ("moves", "os_busy_percent")], [5, 50])

    def test_zero_stays_zero(self):
        self.assertEqual(column("moves", mixed_run(kv0={"completed": 0}, kv1={"completed": 0})), 0)

    def test_a_sweep_sums_counts_over_programs(self):
        values = {line.label: value_of(line, self.MOVED) for line in LINES}
        self.assertEqual((values["moves"], round(values["moves to the pool, %"], 3), values["regions"]),
                         (158, 4.43, None))

    def test_a_table_shows_a_dash(self):
        self.assertEqual(interval(samples([run_of({}), run_of({"run.ipc": 1})], "run.ipc"), 3), "-")
        self.assertEqual(interval(samples([run_of({"run.ipc": 0})], "run.ipc"), 3), "0.000")

    def test_a_bakeoff_shows_a_dash_and_null(self):
        runs = [mixed_run(kv0=None, kv1=None), self.MOVED]
        contest = SimpleNamespace(
            about={"first": "policy", "costs": False, "oracle": None, "base": 0, "machine": "m",
                   "shown": ["first_touch", "starnuma_t16"]},
            entrants=[0, 1], runs_of=lambda entrant: [runs[entrant]], many_seeds=False, workload="w",
            seeds=[1], mixed=lambda names, base: None)
        bakeoff = Bakeoff(contest)
        first, second = bakeoff.text().splitlines()[2:]
        self.assertRegex(first, r"first_touch +200\.0 +- +1\.000 +- +- +- +- +-$")
        self.assertRegex(second, r"starnuma_t16 +200\.0 +- +1\.000 +158 +7 +- +20\.0 +-$")
        rows = bakeoff.document()["rows"]
        self.assertEqual([row["moves"] and row["moves"]["mean"] for row in rows], [None, 158])
        self.assertEqual(bakeoff.csv().splitlines()[1], "first_touch,200,,1,,,,,")


class Alone(unittest.TestCase):
    def test_each_program_keeps_its_machine_cores_and_seed(self):
        texts = alone(scenario("kv0", "kv1", events="    start: 50 us\nfaults:\n  - {kind: rogue, program: kv1}\n"))
        self.assertEqual(list(texts), ["kv0", "kv1"])
        self.assertEqual(texts["kv1"], ("kv:scale=10", "socket1", HEAD + """\
  - name: alone
    workload: "kv:scale=10"
    cores: socket1
""" + MACHINE))

    def test_one_program_and_a_plain_run_have_no_mix(self):
        self.assertEqual(alone(scenario("kv")), {})
        self.assertEqual(alone("kind: experiment\nseed: 1\nworkload: kv\n" + MACHINE), {})


class Measures(unittest.TestCase):
    def setUp(self):
        self.labels = [Label("slow", "mix"), Label("fast", "mix")]
        points = [Point(label, seed, [label.machine, "mix"], (), scenario("a", "b"),
                        f"{label.machine}{seed}") for label in self.labels for seed in (1, 2)]
        self.mixes = Mixes(points, "")
        times = {"slow": (300, 200), "fast": (150, 200)}  # times in ns for a and b in the mix; alone 100 each
        self.results = SimpleNamespace(runs={
            label: [run_of({f"program.{name}.time_ns": time for name, time in zip("ab", times[label.machine])},
                           "ab")] * 2 for label in self.labels})

    def mix(self, label, failed=()):
        return self.mixes.mix(label, self.results, self.labels[0],
                              lambda point: run_of({"run.time_ns": 100}), failed)

    def test_speed_up_slow_down_weighted_speed_up_and_harmonic_mean(self):
        mix = self.mix(self.labels[1])
        self.assertEqual(mix.speedups, {"a": [2, 2], "b": [1, 1]})
        self.assertEqual(mix.slowdowns, {"a": [1.5, 1.5], "b": [2, 2]})
        self.assertTrue(all(math.isclose(each, 1 / 1.5 + 1 / 2) for each in mix.weighted))
        self.assertTrue(all(math.isclose(each, 2 / 3.5) for each in mix.harmonic))

    def test_programs_alone_with_equal_inputs_are_one_run(self):
        self.assertEqual(len({point.key for point in self.mixes.points}), 2)

    def test_a_run_alone_that_failed_leaves_a_dash(self):
        mix = self.mix(self.labels[0], {point.key for point in self.mixes.points})
        self.assertEqual((mix.slowdowns, mix.weighted, mix.harmonic), ({"a": None, "b": None}, None, None))
        table = MixTable({("slow",): mix}, ["machine"])
        self.assertEqual(table.text().splitlines()[2].split(), ["slow", "a", "1.000", "±", "0.000", "–", "–", "–"])

    def test_the_table_says_which_is_which(self):
        text = MixTable({(each.machine,): self.mix(each) for each in self.labels}, ["machine"]).text()
        for word in ("speed-up", "slow-down", "weighted speed-up", "harmonic mean", "slowest program", "alone"):
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main()
