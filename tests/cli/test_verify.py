#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""verify: the protocol is proved for a few hosts, random traffic takes every row, and a fault that
is planted is found, made short and replayed."""

import os
import re
import unittest
from pathlib import Path

from cli import CliTest

ROOT = Path(os.environ["STARNUMA_HOME"])
PAGES = ("protocol-cxl.md", "protocol-socket.md")
CAUGHT = re.compile(r"^  (\w+) +caught in (\d+) +steps: ", re.M)


class Protocol(CliTest):
    def test_all_interleavings_of_two_and_three_hosts_hold_and_every_mutant_fails(self):
        out = self.good("verify", "protocol", "--hosts", "3", "--no-murphi")
        self.assertEqual(out.count("  holds\n"), 8, out)
        self.assertNotIn("never:", out)
        mutants = self.good("verify", "protocol", "--mutants").splitlines()
        self.assertEqual(len(CAUGHT.findall(out)), len(mutants))
        self.assertGreaterEqual(len(mutants), 40)
        self.assertTrue(out.endswith("all holds\n"), out)

    def test_a_mutant_is_shown_with_its_shortest_sequence(self):
        code, out, err = self.call("verify", "protocol", "--mutant", "ack_passes_cmp")
        self.assertEqual((code, err), (1, ""))
        self.assertIn("shortest way to it, 4 steps:", out)

    def test_an_unknown_mutant_is_one_line_with_the_nearest_name(self):
        code, out, err = self.call("verify", "protocol", "--mutant", "drop_snop")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, 'verify: unknown mutant "drop_snop", did you mean "drop_snoop"?\n')

    def test_the_pages_of_the_tables_are_fresh(self):
        self.good("verify", "protocol", "--tables", ".")
        for page in PAGES:
            self.assertEqual((self.folder / page).read_text(encoding="utf-8"),
                             (ROOT / "docs/generated" / page).read_text(encoding="utf-8"),
                             "run: ./starnuma verify protocol --tables docs/generated")


class Coherence(CliTest):
    def test_ten_seeds_of_random_traffic_hold(self):
        for seed in range(1, 11):
            out = self.good("verify", "coherence", "--ops", "20000", "--seed", str(seed))
            self.assertTrue(out.endswith("all holds\n"), out)
            self.assertGreater(int(re.search(r" (\d+) pages moved", out)[1]), 10, out)

    def test_more_traffic_takes_every_row_that_the_explorer_reaches(self):
        self.good("verify", "coherence", "--ops", "1000000", "--all-rows")

    def test_the_same_seed_makes_the_same_traffic(self):
        first, second = (re.sub(r"[\d.]+ s\n", "", self.good("verify", "coherence", "--ops", "5000"))
                         for _ in range(2))
        self.assertEqual(first, second)

    def test_every_fourth_mutant_shrinks_to_twice_the_shortest_sequence_and_replays(self):
        shortest = CAUGHT.findall(self.good("verify", "protocol", "--hosts", "2", "--no-murphi"))
        for mutant, steps in shortest[::4]:  # all of them take some five minutes
            with self.subTest(mutant):
                code, out, _ = self.call("verify", "coherence", "--ops", "200000", "--mutant",
                                         mutant, "--write", "failed.txt")
                self.assertEqual(code, 1, out)
                after = re.search(r"  after (\d+) steps: .+\n", out)
                self.assertLessEqual(int(after[1]), 2 * int(steps), out)
                code, out, err = self.call("verify", "coherence", "--replay", "failed.txt")
                self.assertEqual((code, err), (1, ""))
                self.assertTrue(out.endswith(after[0]), out)

    def test_each_fault_of_the_mover_is_found_shrinks_and_replays(self):
        listed = self.good("verify", "coherence", "--mutants").splitlines()
        faults = [line.split()[0] for line in listed if line.split()[1] == "pages"]
        self.assertGreaterEqual(len(faults), 5)
        for mutant in faults:
            with self.subTest(mutant):
                code, out, _ = self.call("verify", "coherence", "--ops", "50000", "--mutant",
                                         mutant, "--write", "failed.txt")
                self.assertEqual(code, 1, out)
                after = re.search(r"  after (\d+) steps: .+\n", out)
                self.assertLessEqual(int(after[1]), 25, out)
                code, out, err = self.call("verify", "coherence", "--replay", "failed.txt")
                self.assertEqual((code, err), (1, ""))
                self.assertTrue(out.endswith(after[0]), out)

    def test_a_mistake_in_a_sequence_with_pages_is_one_line_with_its_place(self):
        head = "protocol device\nhosts 2\nlines 4\npage_lines 2\npages 1\n"
        for step, told in (("move 0 2", "8: expected a number from 0 to 1"),
                           ("copy 2", "6: expected a number from 0 to 1"),
                           ("walkk 0 0", '1: unknown word "walkk"')):
            (self.folder / "bad.txt").write_text(head + step + "\n", encoding="utf-8")
            code, out, err = self.call("verify", "coherence", "--replay", "bad.txt")
            self.assertEqual((code, out), (2, ""))
            self.assertEqual(err, f"bad.txt:6:{told}\n")

    def test_a_mistake_in_a_sequence_is_one_line_with_its_place(self):
        (self.folder / "bad.txt").write_text("protocol device\nhosts 2\nown 5 0 store\n",
                                             encoding="utf-8")
        code, out, err = self.call("verify", "coherence", "--replay", "bad.txt")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, "bad.txt:3:5: expected a number from 0 to 1\n")

    def test_an_unknown_subject_is_one_line(self):
        code, out, err = self.call("verify", "coherense")
        self.assertEqual((code, out), (2, ""))
        self.assertIn('unknown subject "coherense", did you mean "coherence"?', err)


if __name__ == "__main__":
    unittest.main()
