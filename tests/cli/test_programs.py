#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Several programs on one machine: the statistics of each, and their independence."""

import csv
import json
import os
import unittest

from cli import CliTest, needs_engine, stats

WAVES = os.environ.get("STARNUMA_WAVES", "ON") == "ON"

BFS = "bfs:scale=10,trials=1"
STREAM = "stream:scale=10"
CAPACITY = 22 * 4096  # less than the pages of BFS on each of four sockets, with page tables


def of(values, head):
    """Returns {rest of the path: value} of the statistics below a path."""
    return {path[len(head) + 1:]: value for path, value in values.items()
            if path.startswith(head + ".")}


def json_in(file):
    return json.loads(file.read_text(encoding="utf-8"))


class Programs(CliTest):
    def test_a_program_alone_is_what_it_was_and_its_block_is_the_runs(self):
        plain = stats(self.run_to("plain", "starnuma8", BFS))
        alone = stats(self.run_to("alone", "starnuma8", BFS + "@socket0-7"))
        block = of(alone, "program.bfs")
        self.assertEqual(of(plain, "machine"), of(alone, "machine"))
        for path, value in of(alone, "run").items():
            self.assertEqual(value, plain["run." + path], path)
            self.assertEqual(value, block[path], path)
        for path, value in of(plain, "workload").items():
            self.assertEqual(value, block["workload." + path], path)

    def test_idle_cores_change_nothing(self):
        """Compares sockets of one chassis with the rest of the machine idle and absent."""
        there = stats(self.run_to("there", "baseline16_first_touch", BFS + "@socket0-3"))
        small = stats(self.run_to("small", "baseline16_first_touch", BFS,
                                  "--set", "socket.count=4"))
        for path in ("time_ns", "instructions", "llc_misses", "amat_ns", "amat_contention_ns",
                     "ipc", "barrier_share", "pages.total"):
            self.assertEqual(there["program.bfs." + path], small["run." + path], path)

    def test_two_programs_have_results_of_their_own_and_share_the_machine(self):
        folder = self.run_to("both", "starnuma16", f"{BFS}@socket0-7 + {STREAM}@socket8-15")
        # The programs count different units of work, so the run has none.
        self.assertRegex((folder / "summary.txt").read_text(encoding="utf-8"), r"\nLLC misses per work unit +- +\d\S* ")
        values = stats(folder)
        both = [of(values, "program." + name) for name in ("bfs", "stream")]
        self.assertEqual([block["threads"] for block in both], [32, 32])
        self.assertEqual(sum(block["pages.total"] for block in both), values["run.pages.total"])
        self.assertGreater(min(block["llc_misses"] for block in both), 0)
        self.assertEqual(values["run.time_ns"], max(block["time_ns"] for block in both))
        first, = [block for block in both if block["time_ns"] < values["run.time_ns"]]
        self.assertGreater(first["runs"], 1)
        # Misses of the repeats are counted by the run only.
        self.assertLess(sum(block["llc_misses"] for block in both), values["run.llc_misses"])
        self.assertIn("program.bfs.workload.bfs.vertices", values)
        summary = (folder / "summary.txt").read_text(encoding="utf-8")
        self.assertRegex(summary, r"\n +starnuma16 +bfs +stream\n")

        again = self.run_to("again", "both/effective.yaml")
        for name in ("stats.json", "effective.yaml", "worst.json"):
            self.assertEqual((folder / name).read_bytes(), (again / name).read_bytes(), name)
        names = {miss["program"] for miss in json_in(folder / "worst.json")["worst"]}
        self.assertLessEqual(names, {"bfs", "stream"})

    def test_instances_of_one_program_differ_by_what_they_share_only(self):
        spec = " + ".join(f"{BFS}@socket{4 * i}-{4 * i + 3}" for i in range(4))
        values = stats(self.run_to("four", "baseline16_first_touch", spec))
        alone = stats(self.run_to("alone", "baseline16_first_touch", BFS + "@socket0-3"))
        blocks = [of(values, f"program.bfs{i}") for i in range(4)]
        for block in blocks:
            for path in ("pages.total", "work_units", "workload.bfs.edges"):
                self.assertEqual(block[path], alone["program.bfs." + path], path)
            # Chassis share no link and no memory; the remaining difference is the order in which the kernel
            # serves threads of equal time.
            self.assertAlmostEqual(block["time_ns"] / alone["program.bfs.time_ns"], 1, delta=0.2)
        pooled = stats(self.run_to("pooled", "starnuma16", spec))
        for i in range(4):
            self.assertEqual(pooled[f"program.bfs{i}.workload.bfs.edges"],
                             alone["program.bfs.workload.bfs.edges"])
            self.assertGreater(pooled[f"program.bfs{i}.time_ns"], 0)
        between = {path: value for path, value in values.items()
                   if path.startswith("machine.numalink.") and ".bytes." in path}
        self.assertGreater(len(between), 0)
        self.assertEqual(sum(between.values()), 0)

    def test_a_scenario_says_when_programs_start_how_many_threads_and_whether_they_repeat(self):
        scenario = self.write("mix.yaml", f"""
kind: scenario
machine: starnuma16
seed: 7
repeat: none
programs:
  - {{name: graph, workload: "{BFS}", cores: "socket0-3", threads: 8}}
  - {{workload: "{STREAM}", cores: "socket4.core0-1,socket5", start: 20 us}}
""")
        values = stats(self.run_to("mix", scenario))
        self.assertEqual(values["program.graph.threads"], 8)
        self.assertEqual(values["program.stream.threads"], 6)
        self.assertEqual([values[f"program.{name}.runs"] for name in ("graph", "stream")], [1, 1])
        self.assertEqual(values["machine.socket6.core0.instructions"], 0)
        self.assertGreaterEqual(values["run.time_ns"],
                                values["program.stream.time_ns"] + 20000)
        again = self.run_to("again", "mix/effective.yaml")
        self.assertEqual((self.folder / "mix/stats.json").read_bytes(),
                         (again / "stats.json").read_bytes())
        elsewhere = stats(self.run_to("elsewhere", "baseline16_first_touch", scenario))
        self.assertEqual(elsewhere["program.graph.threads"], 8)
        self.assertEqual(self.good("check", scenario), "")

    def test_pages_of_each_program_move_by_its_own_policy(self):
        scenario = self.write("moving.yaml", f"""
kind: scenario
machine: starnuma16_t16
programs:
  - {{workload: "bfs:scale=11,trials=2", cores: socket0-7}}
  - {{workload: "bfs:scale=10,trials=2", cores: socket8-15, name: still, policy: first_touch}}
""")
        folder = self.run_to("moving", scenario, "--set", "tracking.impl=model")
        values = stats(folder)
        self.assertGreater(values["program.bfs.migration.completed"], 0)
        self.assertNotIn("program.still.migration.completed", values)
        self.assertEqual(values["program.still.pages.pool"], 0)
        loads = {name: values[f"run.tracking.loads{name}"]
                 for name in ("", "_recorded", "_early", "_late", "_lost")}
        self.assertEqual(loads[""] + loads["_early"],
                         loads["_recorded"] + loads["_late"] + loads["_lost"])
        with open(folder / "phases.csv", encoding="utf-8") as file:
            self.assertTrue(file.readline().startswith("program,phase,"))

    def test_trackers_in_rtl_keep_regions_of_two_programs_apart(self):
        both = f"{BFS}@socket0-1 + gups:scale=10,updates=2000@socket2-3"
        folders = [self.run_to(impl, "starnuma16_t16", both, "--set", f"tracking.impl={impl}")
                   for impl in ("model", "rtl")]
        model, rtl = [(folder / "metadata.csv").read_bytes() for folder in folders]
        self.assertEqual(model, rtl)
        values = stats(folders[1])
        # A region belongs to one program, so only its sockets are sharers.
        with open(folders[1] / "metadata.csv", encoding="utf-8") as file:
            sharers = [int(row["sharers"], 0) for row in csv.DictReader(file)]
        self.assertGreater(values["run.tracking.loads_recorded"], 0)
        self.assertTrue(any(sharers))
        for mask in sharers:
            self.assertTrue(mask & ~0b0011 == 0 or mask & ~0b1100 == 0, bin(mask))

    def test_a_full_node_falls_back_to_the_nearest_and_memory_is_told_over_time(self):
        both = f"{STREAM}@socket12-15 + {BFS}@socket8-11"
        small = ("--set", f"socket.memory.capacity_per_channel={CAPACITY} B")
        values = stats(self.run_to("tight", "baseline16_first_touch", both, *small))
        wide = stats(self.run_to("wide", "baseline16_first_touch", both))
        self.assertEqual(wide["program.bfs.pages.fallback"], 0)
        self.assertGreater(values["program.bfs.pages.fallback"], 0)
        self.assertGreater(values["program.bfs.memory.socket0"], 0)
        self.assertEqual(wide["program.bfs.memory.socket0"], 0)
        pooled = stats(self.run_to("pooled", "starnuma16", both, *small))
        self.assertGreater(pooled["program.bfs.memory.pool"], 0)  # nearer than another chassis
        for name in ("bfs", "stream"):
            block = of(values, f"program.{name}.memory")
            self.assertEqual(sum(block.values()), 4096 * values[f"program.{name}.pages.total"])
            self.assertLessEqual(max(block[f"socket{s}"] for s in range(16)), CAPACITY)
        with open(self.folder / "tight/memory.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(float(rows[-1]["bfs.socket0"]) * 4096,
                         values["program.bfs.memory.socket0"])

    def test_pages_that_move_are_told_over_time(self):
        folder = self.run_to("moving", "starnuma16_t16", "bfs:scale=11,trials=2",
                             "--set", "tracking.impl=model", report=True)
        with open(folder / "memory.csv", encoding="utf-8") as file:
            rows = [{name: float(value) for name, value in row.items()}
                    for row in csv.DictReader(file)]
        values = stats(folder)
        self.assertEqual(rows[-1]["run.pool"], values["run.pages.pool"])
        self.assertGreater(len(rows), 2)
        for row in rows:
            self.assertEqual(sum(row.values()) - row["time_ns"], values["run.pages.total"])
        self.assertIn("Memory over time", (folder / "report.html").read_text(encoding="utf-8"))

    def test_a_machine_or_a_limit_that_is_too_small_is_refused_with_the_sizes(self):
        code, _, err = self.call("run", "baseline16_first_touch", BFS, "-o", "x",
                                 "--set", "socket.memory.capacity_per_channel=8 KiB")
        self.assertEqual(code, 2)
        self.assertRegex(err, r"memory is too small: programs take \S+ KiB and page tables; there "
                              r"is room for: socket0 to socket15 8 KiB each")
        code, _, err = self.call("run", self.write("limit.yaml", f"""kind: scenario
machine: starnuma16
programs:
  - {{workload: "{BFS}", cores: socket0-3, memory_limit: 16 KiB}}
"""), "-o", "x")
        self.assertEqual(code, 2)
        self.assertRegex(err, r"program bfs takes \d+ KiB, its memory_limit is 16 KiB")
        self.assertFalse((self.folder / "x").exists())

    def test_with_memory_on_demand_a_program_without_room_stops_and_the_others_go_on(self):
        scenario = self.write("demand.yaml", f"""kind: scenario
machine: starnuma16
programs:
  - {{workload: "{BFS}", cores: socket0-3, memory_limit: 64 KiB}}
  - {{workload: "{STREAM}", cores: socket4-7}}
""")
        demand = ("--set", "placement.allocation=demand")
        code, _, err = self.call("run", scenario, *demand, "-o", "x")
        self.assertEqual(code, 1)
        line, = err.splitlines()
        self.assertRegex(line, r"^starnuma16: program bfs stopped: it has 64 KiB of the \d+ KiB that "
                               r"it knows, and its memory_limit is 64 KiB$")
        values = stats(self.folder / "x")
        self.assertEqual(values["program.bfs.pages.allocated"], 16)
        self.assertEqual(values["program.bfs.stopped"], 1)
        self.assertNotIn("program.stream.stopped", values)
        alone = stats(self.run_to("alone", "starnuma16", STREAM + "@socket4-7", *demand))
        self.assertEqual(alone["program.stream.work_units"], values["program.stream.work_units"])
        self.assertEqual(alone["program.stream.pages.allocated"],
                         values["program.stream.pages.allocated"])
        with open(self.folder / "alone/memory.csv", encoding="utf-8") as file:
            rows = [sum(map(float, list(row.values())[1:])) for row in csv.DictReader(file)]
        self.assertEqual(rows, sorted(rows))
        self.assertEqual(rows[-1], values["program.stream.pages.allocated"])
        again = self.run_to("again", "alone/effective.yaml")
        self.assertEqual((self.folder / "alone/stats.json").read_bytes(),
                         (again / "stats.json").read_bytes())

    @needs_engine
    def test_compare_takes_a_scenario(self):
        self.good("compare", "baseline16_first_touch", "starnuma16",
                  f"{BFS}@socket0-7 + {STREAM}@socket8-15", "--no-report", "-o", "both")
        compared = json_in(self.folder / "both/compare.json")
        self.assertEqual(len(compared["stats"]["program.stream.time_ns"]), 2)
        summary = (self.folder / "both/summary.txt").read_text(encoding="utf-8")
        self.assertRegex(summary, r"\nmachine +program +speed-up .*\nbaseline16_first_touch +bfs +1\.000 +\d\.\d{3} ")

    @unittest.skipUnless(WAVES, "built without waves")
    def test_explain_and_waves_name_the_program(self):
        both = f"{BFS}@socket0-7 + {STREAM}@socket8-15"
        self.run_to("both", "starnuma16", both, "--waves", "all.fst")
        self.assertGreater((self.folder / "all.fst").stat().st_size, 0)
        self.assertRegex(self.good("explain", "both", "--worst", "2"), r"\((bfs|stream): ")

    def test_what_does_not_fit_is_refused_with_its_numbers(self):
        for spec, words in {
                f"{BFS}@socket0-16": "socket 16 is none of this machine's 16, 0 to 15",
                f"{BFS}@socket0.core4": "core 4 is none of a socket's 4, 0 to 3",
                f"{BFS}@socket0-3 + {STREAM}@socket3": "socket3.core0 runs program 1 already",
                f"{BFS}@": "expected WORKLOAD@CORES",
                f"{BFS}@chassis1": "expected cores such as socket0",
                f"{BFS}@socket1,socket0-1": "names socket1.core0 twice",
                "pointer_chase:requester=0@socket1": "socket 0 runs no thread of the program",
                "nfs@socket1": "unknown workload 'nfs'"}.items():
            line, = self.refused("run", "starnuma16", spec, "-o", "x")
            self.assertIn(words, line)
        scenario = self.write("wrong.yaml", f"""kind: scenario
machine: starnuma16
repeat: always
programs:
  - {{workload: "{BFS}", cores: socket0, threads: 5}}
  - {{workload: "bfs:scal=10", cores: socket1, polic: none}}
  - {{cores: socket2, policy: first_tuch, start: 10}}
""")
        lines = self.refused("run", scenario)
        self.assertTrue(all(line.startswith("wrong.yaml:") for line in lines), lines)
        text = "\n".join(lines)
        for words in ("3:9: scenario.repeat: expected one of", "polic: unknown key, did you mean",
                      "scenario.programs.2.workload: missing", "scenario.programs.2.start: "):
            self.assertIn(words, text)
        self.write("wrong.yaml", f"""kind: scenario
machine: starnuma16
programs:
  - {{workload: "{BFS}", cores: socket0, threads: 5, name: a.b}}
  - {{workload: "bfs:scal=10", cores: socket1, policy: first_tuch}}
""")
        text = "\n".join(self.refused("check", "wrong.yaml"))
        for words in ("wrong.yaml:4:48: scenario.programs.0.cores: 5 threads on the 4 cores",
                      "scenario.programs.0.name: expected a name of letters",
                      "did you mean \"first_touch\"", "unknown option 'scal'"):
            self.assertIn(words, text)
        self.assertEqual(self.written(), ["wrong.yaml"])


if __name__ == "__main__":
    unittest.main()
