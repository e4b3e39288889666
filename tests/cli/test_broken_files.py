#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each file in broken/ is refused with exactly the lines of its `# expect:` comments.

test_broken_files.py --bless    rewrites these comments with the current messages of `check`
"""

import re
import sys
import unittest
from pathlib import Path

from cli import CliTest

FOLDER = Path(__file__).resolve().parent / "broken"
ROOT = FOLDER.parents[2]
EXPECT = "# expect: "
WORKLOADS = re.compile(r"workloads: \w+(, \w+)+")  # replaced by "..."
PLACE = re.compile(r"([\w./-]+:)?\d+:\d+: ")

# Content that no editor would save as text -> the line that refuses it.
BYTES = {
    "empty file": (b"", "1:1: empty file"),
    "only blanks": (b"\n\n  \n", "1:1: empty file"),
    "invalid UTF-8": (b"kind: machine\nsummary: \xff\xfe\n",
                      "2:10: invalid byte, expected UTF-8 text"),
    "cut off UTF-8": (b"kind: machine\nsummary: \xe2\x82",
                      "2:10: invalid byte, expected UTF-8 text"),
    "overlong UTF-8": (b"kind: \xc0\xaf", "1:7: invalid byte, expected UTF-8 text"),
    "UTF-16": ("kind: machine\n".encode("utf-16"), "1:1: invalid byte, expected UTF-8 text"),
    "zero byte": (b"kind: mach\0ine\n", "1:11: control character, expected UTF-8 text"),
    "end of transmission": (b"kind: machine\nupi: \x04\n",
                            "2:6: control character, expected UTF-8 text"),
    "program": (b"\x7fELF\x02\x01\x01\0", "1:1: control character, expected UTF-8 text"),
    "too large": (b"kind: machine\n" + b"# much\n" * 200_000,
                  "1:1: larger than 1 MiB, which is not a configuration"),
    "hole in the ground": (b"[" * 100_000, "1:33: nested deeper than 64 levels"),
    "ladder": (b"kind: machine\n" + b"".join(b" " * i + b"a:\n" for i in range(90)),
               "66:65: nested deeper than 64 levels"),
}


def files():
    return sorted(FOLDER.glob("*.yaml"))


def expected(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line[len(EXPECT):] for line in lines if line.startswith(EXPECT)]


class BrokenFiles(CliTest):
    def lines(self, path):
        """Returns the lines with which `check` refuses a file, without its own name, our folders and the list
        of workloads."""
        text = "\n".join(self.refused("check", str(path)))
        for place in (f"{path}:", f"{FOLDER}/", f"{ROOT}/"):
            text = text.replace(place, "")
        return WORKLOADS.sub("workloads: ...", text).splitlines()

    def test_each_file_is_refused_with_exactly_its_lines(self):
        self.assertGreaterEqual(len(files()), 60)
        for path in files():
            with self.subTest(path.name):
                self.assertEqual(self.lines(path), expected(path))

    def test_every_line_names_line_and_column(self):
        for path in files():
            for line in expected(path):
                with self.subTest(path.name):
                    self.assertRegex(line, PLACE)

    def test_what_is_no_text_is_refused_at_its_place(self):
        for what, (content, line) in BYTES.items():
            with self.subTest(what):
                path = self.folder / "broken.yaml"
                path.write_bytes(content)
                self.assertEqual(self.lines(path), [line])

    def test_a_folder_lists_the_mistakes_of_all_its_files(self):
        code, out, err = self.call("check", str(FOLDER))
        self.assertEqual((code, out), (2, ""))
        for path in files():
            self.assertIn(f"{path.name}:", err)

    def test_files_with_mistakes_are_refused_by_run_in_the_same_words(self):
        path = FOLDER / "unknown_key.yaml"
        code, out, err = self.call("run", str(path), "bfs:scale=8")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err.replace(f"{path}:", "").splitlines(), expected(path))
        self.assertEqual(self.written(), [])


class Bless(BrokenFiles):
    """Rewrites the comments; a separate run."""

    def runTest(self):
        for path in files():
            lines = path.read_text(encoding="utf-8").splitlines()
            body = [line for line in lines[1:] if not line.startswith(EXPECT)]
            wanted = self.lines(path)
            for _ in range(2):
                head = [lines[0]] + [EXPECT + line for line in wanted]
                path.write_text("\n".join(head + body) + "\n", encoding="utf-8")
                wanted = self.lines(path)


if __name__ == "__main__":
    if sys.argv[1:] == ["--bless"]:
        unittest.TextTestRunner().run(Bless())
    else:
        unittest.main(defaultTest="BrokenFiles")
