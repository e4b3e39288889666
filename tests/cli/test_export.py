#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""export golden: the kit builds from its folder alone, its checker agrees with the platform's, and its example
finds the planted faults."""

import json
import re
import shutil
import subprocess
import unittest

from cli import CliTest

LOG = ("bench", "pool", "mix", "--point", "private_read", "--time", "300 us", "--log", "log.csv", "-o", "mix")
FOREIGN = re.compile(r'#include <(systemc|boost/|yaml-cpp|sc_)')


class Export(CliTest):
    def run_in_kit(self, *words, code=0):
        done = subprocess.run(words, cwd=self.folder / "kit", text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def export(self):
        self.assertEqual(self.good("export", "golden", "kit"), "Kit: kit (start with README.md)\n")

    def test_the_kit_builds_alone_and_its_checker_agrees_with_the_platform(self):
        self.export()
        for file in (self.folder / "kit").rglob("*.*"):
            if file.suffix in (".h", ".cpp"):
                self.assertIsNone(FOREIGN.search(file.read_text()), file)
        self.run_in_kit("make", "-s")
        self.good(*LOG)
        log = (self.folder / "log.csv").read_text()
        self.assertGreater(int(log[log.rindex("# end ") + 6:]), 1_000_000)
        shutil.move(self.folder / "log.csv", self.folder / "kit" / "log.csv")
        wrong = log.replace(",Cmp-S,", ",Cmp-E,", 1) if ",Cmp-S," in log else log.replace(",MemData,", ",Cmp,", 1)
        (self.folder / "kit" / "wrong.csv").write_text(wrong.replace("DRS,Cmp,", "NDR,Cmp,", 1))
        for name, code in (("log.csv", 0), ("wrong.csv", 1)):
            said = self.run_in_kit("build/check_log", name, code=code)
            (self.folder / name).write_text((self.folder / "kit" / name).read_text())
            self.assertEqual(self.call("check-log", name), (code, said, ""))

    @unittest.skipUnless(shutil.which("verilator"), "there is no Verilator")
    def test_the_example_passes_and_finds_three_planted_faults(self):
        self.export()
        said = self.run_in_kit("make", "-s", "CXXFLAGS=-O1", "example")
        self.assertRegex(said, r"example_bench: \d{5} messages, no violation")
        self.assertRegex(said, r"example_device: \d\d of \d\d points covered\n")
        self.assertRegex(said, r"example_hosts: \d\d of \d\d rows covered\n")
        for fault, rule in ((1, "grant_of_directory"), (2, "latest_data"), (3, "grant_of_directory")):
            said = self.run_in_kit("make", "-s", "CXXFLAGS=-O1", "example", f"FAULT={fault}")
            self.assertRegex(said, rf"sn_cxl_scoreboard: message \d+, \S+ of host \d, line \S+, violates {rule}: ")

    @unittest.skipUnless(shutil.which("verilator"), "there is no Verilator")
    def test_directed_stimulus_takes_each_row(self):
        self.export()
        rows = json.loads((self.folder / "kit/testbenches/golden_kit/stimulus.json").read_text())["rows"]
        self.assertEqual({row["table"] for row in rows}, {"device", "host", "conflict"})
        self.assertTrue(all(row["steps"] for row in rows))
        said = self.run_in_kit("make", "-s", "CXXFLAGS=-O1", "directed")
        self.assertIn(f"directed_bench: {len(rows)} of {len(rows)} rows taken", said)

    @unittest.skipUnless(shutil.which("cmake"), "there is no CMake")
    def test_cmake_builds_it_and_both_languages_number_the_messages_equally(self):
        self.export()
        self.run_in_kit("cmake", "-B", "cmake_build")
        self.run_in_kit("cmake", "--build", "cmake_build")
        kit = self.folder / "kit" / "testbenches" / "golden_kit"
        in_c = re.findall(r"^  SN_(\w+),?$", (kit / "sn_cxl_golden.h").read_text(), re.MULTILINE)
        in_sv = re.search(r"enum int \{(.*?)\} sn_op_e", (kit / "sn_cxl_golden_pkg.sv").read_text(), re.DOTALL)[1]
        self.assertEqual([name.replace("_", "").lower() for name in in_c],
                         [name.lower() for name in re.findall(r"\w+", in_sv)])

    def test_files_beside_the_kit_are_kept(self):
        beside = self.folder / "kit.partial"
        beside.mkdir()
        (beside / "mine").write_text("mine", encoding="utf-8")
        self.export()
        self.assertEqual((beside / "mine").read_text(encoding="utf-8"), "mine")

    def test_a_folder_that_exists_and_an_unknown_kit_are_refused(self):
        (self.folder / "full").mkdir()
        (self.folder / "full" / "file").write_text("")
        self.assertEqual(self.refused("export", "golden", "full"),
                         ["export: full exists, expected a new folder"])
        self.assertEqual(self.refused("export", "goldn", "kit"),
                         ['export: unknown kit "goldn", did you mean "golden"?'])
        code, out, err = self.call("export", "golden", "/proc/kit")
        self.assertEqual((code, out, err.count("\n")), (1, "", 1), err)
        self.assertEqual(self.written(), ["full", "full/file"])


if __name__ == "__main__":
    unittest.main()
