#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The probe on this computer, for a second: the file that it writes, and the calls that it refuses."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli import CLI, CliTest
from processes import Call, until

HOME = Path(os.environ["STARNUMA_HOME"])
SKIPPED = 77
# Little time and memory: sufficient for values, not for accurate ones.
SHORT = ("--seconds", "1", "--memory", "64")
OLD = "# Written by starnuma probe 0.3.0\n"


def number(quantity, unit):
    value, found = quantity.split(" ")
    assert found == unit, quantity
    return float(value)


class Measurement(CliTest):
    @classmethod
    def setUpClass(cls):
        import yaml
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        file = Path(place.name) / "my_box.yaml"
        done = subprocess.run([CLI, "probe", *SHORT, "-o", file], capture_output=True, text=True,
                              check=False)
        assert (done.returncode, done.stderr) == (0, ""), done
        cls.notes = done.stdout
        cls.left = sorted(path.name for path in Path(place.name).iterdir())
        cls.text = file.read_text(encoding="utf-8")
        cls.box = yaml.safe_load(cls.text)

    def spread(self, entry, unit):
        """Returns the median; expects 0 < min <= median <= max."""
        least, median, most = (number(entry[key], unit) for key in ("min", "median", "max"))
        self.assertTrue(0 < least <= median <= most, entry)
        return median

    def test_the_file_is_as_its_schema_says(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("there is no jsonschema")
        schema = json.loads((HOME / "platforms/schema/box.schema.json").read_text(encoding="utf-8"))
        jsonschema.validate(self.box, schema)

    def test_nothing_else_is_written_and_the_notes_are_shown(self):
        self.assertEqual(self.left, ["my_box.yaml"])
        self.assertEqual(self.notes, "".join(f"note: {note}\n" for note in self.box["notes"]))
        self.assertTrue(all(len(line) < 320 for line in self.text.splitlines()))

    def test_memory_is_slower_than_the_first_cache(self):
        clock = self.spread(self.box["core_clock"], "GHz")
        first = self.spread(self.box["cache_latency"][0]["latency"], "ns")
        self.assertGreater(first * clock, 0.9)  # no load takes less than a cycle
        for pair in self.box["idle_latency"]:
            self.assertGreater(self.spread(pair["latency"], "ns"), first)

    def test_every_pair_of_nodes_is_there_once(self):
        nodes = self.box["topology"]["nodes"]
        memories = {entry["memory"] for entry in self.box["method"]["memories"]}
        pairs = {(node["node"], memory) for node in nodes if node["cores"] for memory in memories}
        found = [(pair["cpus"], pair["memory"]) for pair in self.box["idle_latency"]]
        self.assertEqual((len(found), set(found)), (len(pairs), pairs))

    def test_curves_have_three_read_shares_and_points_in_order(self):
        shares, cores = {}, {node["node"]: node["cores"] for node in self.box["topology"]["nodes"]}
        for curve in self.box["loaded_latency"]:
            shares.setdefault((curve["cpus"], curve["memory"]), []).append(curve["read_share"])
            paces = [number(point["pace"], "%") for point in curve["points"]]
            self.assertEqual((paces, paces[-1]), (sorted(paces), 100))
            for point in curve["points"]:
                self.spread(point["latency"], "ns")
                self.spread(point["bandwidth"], "GB/s")
                wanted = number(curve["read_share"], "%")
                self.assertGreaterEqual(number(point["reached_read_share"], "%"), wanted - 0.1)
        expected = {(pair["cpus"], pair["memory"]): ["100 %", "75 %", "50 %"]
                    for pair in self.box["idle_latency"] if cores[pair["cpus"]] > 1}
        self.assertEqual(shares, expected)

    def test_bandwidth_is_of_one_core_and_of_all(self):
        cores = {node["node"]: node["cores"] for node in self.box["topology"]["nodes"]}
        found = {}
        for entry in self.box["bandwidth"]:
            self.spread(entry["bandwidth"], "GB/s")
            found.setdefault((entry["cpus"], entry["memory"]), []).append(
                (entry["cores"], entry["read_share"]))
        for pair in self.box["idle_latency"]:
            every = cores[pair["cpus"]]
            of_all = [(every, share) for share in ("100 %", "75 %", "50 %")] if every > 1 else []
            self.assertEqual(found[pair["cpus"], pair["memory"]], [(1, "100 %"), *of_all])


class Refusals(CliTest):
    def test_no_compiler(self):
        self.assertEqual(self.refused("probe", *SHORT, "-o", "box.yaml", env={"PATH": "/nowhere"}), [
            "cannot start cc: No such file or directory; probe builds a C program and needs a C "
            "compiler (Debian: apt-get install g++)"])
        self.assertEqual(self.written(), [])

    def test_no_program_to_build(self):
        (self.folder / "platforms" / "machines").mkdir(parents=True)
        lines = self.refused("probe", "-o", "box.yaml", env={"STARNUMA_HOME": str(self.folder)})
        self.assertEqual(lines, [f"{self.folder}/platforms/probe: no C program there to build"])

    def test_no_folder_for_the_file(self):
        lines = self.refused("probe", *SHORT, "-o", "none/box.yaml")
        self.assertEqual(lines, ["cannot write none/box.yaml: No such file or directory"])

    def test_an_old_box_stays_when_the_measurement_fails(self):
        box = self.folder / "box.yaml"
        box.write_text(OLD, encoding="utf-8")
        self.refused("probe", *SHORT, "-o", "box.yaml", env={"PATH": "/nowhere"})
        self.assertEqual((self.written(), box.read_text(encoding="utf-8")), (["box.yaml"], OLD))


class Interruption(CliTest):
    def test_a_signal_leaves_the_old_box_and_nothing_else(self):
        box = self.folder / "box.yaml"
        box.write_text(OLD, encoding="utf-8")
        work = self.folder / "work"
        work.mkdir()
        words = ("probe", "--seconds", "60", "--memory", "64", "-o", "box.yaml")
        with Call(self.folder, *words, env={**os.environ, "TMPDIR": str(work)}) as call:
            self.assertTrue(until(lambda: [*work.glob("*/probe")]))
            call.kill(call.pid, signal.SIGINT)
            self.assertEqual(call.end(), (-signal.SIGINT, "", "starnuma: interrupted by SIGINT\n"))
            self.assertTrue(until(lambda: not call.processes()), call.processes())
        self.assertEqual(self.written(), ["box.yaml", "work"])
        self.assertEqual(box.read_text(encoding="utf-8"), OLD)

    def test_what_the_compiler_has_started_ends_with_it(self):
        compiler = self.folder / "cc"
        linker = 'trap "" INT TERM HUP; until [ ! -d "$TMPDIR" ]; do :; done; echo no folder >&2'
        compiler.write_text(f"#!/bin/sh\nsh -c '{linker}' &\n"
                            "touch started\nwait\n", encoding="utf-8")
        compiler.chmod(0o755)
        path = f"{self.folder}:{os.environ['PATH']}"
        with Call(self.folder, "probe", "-o", "box.yaml", env={**os.environ, "PATH": path}) as call:
            self.assertTrue(until((self.folder / "started").exists))
            call.kill(call.pid, signal.SIGINT)
            self.assertEqual(call.end(), (-signal.SIGINT, "", "starnuma: interrupted by SIGINT\n"))


if __name__ == "__main__":
    if not shutil.which("cc"):
        print("there is no C compiler: skipped")
        sys.exit(SKIPPED)
    unittest.main()
