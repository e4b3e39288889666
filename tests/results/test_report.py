#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The report page: complete, self-contained, deterministic, and tolerant of missing data."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

import sample
from sample import statistics, write_run
from starnuma.latency import kinds_of, parts_of
from starnuma.report import wiring
from starnuma.result_folder import load_run
from starnuma.slow import commands, worst_of


class WellFormed(HTMLParser):
    """Checks that tags nest, and collects ids, tags with their attributes, and texts."""

    VOID = {"meta", "br", "path", "use", "rect", "line", "link", "input"}

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags = [], [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open.pop() == tag, tag

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def report(self, *arguments, code=0):
        page = self.folder / "page.html"
        done, error = sample.report(*arguments, "-o", page)
        self.assertEqual(done, code, error)
        return page.read_text() if code == 0 else error

    def run_of(self, stats, name="a", machine="starnuma16"):
        return write_run(self.folder / name, machine, stats)

    def test_shows_every_section(self):
        page = self.report(*sample.write_everything(self.folder))
        found = WellFormed(page)
        links = [link["href"][1:] for link in found.all("a")]
        self.assertEqual(links, [section["id"] for section in found.all("section")])
        self.assertEqual(links, [
            "headline", "latency-breakdown", "changes-of-amat", "slowest-accesses", "access-mix",
            "latency-percentiles", "time-line", "phases", "profile", "placement-by-home", "machine",
            "machine-over-time", "utilisation", "sharing", "all-statistics", "configuration"])
        for text in ("machine.socket15", "&lt;means&gt;", "time in barriers, %", "31.0"):
            self.assertIn(text, page)

    def test_names_are_escaped_wherever_they_go_out(self):
        page = self.report(*sample.write_everything(self.folder))
        self.assertNotIn(sample.MARKUP, page)
        self.assertGreater(page.count("&lt;script&gt;"), 10)
        scripts = WellFormed(page).all("script")
        self.assertEqual([script for script in scripts if script.get("type") != "application/json"], [{}])

    def test_published_values_stand_only_next_to_runs_that_have_some(self):
        first, second = sample.write_everything(self.folder)
        page = self.report(first, second)
        for text in ("1,076", "-24 %", "1.77", "follows from published values", "published AMAT"):
            self.assertIn(text, page)
        (first / "published.json").unlink()
        page = self.report(first, second)
        self.assertEqual(page.count('<th scope="col">published</th>'), 1)
        self.assertNotIn(">1.77<", page)  # the first run is no longer the published baseline
        amat = re.search(r"AMAT, ns</th>(.*?)</tr>", page, re.DOTALL)[1]
        self.assertEqual(amat.count("<td"), 4)
        (second / "published.json").unlink()
        self.assertNotIn("ublished", self.report(first, second))

    def test_the_parts_of_amat_are_those_that_the_data_name(self):
        stats = statistics(True)
        stats["run.latency.new_kind_ns"] = (17, "ns")
        run = load_run(self.run_of(stats))
        kinds = kinds_of([run])
        sum_of_all = sum(value for path, (value, _) in stats.items() if ".latency." in path
                         and path.startswith("run.latency"))
        self.assertEqual(sum(parts_of(run, kinds).values()), sum_of_all)
        self.assertEqual({kind.name for kind in kinds if kind.contention},
                         {*sample.WAITS, "cxl_queue"})
        page = self.report(run.folder)
        for text in ("migration stall", "new kind", f"{sum_of_all:,.1f}"):
            self.assertIn(text, page)

    def test_the_slowest_accesses_come_with_commands(self):
        folder = self.run_of(statistics(True))
        sample.write_worst(folder)
        run = load_run(folder)
        explain, waves, look = commands(worst_of(run)[1], Path("results/it's"), run,
                                        kinds_of([run]))
        self.assertEqual(explain[1], "./starnuma explain 'results/it'\"'\"'s' --worst 2")
        self.assertEqual(waves[1], "./starnuma run 'results/it'\"'\"'s/effective.yaml' --waves "
                         "access901.fst --wave-window 1234ns:1435ns --wave-scope "
                         "machine.socket7.core1 --wave-scope machine.socket2.home" + "".join(
                             f" --wave-scope machine.upi.{link}" for link in (
                                 "socket0_socket2", "socket1_socket2", "socket2_asic1",
                                 "socket2_socket3", "socket4_socket7", "socket5_socket7",
                                 "socket6_socket7", "socket7_asic3")))
        self.assertEqual(look[1], "gtkwave -f access901.fst -a access901.gtkw")
        page = self.report(folder, "--shown-as", "results/it")
        self.assertIn("./starnuma explain results/it --worst 1", page)
        self.assertIn("3 of these are to one line, 0x1f000.", page)
        self.assertIn("85 % of it UPI queue: waiting for UPI bandwidth.", page)

    def test_the_machine_is_drawn_from_the_names_of_its_links(self):
        names = ["upi.socket0_socket1", "upi.socket0_asic0", "upi.socket1_asic0",
                 "memory_node.socket1_memory_node0", "cxl.socket0_pool0", "cxl.socket1_pool0",
                 "cxl.socket0_pool1_switch0_link0", "cxl.socket0_pool1_switch0_link1",
                 "cxl.socket1_pool1_switch0_link0", "cxl.socket1_pool1_switch0_link1",
                 "cxl.pool1_switch0_pool1"]
        folder = self.run_of({f"machine.{name}.{way}.utilisation": (busy, "1") for name in names
                              for way, busy in (("forward", 0.2), ("backward", 0.4))})
        (folder / "effective.yaml").write_text(
            "machine: {name: own_machine, socket: {count: 2}, topology: {sockets_per_chassis: 2,"
            " asics_per_chassis: 1}}\nworkload: stream\n")
        page = self.report(folder)
        self.assertIn("<h2>Machine</h2>", page)
        WellFormed(page)
        found = wiring.wiring_of(load_run(folder))
        edges = {(e.a, e.b): e.busy for e in found.edges}
        self.assertEqual(len(edges), 9)
        self.assertEqual(edges["socket0", "pool1_switch0"], [0.4, 0.4])
        self.assertEqual(edges["pool1_switch0", "pool1"], [0.4])
        self.assertEqual(found.nodes("pool"), ["pool0", "pool1"])
        self.assertEqual(found.nodes("memory_node"), ["memory_node0"])

    def test_servers_are_drawn_with_the_switch_between_them(self):
        folder = self.run_of({f"machine.fabric.socket{s}_fabric_switch.{way}.utilisation": (0.1 * s, "1")
                              for s in range(3) for way in ("forward", "backward")})
        (folder / "effective.yaml").write_text(
            "machine: {name: own_machine, socket: {count: 3}, topology: {sockets_per_chassis: 1,"
            " asics_per_chassis: 0}}\nworkload: stream\n")
        page = self.report(folder)
        self.assertIn("the busiest, socket2 to fabric_switch, is busy 20 % of the time", page)
        self.assertIn(">fabric switch<", page)
        WellFormed(page)

    def test_a_machine_of_unknown_form_is_not_drawn(self):
        folder = self.run_of(statistics(True))
        (folder / "effective.yaml").write_text("machine: {name: own}\n")
        self.assertNotIn("<h2>Machine</h2>", self.report(folder))

    def test_speed_up_follows_from_the_times_of_one_workload(self):
        first = self.run_of(statistics(False))
        second = self.run_of(statistics(True), "b")
        self.assertIn('<th scope="row">speed-up over starnuma16</th><td></td><td>2.00</td>',
                      self.report(first, second))
        other = (second / "effective.yaml").read_text().replace("scale=20", "scale=18")
        (second / "effective.yaml").write_text(other)
        self.assertNotIn("speed-up", self.report(first, second))

    def test_speed_ups_of_a_comparison_are_over_the_machine_it_names(self):
        runs = [self.run_of(statistics(name in "bd"), name, name) for name in "abcd"]
        comparison = self.folder / "compare.json"
        gains = [{"over": over, "by_seed": [gain, 7]}
                 for over, gain in (("b", 1.11), ("b", 1), ("c", 1), ("c", 3.33))]
        comparison.write_text(json.dumps({"machines": list("abcd"), "speedups": gains}))
        page = self.report(*runs, "--compare", comparison, "--note", "Slower < here.")
        self.assertIn("<p>starnuma report. Slower &lt; here. AMAT", page)
        row = '<th scope="row">speed-up over {}</th><td>{}</td><td></td><td></td><td>{}</td>'
        self.assertIn(row.format("b", "1.11", ""), page)
        self.assertIn(row.format("c", "", "3.33"), page)
        self.assertIn("compares 4 machines, not 2",
                      self.report(*runs[:2], "--compare", comparison, code=2))

    def test_is_self_contained_and_well_formed(self):
        page = self.report(*sample.write_everything(self.folder))
        found = WellFormed(page)
        self.assertFalse({tag for tag, _ in found.tags} & {"link", "img", "iframe"})
        self.assertEqual(len(found.ids), len(set(found.ids)))
        for target in re.findall(r'href="([^"]*)"|url\(([^)]*)\)', page):
            self.assertTrue("".join(target).startswith("#"), target)
            self.assertIn("".join(target)[1:], found.ids)

    def test_figures_and_tables_say_what_they_are(self):
        page = self.report(*sample.write_everything(self.folder))
        found = WellFormed(page)
        drawings = found.all("svg")
        self.assertGreater(len(drawings), 15)
        for drawing in drawings:
            self.assertEqual(drawing["role"], "img")
            for said in drawing["aria-labelledby"].split():
                self.assertIn(said, found.ids)
        self.assertNotRegex(page, r"<desc[^>]*></desc>|<title[^>]*></title>")
        self.assertEqual(len(found.all("table")), len(found.all("caption")))
        for head in found.all("th"):
            self.assertIn(head["scope"], ("row", "col", "colgroup"))
        self.assertGreater(page.count("<text"), 100)  # text that a reader can search

    def test_loaded_latencies_become_curves(self):
        stats = statistics(True)
        for name, unloaded in {"local": 75, "pool": 175}.items():
            for point in range(12):
                path = f"workload.loaded_latency.{name}.{point}"
                stats[f"{path}.achieved"] = (1 + point, "GB/s")
                stats[f"{path}.latency"] = (unloaded * (1 + point), "ns")
        self.assertIn("<h2>Loaded latency", self.report(self.run_of(stats)))

    def test_a_time_series_becomes_a_time_line(self):
        folder = self.run_of(statistics(True))
        self.assertNotIn("<h2>Time line", self.report(folder))
        sample.write_intervals(folder, 1000)
        self.assertIn("<h2>Time line", self.report(folder))
        (folder / "intervals.csv").write_text("begin_ns,end_ns\n1,x\n")
        self.assertIn("not a table of numbers", self.report(folder, code=2))

    def test_a_profile_becomes_figures_and_a_row_for_each_program(self):
        folder = self.run_of(statistics(True))
        self.assertNotIn("<h2>Profile", self.report(folder))
        sample.write_profile(folder)
        page = self.report(folder)
        for text in ("<h2>Profile", "3.52 MiB at the end; at most 0.18 MiB touched", "33.3",
                     "10 % on the hottest 10 %"):
            self.assertIn(text, page)
        sample.write_programs(folder)
        sample.write_profile(folder, ("graph", "noise"))
        page = self.report(folder)
        WellFormed(page)
        self.assertEqual(page.count("Fetched, GB/s</h"), page.count("Memory, MiB</h"))
        for program in ("graph", "noise"):
            self.assertIn(f", {program}", page[page.index("<h2>Profile"):])

    def test_phases_are_drawn_where_pages_move(self):
        folder = self.run_of(statistics(True))
        self.assertNotIn("<h2>Phases", self.report(folder))
        sample.write_phases(folder)
        self.assertIn("<h2>Phases", self.report(folder))

    def test_programs_have_a_table_phases_of_their_own_and_memory_over_time(self):
        folder = self.run_of(statistics(True))
        sample.write_programs(folder)
        page = self.report(folder)
        for text in ("bfs:scale=20@socket0-7 + stream@socket8", "threads", "1,234", "noise, MiB",
                     "starnuma16, graph: ", "graph: 9 MiB at first", "others"):
            self.assertIn(text, page)
        self.assertNotIn("starnuma16, noise", page)

    def test_a_sweep_has_a_table_and_a_figure_of_its_own(self):
        folders = [self.run_of(statistics(pool), name) for name, pool in (("a", 0), ("b", 1))]
        sweep = self.folder / "sweep.json"
        sweep.write_text(json.dumps(sample.sweep("pool.<b>", ["2", "0.5"])))
        figure = self.folder / "sweep.svg"
        page = self.report(*folders, "--sweep", sweep, "--sweep-figure", figure)
        self.assertIn("By pool.&lt;b&gt;", page)
        self.assertIn("1,234.500", page)
        self.assertNotIn("<h2>Headline", page)
        self.assertNotIn("var(", figure.read_text())
        WellFormed(figure.read_text())

    def test_a_bake_off_has_a_table_of_its_own(self):
        folders = [self.run_of(statistics(True), name) for name in "ab"]
        document = self.folder / "bakeoff.json"
        document.write_text(json.dumps(sample.bakeoff(["first_touch", "static_oracle"])))
        page = self.report(*folders, "--bakeoff", document)
        for text in ("regret, %", "moves, pages", "OS busy, %", "12.5 ± 1.2", "first_touch"):
            self.assertIn(text, page)
        document.write_text("{}")
        self.assertIn("not what bakeoff writes", self.report(*folders, "--bakeoff", document,
                                                             code=2))

    def test_same_input_gives_same_bytes_in_any_process(self):
        folders = sample.write_everything(self.folder)
        other = self.folder / "other.html"
        subprocess.run([sys.executable, "-B", "-m", "starnuma.report", *folders, "-o", other],
                       check=True)
        self.assertEqual(self.report(*folders), other.read_text())

    def test_missing_statistics_are_left_out(self):
        for name, keep in {"none": "nothing", "few": "run.amat", "links": "machine"}.items():
            stats = {p: v for p, v in statistics(True).items() if p.startswith(keep)}
            page = self.report(self.run_of(stats, name))
            self.assertNotIn("Access mix", page)
            self.assertEqual("<h2>Utilisation" in page, name == "links")

    def test_one_statistic_may_be_missing_alone(self):
        full = statistics(True)
        for gone in ("run.amat_ns", "run.latency.upi_wire_ns", "run.access_mix.two_hop",
                     "run.class.pool.count", "run.placement.local", "run.sharing.pages.1"):
            stats = {path: value for path, value in full.items() if path != gone}
            self.assertIn("Headline", self.report(self.run_of(stats, gone)))

    def test_bad_input_gives_one_line_and_code_2(self):
        folder = self.run_of({}, "good")
        bad = self.run_of({}, "bad")
        (bad / "stats.json").write_text('[{"path": 1,]')
        worst = self.run_of({}, "worst")
        (worst / "worst.json").write_text('{"worst": [{}]}')
        odd = self.run_of({}, "odd")
        (odd / "published.json").write_text("[]")
        for arguments in ([self.folder / "nowhere"], [bad], [worst], [odd],
                          [folder, "--sweep", "none.json"]):
            error = self.report(*arguments, code=2)
            self.assertRegex(error, r"\Areport: [^\n]+\n\Z")


if __name__ == "__main__":
    unittest.main()
