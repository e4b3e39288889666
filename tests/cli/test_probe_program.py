#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The C program of the probe: its reading of /sys of several computers, and absent nodes."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import sys_trees

HOME = Path(os.environ["STARNUMA_HOME"])
SKIPPED = 77
# Little time and memory: sufficient for values, not for accurate ones.
SHORT = ("--seconds", "1", "--memory", "64")


def build(folder):
    """Compiles the C program; expects no warning."""
    program = Path(folder) / "probe"
    subprocess.run(["cc", "-std=gnu11", "-O2", "-pthread", "-Wall", "-Wextra", "-Wpedantic",
                    "-Wshadow", "-Werror", f"-I{HOME}", "-o", program,
                    *sorted((HOME / "platforms/probe").glob("*.c"))], check=True)
    return program


class Program(unittest.TestCase):
    """Runs the C program in its own tree."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.program = build(place.name)

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = Path(place.name)

    def call(self, *words):
        return subprocess.run([self.program, *words, "--root", self.root], capture_output=True,
                              text=True, check=False)


class Topology(Program):
    def box(self, tree=None):
        if tree:
            tree(self.root)
        done = self.call("--topology")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def caches(self, box):
        return [(c["level"], c["type"], c["size"], c["ways"], c["instances"],
                 c["cpus_per_instance"]) for c in box["topology"]["caches"]]

    def test_packages_cores_and_threads_are_counted(self):
        box = self.box(sys_trees.two_sockets_and_expander)
        self.assertEqual([box["topology"][key] for key in ("packages", "cores", "cpus", "line")],
                         [2, 4, 8, "64 B"])
        self.assertEqual(box["notes"], [])

    def test_a_cache_is_counted_once_for_all_that_share_it(self):
        self.assertEqual(self.caches(self.box(sys_trees.two_sockets_and_expander)), [
            (1, "data", "32 KiB", 8, 4, 2), (1, "instruction", "32 KiB", 8, 4, 2),
            (2, "unified", "1 MiB", 16, 4, 2), (3, "unified", "24 MiB", 12, 2, 4)])

    def test_caches_of_different_shape_stand_apart(self):
        self.assertEqual(self.caches(self.box(sys_trees.clusters_of_unlike_cores)), [
            (1, "data", "64 KiB", 4, 4, 1), (2, "unified", "2 MiB", 16, 1, 2),
            (2, "unified", "512 KiB", 16, 2, 1)])

    def test_a_node_may_have_no_cpu(self):
        nodes = self.box(sys_trees.two_sockets_and_expander)["topology"]["nodes"]
        self.assertEqual([node["cpus"] for node in nodes], ["0-1,4-5", "2-3,6-7", ""])
        self.assertEqual([node["cores"] for node in nodes], [2, 2, 0])
        self.assertEqual([node.get("package") for node in nodes], [0, 1, None])
        self.assertEqual([node["memory"] for node in nodes],
                         ["65536 MiB", "65536 MiB", "131072 MiB"])
        self.assertEqual(nodes[1]["distances"], [21, 10, 28])
        self.assertEqual(nodes[2]["huge_page_pools"], [{"page": "2 MiB", "pages": 16}])

    def test_only_what_the_process_may_use_counts(self):
        sys_trees.two_sockets_and_expander(self.root)
        sys_trees.put(self.root, "proc/self/status",
                      "Cpus_allowed_list:\t1,5-6\nMems_allowed_list:\t0")
        box = self.box()
        self.assertEqual([box["topology"][key] for key in ("packages", "cores", "cpus")], [2, 2, 3])
        self.assertEqual([node["cpus"] for node in box["topology"]["nodes"]], ["1,5", "6", ""])
        self.assertEqual([node["memory"] for node in box["topology"]["nodes"]],
                         ["65536 MiB", "0 MiB", "0 MiB"])
        self.assertEqual(box["notes"], ["5 CPUs are not for this process",
                                        "the memory of node 1 is not for this process",
                                        "the memory of node 2 is not for this process"])

    def test_what_sys_does_not_say_is_said_to_be_missing(self):
        box = self.box(sys_trees.bare_virtual_machine)
        self.assertEqual(box["topology"]["nodes"], [
            {"node": 0, "package": 0, "cpus": "0", "cores": 1, "memory": "2048 MiB",
             "huge_page_pools": [], "distances": []}])
        self.assertEqual([box["topology"][key] for key in ("packages", "caches", "line")],
                         [1, [], "64 B"])
        notes = " ".join(box["notes"])
        for missing in ("a virtual machine", "share a core", "share a package", "which caches",
                        "cache line", "no NUMA nodes"):
            self.assertIn(missing, notes)

    def test_the_host_is_described_without_its_owner(self):
        host = self.box(sys_trees.two_sockets_and_expander)["host"]
        self.assertEqual(host["processor"], 'Some "Fast" Processor')
        self.assertFalse(host["virtual"])
        self.assertEqual(host["transparent_huge_pages"], "unknown")
        self.assertRegex(host["kernel"], r"^[0-9.]+$")
        self.assertEqual(set(host), {"processor", "architecture", "kernel", "virtual",
                                     "transparent_huge_pages"})

    def test_a_limit_of_the_control_group_is_noted(self):
        sys_trees.two_sockets_and_expander(self.root)
        sys_trees.put(self.root, "proc/self/cgroup", "0::/a.slice")
        sys_trees.put(self.root, "sys/fs/cgroup/a.slice/cpu.max", "150000 100000")
        self.assertIn("150 % of one CPU's time", self.box()["notes"][0])

    def test_without_a_cpu_it_refuses(self):
        for text in (None, "8-9"):
            if text:
                sys_trees.two_sockets_and_expander(self.root)
                sys_trees.put(self.root, "proc/self/status", f"Cpus_allowed_list:\t{text}")
            done = self.call("--topology")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"^probe: .*CPU.*\n$")

    def test_nonsense_in_sys_is_as_good_as_nothing(self):
        sys_trees.two_sockets_and_expander(self.root)
        for path in ("cpu1/cache/index1/size", "cpu0/topology/thread_siblings_list",
                     "cpu0/topology/physical_package_id"):
            sys_trees.put(self.root, f"{sys_trees.CPU}/{path}", "x-,3")
        sys_trees.put(self.root, f"{sys_trees.CPU}/cpu0/cache/index0/size", "32Q")
        sys_trees.put(self.root, f"{sys_trees.NODE}/online", "0-")
        box = self.box()
        self.assertEqual([c["instances"] for c in box["topology"]["caches"]], [3, 3, 4, 2])
        self.assertEqual(box["topology"]["cpus"], 8)
        self.assertIn("how large a level 1 cache", " ".join(box["notes"]))
        self.assertEqual(len(box["topology"]["nodes"]), 1)


class Nodes(Program):
    """Measurements of absent nodes on two existing CPUs."""

    def setUp(self):
        super().setUp()
        self.cpus = sorted(os.sched_getaffinity(0))[:2]
        if len(self.cpus) < 2:
            self.skipTest("there is one CPU")

    def box(self):
        done = self.call(*SHORT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_every_node_with_cpus_asks_every_node_that_memory_can_be_placed_on(self):
        sys_trees.nodes_of_one_core(self.root, self.cpus)
        box = self.box()
        placed = {entry["memory"]: entry["placement"] for entry in box["method"]["memories"]}
        self.assertTrue({0, 1} <= set(placed))
        self.assertNotIn("the only node", placed.values())
        self.assertEqual([(pair["cpus"], pair["memory"]) for pair in box["idle_latency"]],
                         [(cpus, memory) for memory in placed for cpus in (0, 1)])
        self.assertNotEqual(placed.get(2), "first touch")  # the node has no CPU for a first touch
        if 2 not in placed:
            self.assertIn("memory cannot be bound here: node 2, which has no CPU, is left out",
                          box["notes"])
        if "first touch" in placed.values():
            self.assertIn("memory cannot be bound here: it is placed by first touch", box["notes"])

    def test_a_node_of_one_core_has_no_latency_under_load(self):
        sys_trees.nodes_of_one_core(self.root, self.cpus)
        box = self.box()
        self.assertEqual(box["loaded_latency"], [])
        self.assertEqual({entry["cores"] for entry in box["bandwidth"]}, {1})
        for node in (0, 1):
            self.assertIn(f"node {node} has one core that can be used: no latency under load from "
                          "there", box["notes"])

    def test_a_node_with_too_little_memory_is_left_out_and_none_is_refused(self):
        sys_trees.nodes_of_one_core(self.root, self.cpus)
        sys_trees.put_node(self.root, 1, self.cpus[1], 100 << 10, "20 10 30")
        box = self.box()
        self.assertNotIn(1, [pair["memory"] for pair in box["idle_latency"]])
        self.assertIn("node 1 has too little memory to be measured with", box["notes"])
        for node, cpus in enumerate((*self.cpus, "")):
            sys_trees.put_node(self.root, node, cpus, 100 << 10, "10 10 10")
        done = self.call(*SHORT)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        # The last reason: too little memory on node 2, or none that can be bound to it.
        self.assertRegex(done.stderr, r"^probe: no memory can be measured: [^\n]*node 2[^\n]*\n$")

    def test_without_any_memory_it_refuses(self):
        sys_trees.put(self.root, f"{sys_trees.CPU}/online", self.cpus[0])
        done = self.call(*SHORT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            2, "", "probe: no memory can be measured: no NUMA node has any\n"))

    def test_a_cpu_that_is_not_there_is_refused(self):
        sys_trees.nodes_of_one_core(self.root, (self.cpus[0], 4000))
        done = self.call(*SHORT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            2, "", "probe: the system does not let a thread stay on CPU 4000\n"))


if __name__ == "__main__":
    if not shutil.which("cc"):
        print("there is no C compiler: skipped")
        sys.exit(SKIPPED)
    unittest.main()
