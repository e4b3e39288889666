#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run --waves and explain: their files show the run hop by hop and do not change it.

Reads the files back with fst2vcd (package gtkwave), and opens them in GTKWave if it and Xvfb are
installed; both parts are skipped otherwise.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli import CLI, DELIVERIES, CliTest, stats
from waves import NEEDS_FST2VCD, changes, transactions

RUN = ("starnuma16", "bfs:scale=10")
CHASE = ("starnuma16", "pointer_chase:home=pool,lines=10")
SOME = ("--wave-scope", "machine.socket3.core1", "--wave-scope", "machine.socket3.home",
        "--wave-scope", "pool")

# Mistake -> (options, required parts of the one line).
BAD = {
    "waves without a file": (["--wave-scope", "machine.pool"], ["--wave-scope", "--waves"]),
    "file that is not FST": (["--waves", "x.vcd"], ["--waves", ".fst", "x.vcd"]),
    "folder that is not there": (["--waves", "no/x.fst"], ["--waves", "no"]),
    "misspelt scope": (["--waves", "x.fst", "--wave-scope", "machine.sokcet3.core1"],
                       ["--wave-scope", '"machine.socket3.core1"']),
    "scope of nothing": (["--waves", "x.fst", "--wave-scope", "machine.socket3.nothing_that_is_near_any_of_the_names"],
                         ["--wave-scope", "machine.socket3.caching_agent"]),
    "window of one time": (["--waves", "x.fst", "--wave-window", "10us"], ["--wave-window", "10us:12us"]),
    "window without unit": (["--waves", "x.fst", "--wave-window", "10:12"], ["--wave-window", '"10"']),
    "window that ends first": (["--waves", "x.fst", "--wave-window", "5us:4us"],
                               ["--wave-window", "ends before"]),
    "misspelt trigger": (["--waves", "x.fst", "--wave-on", "pool.snoop_filter.back_invalidat"],
                         ["--wave-on", '"pool.snoop_filter.back_invalidate"']),
    "unknown message": (["--waves", "x.fst", "--wave-on", "message=BISnpIvn"],
                        ["--wave-on", '"BISnpInv"']),
    "bound without unit": (["--waves", "x.fst", "--wave-on", "latency>2"], ["latency>", '"2"']),
    "line that is not an address": (["--waves", "x.fst", "--wave-on", "line=pool"], ["line=", '"pool"']),
    "line of no node": (["--waves", "x.fst", "--wave-line", "0x3f0000000000"], ["node 63 ", "bits 40 to 45"]),
    "RTL waves that are none": (["--waves", "x.fst", "--wave-rtl", "none.fst"],
                                ["none.fst", "no such file"]),
    "time kept without unit": (["--waves", "x.fst", "--wave-before", "1"], ["--wave-before", '"1"']),
}


