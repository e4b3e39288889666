#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Python functions that run the platform, with a stand-in for the program."""

import inspect
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

import starnuma as sn
from starnuma.api import html, plans, progress, reference
from starnuma.campaign.grid import Label
from starnuma.campaign.results import Results

FAKE = Path(__file__).with_name("fake_cli.py")
HERE = str(Path(__file__))


def line():
    return inspect.currentframe().f_back.f_lineno


class ApiTest(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(place.name)
        os.environ.update(STARNUMA_CLI=str(FAKE), FAKE_CALLS=str(Path(place.name) / "calls"))

    def calls(self):
        file = Path(os.environ["FAKE_CALLS"])
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def problems(self, action):
        """Returns the exception of bad input that a call raises."""
        with self.assertRaises(sn.InputError) as raised:
            action()
        return raised.exception


class Machines(ApiTest):
    def test_settings_become_options_and_the_name(self):
        machine = sn.machine("near16", {"upi.bandwidth": "6 GB/s", "pool.count": 1}, policy="lacx")
        self.assertEqual(machine.name, "near16 bandwidth=6 GB/s count=1 lacx")
        self.assertEqual(self.calls(), ["run near16 gups:updates=1000 --set upi.bandwidth=6 GB/s --set pool.count=1 "
                                        "--policy lacx --dry-run"])
        self.assertIn("<td>6 GB/s</td>", machine._repr_html_())

    def test_values_are_written_as_yaml(self):
        self.assertEqual([plans.text_of(value) for value in (True, 3, 0.5, [1, 2], "a")],
                         ["true", "3", "0.5", "[1, 2]", "a"])

    def test_an_unknown_name_or_field_is_an_exception_with_the_place_of_the_call(self):
        found = self.problems(lambda: sn.machine("neer16")); here = line()  # noqa: E702
        self.assertEqual((found.file, found.line), (HERE, here))
        self.assertIn('did you mean "near16"?', str(found))
        found = self.problems(lambda: sn.machine("near16", {"upi.bandwidt": "6 GB/s"}))
        self.assertEqual(found.problems[0].key, "upi.bandwidt")
        self.assertIsInstance(found, sn.BadInput)

    def test_problems_of_a_file_have_its_lines(self):
        found = self.problems(lambda: sn.check("bad.yaml"))
        self.assertEqual([(each.file, each.line, each.key) for each in found.problems],
                         [("bad.yaml", 3, "machine.upi.bandwidt"), ("bad.yaml", 9, "machine.pool")])
        self.assertEqual(sn.check("good.yaml"), ["warning: short phases"])

    def test_laws_that_do_not_hold_are_in_the_message(self):
        with self.assertRaisesRegex(sn.RunError, "check damaged\n  law amat_parts: expected 1, found 2"):
            sn.check("damaged")

    def test_a_missing_program_is_named(self):
        os.environ["STARNUMA_CLI"] = "no-such-program"
        with self.assertRaisesRegex(sn.BadInput, "STARNUMA_CLI: no program no-such-program"):
            sn.machine("near16")


class Names(ApiTest):
    def test_names_complete_and_an_unknown_one_has_a_suggestion(self):
        self.assertEqual(dir(sn.machines), ["far16", "near16"])
        self.assertEqual(sn.machines.near16, "near16")
        self.assertEqual(sn.machines["near16"], "about near16")
        self.assertEqual((dir(sn.workloads), list(sn.workloads)), (["bfs"], ["bfs", "trace:bfs8"]))
        with self.assertRaisesRegex(AttributeError, "near16"):
            sn.machines.neer16  # noqa: B018

    def test_fields_complete_step_by_step(self):
        self.assertEqual(dir(sn.fields), ["pool", "upi"])
        self.assertEqual(sn.fields.upi.bandwidth, "upi.bandwidth")
        self.assertEqual(list(sn.fields), ["upi.bandwidth", "pool.count"])
        with self.assertRaisesRegex(AttributeError, 'unknown field "upi.bandwidt", did you mean "bandwidth"'):
            sn.fields.upi.bandwidt  # noqa: B018


class Runs(ApiTest):
    def test_a_run_has_its_statistics_and_its_ledger(self):
        result = sn.run("near16", "bfs", {"upi.bandwidth": "6 GB/s"}, seed=3)
        self.assertEqual((result.amat, result.stats["run.ipc"], result.seed), (250.0, 0.5, 3))
        self.assertEqual(result.ledger, {"cache": 50.0, "dram_queue": 200.0})
        self.assertEqual(sum(result.ledger.values()), result.amat)
        self.assertEqual(result.machine, "near16 bandwidth=6 GB/s")
        self.assertEqual(result.stats.unit("run.ipc"), "ns")
        self.assertIn("run.ipc", result.stats._ipython_key_completions_())
        page = result._repr_html_()
        self.assertIn("near16 bandwidth=6 GB/s", page)
        self.assertIn('<rect x="0.0" width="576.0" height="18" fill="#1f6fb4"><title>dram_queue: 200.0 ns, 80.0 %<', page)
        self.assertIn('<rect x="576.0" width="144.0"', page)
        self.assertIn("<td>250,000</td>", page)

    def test_a_finished_run_comes_from_the_cache_of_plans(self):
        first = sn.run("near16", "bfs")
        made = [call for call in self.calls() if "--progress" in call]
        again = sn.run("near16", "bfs")
        self.assertEqual(first.folder, again.folder)
        self.assertEqual([call for call in self.calls() if "--progress" in call], made)
        self.assertEqual(len(made), 1)
        self.assertTrue((first.folder / "checksums.json").exists())
        self.assertEqual(first.folder.parents[1], Path("results/cache"))

    def test_a_failed_run_is_an_exception_with_its_command_and_reason(self):
        with self.assertRaisesRegex(sn.RunError, r"run near16 broken .*\n  broken invariant"):
            sn.run("near16", "broken")
        self.assertEqual([path.name for path in Path("results/cache/.engines").iterdir()], ["lock"])

    def test_a_wrong_interval_is_bad_input(self):
        self.assertIn("--interval", str(self.problems(lambda: sn.run("near16", "bfs", interval="10"))))
        self.assertEqual(sn.run("near16", "bfs", interval="10us").amat, 250.0)
        self.assertIn("--interval 10us", self.calls()[-1])

    def test_an_unknown_statistic_has_a_suggestion(self):
        with self.assertRaisesRegex(KeyError, 'did you mean "run.ipc"'):
            sn.run("near16", "bfs").stats["run.ipcc"]  # noqa: B018

    def test_progress_goes_to_the_display_of_a_notebook(self):
        class Shown:
            def __init__(self):
                self.all = []

            def update(self, data, raw):
                self.all.append(data["text/plain"])
        shown = Shown()
        with progress.watched(progress.Display(shown, False), lambda: (0.5, "1 of 2 runs")):
            while not shown.all:
                pass
        self.assertEqual((shown.all[0], shown.all[-1]), ("1 of 2 runs", ""))

    def test_descriptions_and_explanations_have_tables(self):
        described = sn.describe("near16")
        self.assertEqual(described.latency_ns["s0"]["s1"], 130.0)
        self.assertIn("<td>130</td>", described._repr_html_())
        explained = sn.explain("some/folder", worst=1)
        self.assertIn("explain some/folder --worst 1 --json", self.calls())
        self.assertEqual(repr(explained), "#7: 1,250.0 ns, pool, machine.socket0.core0")
        self.assertIn("<td>25</td><td>0</td><td>&lt;core&gt;</td>", explained._repr_html_())

    def test_a_time_line_draws_the_wait_before_the_rest(self):
        drawn = html.time_line([(10.0, 100.0, 60.0), (60.0, 50.0, 0.0)], ["hop"], [["a"], ["b"]])
        self.assertEqual([tuple(map(float, found)) for found in re.findall(r'x="([\d.]+)" width="([\d.]+)"', drawn)],
                         [(0.0, 180.0), (180.0, 120.0), (150.0, 150.0)])


class Reference(unittest.TestCase):
    def test_the_page_is_that_of_the_functions(self):
        page = Path(__file__).resolve().parents[2] / "docs" / "generated" / "python.md"
        self.assertEqual(page.read_text(encoding="utf-8"), reference.page(),
                         f"renew it with {reference.COMMAND} > docs/generated/python.md")


class Grids(ApiTest):
    """Grids without an engine: how their plans are made and their results shown."""

    @classmethod
    def setUpClass(cls):
        """Makes a grid of two machines and two seeds."""
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        os.environ.update(STARNUMA_CLI=str(FAKE), FAKE_CALLS=str(Path(place.name) / "calls"))
        plan = plans.plan_of(["near16", "far16"], ["bfs"], seeds=(1, 2))
        labels = {name: Label(name, "bfs") for name in ("near16", "far16")}
        runs = {label: [sn.run(name, "bfs", seed=seed, cache=place.name) for seed in (1, 2)]
                for name, label in labels.items()}
        found = Results(plan, [], None, "", {})
        found.points = dict.fromkeys(runs)
        found.runs = {label: [run._run for run in group] for label, group in runs.items()}
        cls.grid = sn.Grid(found, {(label, seed): run.folder for label, group in runs.items()
                                   for seed, run in zip((1, 2), group)})

    def test_a_grid_is_a_plan_of_all_combinations(self):
        plan = plans.plan_of(["near16", sn.machine("far16", {"pool.count": 1})], ["bfs", "cc"],
                             {"upi.bandwidth": ["3 GB/s", "6 GB/s"], "pool.count": [1, 2]}, seeds=(1, 2))
        self.assertEqual(plan.number_of_runs(), 32)
        self.assertEqual([entry.name for entry in plan.settings], [
            "bandwidth=3 GB/s, count=1", "bandwidth=3 GB/s, count=2", "bandwidth=6 GB/s, count=1",
            "bandwidth=6 GB/s, count=2"])
        self.assertEqual([entry.sets for entry in plan.machines], [{}, {"pool.count": "1"}])

    def test_mistakes_name_the_axis_and_the_place_of_the_call(self):
        for action, key in ((lambda: sn.grid([], ["bfs"]), "machines"), (lambda: sn.grid(["near16"], []), "workloads"),
                            (lambda: sn.grid(["near16", "near16"], ["bfs"]), "machines"),
                            (lambda: sn.grid(["near16"], ["bfs"], seeds=10001), "grid"),
                            (lambda: sn.grid(["near16"], ["bfs"], {"upi.bandwidt": ["3 GB/s"]}),
                             "settings.upi.bandwidt")):
            with self.subTest(key):
                found = self.problems(action)
                self.assertEqual((found.problems[0].key, found.file), (key, HERE))

    def test_speedups_are_over_a_machine(self):
        speedup = self.grid.speedup(over="far16")
        self.assertEqual([(names, found.mean) for names, found in speedup.rows],
                         [(("near16", "bfs"), 2.0), (("far16", "bfs"), 1.0)])
        self.assertEqual(list(speedup.frame().columns), ["machine", "workload", "mean", "half_width_95", "by_seed"])
        self.assertIn("<th>speed-up over far16</th>", speedup._repr_html_())
        self.assertIn('"near16"', str(self.problems(lambda: self.grid.speedup(over="near"))))

    def test_a_column_and_the_frame_have_all_runs(self):
        grid = self.grid
        self.assertEqual([found.mean for _, found in grid["run.amat_ns"].rows], [250.0, 500.0])
        frame = grid.frame()
        self.assertEqual(sorted(frame[frame.path == "run.amat_ns"].value), [250.0, 250.0, 500.0, 500.0])
        self.assertEqual([result.amat for result in grid.runs], [250.0, 250.0, 500.0, 500.0])
        with self.assertRaisesRegex(KeyError, 'did you mean "run.amat_ns"'):
            grid["run.amat"]  # noqa: B018
        page = grid._repr_html_()
        self.assertEqual(page.count("<tr>"), 3)
        self.assertIn("AMAT, ns", page)

    def test_a_column_is_plotted_with_its_intervals(self):
        import matplotlib
        matplotlib.use("Agg")
        axes = self.grid.speedup(over="far16").plot()
        self.assertEqual([text.get_text() for text in axes.get_yticklabels()], ["near16 · bfs", "far16 · bfs"])
        self.assertEqual([bar.get_width() for bar in axes.patches], [2.0, 1.0])
        self.assertIsNotNone(axes.containers[-1].errorbar)


if __name__ == "__main__":
    sys.exit(unittest.main())
