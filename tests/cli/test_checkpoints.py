#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checkpoints of phases: their contents, a phase run from one alone, and refused ones."""

import binascii
import csv
import json
import subprocess
import unittest
from itertools import accumulate
from pathlib import Path

from cli import CLI, CliTest, stats

KV = "kv:scale=11,operations=4096"
MACHINE = ("starnuma16_t16", KV, "--set", "tracking.impl=model")


def phases(folder):
    with open(folder / "phases.csv", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(file)]


def content(file):
    return json.loads(file.read_text(encoding="utf-8").splitlines()[1])


def write(file, fields):
    """Writes a checkpoint with a correct first line."""
    body = json.dumps(fields) + "\n"
    head = {"format": "starnuma checkpoint", "version": 1,
            "crc32": f"{binascii.crc32(body.encode()):08x}"}
    file.write_text(json.dumps(head) + "\n" + body, encoding="utf-8")
    return file


class Checkpoints(CliTest):
    def setUp(self):
        super().setUp()
        self.full = self.run_to("full", *MACHINE, "--checkpoints", "points")
        self.files = sorted((self.folder / "points").iterdir())

    def test_a_phase_begins_as_in_the_run_that_wrote_it(self):
        rows = phases(self.full)
        self.assertEqual([file.name for file in self.files],
                         [f"phase-{i + 1:04d}.json" for i in range(len(rows))])
        points = [content(file) for file in self.files]
        self.assertEqual([point["phase"] for point in points], [row["phase"] for row in rows])
        before = 0
        pool = max(points[-1]["homes"])
        for point, row, ended in zip(points, rows, [None, *rows]):
            self.assertEqual(sum(point["executed"][-1]) if ended else 0, before)
            self.assertLessEqual(len(point["moves"]), max(row["moves_planned"], 0))
            if ended:
                self.assertEqual(point["homes"].count(pool), ended["pool_pages"])
                self.assertEqual(point["policy"]["high"], row["high_threshold"])
            before += row["instructions"]
        self.assertGreater(sum(count for _, count in points[-1]["metadata"]), 0)

        plain = self.run_to("plain", *MACHINE)
        for name in ("stats.json", "phases.csv"):
            self.assertEqual((self.full / name).read_bytes(), (plain / name).read_bytes())

    def test_a_phase_in_which_the_window_opens_again_has_all_its_instructions(self):
        run = self.run_to("reopened", MACHINE[0], "bfs:scale=10,trials=2,warmup=1", *MACHINE[2:], "--checkpoints",
                          "reopened_points")
        executed = [sum(content(file)["executed"][-1])
                    for file in sorted((self.folder / "reopened_points").iterdir())[1:]]
        totals = list(accumulate(row["instructions"] for row in phases(run)))
        self.assertEqual(executed, totals[:-1])
        self.assertLess(stats(run)["run.instructions"], 0.9 * totals[-1])

    def test_so_does_one_in_simulated_time(self):
        words = (*MACHINE, "--set", "simulation.delivery=queued")
        rows = phases(self.run_to("queued", *words, "--checkpoints", "queued_points"))
        file = sorted((self.folder / "queued_points").iterdir())[4]
        [row] = phases(self.run_to("phase", *words, "--from-checkpoint", str(file)))
        for name in ("phase", "moves_planned", "moves_made", "pool_pages", "high_threshold"):
            self.assertEqual(row[name], rows[4][name], name)
        for name in ("instructions", "llc_misses", "amat_ns"):
            self.assertAlmostEqual(row[name] / rows[4][name], 1, delta=0.4, msg=name)  # caches start empty

    def test_a_phase_runs_from_its_checkpoint_alone(self):
        rows = phases(self.full)
        file = self.files[4]
        run = self.run_to("phase", *MACHINE, "--from-checkpoint", str(file))
        [row] = phases(run)
        self.assertEqual(row["phase"], 5)
        self.assertEqual(row["moves_planned"], rows[4]["moves_planned"])
        self.assertEqual(row["moves_made"], rows[4]["moves_made"])
        self.assertEqual(row["pool_pages"], rows[4]["pool_pages"])
        self.assertEqual(row["high_threshold"], rows[4]["high_threshold"])
        for name in ("instructions", "llc_misses", "amat_ns"):
            self.assertAlmostEqual(row[name] / rows[4][name], 1, delta=0.4, msg=name)  # caches start empty
        again = self.run_to("again", *MACHINE, "--from-checkpoint", str(file))
        for name in ("stats.json", "phases.csv"):
            self.assertEqual((run / name).read_bytes(), (again / name).read_bytes())

        part = self.run_to("part", *MACHINE, "--from-checkpoint", str(file), "--share", "30",
                           "--warm-up", "10")
        length = stats(self.full)["run.migration.phase_instructions"] * 64
        self.assertAlmostEqual(stats(part)["run.instructions"] / length, 0.2, delta=0.1)
        self.assertAlmostEqual(phases(part)[0]["instructions"] / length, 0.3, delta=0.1)
        self.assertIn("phase 5 from its checkpoint, from 10 % to 30 % of it",
                      (part / "summary.txt").read_text(encoding="utf-8"))

    def test_a_warm_up_changes_nothing_but_the_window(self):
        def run(name, *words):
            folder = self.run_to(name, *MACHINE, "--from-checkpoint", str(self.files[4]), "--share", "30", *words)
            host = json.loads((folder / "host.json").read_text(encoding="utf-8"))
            return (phases(folder)[0]["instructions"], stats(folder)["run.instructions"],
                    host["instructions_per_second"] / host["llc_misses_per_second"])

        phase, window, per_miss = run("whole")
        self.assertEqual(window, phase)
        warmed_phase, warmed_window, warmed_per_miss = run("warmed", "--warm-up", "10")
        self.assertEqual(warmed_phase, phase)
        self.assertLess(warmed_window, 0.8 * phase)
        self.assertAlmostEqual(warmed_per_miss / per_miss, 1, places=9)

    def test_wrong_checkpoints_are_refused(self):
        def refused(why, file, *words):
            [line] = self.refused("run", *(words or MACHINE), "--from-checkpoint", str(file))
            self.assertRegex(line, why)
            self.assertIn(file.name, line)

        good = self.files[2]
        whole = good.read_bytes()
        bad = self.folder / "bad.json"
        for cut in (0, 1, whole.index(b"\n"), whole.index(b"\n") + 1, len(whole) // 2,
                    len(whole) - 1):
            bad.write_bytes(whole[:cut])
            refused("no checkpoint|damaged", bad)
        for place in range(3, len(whole), len(whole) // 9):
            bad.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
            refused("no checkpoint|damaged|format", bad)
        bad.write_bytes(whole.replace(b'"version":1', b'"version":2'))
        refused("checkpoint format 2, expected 1", bad)

        refused('machine.numalink: ?.*latency.* there, .* here', good, *MACHINE, "--set",
                "numalink.latency=91 ns")
        refused("workload: .*operations=4096.* there, .*operations=4097", good, "starnuma16_t16",
                KV.replace("4096", "4097"), *MACHINE[2:])
        refused('"seed: 27491095" there, "seed: 7" here', good, *MACHINE, "--seed", "7")
        refused('policy: starnuma_t16" there, "policy: starnuma_t8" here', good, *MACHINE,
                "--policy", "starnuma_t8")

        fields = content(good)
        self.assertEqual(self.call("run", *MACHINE, "--from-checkpoint",
                                   str(write(bad, fields)), "--no-report")[0], 0)
        refused("checkpoint of another program", write(bad, {**fields, "program": "0.1"}))
        for name in fields:
            refused("something is missing",
                    write(bad, {key: value for key, value in fields.items() if key != name}))

    def test_only_the_program_that_wrote_it_takes_a_checkpoint_whatever_its_commit(self):
        def code(name, there, here):
            program = Path(CLI).read_bytes()
            self.assertIn(there, program)
            other = self.folder / name
            other.write_bytes(program.replace(there, here))
            other.chmod(0o755)
            done = subprocess.run([other, "run", *MACHINE, "--from-checkpoint", self.files[1],
                                   "--share", "10", "--no-report", "-o", f"{name}.run"],
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            return done.returncode, done.stderr

        host = json.loads((self.full / "host.json").read_text(encoding="utf-8"))
        commit = host["commit"].encode()
        if commit != b"unknown":  # a tree without git
            self.assertEqual(code("committed", commit, b"f" * len(commit)), (0, ""))
        changed, why = code("changed", b"a checkpoint of each", b"a checkpoint of some")
        self.assertEqual(changed, 2)
        self.assertIn("checkpoint of another program", why)

    def test_what_checkpoints_do_not_hold_is_said(self):
        def refused(why, *words):
            [line] = self.refused("run", *words)
            self.assertIn(why, line)

        refused("first_touch moves nothing", "baseline16_first_touch", KV, "--checkpoints", "new")
        refused("neither copies", "baseline16", KV, "--policy", "replicate_read_only",
                "--checkpoints", "new")
        refused("of one program", "starnuma16_t16", f"{KV}@socket0-7+{KV}@socket8-15", "--checkpoints", "new")
        refused("expected a new or empty folder", *MACHINE, "--checkpoints", "points")
        refused("--share: is of a phase", *MACHINE, "--share", "10")
        refused("--warm-up: expected less than", *MACHINE, "--from-checkpoint",
                str(self.files[0]), "--share", "10", "--warm-up", "10")
        refused("writes none", *MACHINE, "--from-checkpoint", str(self.files[0]),
                "--checkpoints", "new")


if __name__ == "__main__":
    unittest.main()