class Waves(CliTest):
    """Tests that mostly share two runs, one without and one with waves."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.runs = Path(place.name)
        for name, options in (("plain", ()), ("watched", ("--waves", "w.fst", *SOME))):
            subprocess.run([CLI, "run", *RUN, "-o", name, *options], check=True, cwd=cls.runs,
                           stdout=subprocess.DEVNULL)

    def setUp(self):
        super().setUp()
        self.plain, self.watched = self.runs / "plain", self.runs / "watched"

    def test_what_is_wrong_is_said_in_one_line_before_the_run(self):
        for what, (options, words) in BAD.items():
            with self.subTest(what):
                code, out, err = self.call("run", *RUN, *options)
                self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
                for word in words:
                    self.assertIn(word, err)
                self.assertEqual(self.written(), [])
        code, _, err = self.call("run", "baseline16", "bfs:scale=8", "--waves", "x.fst",
                                 "--wave-on", "pool.snoop_filter.back_invalidate")
        self.assertEqual(code, 2)
        self.assertIn("pool device", err)

    def test_waves_change_nothing_of_the_run(self):
        for name in ("stats.json", "effective.yaml", "worst.json"):
            self.assertEqual((self.plain / name).read_bytes(), (self.watched / name).read_bytes(), name)
        self.run_to("again", *RUN, "--waves", "v.fst", *SOME)
        self.assertEqual((self.runs / "w.fst").read_bytes(),
                         (self.folder / "v.fst").read_bytes())
        save = (self.runs / "w.gtkw").read_text(encoding="utf-8")
        self.assertLess(save.index("machine.socket3.core1"), save.index("machine.socket3.home"))

    @NEEDS_FST2VCD
    def test_lanes_read_back_hold_what_the_statistics_count(self):
        result = self.watched
        waves = changes(self.runs / "w.fst")
        worst = json.loads((result / "worst.json").read_text(encoding="utf-8"))
        first, run = worst["first_transaction"], stats(result)

        def counted(pattern):
            lanes = [transactions(series) for name, series in waves.items()
                     if re.fullmatch(pattern, name)]
            self.assertTrue(lanes, pattern)
            return sum(len([id for id in lane if id >= first]) for lane in lanes)

        for head in range(16):
            for way, stat in (("ingress", "received"), ("egress", "sent")):
                self.assertEqual(counted(rf"machine\.pool\.head{head}\.{way}\.\w+_id"),
                                 run[f"machine.pool.head{head}.{stat}"], f"head {head} {way}")
        slowest = [access for access in worst["worst"] if access["core"] == 3 * 4 + 1]
        core = {}
        for name, series in waves.items():
            if re.fullmatch(r"machine\.socket3\.core1\.\w+_id", name):
                core.update({int(value, 2): time for time, value in series})
        for access in slowest:
            self.assertEqual(core.get(access["transaction"]), access["issued_ps"])

    def test_a_trigger_keeps_the_time_around_it(self):
        out = self.good("run", *RUN, "-o", "a", "--waves", "t.fst", "--wave-on",
                        "message=BISnpData", "--wave-after", "200ns")
        self.assertRegex(out, r"Waves: \d+ hops of \d+ transactions, .* trigger at ")
        self.assertLess((self.folder / "t.fst").stat().st_size, 20e6)
        out = self.good("run", *RUN, "-o", "b", "--waves", "n.fst", "--wave-on", "latency>1s")
        self.assertIn("the trigger was never met", out)
        self.assertFalse((self.folder / "n.fst").exists())

    def test_waves_in_which_nothing_changes_leave_no_file(self):
        idle = ("--wave-scope", "machine.cxl.socket9_pool")
        rtl = ("--set", "tracking.impl=rtl", "--wave-scope", "socket9.core1", "--wave-window", "1s:")
        whole = {
            (): "nothing changed in the scopes",
            ("--wave-window", "1s:2s"): "nothing changed in the scopes from 1 s to 2 s",
            ("--wave-window", "1us:1us"): "nothing changed in the scopes from 1 us to 1 us",
            rtl: "nothing changed in the scopes from 1 s to the end",
            ("--wave-on", "message=MemData"):
                "the trigger was never met while something in the scopes changed"}
        for options, why in whole.items():
            for delivery in DELIVERIES:
                with self.subTest(options=options, delivery=delivery):
                    for old in ("w.fst", "w.gtkw"):
                        (self.folder / old).write_text("from an earlier run", encoding="utf-8")
                    out = self.good("run", *CHASE, "--no-report", "-o", "idle", "--waves", "w.fst",
                                    "--set", f"simulation.delivery={delivery}", *idle, *options)
                    self.assertEqual(out.splitlines()[0], f"Waves: {why}; no file is written, and "
                                                          "the earlier w.fst is removed")
                    self.assertNotIn("gtkwave", out)
                    self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["idle"])

    @NEEDS_FST2VCD
    def test_a_window_after_the_end_leaves_no_file_and_one_that_meets_a_hop_does(self):
        out = self.good("run", *CHASE, "--no-report", "-o", "a", "--waves", "a.fst",
                        "--wave-window", "1s:2s")
        self.assertEqual(out.splitlines()[0],
                         "Waves: nothing changed from 1 s to 2 s; no file is written")
        out = self.good("run", *CHASE, "--no-report", "-o", "b", "--waves", "b.fst")
        self.assertRegex(out, r"^Waves: \d+ hops of \d+ transactions, ")
        last = max(time for series in changes(self.folder / "b.fst").values() for time, _ in series)
        self.good("run", *CHASE, "--no-report", "-o", "c", "--waves", "c.fst",
                  "--wave-window", f"{last}ps:{last + 1}ps")
        self.assertTrue(changes(self.folder / "c.fst"))

    def test_explain_shows_the_worst_accesses_hop_by_hop(self):
        worst = json.loads((self.plain / "worst.json").read_text(encoding="utf-8"))["worst"]
        out = self.good("explain", str(self.plain), "--worst", "3", "--msc", "chart.svg")
        self.assertEqual(re.findall(r"^#(\d+) ", out, re.MULTILINE),
                         [str(access["transaction"]) for access in worst[:3]])
        for access in worst[:3]:
            latency = (access["done_ps"] - access["issued_ps"]) / 1000
            self.assertIn(f"#{access['transaction']}  {latency:.1f} ns", out)
            self.assertEqual(sum(access["ledger_ps"].values()),
                             access["done_ps"] - access["issued_ps"])
        chart = (self.folder / "chart.svg").read_text(encoding="utf-8")
        self.assertIn(f"#{worst[0]['transaction']} ", chart)
        # The printed options show that access: the same number is in the wave.
        options = re.search(r"show it: starnuma (.*)", out)[1].split()
        shown = self.good(*options, "-o", "shown")
        self.assertRegex(shown, r"Waves: \d+ hops")
        if shutil.which("fst2vcd"):
            waves = changes(self.folder / f"access{worst[0]['transaction']}.fst")
            times = [time for name, series in waves.items() if ".core" in name
                     for time, value in series if value == f"{worst[0]['transaction']:064b}"
                     or value == f"{worst[0]['transaction']:b}"]
            self.assertIn(worst[0]["issued_ps"], times)

    def test_explain_shows_each_level_of_a_page_walk_with_its_queue(self):
        folder = self.run_to("walks", "baseline16", "kv:scale=12")
        worst = json.loads((folder / "worst.json").read_text(encoding="utf-8"))["worst"]
        parts = self.good("explain", "walks", "--worst", "64").split("\n#")[1:]
        texts = {int(part.split()[0]): part for part in parts}
        walked = [access for access in worst if "walk_queue" in access["ledger_ps"]]
        alone = 0
        for access in walked:
            lines = [line for line in texts[access["transaction"]].splitlines() if "walk_level_" in line]
            self.assertTrue(lines, texts[access["transaction"]])
            numbers = [[float(word) for word in line.split()[:3]] for line in lines]  # at, took, waited
            if numbers[0][0] < 0:
                continue  # the walk of an earlier access, for which this one waited
            alone += 1
            self.assertAlmostEqual(sum(waited for _, _, waited in numbers),
                                   access["ledger_ps"]["walk_queue"] / 1000, delta=0.1 * len(lines))
            for line in lines:
                missed = re.search(r"missed: (#\d+)", line)
                if missed:
                    self.assertIn(f"(walk {missed[1]})", texts[access["transaction"]])
        self.assertGreater(alone, 10)

    def test_the_page_of_explain_has_the_hops_of_its_json(self):
        said = json.loads(self.good("explain", str(self.plain), "--worst", "3", "--page", "page.html", "--json"))
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        lines = [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', page)]
        self.assertEqual(len(lines), 3)
        for access, line in zip(said["accesses"], lines):
            self.assertIn(f"#{access['transaction']}: {access['latency_ps'] / 1000:,.1f} ns", page)
            self.assertEqual([(hop["where"].removeprefix("machine."), hop["at_ps"], hop["took_ps"], hop["waited_ps"]) for hop in access["hops"]],
                             [(row["name"], round(1000 * row["start"]), round(1000 * row["latency"]),
                               round(1000 * dict(row["parts"]).get("waits", 0))) for row in line["accesses"]])
            for row in line["accesses"]:
                self.assertAlmostEqual(sum(took for _, took in row["parts"]), row["latency"], places=6)

    def test_explain_finds_accesses_by_line_and_by_time(self):
        worst = json.loads((self.plain / "worst.json").read_text(encoding="utf-8"))["worst"][0]
        line = f"0x{worst['line']:x}"
        out = self.good("explain", str(self.plain), "--line", line, "--worst", "1")
        self.assertIn(f"#{worst['transaction']} ", out)
        time = f"{(worst['issued_ps'] + worst['done_ps']) // 2000}ns"
        out = self.good("explain", str(self.plain), "--time", time, "--worst", "1")
        self.assertIn(f"#{worst['transaction']} ", out)

    def test_explain_refuses_what_is_no_result(self):
        for words in (["explain", "nowhere"], ["explain", "."]):
            code, _, err = self.call(*words)
            self.assertEqual((code, err.count("\n")), (2, 1), err)
        for options in (["--time", "5"], ["--line", "x"], ["--worst", "0"]):
            code, _, err = self.call("explain", str(self.plain), *options)
            self.assertEqual((code, err.count("\n")), (2, 1), err)
            self.assertIn(options[0], err)

    @unittest.skipUnless(all(map(shutil.which, ("gtkwave", "Xvfb", "xdotool", "import"))),
                         "gtkwave, xvfb, xdotool, imagemagick are not all installed")
    def test_gtkwave_opens_the_file_with_its_save_file(self):
        tool = os.path.join(os.environ["STARNUMA_HOME"], "docs", "guide", "pictures",
                            "gtkwave_picture.sh")
        subprocess.run(["bash", tool, "w.fst", "w.gtkw", "w.png"], cwd=self.runs, check=True,
                       timeout=120)
        colours = subprocess.run(["identify", "-format", "%k", "w.png"], cwd=self.runs,
                                 capture_output=True, text=True, check=True).stdout
        self.assertGreater(int(colours), 10)


if __name__ == "__main__":
    unittest.main()
