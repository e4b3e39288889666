#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Machines with tracking hardware: metadata compared with exact counts."""

import csv
import itertools
import json
import unittest

from cli import CliTest, stats

RUN = ("baseline16_first_touch", "bfs:scale=10", "--set", "tracking.impl=model")


def regions(folder):
    with open(folder / "metadata.csv", encoding="utf-8", newline="") as file:
        return [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]


class Tracking(CliTest):
    def test_every_load_is_recorded_late_or_lost(self):
        for update in ("own_line", "add_at_home"):
            self.check_loads(self.run_to(update, *RUN, "--set", f"tracking.update={update}",
                                         report=True))

    def test_the_window_contains_no_load_of_the_warm_up(self):
        self.check_loads(self.run_to("warm", RUN[0], "bfs:scale=10,warmup=2", *RUN[2:], report=True))

    def check_loads(self, result):
        run, table = stats(result), regions(result)
        loads = {name: run[f"run.tracking.loads{name}"]
                 for name in ("", "_recorded", "_early", "_late", "_lost")}
        self.assertGreater(loads[""], 100)
        self.assertEqual(loads[""] + loads["_early"],
                         loads["_recorded"] + loads["_late"] + loads["_lost"])
        self.assertEqual(loads["_lost"], 0)
        self.assertEqual(len(table), run["run.tracking.regions"])
        self.assertEqual(sum(row["count"] for row in table), loads["_recorded"])
        self.assertEqual(sum(row["true_loads"] for row in table), loads[""])
        self.assertLessEqual(loads[""], run["run.llc_misses"])
        self.assertIn("Tracking", (result / "report.html").read_text(encoding="utf-8"))

    def test_narrow_counters_lose_loads_and_none_keep_sharers_only(self):
        narrow = stats(self.run_to("t4", *RUN, "--set", "tracking.count_width=4"))
        self.assertGreater(narrow["run.tracking.loads_lost"], 0)
        none = self.run_to("t0", *RUN, "--set", "tracking.count_width=0")
        self.assertTrue(any(row["sharers"] for row in regions(none)))
        self.assertFalse(any(row["count"] for row in regions(none)))
        self.assertNotIn("run.tracking.count_error.total", stats(none))

    def test_rtl_gives_the_same_bytes_as_its_model(self):
        for width, update in itertools.product((16, 8, 0), ("own_line", "add_at_home")):
            more = ("--set", f"tracking.count_width={width}",
                    "--set", f"tracking.update={update}")
            model = self.run_to(f"model{width}{update}", *RUN, *more)
            rtl = self.run_to(f"rtl{width}{update}", *RUN, *more, "--set", "tracking.impl=rtl")
            for name in ("stats.json", "metadata.csv"):
                self.assertEqual((model / name).read_bytes(), (rtl / name).read_bytes())
            ticks = [json.loads((folder / "host.json").read_text(encoding="utf-8"))
                     for folder in (model, rtl)]
            self.assertEqual(ticks[0]["rtl_annex_ticks"], 0)
            self.assertGreater(ticks[1]["rtl_annex_ticks"], 100)
            self.assertGreater(ticks[1]["rtl_tracker_ticks"], 100)

    def test_both_gives_the_same_bytes_and_checks_assertions(self):
        more = ("starnuma16", "bfs:scale=10", "--set")
        model = self.run_to("model", *more, "tracking.impl=model")
        for name, options in (("both", ()), ("asserted", ("--rtl-assertions",))):
            both = self.run_to(name, *more, "tracking.impl=both", *options)
            for file in ("stats.json", "metadata.csv"):
                self.assertEqual((model / file).read_bytes(), (both / file).read_bytes())
            host = json.loads((both / "host.json").read_text(encoding="utf-8"))
            self.assertGreater(host["rtl_annex_ticks"], 100)
        code, _, err = self.call("run", *more, "tracking.impl=model", "--rtl-assertions", "-o", "x")
        self.assertEqual((code, err.count("\n")), (2, 1), err)
        self.assertIn("expected tracking.impl or pool.device.impl rtl or both", err)

    def test_counters_stop_where_those_of_the_full_size_machine_would(self):
        free = ("--set", "placement.costs.tracker=free")  # so that counters do not change the time
        sets = lambda width, scale: (RUN[0], "bfs:scale=10,trials=4", *RUN[2:], *free,
                                     "--set", f"tracking.count_width={width}",
                                     "--set", f"tracking.count_scale={scale}")
        everything = [row["count"] for row in regions(self.run_to("all", *sets(16, "as_is")))]
        factor = 1 / 128  # the run is longer than a phase, and a region is one page, not 128
        lost = []
        for width in (16, 8, 4):
            for scale, most in (("as_is", 2**width - 1),
                                ("full_size", max(1, round((2**width - 1) * factor)))):
                folder = self.run_to(f"{scale}{width}", *sets(width, scale))
                run = stats(folder)
                self.assertEqual(run["run.tracking.count_saturates_at"], most)
                self.assertAlmostEqual(run["run.tracking.count_saturates_at_full_size"],
                                       most / factor)
                self.assertEqual([row["count"] for row in regions(folder)],
                                 [min(count, most) for count in everything])
                lost.append(run["run.tracking.loads_lost"])
        self.assertEqual(lost[0], 0)
        self.assertLess(lost[2], lost[3], "T8 as it is, T8 at full size")
        self.assertLess(lost[3], lost[5], "T8 and T4, both at full size")

    def test_tracker_updates_are_traffic_of_their_own(self):
        run = stats(self.run_to("run", *RUN))
        self.assertGreater(sum(value for path, value in run.items()
                               if path.endswith("bytes.tracker")), 0)
        for update, path_end in (("own_line", "metadata_port.reads"),
                                 ("add_at_home", "home.adds")):
            run = stats(self.run_to(update, *RUN, "--set", f"tracking.update={update}"))
            self.assertGreater(sum(value for path, value in run.items()
                                   if path.endswith(path_end)), 0)

    def test_equal_runs_have_equal_metadata(self):
        first, second = self.run_to("first", *RUN), self.run_to("second", *RUN)
        for name in ("metadata.csv", "stats.json"):
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes())

    def test_a_baseline_does_not_track(self):
        result = self.run_to("run", "baseline16_first_touch", "bfs:scale=10")
        self.assertFalse((result / "metadata.csv").exists())
        self.assertFalse(any("tracking" in path for path in stats(result)))


