#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The report page: complete, self-contained, the same bytes each time, and patient with gaps."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

REPORT = Path(__file__).resolve().parents[2] / "platforms" / "report" / "report.py"

# What a run writes to published.json: (value, is it derived).
BASELINE = {
    "run.amat_ns": (1076, False), "run.amat_unloaded_ns": (306, True), "run.ipc": (0.0983, False),
    "run.misses_in_flight_per_core": (8.12, True), "run.access_mix.local": (.066, False),
    "run.access_mix.one_hop": (.173, False), "run.access_mix.two_hop": (.677, False),
    "run.access_mix.block_transfer_socket": (.084, False),
    "run.class.local.unloaded_ns": (81, False),
}
STARNUMA = {"run.amat_ns": (394, False), "run.ipc": (0.1737, False),
            "run.access_mix.pool": (.715, False)}


def statistics(pool):
    """A plausible run: {path: (value, unit)}."""
    scale = 0.5 if pool else 1.0
    stats = {
        "run.time_ns": (2.5e7 * scale, "ns"), "run.amat_ns": (817 * scale, "ns"),
        "run.amat_unloaded_ns": (308 * scale, "ns"),
        "run.amat_contention_ns": (509 * scale, "ns"), "run.ipc": (0.065 / scale, "1"),
        "run.llc_mpki": (36.2, "1"), "run.misses_in_flight_per_core": (4.57, "1"),
        "run.instructions": (187654321, "1"), "run.sharing.misses_over_8_sharers": (0.73, "1"),
    }
    latency = {"cache": 21, "walk": 9, "upi_wire": 63, "numalink_wire": 118, "directory": 8,
               "dram_array": 57, "snoop": 12, "mshr_queue": 31, "walk_queue": 12, "upi_queue": 390,
               "numalink_queue": 61, "dram_queue": 22, "line_queue": 13}
    if pool:
        latency.update(cxl_wire=70, cxl_queue=80)
    stats.update({f"run.latency.{kind}_ns": (ns * scale, "ns") for kind, ns in latency.items()})
    mix = [.03, .05, .18, .62, .02, .10] if pool else [.07, .16, .66, 0, .11, 0]
    names = ["local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool"]
    for name, share in zip(names, mix):
        stats[f"run.access_mix.{name}"] = (share, "1")
        stats[f"run.class.{name}.count"] = (share * 1e7, "1")
        stats[f"run.class.{name}.amat_ns"] = (600 * share, "ns")
        stats[f"run.class.{name}.unloaded_ns"] = (300 * share, "ns")
        for factor, percentile in enumerate(("mean", "p50", "p90", "p99", "p99_9", "max"), 1):
            stats[f"run.class.{name}.latency.{percentile}"] = (600 * share * factor, "ns")
    for name, here, random in zip(names[:4], (.08, .18, .74, 0), (.0625, .1875, .75, 0)):
        stats[f"run.placement.{name}"] = (here, "1")
        stats[f"run.placement.random.{name}"] = (random, "1")
    for sharers in range(1, 17):
        stats[f"run.sharing.pages.{sharers}"] = ((sharers / 16) ** 0.3, "1")
        stats[f"run.sharing.misses.{sharers}"] = ((sharers / 16) ** 2, "1")
    for kind, count in {"upi": 40, "numalink": 28, "cxl": 16 if pool else 0}.items():
        for link in range(count):
            for direction, load in (("forward", 0.61), ("backward", 0.42)):
                path = f"machine.{kind}.link{link}.{direction}.utilisation"
                stats[path] = (load * scale / (1 + link % 7), "1")
    for socket in range(16):
        stats[f"machine.socket{socket}.memory.channel0.utilisation"] = (0.3 - socket / 100, "1")
    return stats


def write_run(folder, machine, stats):
    folder.mkdir(parents=True)
    entries = [{"path": path, "value": value, "unit": unit, "description": f"What {path} <means>."}
               for path, (value, unit) in stats.items()]
    (folder / "stats.json").write_text(json.dumps(entries))
    text = f"machine: {{name: {machine}}}\nworkload: 'bfs:scale=20,trials=2'\n"
    (folder / "effective.yaml").write_text(text)
    return folder


def write_published(folder, system, values, **more):
    (folder / "published.json").write_text(json.dumps({
        "system": system, "workload": "BFS", **more,
        "values": {path: {"value": value, "derived": derived}
                   for path, (value, derived) in values.items()},
        "sharing": {"pages": [[1, .17], [16, 1]], "misses": [[1, .02], [16, 1]]}}))


