#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""verify: the protocol is proved for a few hosts, random traffic takes every row, and a planted fault is
found, shortened and replayed."""

import os
import re
import signal
import unittest
from pathlib import Path

from cli import CliTest
from junit_cases import cases
from processes import Call

ROOT = Path(os.environ["STARNUMA_HOME"])
PAGES = ("protocol-cxl.md", "protocol-socket.md", "protocol-mutants.md")
# Checks that need all states, so random traffic cannot detect their violation.
OF_ALL_STATES = ("drains", "progress", "reached")


class Protocol(CliTest):
    def test_a_row_that_nothing_reaches_fails_and_is_named(self):
        for mutant, row in (("unreachable_home_row", "socket home: Shared x CopyBack"),
                            ("host_row_too_many", "requester of a socket home: Upgrading x FwdS"),
                            ("device_row_too_many", "device: ToShared x MemClnEvct")):
            code, out, err = self.call("verify", "protocol", "--mutant", mutant)
            self.assertEqual((code, err), (1, ""))
            self.assertIn(f"all configurations of rows: no configuration takes the row {row}", out)

    def test_a_livelock_is_shown_as_a_way_to_it_and_a_loop(self):
        for mutant in ("home_refuses_while_busy", "device_refuses_while_busy", "loser_retries"):
            code, out, err = self.call("verify", "protocol", "--mutant", mutant)
            self.assertEqual((code, err), (1, ""))
            self.assertIn("progress: host 0 waits indefinitely in a fair run\n", out)
            loop = out.split("  then, indefinitely:\n")[1].splitlines()
            self.assertGreaterEqual(len(loop), 8)
            self.assertNotIn("    host 0: load", loop)

    def test_a_mutant_is_shown_with_its_shortest_sequence(self):
        code, out, err = self.call("verify", "protocol", "--mutant", "ack_passes_cmp")
        self.assertEqual((code, err), (1, ""))
        self.assertIn("shortest trace to it, 8 steps:", out)
        self.assertTrue(out.endswith("    device -> host 0: BI-ConflictAck\n"
                                     "    host 0 -> device: BIRspI\n"), out)

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

    def test_the_rows_of_the_rtl_are_those_of_the_table(self):
        package = "sn_dir_rows_pkg.sv"
        self.good("verify", "protocol", "--rtl-rows", package)
        self.assertEqual((self.folder / package).read_text(encoding="utf-8"),
                         (ROOT / "rtl/directory_slice" / package).read_text(encoding="utf-8"),
                         f"run: ./starnuma verify protocol --rtl-rows rtl/directory_slice/{package}")


class Coherence(CliTest):
    def test_more_traffic_takes_every_row_that_the_explorer_reaches(self):
        self.good("verify", "coherence", "--ops", "1000000", "--all-rows")

    def test_every_fourth_mutant_shrinks_to_twice_the_shortest_sequence_and_replays(self):
        page = (ROOT / "docs/generated/protocol-mutants.md").read_text(encoding="utf-8")
        shortest = re.findall(r"^\| `(\w+)` \|.*\| ([\w -]+) \|.*, (\d+) steps \|", page, re.M)
        shortest = [(mutant, steps) for mutant, check, steps in shortest
                    if check not in OF_ALL_STATES]
        self.assertGreaterEqual(len(shortest), 40)
        for mutant, steps in shortest[::4]:  # all of them take about five minutes
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
        self.assertGreaterEqual(len(faults), 8)
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

    def test_spaces_stay_apart_while_pages_move_and_fault_and_tasks_change_hosts(self):
        out = self.good("verify", "coherence", "--only-pages", "--ops", "500000")
        done = re.search(r"(\d+) pages moved, (\d+) faulted, (\d+) copied, (\d+) tasks exchanged",
                         out)
        for count in done.groups():
            self.assertGreater(int(count), 300, out)

    def test_a_mistake_in_a_sequence_with_pages_is_one_line_with_its_place(self):
        head = "protocol device\nhosts 2\nlines 4\npage_lines 2\npages 1\n"
        for step, told in (("move 0 2", "8: expected a number from 0 to 1"),
                           ("copy 2", "6: expected a number from 0 to 1"),
                           ("exchange 0 2", "12: expected a number from 0 to 1"),
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

    def test_seeds_are_drawn_until_it_is_stopped_and_what_failed_is_kept(self):
        with Call(self.folder, "verify", "coherence", "--until-stopped", "--ops", "20000",
                  "--seed", "7", "--mutant", "drop_snoop", "--junit", "v.xml") as call:
            for line in call.process.stdout:
                if line.startswith("seed 8 FAILED"):
                    break
            call.process.send_signal(signal.SIGINT)
            out, err = call.process.communicate(timeout=60)
        self.assertEqual((call.process.returncode, err), (1, ""))
        self.assertRegex(out, r"\d+ seeds, \d+ failed\n$")
        for seed in (7, 8):
            self.assertEqual(self.call("verify", "coherence", "--replay",
                                       f"coherence_failure_{seed}.txt")[0], 1)
            self.assertEqual(cases(self.folder / "v.xml")[f"seed {seed}"], "exit code 1")

    def test_it_is_stopped_cleanly_where_nothing_failed(self):
        for stop in (signal.SIGTERM, signal.SIGINT):
            with Call(self.folder, "verify", "coherence", "--until-stopped", "--ops", "20000") as call:
                first = call.process.stdout.readline()
                call.process.send_signal(stop)
                out, err = call.process.communicate(timeout=60)
            self.assertRegex(first, r"^seeds from \d+ on, until stopped\n$")
            self.assertEqual((call.process.returncode, err), (0, ""))
            self.assertRegex(out, r"^\d+ seeds, 0 failed\n$")
            self.assertEqual(self.written(), [])

    def test_a_mutant_that_traffic_cannot_show_is_refused_in_one_line(self):
        self.assertNotIn("loser_retries", self.good("verify", "coherence", "--mutants"))
        self.assertEqual(self.refused("verify", "coherence", "--mutant", "loser_retries"),
                         ["verify coherence: traffic cannot show loser_retries; "
                          "./starnuma verify protocol --mutant loser_retries can"])

    def test_verdicts_are_written_as_junit(self):
        self.good("verify", "coherence", "--short", "--ops", "20000", "--junit", "v.xml")
        self.assertEqual(cases(self.folder / "v.xml"), {"traffic of seed 1": None})
        self.call("verify", "coherence", "--ops", "20000", "--mutant", "drop_snoop",
                  "--junit", "v.xml")
        self.assertIn("a writer next to", cases(self.folder / "v.xml")["traffic of seed 1"])
        code, out, err = self.call("verify", "coherence", "--junit", "no/v.xml")
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, "^cannot write no/v.xml: No such file or directory\n$")

    def test_modules_in_simulated_time_hold_and_say_which_rows_they_took(self):
        words = ("verify", "coherence", "--modules", "--ops", "120000", "--seed", "3")
        out = self.good(*words)
        self.assertRegex(out, "^120000 operations on 2 machines, seeds 3 to 4, ")
        early, late = re.search(r"^(\d+) conflicts acknowledged before the completion, (\d+) after it$",
                                out, re.M).groups()
        self.assertGreater(min(int(early), int(late)), 100)
        self.assertIn("\n  conflict handshake of a host: 4 of 6 rows\n", out)
        self.assertTrue(out.endswith("\nall holds\n"), out)
        code, out, err = self.call("verify", "coherence", "--modules", "--ops", "4000", "--all-rows",
                                   "--junit", "v.xml")
        self.assertEqual((code, err), (1, ""))
        self.assertTrue(out.endswith("\nFAILED: rows are missing\n"), out)
        row = "host of a device: Owning x BISnpInv"
        self.assertIn(f"  reached by the explorer, not taken here: {row}\n", out)
        self.assertEqual(list(cases(self.folder / "v.xml")), ["modules of seed 1", "rows taken"])
        self.assertIn(row, cases(self.folder / "v.xml")["rows taken"])

    def test_a_fault_around_the_modules_is_found_and_happens_again(self):
        listed = self.good("verify", "coherence", "--modules", "--mutants").splitlines()
        self.assertEqual([line.split()[1] for line in listed], ["modules"] * 5)
        code, out, err = self.call("verify", "coherence", "--modules", "--ops", "50000", "--mutant",
                                   "forward_leaves_before_grant")
        self.assertEqual((code, err), (1, ""))
        failure, again = re.fullmatch(r"FAILED, seed \d+: (.+ forgot that socket .+)\n"
                                      r"  again: \./starnuma (.+)\n", out).groups()
        self.assertIn(failure, self.call(*again.split())[1])

    def test_options_of_the_protocol_functions_do_not_go_with_modules(self):
        self.assertEqual(self.refused("verify", "coherence", "--modules", "--only-pages"),
                         ["verify coherence: --only-pages is of the protocol functions, and does not go "
                          "with --modules"])
        self.assertEqual(self.refused("verify", "coherence", "--modules", "--mutant", "lost_wakeup"),
                         ['verify: unknown mutant "lost_wakeup", did you mean "lost_wake_up"?'])

    def test_an_unknown_subject_is_one_line(self):
        code, out, err = self.call("verify", "coherense")
        self.assertEqual((code, out), (2, ""))
        self.assertIn('unknown subject "coherense", did you mean "coherence"?', err)


if __name__ == "__main__":
    unittest.main()
