#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Malicious and mistyped command lines. Each is refused with one line, exit code 2, in short time and with
little memory; no file is written."""

import os
import unittest

from cli import CliTest

TINY = "bfs:scale=8"

# Option with a whole number -> (its calls, its range).
NUMBERS = {
    "--seed": (["run", "baseline16", TINY], "0 to 18446744073709551615"),
    "--scale": (["describe", "baseline16"], "8 to 28"),
    "--seeds": (["bakeoff", TINY], "1 to 100"),
    "--messages": (["bench", "queueing"], "1000 to 10000000000"),
    "--requests": (["bench", "memory"], "1000 to 10000000000"),
    "--loads": (["bench"], "1000 to 10000000000"),
    "--heads": (["bench", "pool"], "1 to 32"),
    "--outstanding": (["bench", "pool"], "1 to 256"),
    "--cache-lines": (["bench", "pool"], "1 to 4096"),
    "--worst": (["explain", "results"], "1 to 1000000"),
    "--hosts": (["verify", "protocol"], "2 to 6"),
    "--ops": (["verify", "coherence"], "1 to 1000000000000"),
    "--requesters": (["verify", "coherence"], "2 to 16"),
    "--cycles": (["verify", "rtl"], "1 to 1000000000"),
    "--lockstep-seed": (["verify", "rtl"], "0 to 1000000000"),
    "--core": (["verify", "rtl"], "0 to 1023"),
    "--jobs": (["verify", "formal"], "1 to 256"),
    "--seconds": (["probe"], "1 to 3600"),
    "--memory": (["probe"], "32 to 1048576"),
}
NO_NUMBERS = ["-1", "99999999999999999999", "1.5", "1e3", "0x10", " 8", "8 ", "+8", "eight",
              "\u0668", "1\n2"]

# Mistake in `--set` -> (the text, required part of the message).
SETS = {
    "nothing": ("", "path.to.key=VALUE"),
    "no path": ("=", "path.to.key=VALUE"),
    "no path for a value": ("=5", "path.to.key=VALUE"),
    "no value": ("socket.cores", "path.to.key=VALUE"),
    "an empty value": ("socket.cores=", "no value"),
    "a blank value": ("socket.cores=  ", "no value"),
    "a point in front": (".socket.cores=4", "path.to.key=VALUE"),
    "a point at the end": ("socket.cores.=4", "path.to.key=VALUE"),
    "two points": ("socket..cores=4", "path.to.key=VALUE"),
    "a list": ("socket.cores=[1, 2]", "a list"),
    "a mapping": ("socket={cores: 4}", "found a mapping"),
    "an anchor": ("socket.cores=&a 4", "anchors"),
    "an alias": ("socket.cores=*a", "anchor"),
    "a tag": ("socket.cores=!!int 4", "tags"),
    "a comment": ("socket.cores=# 4", "socket.cores"),
    "an open quote": ('socket.cores="4', "socket.cores"),
    "an open bracket": ("socket.cores=[4", "socket.cores"),
    "a second line": ("socket.cores=4\nseed: 1", "socket.cores"),
    "a second document": ("socket.cores=4\n---\n5", "socket.cores"),
    "a control character": ("socket.cores=\x01", "control character"),
    "a leading zero": ("socket.cores=010", "leading zero"),
    "a wide digit": ("socket.cores=\uff18", "whole number"),
    "a boolean": ("socket.cores=true", "whole number"),
    "a path of 100 keys": (".".join(["a"] * 100) + "=1", "64 keys"),
    "a path of 40000 keys": (".".join(["a"] * 40000) + "=1", "64 keys"),
    "a value of 100 KB": ("socket.cores=" + "4" * 100_000, "4096 characters"),
    "a key of 100 KB": ("a" * 100_000 + "=4", "unknown key"),
    "none for all sockets": ("socket=none", "socket"),
    "a number for a group": ("socket=5", "mapping"),
    "a box that is not there": ("socket.overrides.99.memory.channels=1", "99"),
    "a box without a number": ("socket.overrides.x.memory.channels=1", '"x"'),
    "an own kind": ("kind=part", "kind"),
    "an ancestor": ("extends=starnuma16", "extends"),
    "a name": ("name=x", "name"),
    "a part of another shelf": ("upi.part=../machines/starnuma16", "part"),
    "a part without a name": ("upi.part=", "part"),
    "a part for the machine": ("part=upi", "part"),
    "a part for a number": ("upi.latency.part=upi", "upi.latency"),
    "a choice without a value": ("placement.policy=", "no value"),
    "a latency of 2 ms": ("upi.latency=2 ms", "between 0 ps and 1 ms"),
    "a rate of 1 B/s": ("upi.bandwidth=1 B/s", "between 1 MB/s"),
    "a quantum of 1 s": ("simulation.quantum=1 s", "between 1 ps and 1 ms"),
    "bytes that are not UTF-8": (os.fsdecode(b"socket.cores=\xff"), "UTF-8"),
}

# Mistake in other calls -> (the words, required part of the message).
CALLS = {
    "an empty command": ([""], "unknown command"),
    "a command with a newline": (["run\nrm"], "unknown command"),
    "a command with an escape": (["\x1b[2Jrun"], "unknown command"),
    "a command of 100 KB": (["r" * 100_000], "unknown command"),
    "a command that is not UTF-8": ([os.fsdecode(b"\xff\xfe")], "unknown command"),
    "an option for a command": (["--set", "a=1"], "unknown command"),
    "an empty machine": (["run", "", TINY], "unknown machine"),
    "a blank machine": (["run", " ", TINY], "unknown machine"),
    "a folder as machine": (["run", "./", TINY], "folder"),
    "the root as machine": (["run", "/", TINY], "folder"),
    "a file next to the shipped machines": (["run", "../parts/upi", TINY], "no such file"),
    "a machine with a zero byte in its path": (["describe", "no\u2400where.yaml"], "no such file"),
    "a machine of 5000 letters": (["describe", "m" * 5000], "unknown machine"),
    "a path of 5000 letters": (["describe", "m" * 5000 + ".yaml"], "mmm"),
    "a path with a newline": (["describe", "a\nb.yaml"], "no such file"),
    "an empty workload": (["run", "baseline16", ""], "unknown workload"),
    "a workload of punctuation": (["run", "baseline16", ":,=:,="], "unknown workload"),
    "a workload with a newline": (["run", "baseline16", "bfs\n:scale=8"], "unknown workload"),
    "an option without a name": (["run", "baseline16", "bfs:=8"], "''"),
    "an option without a value": (["run", "baseline16", "bfs:scale="], "whole number"),
    "an option without either": (["run", "baseline16", "bfs:,"], "name=value"),
    "an option that is a fraction": (["run", "baseline16", "bfs:scale=8.5"], "8..28"),
    "an option beyond 64 bits": (["run", "baseline16", "bfs:scale=9223372036854775808"], "8..28"),
    "an option below its range": (["run", "baseline16", "bfs:trials=0"], "1..64"),
    "an option given twice": (["run", "baseline16", "bfs:scale=8,scale=8"], "twice"),
    "an option of another workload": (["run", "baseline16", "bfs:home=0"], "'home'"),
    "an option of 100 KB": (["run", "baseline16", "bfs:" + "x" * 100_000 + "=1"], "unknown option"),
    "a socket below zero": (["run", "baseline16", "pointer_chase:requester=-1"], "0..15"),
    "a pool beyond the last": (["run", "starnuma16", "pointer_chase:home=pool1"], "1 pool devices"),
    "a pool with a sign": (["run", "starnuma16", "pointer_chase:home=pool-1"], "home=pool-1"),
    "a memory node that is not there": (["run", "starnuma16", "pointer_chase:home=memory0"],
                                        "0 memory nodes"),
    "an interval of nothing": (["run", "baseline16", TINY, "--interval", ""], "100 ns"),
    "an interval below zero": (["run", "baseline16", TINY, "--interval", "-1 us"], "100 ns"),
    "an interval beyond 64 bits": (["run", "baseline16", TINY, "--interval",
                                    "99999999999999999999 s"], "1 s"),
    "a seed given twice": (["run", "baseline16", TINY, "--seed", "1", "--seed", "2"], "--seed"),
    "a result folder without a name": (["run", "baseline16", TINY, "-o", ""], ""),
    "a result folder that is a device": (["run", "baseline16", TINY, "-o", "/dev/null"],
                                         "/dev/null"),
    "a result folder of 5000 letters": (["run", "baseline16", TINY, "-o", "d" * 5000], "d"),
    "waves without a file": (["run", "baseline16", TINY, "--waves", ""], "--waves"),
    "waves in no folder": (["run", "baseline16", TINY, "--waves", "no/where.fst"], "no folder"),
    "a window without waves": (["run", "baseline16", TINY, "--wave-window", "1us:2us"], "--waves"),
    "a window that ends before it begins": (["run", "baseline16", TINY, "--waves", "a.fst",
                                             "--wave-window", "2us:1us"], "ends before"),
    "a window without a colon": (["run", "baseline16", TINY, "--waves", "a.fst", "--wave-window",
                                  "2us"], "10us:12us"),
    "a time before a trigger beyond all": (["run", "baseline16", TINY, "--waves", "a.fst",
                                            "--wave-before", "9000000 s"], "to 1000 s"),
    "a trigger that is none": (["run", "baseline16", TINY, "--waves", "a.fst", "--wave-on",
                                "latency>"], "--wave-on"),
    "a line that is not an address": (["run", "baseline16", TINY, "--waves", "a.fst", "--wave-line",
                                   "0x"], "byte address"),
    "RTL waves that are not there": (["run", "baseline16", TINY, "--waves", "a.fst", "--wave-rtl",
                                      "no.fst"], "no such file"),
    "RTL waves that are a device": (["run", "baseline16", TINY, "--waves", "a.fst", "--wave-rtl",
                                     "/dev/zero"], "a device"),
    "both pictures of a machine": (["describe", "baseline16", "--json", "--dot"], "found both"),
    "a list of nothing": (["list", ""], "unknown list"),
    "a list with a newline": (["list", "machines\n"], "unknown list"),
    "a check of nothing": (["check"], "expected"),
    "a check of an empty word": (["check", ""], "unknown machine"),
    "a check of a folder that is not there": (["check", "no/where"], "no such file"),
    "a difference of devices": (["diff", "/dev/null", "/dev/null"], "not the result folder"),
    "a threshold below zero": (["diff", ".", ".", "--threshold", "-1%"], "0% to 100%"),
    "a threshold that is not a number": (["diff", ".", ".", "--threshold", "nan%"], "0% to 100%"),
    "an explanation of a device": (["explain", "/dev/null"], "not a result folder"),
    "an unknown bench": (["bench", "spped"], '"speed"'),
    "a word too many for a bench": (["bench", "speed", "storm"], "unexpected"),
    "waves of a bench without": (["bench", "speed", "--waves", "a.fst"], "--waves"),
    "a point that is not there": (["bench", "pool", "storm", "--point", "lines0"], "lines0"),
    "a bench of no pool": (["bench", "pool", "storm", "--machine", "baseline16"], "no pool"),
    "a bench of no time": (["bench", "pool", "storm", "--time", "0 ps"], "from 1 us"),
    "a bench of an endless time": (["bench", "pool", "storm", "--time", "1000 s"], "to 100 ms"),
    "a delay below zero": (["bench", "pool", "storm", "--delay", "-1 ns"], "--delay"),
    "a subject that is none": (["verify", "protcol"], '"protocol"'),
    "a mutant that is none": (["verify", "protocol", "--mutant", "x"], "x"),
    "a replay of nothing": (["verify", "coherence", "--replay", "no/where"], "no such file"),
    "a replay of a device": (["verify", "coherence", "--replay", "/dev/zero"], "a device"),
    "a stream that is not there": (["verify", "rtl", "--stream", "no/where"], "no such file"),
    "policies that are none": (["bakeoff", TINY, "--policies", ","], "--policies"),
    "policies together with costs": (["bakeoff", TINY, "--policies", "first_touch", "--costs"], "--costs"),
    "seeds together with a seed": (["bakeoff", TINY, "--seeds", "2", "--seed", "1"], "--seed"),
    "cores of a recording that are none": (["run", "starnuma16_t16", TINY, "--record-annex",
                                            "a:x"], "0,4-7"),
    "cores of a recording backward": (["run", "starnuma16_t16", TINY, "--record-annex", "a:7-4"],
                                      "0,4-7"),
    "a machine larger than the host": (["run", "starnuma16_full", "pointer_chase",
                                        "--set", "socket.private_caches.l2_size=1 GiB",
                                        "--set", "socket.shared_cache.llc_size_per_core=1 GiB",
                                        "--set", "pool.device.snoop_filter_size=64 x caches"],
                                       "memory, this host has"),
}


class HostileWords(CliTest):
    def refuse(self, words, part, env=None):
        lines = self.refused(*words, env=env)
        self.assertEqual(len(lines), 1, lines[:3])
        self.assertIn(part, lines[0])
        self.assertLess(len(lines[0]), 2000)
        self.assertEqual(self.written(), [])

    def test_every_number_is_refused_beyond_its_range_with_that_range(self):
        for option, (words, limits) in NUMBERS.items():
            for text in NO_NUMBERS:
                with self.subTest(option, text=text):
                    self.refuse([*words, f"{option}={text}"], f"{option}: expected a whole number "
                                f"from {limits}")

    def test_every_malformed_set_is_refused_with_one_line(self):
        for mistake, (text, part) in SETS.items():
            with self.subTest(mistake):
                self.refuse(["describe", "starnuma16", "--set", text], part)

    def test_every_other_mistake_is_refused_with_one_line(self):
        for mistake, (words, part) in CALLS.items():
            with self.subTest(mistake):
                self.refuse(words, part)

    def test_a_file_or_folder_without_a_name_is_refused(self):
        for words, option in ((["run", "baseline16", TINY], "cache"), (["run", "baseline16", TINY], "output"),
                              (["run", "baseline16", TINY], "record"), (["plan", "p.yaml"], "cache"),
                              (["size", "baseline16", TINY], "cache"), (["fit", "box.yaml"], "output"),
                              (["explain", "r"], "msc"), (["verify", "rtl"], "stream")):
            with self.subTest(words, option=option):
                self.refuse([*words, f"--{option}", ""], f"{words[0]}: --{option}: expected a f")

    def test_a_folder_for_temporary_files_that_is_not_there_is_named(self):
        self.refuse(["demo", "--dry-run"], 'TMPDIR: "/no/where"', env={"TMPDIR": "/no/where"})

    def test_a_search_path_that_leads_nowhere_is_refused(self):
        self.refuse(["describe", "starnuma16"], "STARNUMA_PATH",
                    env={"STARNUMA_PATH": "/no/where"})


if __name__ == "__main__":
    unittest.main()
