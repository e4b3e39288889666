#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Traces: a recorded program replays as it ran, and every error in a trace is detected."""

import json
import os
import shutil
import struct
import unittest
from pathlib import Path

from cli import CliTest, stats

SHIPPED = Path(os.environ["STARNUMA_HOME"]) / "stimulus/trace/example/bfs10.snt"
MIX = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
HEAD = 32  # bytes of a file's own name, before its first frame


class RecordAndReplay(CliTest):
    def record(self, machine, workload, name="t.snt", *more):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return self.run_to("native", machine, workload, "--record", name, *more)

    def assert_alike(self, replay, native):
        """Expects misses and instructions within 2 %, shares of the mix and of sharing within 2 points, and
        time within 10 %."""
        for path, delta in (("run.llc_misses", 0.02), ("run.instructions", 0.02),
                            ("run.time_ns", 0.1)):
            self.assertAlmostEqual(replay[path] / native[path], 1, delta=delta, msg=path)
        for part in MIX:
            path = f"run.access_mix.{part}"
            self.assertAlmostEqual(replay[path], native[path], delta=0.02, msg=path)
        for kind in ("pages", "misses"):
            for sockets in (1, 4, 8, 15):
                path = f"run.sharing.{kind}.{sockets}"
                self.assertAlmostEqual(replay[path], native[path], delta=0.02, msg=path)

    def test_a_replay_gives_misses_mix_sharing_and_time_of_the_recorded_run(self):
        for workload in ("bfs:scale=14", "cc:scale=12", "kv:scale=10,operations=5000"):
            with self.subTest(workload=workload):
                native = stats(self.record("baseline16_first_touch", workload))
                replay = stats(self.run_to("replay", "baseline16_first_touch", "trace:t.snt"))
                self.assert_alike(replay, native)

    def test_so_does_one_of_a_run_in_simulated_time(self):
        for delivery, workload in (("queued", "cc:scale=12"), ("queued", "kv:scale=10,operations=5000")):
            with self.subTest(delivery=delivery):
                sets = ("--set", f"simulation.delivery={delivery}")
                native = stats(self.record("baseline16_first_touch", workload, "t.snt", *sets))
                replay = stats(self.run_to("replay", "baseline16_first_touch", "trace:t.snt", *sets))
                self.assert_alike(replay, native)

    def test_speed_up_of_a_replay_is_that_of_the_program(self):
        # Static schedules, because dynamic ones differ between machines.
        for workload in ("bfs:scale=14,schedule=static", "kv:scale=14,operations=20000"):
            with self.subTest(workload=workload):
                native = stats(self.record("baseline16", workload))
                faster = stats(self.run_to("faster", "starnuma16_t16", workload))
                replay = stats(self.run_to("replay", "baseline16", "trace:t.snt"))
                replay_faster = stats(self.run_to("replay_faster", "starnuma16_t16", "trace:t.snt"))
                self.assert_alike(replay, native)
                speed_up = native["run.time_ns"] / faster["run.time_ns"]
                replayed = replay["run.time_ns"] / replay_faster["run.time_ns"]
                self.assertAlmostEqual(replayed / speed_up, 1, delta=0.1)

    def test_tracking_in_rtl_and_migration_see_of_a_replay_what_they_see_of_the_program(self):
        for workload in ("bfs:scale=12", "kv:scale=14,operations=20000"):
            with self.subTest(workload=workload):
                native = stats(self.record("starnuma16_t16", workload))
                replay = stats(self.run_to("replay", "starnuma16_t16", "trace:t.snt"))
                self.assert_alike(replay, native)
                path = "run.migration.phase_instructions"
                self.assertEqual(replay[path], native[path])
                path = "run.migration.completed"
                self.assertAlmostEqual(replay[path] / native[path], 1, delta=0.15)

    def test_a_recording_changes_no_result_and_gives_the_same_bytes_twice(self):
        recorded = self.record("baseline16_first_touch", "bfs:scale=10", "a.snt")
        plain = self.run_to("plain", "baseline16_first_touch", "bfs:scale=10")
        self.assertEqual((recorded / "stats.json").read_bytes(), (plain / "stats.json").read_bytes())
        self.record("baseline16_first_touch", "bfs:scale=10", "b.snt")
        names = sorted(path.name for path in (self.folder / "a.snt").iterdir())
        self.assertEqual(names, sorted(path.name for path in (self.folder / "b.snt").iterdir()))
        for name in names:
            self.assertEqual((self.folder / "a.snt" / name).read_bytes(),
                             (self.folder / "b.snt" / name).read_bytes(), name)

    def test_raw_and_filtered_traces_are_small(self):
        self.record("baseline16_first_touch", "bfs:scale=14")
        self.good("trace", "convert", "t.snt", "--filter", "4KiB", "-o", "f.snt")
        self.good("trace", "check", "t.snt", "f.snt")
        for name, most in (("t.snt", 2.0), ("f.snt", 0.6)):
            line = self.good("trace", "info", name).split("for each access")[1].split()[0]
            self.assertLess(float(line), most, name)
        native = stats(self.folder / "native")
        replay = stats(self.run_to("replay", "baseline16_first_touch", "trace:f.snt"))
        self.assertAlmostEqual(replay["run.llc_mpki"] / native["run.llc_mpki"], 1, delta=0.05)

    def test_a_folder_with_files_is_not_replaced(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "notes").write_text("of mine")
        line, = self.refused("run", "baseline16", "bfs:scale=8", "--record", "mine")
        self.assertIn("mine: exists and is not empty; choose another folder", line)
        line, = self.refused("run", "baseline16", "bfs:scale=8@socket0 + stream@socket1",
                             "--record", "t.snt")
        self.assertIn("--record: expected one program", line)


