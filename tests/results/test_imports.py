#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""fit --from: boxes from texts of Intel MLC, numactl, lstopo and cxl, and refusals of broken ones."""

import contextlib
import io
import os
import random
import re
import tempfile
import time
import unittest
from pathlib import Path

from starnuma.fit.__main__ import main
from starnuma.fit.box import load

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests" / "cli" / "measurements"
MLC, NUMACTL, LSTOPO, CXL = NAMES = ("mlc.txt", "numactl.txt", "lstopo.xml", "cxl.json")
TEXTS = {name: (SAMPLES / name).read_text(encoding="utf-8") for name in NAMES}
MOST_SECONDS, SEED, MUTANTS = 2, 52, 60

# Mistake -> (file, text that is replaced, text in its place, a part of the message).
CHANGED = {
    "latency NaN": (MLC, "  95.0", "   nan", 'found "nan"'),
    "latency negative": (MLC, "  95.0", " -95.0", 'found "-95.0"'),
    "latency zero": (MLC, "  95.0", "   0.0", 'found "0.0"'),
    "latency immense": (MLC, "  95.0", "9" * 400 + ".0", "a latency in ns between"),
    "latency infinite": (MLC, "  95.0", "   inf", 'found "inf"'),
    "latency exponent": (MLC, "  95.0", " 1.e99", "with a fraction"),
    "latency cut": (MLC, " 259.6", " 259", 'found "259"'),
    "latency in clocks": (MLC, "(in ns)", "(in clocks)", "expected latencies (in ns)"),
    "row too short": (MLC, "\t 150.2\t 260.4", "\t 150.2", "the row has 2 values, expected 3"),
    "row too long": (MLC, "\t 260.4", "\t 260.4\t 1.0", "the row has 4 values, expected 3"),
    "row twice": (MLC, "       1\t 149.8", "       0\t 149.8", "a second row of node 0, the first is in line 5"),
    "row unknown": (MLC, "       1\t 149.8", "       7\t 149.8", "a row of node 7, which line 4"),
    "row negative": (MLC, "       1\t 149.8", "      -1\t 149.8", "expected a NUMA node"),
    "node twice": (MLC, "\t     0\t     1\t     2\n", "\t     0\t     1\t     1\n", "a node is named twice"),
    "node immense": (MLC, "\t     0\t     1\t     2\n", "\t 0\t 1\t 99999999999999999999\n", "expected a NUMA node"),
    "no rows": (MLC, "       0\t  95.0", "node 0\t  95.0", "expected a row for each node below"),
    "bandwidth in GB": (MLC, "are in MB/sec (1 MB/sec = 1,000,000 Bytes/sec)\nUsing all the threads from each core if "
                        "Hyper-threading is enabled\nUsing Read-only", "are in GB/sec\nUsing Read-only", "GB/sec"),
    "bandwidth NaN": (MLC, "30120.5", "NaN", 'found "NaN"'),
    "traffic unknown": (MLC, "Using Read-only traffic type\n\t\tNuma", "Using odd traffic type\n\t\tNuma", "Read-only"),
    "system NaN": (MLC, "60412.6", "nan", "a bandwidth in MB/sec"),
    "system contradicts": (MLC, "60412.6", "90412.6", "mlc.txt:24"),
    "loaded in us": (MLC, "Delay\t(ns)", "Delay\t(us)", 'expected the heading "Inject'),
    "loaded row short": (MLC, "\t254.32\t  60380.2", "\t254.32", "expected delay, latency and bandwidth, found 2"),
    "loaded negative": (MLC, "\t254.32\t", "\t-254.32\t", 'found "-254.32"'),
    "loaded cut": (MLC, TEXTS[MLC][TEXTS[MLC].index(" 00050"):], "", "two or more rows"),
    "clock odd": (MLC, "took 4.5 core", "took 450.5 core", "expected a clock of 0.5 to 10 GHz"),
    "clock in us": (MLC, "1.5\tns)", "1.5\tus)", "expected ns"),
    "missing row": (MLC, "       1\t 149.8\t  95.4\t 259.6\n", "", "missing idle latency from node 1"),
    "unequal matrices": (MLC, "\t     0\t     1\t     2\n       0\t  95.0\t 150.2\t 260.4\n       1\t 149.8\t  95.4\t "
                         "259.6", "\t     0\t     1\n       0\t  95.0\t 150.2\n       1\t 149.8\t  95.4",
                         "contradicts nodes 0, 1, 2 at numactl.txt:1"),
    "row without CPUs": (MLC, "       1\t 149.8", "       2\t 149.8", "a row of node 2 contradicts"),
    "no nodes": (NUMACTL, "3 nodes (0-2)", "0 nodes ()", "expected one or more nodes"),
    "nodes miscounted": (NUMACTL, "3 nodes (0-2)", "4 nodes (0-2)", "expected one or more nodes"),
    "node line twice": (NUMACTL, "node 1 size: 16121", "node 0 size: 16121", "a second line of node 0 size"),
    "node not listed": (NUMACTL, "node 2 free", "node 5 size: 1 MB\nnode 2 free", "node 5 is not in the line"),
    "size in GB": (NUMACTL, "15984 MB", "15 GB", "expected a size in MB"),
    "size negative": (NUMACTL, "15984 MB", "-5 MB", "expected a size in MB"),
    "size immense": (NUMACTL, "15984 MB", "9" * 17 + " MB", "a number of 0 to"),
    "CPU twice": (NUMACTL, "cpus: 4 5", "cpus: 3 5", "node 1 has a CPU of node 0 at numactl.txt:2"),
    "CPU of no number": (NUMACTL, "cpus: 4 5", "cpus: four 5", 'found "four"'),
    "CPU range immense": (NUMACTL, "cpus: 4 5", "cpus: 0-65535,0-65535", "a CPU is listed twice"),
    "distances cut": (NUMACTL, "  2:  24  24  10\n", "", 'expected the row "2:"'),
    "numactl cut": (NUMACTL, TEXTS[NUMACTL][TEXTS[NUMACTL].index("node 1 size"):], "", "the text is cut"),
    "lstopo cut": (LSTOPO, TEXTS[LSTOPO][2000:], "", "XML: "),
    "tags crossed": (LSTOPO, "</topology>", "</object>", "XML: mismatched tag"),
    "no topology": (LSTOPO, "topology", "html", 'expected <!DOCTYPE topology'),
    "an entity": (LSTOPO, '"hwloc2.dtd"', '"hwloc2.dtd" [<!ENTITY a "aaaa">]', "without definitions"),
    "entity bomb": (LSTOPO, '"hwloc2.dtd"', '"x" [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]', "an entity"),
    "unknown entity": (LSTOPO, 'value="Linux"', 'value="&b;"', "an entity"),
    "deep XML": (LSTOPO, "<topology version", "<object>" * 100 + "<topology version", "expected <topology>"),
    "deeper XML": (LSTOPO, '<object type="Package" os_index="0"', "<a>" * 9999 + "<object", "more than 64 levels"),
    "NUMA node twice": (LSTOPO, '"NUMANode" os_index="2"', '"NUMANode" os_index="1"', "a second node 1, the first"),
    "NUMA node negative": (LSTOPO, '"NUMANode" os_index="2"', '"NUMANode" os_index="-2"', "expected os_index"),
    "cpuset odd": (LSTOPO, 'cpuset="0x00000101"', 'cpuset="all"', "expected cpuset"),
    "lines of 128 B": (LSTOPO, 'linesize="64"', 'linesize="128"', "lines of 128 B, expected 64 B"),
    "memory odd": (LSTOPO, 'local_memory="17179869184"', 'local_memory="1e9"', "expected local_memory"),
    "memory contradicts": (LSTOPO, 'local_memory="17179869184"', 'local_memory="27179869184"', "contradicts numactl.txt:9"),
    "CPUs contradict": (LSTOPO, '"NUMANode" os_index="0" cpuset="0x00000f0f"', '"NUMANode" os_index="0" cpuset="0x0f"',
                        "contradicts lstopo.xml:"),
    "JSON cut": (CXL, TEXTS[CXL][900:], "", "expected"),
    "JSON deep": (CXL, "[\n  {", "[" * 5000, "nested deeper than 64"),
    "JSON key twice": (CXL, '"serial":0', '"memdev":"mem1"', "duplicate key"),
    "device negative": (CXL, '"ram_size":17179869184', '"ram_size":-1', "expected ram_size"),
    "device NaN": (CXL, '"ram_size":17179869184', '"ram_size":NaN', "expected ram_size"),
    "device too small": (CXL, '"ram_size":17179869184', '"ram_size":4096', "contradicts its devices"),
    "device unknown": (CXL, '"position":0,\n                "memdev":"mem0"', '"position":0,\n                "memdev":"mem9"',
                       'is on "mem9"'),
    "node unknown": (CXL, '"target_node":2', '"target_node":7', "region0 is memory of node 7, which numactl.txt:1"),
    "another JSON": (CXL, TEXTS[CXL], '{"a": [1, 2]}', 'expected a "memdev" or a "region"'),
}
# Mistake -> (bytes of the only file, a part of the message).
ALONE = {"empty": (b"", "no known format"), "binary": (bytes(range(256)) * 9, "UTF-8"),
         "UTF-16": (TEXTS[MLC].encode("utf-16"), "invalid byte"), "Latin-1": (b"available: 1 nodes (0)\nn\xf6de\n", ":2:1: inv"),
         "zeros": (b"\0" * 999, "control character"), "huge": (b"x\n" * (4 << 20), "larger than 4 MiB"),
         "prose": (b"Some prose.\n", "expected Intel MLC, numactl -H, cxl list, lstopo --of xml"),
         "XML of another tool": (b"<html></html>", "expected <topology>"), "no box": (b"[1, 2]", "memdev")}

