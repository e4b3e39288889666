#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Equal runs give equal bytes, also from effective.yaml."""

import unittest

from cli import CliTest, stats


def bytes_of(folder, name="stats.json"):
    return (folder / name).read_bytes()


class Repeatable(CliTest):
    def test_the_same_command_twice_gives_the_same_bytes(self):
        first = self.run_to("first", "baseline16", "bfs:scale=12")
        second = self.run_to("second", "baseline16", "bfs:scale=12")
        for name in ("stats.json", "effective.yaml"):
            self.assertEqual(bytes_of(first, name), bytes_of(second, name))

    def test_a_run_with_two_passes_and_its_effective_yaml_give_the_same_bytes(self):
        first = self.run_to("first", "starnuma16", "bfs:scale=10")
        second = self.run_to("second", "starnuma16", "bfs:scale=10")
        again = self.run_to("again", "first/effective.yaml")
        self.assertEqual(bytes_of(first), bytes_of(second))
        for name in ("stats.json", "effective.yaml"):
            self.assertEqual(bytes_of(first, name), bytes_of(again, name))

    def test_effective_yaml_repeats_a_run_with_other_fields_and_another_seed(self):
        first = self.run_to("first", "starnuma16", "bfs:scale=10,trials=1", "--seed", "7",
                            "--set", "pool.link.bandwidth=3 GB/s", "--set", "socket.cores=2",
                            "--set", "socket.private_caches.mshrs=5")
        again = self.run_to("again", "first/effective.yaml")
        self.assertEqual(bytes_of(first), bytes_of(again))

    def test_the_command_line_overrides_an_effective_yaml(self):
        self.run_to("first", "baseline16", "bfs:scale=8", "--seed", "7")
        other = self.run_to("other", "first/effective.yaml", "gups:scale=12,updates=1000",
                            "--seed", "9", "--set", "simulation.quantum=100 ns")
        text = (other / "effective.yaml").read_text(encoding="utf-8")
        self.assertIn("gups", text)
        self.assertIn("seed: 9", text)
        self.assertIn("quantum: 100 ns", text)

    def test_seed_and_fields_matter(self):
        base = self.run_to("base", "baseline16", "bfs:scale=8")
        seed = self.run_to("seed", "baseline16", "bfs:scale=8", "--seed", "2")
        slow = self.run_to("slow", "baseline16", "bfs:scale=8", "--set", "numalink.latency=90 ns")
        self.assertNotEqual(bytes_of(base), bytes_of(seed))
        self.assertGreater(stats(slow)["run.amat_ns"], stats(base)["run.amat_ns"])

    def test_a_result_folder_is_replaced_by_a_new_run(self):
        first = bytes_of(self.run_to("result", "baseline16", "bfs:scale=8"))
        second = bytes_of(self.run_to("result", "baseline16", "bfs:scale=9"))
        self.assertNotEqual(first, second)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["result"])

    def test_a_folder_may_be_written_with_a_slash_at_its_end(self):
        self.run_to("result/", "baseline16", "bfs:scale=8")
        self.run_to("result/", "baseline16", "bfs:scale=8")
        self.assertIn("result/stats.json", self.written())
        self.assertEqual([path.name for path in self.folder.iterdir()], ["result"])

    def test_the_current_folder_cannot_be_replaced_and_is_refused(self):
        code, _, err = self.call("run", "baseline16", "bfs:scale=8", "-o", ".")
        self.assertEqual((code, err.count("\n")), (2, 1))
        self.assertIn("is the current folder", err)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
