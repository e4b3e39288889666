#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input: exit code 2, one clear line on stderr, and nothing written."""

import unittest

from cli import CliTest

TINY = "bfs:scale=8"

# Mistake -> (the call, required parts of its message).
CALLS = {
    "unknown command": (["rnu"], ['"rnu"', '"run"']),
    "too few arguments": (["run"], ["run", "MACHINE"]),
    "too many arguments": (["describe", "baseline16", "starnuma16"], ["describe", "MACHINE"]),
    "machine without workload": (["run", "baseline16"], ["baseline16", "workload"]),
    "unknown option": (["run", "baseline16", TINY, "--sede", "3"], ["--sede", "--seed"]),
    "option without value": (["run", "baseline16", TINY, "--seed"], ["--seed"]),
    "seed that is not a number": (["run", "baseline16", TINY, "--seed", "x"], ["--seed", "x"]),
    "negative seed": (["run", "baseline16", TINY, "--seed", "-1"], ["seed", "-1"]),
    "interval without unit": (["run", "baseline16", TINY, "--interval", "10"],
                              ["--interval", '"10"', "10us"]),
    "profile out of range": (["run", "baseline16", TINY, "--profile", "2 s"],
                             ["--profile", '"2 s"', "from 100 ns to 1 s"]),
    "interval out of range": (["run", "baseline16", TINY, "--interval", "10 ns"],
                              ["--interval", "10 ns", "from 100 ns to 1 s"]),
    "unknown machine": (["run", "baseline17", TINY], ['"baseline17"', '"baseline16"']),
    "missing machine file": (["run", "nowhere.yaml", TINY], ["nowhere.yaml"]),
    "unknown workload": (["run", "baseline16", "bsf:scale=8"], ["'bsf'", "'bfs'"]),
    "unknown workload option": (["run", "baseline16", "bfs:scael=8"], ["'scael'", "'scale'"]),
    "workload option out of range": (["run", "baseline16", "bfs:scale=99"], ["scale=99", "8..28"]),
    "workload option that is not a number": (["run", "baseline16", "bfs:scale=ten"], ["scale=ten"]),
    "socket the machine has not": (["run", "baseline16", "pointer_chase:requester=16"],
                                   ["requester=16", "0..15"]),
    "pool workload without pool": (["run", "baseline16", "pointer_chase:home=pool"],
                                   ["home=pool", "pool"]),
    "pool placement without pool": (["run", "baseline16", TINY, "--set",
                                     "placement.policy=starnuma_t16"],
                                    ["placement.policy", "needs a pool", "expected one of"]),
    "policy of pools with memory nodes alone": (["run", "lacx_testbed", TINY, "--policy",
                                                 "pool_share"],
                                                ["--policy", "needs a pool", "lacx"]),
    "policies of a contest without a pool": (["bakeoff", TINY, "--machine", "two_socket",
                                              "--policies", "pool_interleave"],
                                             ["--policies", "needs a pool", "autonuma"]),
    "unknown key": (["run", "baseline16", TINY, "--set", "socket.coers=8"],
                    ["machine.socket.coers", '"cores"']),
    "value out of range": (["run", "baseline16", TINY, "--set", "socket.cores=0"],
                           ["machine.socket.cores", "0", "between 1 and 256"]),
    "missing unit": (["run", "starnuma16", TINY, "--set", "pool.link.bandwidth=3"],
                     ["machine.pool.link.bandwidth", "missing unit", "GB/s"]),
    "wrong unit": (["run", "starnuma16", TINY, "--set", "pool.link.bandwidth=3 ns"],
                   ["machine.pool.link.bandwidth", "3 ns"]),
    "set without value": (["run", "baseline16", TINY, "--set", "socket.cores"], ["socket.cores"]),
    "odd cache geometry": (["run", "baseline16_full", TINY, "--set",
                            "socket.private_caches.l1_size=33000 B"], ["l1_size", "33000"]),
    "unknown list": (["list", "machnes"], ["machnes", "machines"]),
    "bad machine to compare": (["compare", "baseline16", "starnuma17", TINY], ["starnuma17"]),
}


class BadInput(CliTest):
    def refuse(self, words):
        """Expects that a call is refused; returns its one line."""
        before = self.written()
        code, out, err = self.call(*words)
        self.assertEqual(code, 2, err)
        self.assertEqual(out, "")
        self.assertEqual(err.count("\n"), 1, err)
        self.assertEqual(self.written(), before)
        return err

    def test_each_mistake_is_refused_with_one_clear_line(self):
        for mistake, (words, parts) in CALLS.items():
            with self.subTest(mistake):
                line = self.refuse(words)
                for part in parts:
                    self.assertIn(part, line)

    def test_a_mistake_in_a_machine_file_is_shown_with_its_place(self):
        (self.folder / "mine.yaml").write_text(
            "kind: machine\nextends: baseline16\nsocket:\n  coers: 8\n", encoding="utf-8")
        line = self.refuse(["run", "mine.yaml", TINY])
        self.assertTrue(line.startswith("mine.yaml:4:"), line)
        self.assertIn('"cores"', line)

    def test_a_folder_that_holds_something_else_is_left_alone(self):
        (self.folder / "letters").mkdir()
        letter = self.folder / "letters" / "letter.txt"
        letter.write_text("dear reader", encoding="utf-8")
        for words in (["run", "baseline16", TINY], ["compare", "baseline16", "starnuma16", TINY]):
            for name in ("letters", "letters/"):
                with self.subTest(words[0], folder=name):
                    self.assertIn("letters", self.refuse([*words, "-o", name]))
                    self.assertEqual(letter.read_text(encoding="utf-8"), "dear reader")

    def test_a_file_is_not_taken_for_a_folder(self):
        (self.folder / "file").write_text("kept", encoding="utf-8")
        self.refuse(["run", "baseline16", TINY, "-o", "file"])
        self.assertEqual((self.folder / "file").read_text(encoding="utf-8"), "kept")

    def test_a_place_that_cannot_be_written_is_refused_before_the_run(self):
        (self.folder / "file").write_text("kept", encoding="utf-8")
        self.assertIn("file/inside", self.refuse(["run", "baseline16", TINY, "-o", "file/inside"]))

    def test_a_socket_that_may_not_use_the_pool_ends_the_run_with_one_line(self):
        code, out, err = self.call(
            "run", "starnuma16", "pointer_chase:requester=1,home=pool", "--set",
            "pool.attached=[0, 8]", "--set", "pool.unattached=refuse", "--set",
            "placement.policy=first_touch")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, "machine.socket1.mmu0: page 0 lies on home 16, a pool device that this "
                              "socket is not attached to, and pool.unattached is refuse\n")


if __name__ == "__main__":
    unittest.main()