class Shipped(CliTest):
    def trace(self, options=""):
        return f"trace:{SHIPPED}{options}"

    def test_it_is_whole_and_small(self):
        self.good("trace", "check", str(SHIPPED))
        self.assertIn("64", self.good("trace", "info", str(SHIPPED)))
        self.assertLess(sum(path.stat().st_size for path in SHIPPED.iterdir()), 300_000)

    def test_replay_with_rtl_tracking_and_migration_gives_the_same_bytes_twice(self):
        first = self.run_to("first", "starnuma16_t16", self.trace())
        second = self.run_to("second", "first/effective.yaml")
        self.assertEqual((first / "stats.json").read_bytes(), (second / "stats.json").read_bytes())
        self.assertIn("impl: rtl", (first / "effective.yaml").read_text(encoding="utf-8"))
        self.assertGreater(stats(first)["run.migration.completed"], 0)

    def test_waves_and_explain_work_on_a_replay(self):
        if os.environ["STARNUMA_WAVES"] == "OFF":
            self.skipTest("built without waves")
        self.good("run", "starnuma16_t16", self.trace(), "-o", "run", "--waves", "w.fst")
        self.assertGreater((self.folder / "w.fst").stat().st_size, 0)
        self.assertIn("trace", self.good("explain", "run"))

    def test_first_touch_is_said_and_matters(self):
        texts = {}
        for touch in ("literal", "spread", "random_user"):
            run = self.run_to(touch, "baseline16_first_touch", self.trace(f",first_touch={touch}"))
            texts[touch] = (run / "summary.txt").read_text(encoding="utf-8")
        self.assertIn("pages on the node of their first touch", texts["literal"])
        self.assertIn("pages spread over all cores", texts["spread"])
        self.assertIn("pages with a random user", texts["random_user"])
        local = {touch: stats(self.folder / touch)["run.access_mix.local"] for touch in texts}
        self.assertGreater(local["random_user"], local["spread"])

    def test_threads_share_cores_where_there_are_fewer_and_spread_where_there_are_more(self):
        whole = stats(self.run_to("64", "baseline16_first_touch", self.trace()))
        for cores in (1, 3, 8):
            run = self.run_to(str(cores), "baseline16_first_touch", self.trace(), "--set",
                              f"socket.cores={cores}")
            text = (run / "summary.txt").read_text(encoding="utf-8")
            self.assertIn(f" on {16 * cores} cores", text)
            instructions = stats(run)["run.instructions"]
            self.assertAlmostEqual(instructions / whole["run.instructions"], 1, delta=0.01)

    def test_a_stretch_of_epochs_is_a_part_of_the_whole(self):
        whole = stats(self.run_to("whole", "baseline16_first_touch", self.trace()))
        part = stats(self.run_to("part", "baseline16_first_touch",
                                 self.trace(",epoch=4,epochs=3,warmup=2")))
        self.assertGreater(part["run.instructions"], 0)
        self.assertLess(part["run.instructions"], whole["run.instructions"])

    def test_it_runs_next_to_another_program(self):
        self.good("run", "baseline16", f"{self.trace()}@socket0-7 + stream:scale=10@socket8-15",
                  "-o", "both")
        self.assertTrue((self.folder / "both" / "report.html").exists())

    def test_options_that_do_not_fit_are_named(self):
        for options, expected in ((",region=9", "region=9 is out of range"),
                                  (",epoch=3,region=1", "a region or epochs to measure, found both"),
                                  (",warmup=2", "more than the epochs before epoch=0"),
                                  (",epoch=88888", "behind the end of all threads"),
                                  (",epohc=8", "unknown option 'epohc'; did you mean 'epoch'?")):
            line, = self.refused("run", "baseline16", self.trace(options))
            self.assertIn(expected, line)
        line, = self.refused("run", "baseline16", "trace")
        self.assertIn("FOLDER is missing", line)
        line, = self.refused("trace", "chekc", str(SHIPPED))
        self.assertIn('did you mean "check"?', line)


