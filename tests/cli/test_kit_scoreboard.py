#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The kit's scoreboard agrees with the platform's check-log on recorded logs: on each message, also of wrong logs."""

import csv
import random
import re
import subprocess
import unittest

from cli import CLI
from golden_kit import GoldenTest

# A million messages, and a log with conflicts.
LOGS = {"mix": ("mix", "--point", "private_read", "--time", "300 us"),
        "storm": ("storm", "--point", "lines4", "--time", "1 ms")}
MOST = 1_000_000
WRONG, SEED = 20, 1  # wrong logs, and the seed of their random changes
NAMES = {"Cmp-S": "CmpS", "Cmp-E": "CmpE", "BI-ConflictAck": "BIConflictAck"}


class Scoreboard(GoldenTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, words in LOGS.items():
            subprocess.run([CLI, "bench", "pool", *words, "--log", f"{name}.csv", "-o", name], cwd=cls.kit,
                           check=True, stdout=subprocess.DEVNULL)

    def rows(self, name):
        """Returns the lines of a log without its end, as lists of fields."""
        with open(self.kit / f"{name}.csv", encoding="utf-8") as log:
            return list(csv.reader(log))[:-1]

    def verdict_of_platform(self, rows):
        """Returns the line and the rule of the first violation, or the number of messages."""
        end = [f"# end {len(rows) - 2}"]
        (self.kit / "checked.csv").write_text("\n".join(",".join(row) for row in [*rows, end]) + "\n")
        said = subprocess.run([CLI, "check-log", "checked.csv"], cwd=self.kit, check=False, text=True,
                              stdout=subprocess.PIPE).stdout
        if found := re.match(r"checked.csv:(\d+): .* violates (\w+): ", said):
            return int(found[1]), found[2]
        return int(re.match(r"checked.csv: (\d+) messages of \d+ lines, no violation\n", said)[1])

    def verdict_of_scoreboard(self, rows):
        """As verdict_of_platform()."""
        place = {name: number for number, name in enumerate(rows[1])}
        scoreboard = self.golden.Scoreboard()
        for line, row in enumerate(rows[2:], start=3):
            name = row[place["opcode"]]
            op = self.golden.Op[NAMES.get(name, name + row[place["meta_value"]] if name == "MemRd" else name)]
            try:
                scoreboard.add(self.golden.Message(op, int(row[place["host"]]), int(row[place["address"]], 16)))
            except self.golden.Violation as violation:
                return line, violation.rule
        return scoreboard.messages

    def test_it_agrees_on_each_message_of_recorded_logs(self):
        for name in LOGS:
            rows = self.rows(name)[:MOST + 2]
            with self.subTest(name=name):
                self.assertEqual(self.verdict_of_platform(rows), len(rows) - 2)
                self.assertEqual(self.verdict_of_scoreboard(rows), len(rows) - 2)
        self.assertEqual(len(self.rows("mix")[:MOST + 2]), MOST + 2)

    def test_it_finds_the_violation_of_a_wrong_log_at_the_same_message(self):
        rows = self.rows("storm")
        host = rows[1].index("host")
        generator = random.Random(SEED)
        found = set()
        for wrong in range(WRONG):
            number = generator.randrange(len(rows) // 2, len(rows))
            changed = list(rows[number])
            changed[host] = str((int(changed[host]) + 1) % 16)
            with self.subTest(SEED=SEED, wrong=wrong, number=number):
                log = [*rows[:number], changed, *rows[number + 1:]] if wrong % 2 else rows[:number] + rows[number + 1:]
                verdict = self.verdict_of_platform(log)
                self.assertIsInstance(verdict, tuple)
                self.assertEqual(self.verdict_of_scoreboard(log), verdict)
                found.add(verdict[1])
        self.assertGreater(len(found), 3)


if __name__ == "__main__":
    unittest.main()