class WellFormed(HTMLParser):
    """Checks that tags nest, and collects ids and references."""

    VOID = {"meta", "br", "path", "use", "rect", "line", "link"}

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags = [], [], set()
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open.pop() == tag, tag


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def report(self, *arguments, code=0):
        page = self.folder / "page.html"
        command = [sys.executable, "-B", REPORT, "-o", page, *arguments]
        done = subprocess.run(command, text=True, capture_output=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return page.read_text() if code == 0 else done.stderr

    def two_runs(self):
        return (write_run(self.folder / "a", "baseline16", statistics(False)),
                write_run(self.folder / "b", "starnuma16", statistics(True)))

    def test_shows_every_section_beside_published_values(self):
        first, second = self.two_runs()
        write_published(first, "baseline", BASELINE)
        write_published(second, "starnuma", STARNUMA, speedup_over_baseline=1.767)
        page = self.report(first, second)
        for text in ("bfs:scale=20,trials=2 on baseline16 and starnuma16", "Headline", "1,076",
                     "-24 %", '<td>2.00</td><td class="soft">1.77', "Where the time", "Access mix", "81",
                     "Latency by class", "Latency percentiles", "Placement by home", "Utilisation",
                     "Sharing", "All statistics", "machine.socket15", "&lt;means&gt;"):
            self.assertIn(text, page)
        self.assertEqual(page.count("<svg"), 5)
        WellFormed(page)

    def test_published_columns_stand_beside_comparable_runs_only(self):
        first, second = self.two_runs()
        self.assertNotIn("published", self.report(first, second))
        write_published(second, "starnuma", STARNUMA, speedup_over_baseline=1.767)
        page = self.report(first, second)
        self.assertIn('<th colspan="1">baseline16</th><th colspan="3">starnuma16</th>', page)
        # The first is not the published baseline, so their speed-up is not the published one.
        self.assertIn('<td>2.00</td><td class="soft">–</td>', page)

    def test_speed_ups_of_a_comparison_are_over_the_machine_it_names(self):
        runs = [write_run(self.folder / name, name, statistics(name in "bd")) for name in "abcd"]
        comparison = self.folder / "compare.json"
        gains = [{"over": over, "by_seed": [gain, 7]}
                 for over, gain in (("b", 1.11), ("b", 1), ("c", 1), ("c", 3.33))]
        comparison.write_text(json.dumps({"machines": list("abcd"), "speedups": gains}))
        page = self.report(*runs, "--compare", comparison, "--note", "Slower < here.")
        self.assertIn("<p>starnuma report. Slower &lt; here. AMAT", page)
        self.assertIn("<th>speed-up over b</th><td>1.11</td><td></td><td></td><td></td>", page)
        self.assertIn("<th>speed-up over c</th><td></td><td></td><td></td><td>3.33</td>", page)
        self.assertIn("compares 4 machines, not 2",
                      self.report(*runs[:2], "--compare", comparison, code=2))

    def test_the_machine_is_drawn_from_the_names_of_its_links(self):
        names = ["upi.socket0_socket1", "upi.socket0_asic0", "upi.socket1_asic0",
                 "upi.socket1_memory_node0", "cxl.socket0_pool0", "cxl.socket1_pool0",
                 "cxl.socket0_pool1_switch0_link0", "cxl.socket0_pool1_switch0_link1",
                 "cxl.socket1_pool1_switch0_link0", "cxl.socket1_pool1_switch0_link1",
                 "cxl.pool1_switch0_pool1"]
        folder = write_run(self.folder / "a", "own_machine", {
            f"machine.{name}.{way}.utilisation": (busy, "1")
            for name in names for way, busy in (("forward", 0.2), ("backward", 0.4))})
        (folder / "effective.yaml").write_text(
            "machine: {name: own_machine, socket: {count: 2}, topology: {sockets_per_chassis: 2,"
            " asics_per_chassis: 1}}\nworkload: stream\n")
        page = self.report(folder)
        self.assertIn("<h2>Machine</h2>", page)
        WellFormed(page)
        sys.path.insert(0, str(REPORT.parent))
        self.addCleanup(sys.path.remove, str(REPORT.parent))
        import results
        import wiring
        found = wiring.wiring_of(results.load_run(folder))
        edges = {(e.a, e.b): e.busy for e in found.edges}
        self.assertEqual(len(edges), 9)
        self.assertEqual(edges["socket0", "pool1_switch0"], [0.4, 0.4])
        self.assertEqual(edges["pool1_switch0", "pool1"], [0.4])
        self.assertEqual(found.nodes("pool"), ["pool0", "pool1"])
        self.assertEqual(found.nodes("memory_node"), ["memory_node0"])

    def test_a_machine_of_unknown_form_is_not_drawn(self):
        self.assertNotIn("<h2>Machine</h2>", self.report(*self.two_runs()))

    def test_speed_up_follows_from_the_times_of_one_workload(self):
        first, second = self.two_runs()
        self.assertIn("<th>speed-up over baseline16</th><td></td><td>2.00</td>",
                      self.report(first, second))
        other = (second / "effective.yaml").read_text().replace("scale=20", "scale=18")
        (second / "effective.yaml").write_text(other)
        self.assertNotIn("speed-up", self.report(first, second))

    def test_is_self_contained_and_well_formed(self):
        page = self.report(*self.two_runs())
        found = WellFormed(page)
        self.assertFalse(found.tags & {"script", "link", "img", "iframe"})
        self.assertEqual(len(found.ids), len(set(found.ids)))
        for target in re.findall(r'href="([^"]*)"|url\(([^)]*)\)', page):
            self.assertTrue("".join(target).startswith("#"), target)
            self.assertIn("".join(target)[1:], found.ids)

    def test_loaded_latencies_become_curves(self):
        stats = statistics(True)
        for name, unloaded in {"local": 75, "pool": 175}.items():
            for point in range(12):
                path = f"workload.loaded_latency.{name}.{point}"
                stats[f"{path}.achieved"] = (1 + point, "GB/s")
                stats[f"{path}.latency"] = (unloaded * (1 + point), "ns")
        page = self.report(write_run(self.folder / "a", "starnuma16", stats))
        self.assertIn("Loaded latency", page)

    def test_a_time_series_becomes_a_time_line(self):
        folder = write_run(self.folder / "a", "starnuma16", statistics(True))
        self.assertNotIn("Time line", self.report(folder))
        names = ["begin_ns", "end_ns", "ipc", "llc_misses", "amat_ns", "amat_unloaded_ns",
                 "upi_utilisation", "upi_busiest", *(f"misses_{name}" for name in (
                     "local", "one_hop", "two_hop", "pool", "block_transfer_socket",
                     "block_transfer_pool"))]
        rows = [[10 * i, 10 * i + 10] + [i % 7] * (len(names) - 2) for i in range(1000)]
        text = "\n".join([",".join(names), *(",".join(map(str, row)) for row in rows)])
        (folder / "intervals.csv").write_text(text)
        self.assertIn("Time line", self.report(folder))
        (folder / "intervals.csv").write_text("begin_ns,end_ns\n1,x\n")
        self.assertIn("not a table of numbers", self.report(folder, code=2))

    def test_phases_are_drawn_where_pages_move(self):
        folder = write_run(self.folder / "a", "starnuma16", statistics(True))
        self.assertNotIn("<h2>Phases", self.report(folder))
        names = ["phase", "amat_ns", "amat_unloaded_ns", "pool_pages", "moves_planned",
                 "moves_made", "moves_to_pool"]
        rows = "\n".join(",".join([str(i)] + ["3"] * 6) for i in range(1, 8))
        (folder / "phases.csv").write_text(",".join(names) + "\n" + rows)
        self.assertIn("<h2>Phases", self.report(folder))

    def test_same_input_gives_same_bytes(self):
        folder = write_run(self.folder / "a", "baseline16", statistics(False))
        self.assertEqual(self.report(folder), self.report(folder))

    def test_missing_statistics_are_left_out(self):
        for name, keep in {"none": "nothing", "few": "run.amat", "links": "machine"}.items():
            stats = {p: v for p, v in statistics(True).items() if p.startswith(keep)}
            page = self.report(write_run(self.folder / name, "own_machine", stats))
            self.assertNotIn("Access mix", page)
            self.assertEqual("Utilisation" in page, name == "links")

    def test_one_statistic_may_be_missing_alone(self):
        sys.path.insert(0, str(REPORT.parent))
        self.addCleanup(sys.path.remove, str(REPORT.parent))
        import page
        import published
        import results
        full = statistics(True)
        for gone in ("run.amat_ns", "run.latency.upi_wire_ns", "run.access_mix.two_hop",
                     "run.class.pool.count", "run.placement.local", "run.sharing.pages.1"):
            stats = {path: value for path, value in full.items() if path != gone}
            run = results.load_run(write_run(self.folder / gone, "starnuma16", stats))
            known = published.load_published([self.folder / gone])
            self.assertIn("Headline", page.page([run], known, None))

    def test_bad_input_gives_one_line_and_code_2(self):
        folder = write_run(self.folder / "a", "baseline16", {})
        bad = write_run(self.folder / "bad", "baseline16", {})
        (bad / "stats.json").write_text('[{"path": 1,]')
        for arguments in ([self.folder / "nowhere"], [bad], [folder, "--compare", "none.json"]):
            error = self.report(*arguments, code=2)
            self.assertRegex(error, r"\Areport: [^\n]+\n\Z")


if __name__ == "__main__":
    unittest.main()
