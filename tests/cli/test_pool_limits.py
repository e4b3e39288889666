#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bench pool limits: each row names the resource that a closed form of the parts' numbers and of the counted
messages names, and stays below it."""

import json
import os
import unittest
from pathlib import Path

import yaml

from cli import CliTest, stats

PARTS = Path(os.environ["STARNUMA_HOME"]) / "platforms" / "parts"
LINE = 64
HEADER = 8  # bytes of a message without data on a link whose rate is that of the payload


def part(name):
    return yaml.safe_load((PARTS / f"{name}.yaml").read_text(encoding="utf-8"))


def number(text):
    """Returns the number of a quantity such as `40 GB/s`."""
    return float(str(text).split()[0])


class Closed:
    """Limits in GB/s (bytes per ns) of reads by `heads` hosts, each with a number of clean evictions and snoops."""

    def __init__(self, evictions, snoops, heads, outstanding=None, entries=None, slices=None):
        device, queues = part("multi_headed_device"), part("device_queues")
        dram, pool = part("ddr5_4800"), part("pool")
        cycles = sum(number(dram[key]) for key in ("controller", "t_rcd", "t_cl", "burst"))
        memory = cycles / number(dram["clock"])
        look_up = number(device["directory_latency"])
        path = (number(part("cxl_port")["latency"]) * 2 + number(part("retimer")["latency"]) * pool["retimers"]
                + number(part("cxl_x8")["latency"]) + number(device["fabric_latency"]))
        interval = number(queues["directory_interval"])
        link = number(part("cxl_x8")["bandwidth"])
        messages = 1 + evictions + snoops  # completions of the read and its eviction, and snoops
        self.of = {
            "links to hosts": heads * link * LINE / (LINE + messages * HEADER),
            "directory look-ups": (slices or queues["directory_slices"]) * LINE / (messages * interval),
            "request table": (entries or queues["request_entries"]) * LINE / ((1 + evictions) * look_up + memory),
        }
        if outstanding:
            self.of["outstanding reads of hosts"] = heads * outstanding * LINE / (2 * path + look_up + memory)


CASES = {
    "heads4": {"heads": 4},
    "heads4_8_outstanding": {"heads": 4, "outstanding": 8},
    "heads16": {"heads": 16},
    "heads16_256_requests": {"heads": 16, "entries": 256},
    "heads16_one_slice": {"heads": 16, "slices": 1},
    "heads16_8_outstanding": {"heads": 16, "outstanding": 8},
}


class PoolLimits(CliTest):
    def test_each_row_names_its_limit_and_stays_below_it(self):
        points = [word for name in (*CASES, "heads16_raised") for word in ("--point", name)]
        out = self.good("bench", "pool", "limits", "--machine", "starnuma16_full", "--time", "10 us",
                        *points, "-o", "limits")
        rows = {row["name"]: row for row in json.loads((self.folder / "limits/bench.json").read_text("utf-8"))["runs"]}
        values = stats(self.folder / "limits")
        for name, case in CASES.items():
            with self.subTest(name):
                counted = [values[f"{name}.device.{count}"] / values[f"{name}.device.requests"]
                           for count in ("clean_evictions", "back_invalidations")]
                closed = Closed(*counted, **case)
                resource = min(closed.of, key=closed.of.get)
                row = rows[name]
                self.assertEqual(row["limited_by"], resource)
                self.assertIn(resource, out)
                # The closed form has no time of snoops, up to 13 % of the request table's.
                self.assertAlmostEqual(row["limit_gb_per_second"] / closed.of[resource], 1, delta=0.13)
                measured = row["measured"]["bandwidth"]
                self.assertLess(measured, 1.02 * closed.of[resource])
                self.assertGreater(measured, 0.7 * row["limit_gb_per_second"])
        for name, row in rows.items():
            self.assertLessEqual(row["measured"]["bandwidth"], row["limit_gb_per_second"], name)
        # Raised limits of the device leave its memory, whose closed-page reads cannot exceed the bus.
        raised = rows["heads16_raised"]
        peak = 16 * LINE * 2 / (number(part("ddr5_4800")["burst"]) / number(part("ddr5_4800")["clock"]))
        self.assertIn("memory", raised["limited_by"])
        self.assertLess(raised["measured"]["bandwidth"], peak)
        self.assertAlmostEqual(raised["limit_gb_per_second"] / peak, 1, delta=0.02)
        self.assertGreater(rows["heads16"]["measured"]["bandwidth"], 0.75 * peak)


if __name__ == "__main__":
    unittest.main()