class Converted(CliTest):
    def memtrace(self, name, accesses):
        with open(self.folder / name, "wb") as file:
            for count, (address, kind) in enumerate(accesses):
                file.write(struct.pack("<QQ", (address & ~15) | kind, 10 * count))

    def test_a_memtrace_of_two_threads_runs(self):
        for t in range(2):
            self.memtrace(f"m{t}", [(0x7000000 + 64 * (i * 7919 % 5000), i % 5 == 0)
                                    for i in range(4000)])
        self.good("trace", "convert", "--from", "memtrace", "m0", "m1", "-o", "m.snt")
        self.good("trace", "check", "m.snt")
        run = stats(self.run_to("run", "baseline16_first_touch", "trace:m.snt,first_touch=spread"))
        self.assertGreater(run["run.llc_misses"], 1000)
        self.assertAlmostEqual(run["run.instructions"], 2 * 39990, delta=100)

    def test_one_socket_with_most_misses_is_warned_of(self):
        self.memtrace("m", [(0x7000000 + 4096 * i, 0) for i in range(2000)])
        self.good("trace", "convert", "--from", "memtrace", "m", "-o", "m.snt")
        for touch, warned in (("literal", True), ("spread", False)):
            run = self.run_to(touch, "baseline16_first_touch", f"trace:m.snt,first_touch={touch}")
            text = (run / "summary.txt").read_text(encoding="utf-8")
            self.assertEqual("100 % of the misses go to one socket's memory" in text, warned, text)

    def test_champsim_loads_wait_for_those_that_their_registers_hang_on(self):
        def runs(chained):
            with open(self.folder / "c", "wb") as file:
                for i in range(3000):
                    file.write(struct.pack("<Q2B2B4B2Q4Q", 0x400000, 0, 0, 1, 0,
                                           1 if chained else 2, 0, 0, 0, 0, 0,
                                           0x10000000 + 4096 * i, 0, 0, 0))
            shutil.rmtree(self.folder / "c.snt", ignore_errors=True)
            self.good("trace", "convert", "--from", "champsim", "c", "-o", "c.snt")
            self.good("trace", "check", "c.snt")
            return stats(self.run_to("run", "baseline16_first_touch", "trace:c.snt"))
        chained, apart = runs(True), runs(False)
        self.assertEqual(chained["run.instructions"], 3000)
        self.assertGreater(chained["run.time_ns"], 3 * apart["run.time_ns"])

    def test_files_that_are_none_are_named_with_their_place(self):
        (self.folder / "short").write_bytes(bytes(30))
        (self.folder / "wild").write_bytes(bytes(range(64)))
        for form, name, expected in (
                ("memtrace", "short", "byte 16: a record of 16 bytes is cut off"),
                ("memtrace", "wild", "byte 0: instructions jump by over 2^31"),
                ("champsim64", "short", "byte 0: a record of 64 bytes is cut off"),
                ("champsim64", "wild", "byte 0: no ChampSim instruction of 64 bytes"),
                ("champsim", "wild", "no ChampSim trace: as records of 64 bytes")):
            line, = self.refused("trace", "convert", "--from", form, name, "-o", "x.snt")
            self.assertIn(expected, line)
            self.assertEqual(self.written(), ["short", "wild"])

    def test_text_has_a_line_for_each_access(self):
        self.good("trace", "convert", str(SHIPPED), "--to", "text", "-o", "text")
        summary = json.loads((SHIPPED / "trace.json").read_text(encoding="utf-8"))
        for t, thread in enumerate(summary["threads"]):
            lines = (self.folder / "text" / f"thread{t}.txt").read_text("utf-8").splitlines()
            self.assertEqual(len(lines), thread["program_accesses"])
            self.assertRegex(lines[0], r"^\d+ [RWA] 0x[0-9a-f]+ \d+$")


def edited(key, value):
    """Returns a change of trace.json; key is a path such as threads.0.bytes."""
    def edit(folder):
        path = folder / "trace.json"
        summary = json.loads(path.read_text(encoding="utf-8"))
        *way, last = key.split(".")
        place = summary
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        if value is None:
            del place[last]
        else:
            place[last] = value
        path.write_text(json.dumps(summary), encoding="utf-8")
    return edit