class Recording(CliTest):
    def test_annex_events_of_chosen_cores_are_written(self):
        plain = self.run_to("plain", *RUN)
        result = self.run_to("run", *RUN, "--record-annex", "some.annex:0,5-6")
        self.assertEqual((plain / "stats.json").read_bytes(), (result / "stats.json").read_bytes())
        lines = (self.folder / "some.annex").read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[:3], ["starnuma-annex 1", "entries 16", "count_width 16"])
        events = [line.split() for line in lines[3:]]
        self.assertEqual({event[0] for event in events}, {"0", "5", "6"})
        self.assertLessEqual({"i", "a", "m"}, {event[2] for event in events})

    def test_hand_overs_and_updates_of_chosen_cores_are_written(self):
        plain = self.run_to("plain", *RUN)
        for update, letters in (("own_line", {"h", "r"}), ("add_at_home", {"h", "a"})):
            result = self.run_to(update, *RUN, "--set", f"tracking.update={update}",
                                 "--record-tracker", "some.tracker:0,5-6")
            if update == "add_at_home":
                self.assertEqual((plain / "stats.json").read_bytes(),
                                 (result / "stats.json").read_bytes())
            lines = (self.folder / "some.tracker").read_text(encoding="utf-8").splitlines()
            self.assertEqual(lines[:2], ["starnuma-tracker 1", "sockets 16"])
            events = [line.split() for line in lines[9:]]
            self.assertLessEqual({event[0] for event in events}, {"0", "5", "6"})
            self.assertEqual({event[2] for event in events}, letters)

    def test_what_cannot_be_recorded_is_told_in_one_line(self):
        def refuse(sentence, *words):
            code, _, err = self.call("run", *words, "-o", "x")
            self.assertEqual((code, err.count("\n")), (2, 1), err)
            self.assertIn(sentence, err)

        refuse("no tracking hardware", "baseline16_first_touch", "bfs:scale=10", "--record-annex", "a")
        refuse("no core 64", *RUN, "--record-annex", "a:64")
        refuse("expected cores", *RUN, "--record-annex", "a:5-2")
        refuse("--record-tracker: the machine has no core 64", *RUN, "--record-tracker", "a:64")
        refuse("cannot write", *RUN, "--record-annex", "missing/a")


if __name__ == "__main__":
    unittest.main()
