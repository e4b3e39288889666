#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Plans with kills, invalid results, failing runs, and a second engine."""

import os
import random
import shutil
import subprocess

from planned import RUNS, PlanTest, main
from processes import Call, until

KILLS = 5


class Engine(PlanTest):
    def test_a_killed_plan_resumes_to_the_same_report(self):
        self.plan("--jobs", "2")
        whole = self.report()
        shutil.rmtree(self.folder / "results")
        moments = random.Random(1)
        for _ in range(KILLS):
            many = moments.randrange(RUNS)
            with Call(self.folder, "plan", "grid.yaml", "--jobs", "2") as call:
                until(lambda: len(self.results()) >= many or call.process.poll() is not None)
                call.kill(call.pid)
                self.assertTrue(until(lambda: not call.processes()), call.processes())
        self.assertNotIn(f"{RUNS} of {RUNS} runs to make", self.plan("--jobs", "2"))
        self.assertEqual(self.report(), whole)
        left = (self.folder / "results/cache/.engines").iterdir()
        self.assertEqual([path.name for path in left], ["lock"])

    def test_a_result_that_is_none_is_made_again(self):
        self.plan()
        whole = self.report()
        truncated, changed, foreign, extra, gone, listless, *_ = self.results()
        stats = {path: (path / "stats.json").read_bytes() for path in self.results()}
        (truncated / "stats.json").write_bytes(stats[truncated][:100])
        (changed / "stats.json").write_bytes(stats[changed].replace(b"0", b"1", 1))
        shutil.rmtree(foreign)
        shutil.copytree(self.results()[-1], foreign)
        text = (foreign / "checksums.json").read_text(encoding="utf-8")
        (foreign / "checksums.json").write_text(text.replace(self.results()[-1].name, foreign.name),
                                                encoding="utf-8")
        (extra / "notes.txt").write_text("mine", encoding="utf-8")
        (gone / "summary.txt").unlink()
        (listless / "checksums.json").write_text("{}", encoding="utf-8")
        self.assertIn(f"6 of {RUNS} runs to make", self.plan())
        self.assertEqual(self.report(), whole)
        self.assertEqual({path: (path / "stats.json").read_bytes() for path in self.results()},
                         stats)

    def test_a_failed_run_stops_no_other_and_is_named(self):
        script = 'if grep -q "^seed: 2" "$2" && grep -q "name: starnuma16_switched" "$2"; then\n' \
                 "echo planted; exit 3; fi"
        done = subprocess.run(self.module(self.stand_in(script)), cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(self.results()), RUNS - 2)
        failed = [line for line in done.stderr.splitlines() if line.startswith("failed: ")]
        self.assertEqual(len(failed), 2)
        self.assertRegex(failed[0], r"\./starnuma run starnuma16_switched .*--seed 2")
        self.assertIn("planted", done.stderr)
        document = self.document("out")
        self.assertEqual((len(document["rows"]), len(document["failed"])), (3, 2))
        self.assertIn("<h2>Failed</h2>",
                      (self.folder / "out/report.html").read_text(encoding="utf-8"))

    def test_two_engines_at_once_make_each_run_once(self):
        log = self.folder / "log"
        cli = self.stand_in(f'echo "$2" >>{log}')
        engines = [subprocess.Popen(self.module(cli, name), cwd=self.folder, text=True,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for name in ("one", "two")]
        for engine in engines:
            _, err = engine.communicate()
            self.assertEqual(engine.returncode, 0, err)
        self.assertEqual(self.report("one"), self.report("two"))
        made = [os.path.basename(line) for line in log.read_text(encoding="utf-8").split()]
        self.assertEqual((len(made), len(set(made))), (RUNS, RUNS))

    def test_another_program_makes_its_own_results(self):
        self.plan()
        done = subprocess.run(self.module(self.stand_in(":")), cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertIn(f"{RUNS} of {RUNS} runs to make", done.stderr)


if __name__ == "__main__":
    main()