def written(name, offset, data):
    """Returns a change of a file's bytes; a negative offset counts from its end."""
    def edit(folder):
        path = folder / name
        text = bytearray(path.read_bytes())
        at = offset if offset >= 0 else len(text) + offset
        text[at:at + len(data)] = data
        path.write_bytes(text)
    return edit


def cut(name, size):
    return lambda folder: os.truncate(folder / name, size if size >= 0 else
                                      (folder / name).stat().st_size + size)


def gone(name):
    return lambda folder: (folder / name).unlink()


def copied(source, target):
    return lambda folder: shutil.copy(folder / source, folder / target)


BROKEN = {
    "no trace.json": gone("trace.json"),
    "empty trace.json": cut("trace.json", 0),
    "cut trace.json": cut("trace.json", 700),
    "trace.json no object": written("trace.json", 0, b"[1]" + b" " * 9000),
    "binary trace.json": written("trace.json", 0, bytes(range(128, 200))),
    "other format": edited("format", "trace"),
    "version 2": edited("version", 2),
    "version 0": edited("version", 0),
    "version a text": edited("version", "1"),
    "no id": edited("id", None),
    "id of another": edited("id", "0123456789abcdef"),
    "id too short": edited("id", "12"),
    "threads none": edited("threads", []),
    "threads no list": edited("threads", 64),
    "thread negative": edited("threads.3.loads", -1),
    "thread fraction": edited("threads.3.loads", 1.5),
    "thread huge": edited("threads.3.instructions", 2 ** 63),
    "thread other file": edited("threads.3.file", "/etc/passwd"),
    "thread other size": edited("threads.3.bytes", 5),
    "thread other checksum": edited("threads.3.checksum", "00000000"),
    "thread other loads": edited("threads.3.loads", 1),
    "thread other leaves": edited("threads.3.leaves", 1),
    "leaves absurd": edited("threads.3.leaves", 2 ** 62),
    "pages absurd": edited("pages.count", 2 ** 60),
    "pages fewer": edited("pages.count", 3),
    "pages more": edited("pages.count", 1 << 26),
    "pages used other": edited("pages.used", 1),
    "pages other checksum": edited("pages.checksum", "ffffffff"),
    "regions fewer": edited("regions", 0),
    "no pages": gone("pages.zst"),
    "pages empty": cut("pages.zst", 0),
    "pages cut": cut("pages.zst", -1),
    "pages a thread": copied("thread0.zst", "pages.zst"),
    "no thread": gone("thread5.zst"),
    "thread empty": cut("thread5.zst", 0),
    "thread cut": cut("thread5.zst", -30),
    "thread cut early": cut("thread5.zst", 45),
    "thread of another number": copied("thread4.zst", "thread5.zst"),
    "thread other version": written("thread5.zst", 16, b"\x02"),
    "thread of another trace": written("thread5.zst", 24, b"\x00\x01\x02\x03"),
    "thread no mark": written("thread5.zst", 8, b"xntrace"),
    "frame damaged": written("thread5.zst", HEAD + 20, b"\xff\xff\xff\xff"),
    "frame no zstd": written("thread5.zst", HEAD, b"\x00\x00\x00\x00"),
    "table absurd": written("thread5.zst", -9, b"\xff\xff\xff\xff"),
    "frame absurd": written("thread5.zst", -13, b"\xff\xff\xff\xff"),
    "table shifted": written("thread5.zst", -17, b"\x01"),
}


class Broken(CliTest):
    def test_each_broken_trace_gives_one_line_that_names_it(self):
        self.assertGreaterEqual(len(BROKEN), 40)
        for name, breaks in BROKEN.items():
            with self.subTest(name=name):
                folder = self.folder / "broken.snt"
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(SHIPPED, folder)
                breaks(folder)
                line, = self.refused("trace", "check", "broken.snt")
                self.assertTrue(line.startswith("broken.snt"), line)

    def test_a_run_refuses_what_it_comes_upon(self):
        for name in ("no trace.json", "version 2", "thread cut", "thread of another trace",
                     "frame damaged", "pages fewer", "no thread", "thread other loads"):
            with self.subTest(name=name):
                folder = self.folder / "broken.snt"
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(SHIPPED, folder)
                BROKEN[name](folder)
                code, out, err = self.call("run", "baseline16_first_touch", "trace:broken.snt",
                                           "-o", "result")
                self.assertEqual((code, out), (2, ""), err)
                self.assertEqual(len(err.splitlines()), 1, err)
                self.assertIn("broken.snt", err)


if __name__ == "__main__":
    unittest.main()
