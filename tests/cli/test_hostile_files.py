#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Huge, malformed and special files. Each is refused in short time with little memory and few lines. The
tests make files that broken/ cannot hold as data."""

import os
import socket
import unittest

from cli import CliTest

MACHINE = "kind: machine\nextends: starnuma16\n"
MANY = 30_000

# Mistake -> (the file's text, required part of its first message).
TEXTS = {
    "30000 unknown keys": (MACHINE + "".join(f"k{i}: 1\n" for i in range(MANY)), "unknown key"),
    "30000 unknown keys that are nearly known": (
        MACHINE + "socket:\n" + "".join(f"  cores{i}: 1\n" for i in range(MANY)), '"cores"'),
    "90000 unknown keys": (MACHINE + "".join(f"k{i}:\n" for i in range(90_000)),
                           "more than 65536 values"),
    "30000 times one key": (MACHINE + "upi: 1\n" * MANY, "machine.upi"),
    "30000 keys under 16 overrides": (
        MACHINE + "socket:\n  overrides:\n" + "".join(f"    {i}: {{cores: 4}}\n" for i in range(16))
        + "".join(f"  k{i}: 1\n" for i in range(MANY)), "unknown key"),
    "30000 overrides": (
        MACHINE + "socket:\n  overrides:\n" + "".join(f"    {i}: {{}}\n" for i in range(MANY)),
        "out of range"),
    "20000 sources of nothing": (
        MACHINE + "source:\n" + "".join(f"  k{i}: assumed\n" for i in range(20_000))
        + "".join(f"k{i}: 1\n" for i in range(10_000)), "unknown key"),
    "60000 values of a sweep": (
        'kind: experiment\nmachine: starnuma16\nworkload: "bfs:scale=8"\nsweep:\n'
        f"  field: socket.cores\n  values: [{', '.join(str(i) for i in range(60_000))}]\n",
        "more than 256 values"),
    "a list of 200000 values": (MACHINE + "upi: [" + "1," * 200_000 + "]\n",
                                "more than 65536 values"),
    "a text of 5000 letters": (MACHINE + "summary: " + "a" * 5000 + "\n", "4096 characters"),
    "a text of 900 KB in quotes": (MACHINE + 'summary: "' + "a" * 900_000 + '"\n',
                                   "4096 characters"),
    "a key of 5000 letters": (MACHINE + "k" * 5000 + ": 1\n", ""),
    "a block of 900 KB": (MACHINE + "summary: |\n" + "  much\n" * 128_000, "4096 characters"),
    "100000 opening braces": ("{" * 100_000, "64 levels"),
    "100000 braces with keys": ("{a: " * 100_000, "64 levels"),
    "100000 brackets that close": ("[" * 100_000 + "]" * 100_000, "64 levels"),
    "100000 dashes": ("- " * 100_000, "64 levels"),
    "100000 question marks": ("? " * 100_000, ""),
    "100000 colons": (": " * 100_000, ""),
    "100000 quotes": ('"' * 100_001, ""),
    "100000 commas": (MACHINE + "upi: {" + "," * 100_000 + "}", ""),
    "100000 anchors": (MACHINE + "upi: " + "&a " * 100_000, "anchors"),
    "100000 exclamation marks": (MACHINE + "upi: " + "!" * 100_000, ""),
    "300000 line breaks and a mistake": (MACHINE + "\n" * 300_000 + "upi: x\n", "upi"),
    "a million letters in a comment": (MACHINE + "#" + "a" * 1_040_000 + "\nupi: x\n", "upi"),
    "a ladder of quotes": (MACHINE + "\n".join(f"k{i}: \"a" for i in range(20_000)), ""),
    "a billion laughs": (
        "k0: &a0 [x, x]\n" + "".join(f"k{i + 1}: &a{i + 1} [*a{i}, *a{i}]\n" for i in range(20)),
        "kind"),
}
# Mistake that no text can hold -> the file's bytes.
BYTES = {
    "UTF-16 with its mark": "kind: machine\n".encode("utf-16"),
    "UTF-16 without": "kind: machine\n".encode("utf-16-be"),
    "UTF-32": "kind: machine\n".encode("utf-32"),
    "Latin-1": "kind: machine\nsummary: größer\n".encode("latin-1"),
    "a mark of UTF-8 twice": b"\xef\xbb\xbf\xef\xbb\xbf" + MACHINE.encode() + b"upi: x\n",
    "a mark of UTF-8 within": MACHINE.encode() + b"\xef\xbb\xbfupi: {latency: x}\n",
    "a surrogate": MACHINE.encode() + b"summary: \xed\xa0\x80\n",
    "beyond Unicode": MACHINE.encode() + b"summary: \xf4\x90\x80\x80\n",
    "a lone continuation": MACHINE.encode() + b"summary: \x80\n",
    "zero bytes at the end": MACHINE.encode() + b"\0" * 1000,
    "zero bytes alone": b"\0" * 100_000,
    "an escape sequence": MACHINE.encode() + b"summary: \x1b[2J\n",
    "a backspace": MACHINE.encode() + b"summary: a\bb\n",
    "a form feed": MACHINE.encode() + b"\x0cupi: x\n",
    "a delete character": MACHINE.encode() + b"summary: \x7f\n",
    "carriage returns alone": b"kind: machine\rextends: starnuma16\rupi: x\r",
    "carriage returns and line feeds": b"kind: machine\r\nextends: starnuma16\r\nupi: x\r\n",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "an archive": b"\x1f\x8b\x08\0\0\0\0\0",
    "random bytes": bytes(i * 197 % 256 for i in range(10_000)),
    "one byte": b"x",
    "a lone brace": b"{",
    "a lone ampersand": b"&",
    "a lone star": b"*",
    "a lone bar": b"|",
    "a lone percent sign": b"%",
    "a directive of another version": b"%YAML 9.9\n---\nkind: machine\n",
    "a directive alone": b"%TAG ! tag:example.org,2000:\n",
    "three dashes alone": b"---\n",
    "three points alone": b"...\n",
}
# File names that are not names of machines.
NAMES = ["a b.yaml", "a\nseed: 3.yaml", "<b>.yaml", "a&b.yaml", "...yaml", "..yaml", ".yaml",
         ".hidden.yaml", "grö.yaml", "a'b.yaml", 'a"b.yaml', "$(id).yaml", "a:b.yaml", "a,b.yaml",
         "-.yaml\t.yaml", "a" * 101 + ".yaml"]


class HostileFiles(CliTest):
    def one_line(self, *words):
        lines = self.refused(*words)
        self.assertEqual(len(lines), 1, lines[:3])
        return lines[0]

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def test_huge_and_bent_texts_are_refused_in_a_few_lines(self):
        for mistake, (text, part) in TEXTS.items():
            with self.subTest(mistake):
                self.write("hostile.yaml", text)
                lines = self.refused("check", "hostile.yaml")
                self.assertLessEqual(len(lines), 21)
                self.assertIn(part, lines[0])

    def test_what_is_no_text_is_refused_in_a_few_lines(self):
        for what, content in BYTES.items():
            with self.subTest(what):
                (self.folder / "hostile.yaml").write_bytes(content)
                lines = self.refused("check", "hostile.yaml")
                self.assertLessEqual(len(lines), 4)
                self.assertTrue(all(line.startswith("hostile.yaml:") for line in lines), lines)

    def test_of_many_mistakes_the_first_are_listed_and_the_others_counted(self):
        self.write("many.yaml", MACHINE + "".join(f"k{i}: 1\n" for i in range(50)))
        lines = self.refused("check", "many.yaml")
        self.assertEqual(len(lines), 21)
        self.assertTrue(all(line.startswith(f"many.yaml:{i + 3}:1: machine.k{i}: unknown key")
                            for i, line in enumerate(lines[:20])), lines)
        self.assertEqual(lines[20], "many.yaml: and 30 more")

    def test_only_regular_files_are_read(self):
        os.mkfifo(self.folder / "pipe.yaml")
        with socket.socket(socket.AF_UNIX) as own:
            own.bind(str(self.folder / "socket.yaml"))
        (self.folder / "folder.yaml").mkdir()
        (self.folder / "device.yaml").symlink_to("/dev/zero")
        for name, kind in (("pipe", "a pipe"), ("socket", "a socket"), ("device", "a device"),
                           ("folder", "a folder")):
            path = f"{name}.yaml"
            with self.subTest(name):
                if kind != "a folder":  # `check` takes folders
                    self.assertEqual(self.one_line("check", path),
                                     f"{path}: is {kind}, expected a YAML file")
                self.assertEqual(self.one_line("run", path, "bfs:scale=8"),
                                 f"{path}: is {kind}, expected a YAML file")
                self.write("child.yaml", f"kind: machine\nextends: {path}\n")
                self.assertIn(f"is {kind}", self.one_line("check", "child.yaml"))
                self.write("user.yaml", MACHINE + f"upi: {{part: {name}}}\n")
                self.assertIn(f"is {kind}", self.one_line("check", "user.yaml"))

    def test_links_that_lead_nowhere_are_no_files(self):
        (self.folder / "loop.yaml").symlink_to("loop.yaml")
        (self.folder / "one.yaml").symlink_to("two.yaml")
        (self.folder / "two.yaml").symlink_to("one.yaml")
        (self.folder / "gone.yaml").symlink_to("nowhere.yaml")
        for name in ("loop", "one", "gone"):
            with self.subTest(name):
                self.assertEqual(self.one_line("check", f"{name}.yaml"),
                                 f"{name}.yaml: no such file")
                self.write("child.yaml", f"kind: machine\nextends: {name}.yaml\n")
                self.assertIn("no such file", self.one_line("check", "child.yaml"))
                (self.folder / "child.yaml").unlink()
        self.assertTrue(self.refused("check", "."))

    @unittest.skipIf(os.geteuid() == 0, "nothing is forbidden to root")
    def test_a_file_that_may_not_be_read_is_refused(self):
        self.write("secret.yaml", MACHINE).chmod(0)
        self.assertEqual(self.one_line("check", "secret.yaml"),
                         "secret.yaml: cannot open this file")

    def test_a_file_whose_name_is_no_name_is_refused(self):
        for name in NAMES:
            with self.subTest(name):
                path = self.write(name, MACHINE)
                for words in (["check", f"./{name}"], ["describe", f"./{name}"],
                              ["run", f"./{name}", "bfs:scale=8", "-o", "out"]):
                    line = self.one_line(*words)
                    self.assertIn("expected a file called a name of letters, digits", line)
                path.unlink()
        self.assertEqual(self.written(), [])

    def test_an_experiment_whose_name_is_no_name_is_refused(self):
        self.write("...yaml", 'kind: experiment\nmachine: starnuma16\nworkload: "bfs:scale=8"\n'
                   "sweep: {field: upi.latency, values: [25 ns, 50 ns]}\n")
        self.assertIn("expected a file called", self.one_line("run", "./...yaml"))

    def test_a_machine_named_by_path_has_a_name_too(self):
        self.write("a b.yaml", MACHINE)
        self.write("mine.yaml", 'kind: experiment\nmachine: a b.yaml\nworkload: "bfs:scale=8"\n')
        self.assertIn("expected a file called", self.one_line("check", "mine.yaml"))

    def test_parts_within_parts_end_somewhere(self):
        for i in range(12):
            inner = f"{{part: own{i + 1}}}" if i < 11 else "{latency: 25 ns}"
            body = "".join(f"  k{k}: {inner}\n" for k in range(10))
            self.write(f"own{i}.yaml", f"kind: part\nof: upi\nsub:\n{body}")
        self.write("mine.yaml", MACHINE + "upi: {part: own0}\n")
        self.assertTrue(any("1000 parts" in line for line in self.refused("check", "mine.yaml")))

    def test_a_large_part_cannot_be_had_many_times(self):
        self.write("large.yaml", "kind: part\nof: upi\n" + "".join(f"k{i}: 1\n"
                                                                  for i in range(MANY)))
        self.write("mine.yaml", MACHINE + "".join(f"g{i}: {{part: large}}\n" for i in range(500)))
        self.assertTrue(any("200000 values" in line or "more" in line
                            for line in self.refused("check", "mine.yaml")))

    def test_a_long_line_of_ancestors_is_read(self):
        self.write("m0.yaml", MACHINE)
        for i in range(1, 60):
            self.write(f"m{i}.yaml", f"kind: machine\nextends: m{i - 1}\n")
        self.write("m60.yaml", "kind: machine\nextends: m59\nupi: x\n")
        self.assertIn("m60.yaml:3:6: machine.upi", self.one_line("check", "m60.yaml"))


if __name__ == "__main__":
    unittest.main()