MOST = 1 << 20
HUGE = {"blank lines": "\n" * MOST, "blanks": " " * MOST, "many sections": "Measuring idle latencies (in ns)\n" * (MOST // 33),
        "many nodes": "Measuring idle latencies (in ns)\nNuma node" + " 0" * (MOST // 2), "many points":
        "Measuring Loaded Latencies\nUsing Read-only traffic type\nInject Latency Bandwidth\nDelay (ns) MB/sec\n" +
        "00000 90.0 5000.0\n" * (MOST // 19), "many CPUs": "node 0 cpus:" + " 0-65535" * (MOST // 8),
        "many chases": "Using buffer size of 0.100MiB\n" + "Each iteration took 3.0 core clocks ( 1.0 ns)\n" * (MOST // 46),
        "many node lines": "".join(f"node {i % 1024} cpus: {i}\n" for i in range(MOST // 20)),
        "many objects": "<topology>" + '<object type="Core" cpuset="0x1,,,,"/>' * (MOST // 38), "many masks":
        '<topology><object type="Core" cpuset="' + "0xffffffff," * (MOST // 11) + '0x1"/></topology>',
        "one attribute": '<topology a="' + "x" * (MOST - 20) + '"/>', "many lists": "[" + "[]," * (MOST // 3) + "[]]",
        "one text": '["' + "x" * (MOST - 9) + '"]', "many keys": "{" + '"a":1,' * (MOST // 6) + '"b":2}',
        "unclosed": "<" * MOST, "ampersands": "<topology>" + "&" * (MOST - 20)}


class Imports(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(place.name)

    def call(self, *names, files=(), output="box.yaml"):
        """Writes files and returns exit code, stdout and stderr of an import."""
        for name, text in dict(files).items():
            Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        for name in [] if "box.yaml" in dict(files) else ["box.yaml"]:
            Path(name).unlink(missing_ok=True)
        out, err, code = io.StringIO(), io.StringIO(), 0
        start = time.process_time()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main(["--from", f"--output={output}", "--program=none", f"--platforms={ROOT / 'platforms'}", "--", *names])
            except SystemExit as end:
                code = end.code
        self.assertLess(time.process_time() - start, MOST_SECONDS)
        return code, out.getvalue(), err.getvalue()

    def imported(self, *names, **changes):
        code, _, err = self.call(*names, files={**{name: TEXTS[name] for name in names}, **changes})
        self.assertEqual((code, err), (0, ""))
        return load(Path("box.yaml"), ROOT / "platforms")

    def refusal(self, *names, files=()):
        """Returns the one line of a refused import, which has written nothing."""
        code, out, err = self.call(*names, files=files)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertTrue(err[:-1].isprintable() and len(err) < 600, err)
        self.assertEqual([path.name for path in Path().iterdir() if "box" in path.name], [])
        return err

    def test_all_files_together(self):
        box = self.imported(*NAMES)
        self.assertEqual(([node.cores for node in box.nodes], box.nodes[2].memory), ([4, 4, 0], 16 << 30))
        self.assertEqual((box.idle[0, 1], box.idle[1, 2], box.all_cores(1, 2)), (150.2, 259.6, 14.0333))
        self.assertEqual((box.all_cores(0, 0), box.all_cores(0, 0, 75), box.all_cores(0, 0, 50)), (30.1205, 28.6551, 27.1102))
        self.assertEqual((box.saturated[0, 0], box.cache(2)["size"], box.cache(3)["instances"]), (254.32, "1048576 B", 2))
        self.assertAlmostEqual(box.clock, 3.0)
        text = Path("box.yaml").read_text(encoding="utf-8")
        self.assertIn("node 2 is memory of CXL region0 on mem0", text)
        self.assertNotIn("somewhere", text)  # the name of the host

    def test_lstopo_without_numactl(self):
        self.assertEqual([node.cores for node in self.imported(MLC, LSTOPO).nodes], [4, 4, 0])

    def test_a_node_without_CPUs_that_lstopo_places_at_CPUs(self):
        text = TEXTS[LSTOPO].replace('os_index="2" cpuset="0x00000000"', 'os_index="2" cpuset="0x00000f0f"')
        self.assertEqual([node.cores for node in self.imported(MLC, LSTOPO, **{LSTOPO: text}).nodes], [4, 4, 0])

    def test_numactl_without_lstopo_counts_threads(self):
        self.assertEqual([node.cores for node in self.imported(MLC, NUMACTL).nodes], [8, 8, 0])
        self.assertIn("each CPU counts as a core", Path("box.yaml").read_text(encoding="utf-8"))

    def test_numactl_with_ranges(self):
        text = TEXTS[NUMACTL].replace("0 1 2 3 8 9 10 11", "0-3, 8-11 (8)")
        self.assertEqual(self.imported(MLC, NUMACTL, **{NUMACTL: text}).nodes[0].cores, 8)

    def test_a_region_without_a_node_is_found_by_its_size(self):
        text = re.sub(r',\n +"daxregion".*?\]\n +\}', "", TEXTS[CXL], flags=re.DOTALL)
        self.imported(MLC, NUMACTL, CXL, **{CXL: text})
        self.assertIn("node 2 is memory of CXL region0", Path("box.yaml").read_text(encoding="utf-8"))

    def test_sizes_for_humans(self):
        self.imported(*NAMES, **{CXL: TEXTS[CXL].replace("17179869184", '"16.00 GiB (17.18 GB)"')})

    def test_one_file_with_several_texts(self):
        both = TEXTS[NUMACTL] + TEXTS[MLC]
        self.assertEqual(self.call("both.txt", files={"both.txt": both})[0], 0)

    def test_assumed_latencies_of_caches_are_a_note(self):
        text = TEXTS[MLC][:TEXTS[MLC].index("Using buffer")]
        box = self.imported(MLC, LSTOPO, **{MLC: text})
        self.assertEqual([level for _, _, level in box.chains], [1, 2, 3])
        self.assertIn("latencies of caches are assumed", Path("box.yaml").read_text(encoding="utf-8"))

    def test_missing_facts_are_one_line_with_what_gives_them(self):
        line = self.refusal(CXL, files=TEXTS)
        self.assertTrue(line.startswith("cxl.json:1: missing in this file: "), line)
        for tool in ("numactl -H", "mlc --latency_matrix", "mlc --bandwidth_matrix", "mlc --idle_latency"):
            self.assertIn(tool, line)
        self.assertNotIn("clock", self.refusal(LSTOPO, CXL, files=TEXTS))

    def test_each_broken_file_is_one_line_at_its_place(self):
        for mistake, (name, old, new, part) in CHANGED.items():
            with self.subTest(mistake):
                self.assertIn(old, TEXTS[name])
                line = self.refusal(*sorted(NAMES, key=lambda each: each == name),
                                    files={**TEXTS, name: TEXTS[name].replace(old, new, 1)})
                self.assertRegex(line, rf"^{'|'.join(NAMES)}:\d+:")
                self.assertIn(part, line)

    def test_each_file_of_no_format_is_one_line(self):
        for mistake, (content, part) in ALONE.items():
            with self.subTest(mistake):
                line = self.refusal("file", files={"file": content})
                self.assertRegex(line, r"^file:\d+:")
                self.assertIn(part, line)

    def test_each_huge_file_is_one_line_soon(self):
        for mistake, text in HUGE.items():
            with self.subTest(mistake):
                self.assertRegex(self.refusal("file", files={"file": text}), r"^file:\d+:")

    def test_what_is_no_file_is_one_line(self):
        os.mkfifo("pipe")
        for name, part in (("pipe", "is a pipe"), ("/dev/zero", "is a device"), (".", "is a folder"), ("gone", "cannot read")):
            with self.subTest(name):
                self.assertIn(part, self.refusal(MLC, name, files=TEXTS))

    def test_two_measurements_that_differ_name_both_places(self):
        line = self.refusal(MLC, "b.txt", files={**TEXTS, "b.txt": TEXTS[MLC].replace("  95.0", " 195.0")})
        self.assertTrue(line.startswith("b.txt:5: ") and "contradicts mlc.txt:5" in line, line)

    def test_another_file_is_not_replaced(self):
        for text in ("kind: machine\n", "# Written by starnuma fit\n"):
            code, _, err = self.call(*NAMES, files={**TEXTS, "box.yaml": text})
            self.assertEqual((code, Path("box.yaml").read_text(encoding="utf-8")), (2, text), err)

    def test_damaged_files_are_refused_or_give_a_box_for_fit(self):
        draw = random.Random(SEED)
        for i in range(MUTANTS):
            name = draw.choice(NAMES)
            text = TEXTS[name]
            at = draw.randrange(len(text))
            text = text[:at] + draw.choice(["", "\n", "9", "-", "\u202e", '"', "<", "&a;", " x "]) + text[at + draw.choice([0, 1, 40]):]
            with self.subTest(seed=SEED, mutant=i, name=name, at=at):
                code, _, err = self.call(*NAMES, files={**TEXTS, name: text})
                self.assertEqual((code, err.count("\n")) if code else (0, err), (2, 1) if code else (0, ""), err)
                if not code:
                    load(Path("box.yaml"), ROOT / "platforms")
                    Path("box.yaml").unlink()
                self.assertEqual([path.name for path in Path().iterdir() if "box" in path.name], [])


if __name__ == "__main__":
    unittest.main()
