#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""trace record: a user's program with two marker lines, on an idle and on a busy host."""

import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from capture import THREADS, CaptureTest, busy_processors
from cli import CLI, CliTest

# Two chunks of its dynamic loops for each thread.
SCALE, TRIALS = 17, 2
SOURCE = """
namespace { void find_marked() {} }
void twice(int) {}
void loop(int) asm("_Z4loopv._omp_fn.0");  // a loop that OpenMP has made of loop()
void loop(int) {}
void twice() { find_marked(); }
int main() {}
"""


class Capture(CaptureTest):
    def record_search(self, *options):
        """Records a search; returns trace.json and the printed text. Expects that each thread has worked."""
        shutil.rmtree(self.folder / "bfs.snt", ignore_errors=True)
        trace, out = self.record("bfs.snt", self.search(SCALE, TRIALS), *options)
        self.assertEqual(len(trace["threads"]), THREADS)
        return trace, out

    def least_work(self, trace):
        """Returns the fewest instructions of a thread; expects that the maximum is similar."""
        work = [thread["instructions"] for thread in trace["threads"]]
        self.assertGreater(min(work), 0.4 * max(work))
        return min(work)

    def test_marked_region_is_a_sound_trace(self):
        trace, out = self.record_search("--roi", "--slowdown", "--work", "262144 vertices")
        self.least_work(trace)
        self.assertRegex(out, r"slow-down +[\d.]+: ")
        self.assertEqual(trace["work"], {"count": 262144, "unit": "vertices"})
        self.good("trace", "check", "bfs.snt")
        accesses = sum(thread["loads"] + thread["stores"] + thread["atomics"]
                       for thread in trace["threads"])
        size = sum(file.stat().st_size for file in (self.folder / "bfs.snt").glob("thread*.zst"))
        self.assertLess(size / accesses, 2.0)
        self.good("run", "starnuma16", "trace:bfs.snt,first_touch=spread", "-o", "result", "--no-report")

    def test_busy_processors_change_nothing(self):
        quiet = self.least_work(self.record_search("--roi")[0])
        with busy_processors():
            trace, _ = self.record_search("--roi")
        self.assertGreater(self.least_work(trace), 0.9 * quiet)
        self.good("trace", "check", "bfs.snt")

    def test_filtered_trace_leaves_most_out(self):
        trace, _ = self.record_search("--roi", "--filter", "4KiB")
        self.least_work(trace)
        self.good("trace", "check", "bfs.snt")
        recorded = sum(thread["loads"] for thread in trace["threads"])
        made = sum(thread["program_accesses"] for thread in trace["threads"])
        self.assertLess(recorded, 0.7 * made)

    def test_window_begins_with_the_threads_and_ends_with_instructions(self):
        trace, _ = self.record_search("--instructions", "200000")
        self.assertLess(max(thread["instructions"] for thread in trace["threads"]), 220000)

    def test_a_function_is_the_region_without_a_marker(self):
        marked, called = (sum(thread["instructions"] for thread in
                              self.record_search(*options)[0]["threads"])
                          for options in (["--roi"], ["--function", "search_all"]))
        self.assertAlmostEqual(called / marked, 1, delta=0.1)
        self.good("trace", "check", "bfs.snt")

    def fails(self, code, line, *words):
        got, _, err = self.call("trace", "record", "-o", "t.snt", *words)
        self.assertEqual(got, code, err)
        self.assertIn(line, err.splitlines()[-1])
        self.assertFalse((self.folder / "t.snt").exists())

    def test_what_never_begins_leaves_no_trace(self):
        self.fails(1, "never came to STARNUMA_ROI_BEGIN()", "--roi", "--", "/bin/true")
        self.fails(1, "never had 8 threads at once, 1 at most", "--threads", "8", "--", "/bin/true")

    def test_a_window_without_accesses_leaves_no_trace(self):
        subprocess.run(["c++", "-x", "c++", "-o", self.folder / "quiet", "-"], text=True, check=True,
                       input="int main() { __asm__ volatile(\"mov $10000, %ecx; xchg %bx, %bx;\"\n"
                             "\"1: dec %ecx; jnz 1b; mov $10, %ecx; xchg %cx, %cx;\"\n"
                             "\"2: dec %ecx; jnz 2b\"); }")
        self.fails(1, "no trace: the program made no access to memory in the window", "--roi", "--",
                   "./quiet")

    def test_a_program_that_is_killed_leaves_no_trace(self):
        self.fails(1, "no trace: ", "--", "/bin/sh", "-c", "kill -SEGV $$")


