#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of tutorials reports differences, and nothing else."""

import tempfile
import unittest
from pathlib import Path

import tutorial


class Runner(unittest.TestCase):
    def difference(self, text):
        with tempfile.TemporaryDirectory() as place:
            page = Path(place) / "page.md"
            page.write_text(text, encoding="utf-8")
            return tutorial.run(page, Path(place))

    def test_accepts_what_is_printed(self):
        self.assertIsNone(self.difference(
            'A file:\n\n```yaml title="a.yaml"\nx: 1\n```\n\n'
            "```console\n$ cat a.yaml\nx: 1\n$ seq 1 9; \\\n  echo end of 100 ns\n1\n...\n"
            "end of 104 ns\n$ false; echo \"exit code $?\"\nexit code 1\n```\n"))

    def test_leaves_out_the_report_of_verilator(self):
        self.assertIsNone(self.difference("```console\n$ printf '%s\\n' one '- Verilator: Walltime 0.020 s'\none\n```\n"))
        self.assertIsNotNone(self.difference("```console\n$ echo '- other'\n```\n"))

    def test_notices_other_words_numbers_lines_and_exit_codes(self):
        for session in ("echo one\ntwo", "echo 100\n80", "seq 1 3\n1\n2", "echo one", "false",
                        "seq 1 2\n1\n2\n3", "echo 5 ns\n5 us"):
            self.assertIsNotNone(self.difference(f"```console\n$ {session}\n```\n"), session)

    def test_compares_numbers_within_a_tenth(self):
        self.assertTrue(tutorial.same_line("12.0 ns  1", "11.5 ns 1"))
        self.assertFalse(tutorial.same_line("12.0 ns", "10.5 ns"))
        self.assertTrue(tutorial.same_line("a ... b 3", "a x 9 y b 3"))


if __name__ == "__main__":
    unittest.main()
