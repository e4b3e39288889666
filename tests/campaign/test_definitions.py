#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Definitions of the tables' statistics, compared with NumPy and SciPy on random input, and the inputs of cache keys.

Hypothesis and SciPy are installed from PyPI into build/ by the first run; skipped if PyPI is unreachable."""

import itertools
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from starnuma.files import BadInput
from starnuma.packages import PackageEnvironment

try:
    python = PackageEnvironment("property", "Hypothesis and SciPy",
                                Path(__file__).with_name("property_requirements.txt")).python()
except BadInput as problem:
    print(problem)
    sys.exit(77)
sys.path.extend(map(str, python.parents[1].glob("lib/python*/site-packages")))

import numpy  # noqa: E402
import scipy.stats  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.configuration import set_hypothesis_home_dir  # noqa: E402
from starnuma.campaign import cache  # noqa: E402
from starnuma.campaign.grid import Label, Point, baseline_of  # noqa: E402
from starnuma.campaign.mixes import Mixes  # noqa: E402
from starnuma.campaign.results import Results, estimate, student_quantile, student_share  # noqa: E402
from starnuma.campaign.terms import logarithmic_mean  # noqa: E402
from starnuma.contest.bakeoff import regret_percent, speedup  # noqa: E402
from starnuma.evaluation.exhibit import geometric_mean  # noqa: E402
from test_mixes import run_of, scenario  # noqa: E402

set_hypothesis_home_dir(python.parents[1])
settings.register_profile("suite", max_examples=100, deadline=None, derandomize=True, database=None,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("suite")
TIMES = st.floats(1e-3, 1e9)
SAMPLES = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20)


class Means(unittest.TestCase):
    def close(self, ours, theirs, relative=1e-9):
        numpy.testing.assert_allclose(ours, theirs, rtol=relative, atol=1e-9)

    @given(st.lists(TIMES, min_size=1, max_size=20))
    def test_the_geometric_mean(self, values):
        self.close(geometric_mean(values), scipy.stats.gmean(values))

    @given(SAMPLES)
    def test_mean_and_half_width_of_an_estimate(self, values):
        found = estimate(values)
        error = numpy.std(values, ddof=1) / numpy.sqrt(len(values))
        self.close(found.mean, numpy.mean(values))
        numpy.testing.assert_allclose(found.half, scipy.stats.t.ppf(0.975, len(values) - 1) * error, rtol=1e-6,
                                      atol=1e-6)

    def test_one_value_has_no_interval(self):
        self.assertEqual((estimate([3]).mean, estimate([3]).half), (3, 0))

    @given(st.integers(1, 500), st.floats(0, 50))
    def test_the_share_of_students_t(self, freedom, t):
        self.close(student_share(t, freedom), 1 - 2 * scipy.stats.t.sf(t, freedom), 1e-7)

    @given(st.integers(1, 500), st.floats(0.01, 0.995))
    def test_the_quantile_of_students_t(self, freedom, share):
        self.close(student_quantile(freedom, share), scipy.stats.t.ppf((1 + share) / 2, freedom), 1e-6)

    @given(TIMES, TIMES)
    def test_the_logarithmic_mean_lies_between_the_geometric_and_the_arithmetic_one(self, a, b):
        found = logarithmic_mean(a, b)
        self.assertLessEqual(scipy.stats.gmean([a, b]), found * (1 + 1e-6))
        self.assertLessEqual(found, numpy.mean([a, b]) * (1 + 1e-6))


class Ratios(unittest.TestCase):
    @given(TIMES, TIMES, TIMES)
    def test_speed_up_over_the_base_and_regret_against_the_oracle(self, own, base, oracle):
        runs = [run_of({"run.time_ns": time}) for time in (own, base, oracle)]
        numpy.testing.assert_allclose(speedup(*runs), numpy.divide(base, own))
        numpy.testing.assert_allclose(regret_percent(*runs), 100 * numpy.subtract(own, oracle) / oracle,
                                      rtol=1e-9, atol=1e-9)

    @given(st.lists(st.tuples(TIMES, TIMES), min_size=1, max_size=6))
    def test_speed_ups_are_ratios_seed_by_seed(self, times):
        labels = Label("base", "w"), Label("own", "w")
        plan = SimpleNamespace(baseline={"machine": "base"})
        points = [Point(label, seed, [], (), "", f"{label.machine}{seed}")
                  for label in labels for seed in range(len(times))]
        known = {f"{label.machine}{seed}": run_of({"run.time_ns": pair[i]})
                 for i, label in enumerate(labels) for seed, pair in enumerate(times)}
        results = Results(plan, points, lambda point: known[point.key], "", ())
        numpy.testing.assert_allclose(results.speedups(labels[1]), [base / own for base, own in times])
        numpy.testing.assert_allclose(results.speedups(labels[0]), numpy.ones(len(times)))

    def test_the_baseline_is_the_nearest_row_of_its_machine_and_the_same_workload(self):
        plan = SimpleNamespace(baseline={"machine": "n"})
        rows = [Label("n", "w", policy, setting) for policy in ("", "p") for setting in ("", "s")]
        for policy, setting, *there in itertools.product(("", "p"), ("", "s"), *[(False, True)] * len(rows)):
            labels = {row for row, is_there in zip(rows, there) if is_there}
            order = [Label("n", "w", *rest) for rest in ((policy, setting), (policy, ""), ("", setting), ("", ""))]
            self.assertEqual(baseline_of(Label("m", "w", policy, setting), plan, labels),
                             next((row for row in order if row in labels), None))

    @given(st.lists(st.tuples(TIMES, TIMES), min_size=2, max_size=2), TIMES)
    def test_weighted_speed_up_and_harmonic_mean_of_a_mix(self, times, alone):
        label = Label("m", "mix")
        mixes = Mixes([Point(label, seed, ["m", "mix"], (), scenario("a", "b"), f"m{seed}") for seed in (1, 2)], "")
        runs = [run_of({f"program.{name}.time_ns": time for name, time in zip("ab", pair)}, "ab") for pair in times]
        mix = mixes.mix(label, SimpleNamespace(runs={label: runs}), None,
                        lambda point: run_of({"run.time_ns": alone}), ())
        shared = numpy.divide(alone, times)  # progress of each program, as a share of its progress alone
        numpy.testing.assert_allclose(mix.weighted, shared.sum(axis=1))
        numpy.testing.assert_allclose(mix.harmonic, scipy.stats.hmean(shared, axis=1))


class CacheKeys(unittest.TestCase):
    """Each input of a run changes the key; a value that is not an input does not."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        for name in ("graph.el", "other.el", "part.so"):
            (self.folder / name).write_text(name, encoding="utf-8")
        (self.folder / "trace").mkdir()
        (self.folder / "trace/trace.json").write_text("{}", encoding="utf-8")

    def effective(self, **changes):
        parts = {"workload": f"bfs:scale=9,graph={self.folder}/graph.el", "seed": 1, "name": "m", "sockets": 16}
        parts.update(changes)
        return ('kind: experiment\nworkload: "{workload}"\nseed: {seed}\nmachine:\n  name: {name}\n'
                "  socket:\n    count: {sockets}\n").format(**parts)

    def key(self, program="p", asked=(), **changes):
        return cache.key_of(self.effective(**changes), program, asked)

    def test_each_input_changes_the_key_and_the_machines_name_does_not(self):
        changed = [self.key(), self.key(program="q"), self.key(asked=("--interval", "1us")),
                   self.key(asked=("--interval1us",)), self.key(seed=2), self.key(sockets=8),
                   self.key(workload="bfs:scale=9"), self.key(workload=f"bfs:scale=9,graph={self.folder}/other.el")]
        self.assertEqual(len(set(changed)), len(changed))
        self.assertEqual(self.key(name="other"), changed[0])

    def test_the_contents_of_each_file_that_a_workload_reads_change_the_key(self):
        for workload, file in ((f"bfs:graph={self.folder}/graph.el", "graph.el"),
                               (f"trace:{self.folder}/trace", "trace/trace.json"),
                               (f"{self.folder}/part.so:scale=3", "part.so"),
                               (f"kv:scale=9@socket0 + bfs:graph={self.folder}/graph.el@socket1", "graph.el")):
            with self.subTest(workload):
                before = self.key(workload=workload)
                self.assertEqual(self.key(workload=workload), before)
                (self.folder / file).write_text(f"changed for {workload}", encoding="utf-8")
                self.assertNotEqual(self.key(workload=workload), before)

    def test_the_program_changes_the_key_and_the_commit_that_it_names_does_not(self):
        cli = self.folder / "cli"
        programs = []
        for code, commit in ((b"code", b"0123456789ab"), (b"code", b"ba9876543210"), (b"other", b"0123456789ab")):
            cli.write_bytes(code + b"\0" + commit + b"\0")
            programs.append(cache.program_of(cli))
        self.assertEqual(programs[0], programs[1])
        self.assertNotEqual(programs[0], programs[2])

    def test_a_changed_missing_or_further_file_makes_a_folder_no_result(self):
        key = self.key()
        for damage in ("change", "remove", "add", "none"):
            folder = self.folder / damage
            folder.mkdir()
            (folder / cache.EFFECTIVE).write_text(self.effective(), encoding="utf-8")
            (folder / "stats.json").write_text("[]", encoding="utf-8")
            cache.seal(folder, key)
            if damage == "change":
                (folder / "stats.json").write_text("[ ]", encoding="utf-8")
            elif damage == "remove":
                (folder / "stats.json").unlink()
            elif damage == "add":
                (folder / "more").touch()
            self.assertEqual(cache.is_whole(folder, key, "p"), damage == "none", damage)
        self.assertFalse(cache.is_whole(self.folder / "none", self.key(seed=2), "p"))


if __name__ == "__main__":
    unittest.main()