class Refusals(CliTest):
    """Expects one line about a program that cannot be traced, here or anywhere."""

    def refuses(self, line, *words, env=None):
        last, = self.refused("trace", "record", "-o", "t.snt", *words, env=env)
        self.assertIn(line, last)
        self.assertFalse((self.folder / "t.snt").exists())

    def test_bad_words_are_named(self):
        self.refuses("no such program", "--", "no_such_program")
        self.refuses("./none: cannot run it: No such file or directory", "--", "./none")
        self.refuses("/bin: cannot run it: Is a directory", "--", "/bin")
        self.refuses("/dev/null: cannot run it: Permission denied", "--", "/dev/null")
        script = self.folder / "script"
        script.write_text("#!/bin/sh\n", encoding="utf-8")
        script.chmod(0o755)
        self.refuses("is not a program of its own (ELF)", "--", str(script))
        self.refuses("expected --roi or --function, not both", "--roi", "--function", "main", "--",
                     "/bin/true")

    def copy(self, name, change, mode=0o755):
        """Returns a copy of /bin/true with some bytes changed."""
        file = self.folder / name
        file.write_bytes(change(Path("/bin/true").read_bytes()))
        file.chmod(mode)
        return f"./{name}"

    def test_a_program_that_cannot_be_run_is_named_with_the_reason(self):
        self.refuses("./plain: cannot run it: Permission denied", "--",
                     self.copy("plain", lambda text: text, 0o644))
        self.refuses("./plain/x: cannot run it: Not a directory", "--", "./plain/x")
        self.refuses(f"{self.folder}/plain: cannot run it: Permission denied", "--", "plain",
                     env={"PATH": str(self.folder)})
        loader = b"/lib64/ld-linux-x86-64.so.2"
        self.refuses("its interpreter /lib64/ld-missing-x86-6.so.: No such file", "--",
                     self.copy("loader", lambda text: text.replace(
                         loader, b"/lib64/ld-missing-x86-6.so.2"[:len(loader)])))
        self.refuses("is not a program for x86-64", "--",
                     self.copy("arm", lambda text: text[:18] + b"\xb7\x00" + text[20:]))
        self.refuses("is not a program for x86-64", "--",
                     self.copy("small", lambda text: text[:4] + b"\x01" + text[5:]))
        self.refuses("its header is cut off", "--", self.copy("cut", lambda text: text[:40]))
        self.refuses("is empty, expected a program", "--", self.copy("empty", lambda text: b""))
        self.refuses("is not a program (ELF)", "--", self.copy("text", lambda text: b"any text\n" * 20))
        self.refuses("an object file or a core dump", "--",
                     self.copy("object", lambda text: text[:16] + b"\x01\x00" + text[18:]))

    def test_a_function_that_is_not_there_is_named(self):
        program, stripped = self.folder / "own", self.folder / "stripped"
        for file, option in ((program, "-g"), (stripped, "-s")):
            subprocess.run(["c++", option, "-x", "c++", "-o", file, "-"], input=SOURCE, text=True, check=True)
        self.refuses("names no functions (stripped)", "--function", "main", "--", str(stripped))
        for name, line in (("find_marker", 'has no function "find_marker", did you mean '
                                           '"find_marked"?'),
                           ("loop", 'has no function "loop", or it is inlined everywhere'),
                           ("twice", 'has 2 functions "twice"; expected one\'s name as `nm`')):
            self.refuses(line, "--function", name, "--", str(program))
        self.refuses("--work: expected a number and a unit", "--work", "many", "--", "/bin/true")
        self.refuses("--full-size: expected", "--full-size", "much", "--", "/bin/true")

    def emulator(self, text):
        """Returns a PATH with this script as qemu-x86_64."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        program = folder / "qemu-x86_64"
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)
        return {"PATH": f"{folder}"}

    def test_a_computer_without_qemu_is_told_what_to_install(self):
        (self.folder / "empty").mkdir()
        self.refuses("there is no qemu-x86_64; programs are traced in QEMU's user mode (Debian 12: "
                     "apt-get install qemu-user)", "--", "/bin/true",
                     env={"PATH": str(self.folder / "empty")})

    def test_a_qemu_without_plugins_is_named_with_its_version(self):
        self.refuses("the qemu-x86_64 here, version 10.0.2, takes no plugins", "--", "/bin/true",
                     env=self.emulator('echo "qemu-x86_64 version 10.0.2 (Debian)"'))

    def test_a_build_without_the_plugin_says_what_was_not_there(self):
        alone = shutil.copy(CLI, self.folder / "starnuma")
        with unittest.mock.patch("cli.CLI", str(alone)):
            self.refuses("this build has no capture plugin, because Capstone was not there when it "
                         "was configured (Debian: apt-get install libcapstone-dev, then rebuild)",
                         "--", "/bin/true",
                         env=self.emulator('echo "qemu-x86_64 version 7.2.22 -plugin"'))


if __name__ == "__main__":
    unittest.main()
