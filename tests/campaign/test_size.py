#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""size: factors of a machine, gains of known times, advice, and a small sizing from the command line."""

import csv
import json
import unittest
from types import SimpleNamespace

import planned
from starnuma.campaign.grid import Label
from starnuma.campaign.results import estimate
from starnuma.files import BadInput
from starnuma.size import chart
from starnuma.size.effects import ALL, Effect, Effects
from starnuma.size.factors import FACTORS, NotVaried, Variant, named, prices_of
from starnuma.size.grid import BASE
from test_mixes import run_of

MACHINE = {"socket": {"count": 4, "memory": {"channels": 1}}, "upi": {"bandwidth": "3 GB/s"},
           "numalink": {"bandwidth": "none"},
           "pool": {"count": 1, "attached": "all", "switch": "none", "link": {"bandwidth": "6 GB/s"},
                    "memory": {"channels": 2}, "device": {"snoop_filter_size": "0.5 x caches",
                                                          "queued": {"directory_interval": "250 ps"}}},
           "placement": {"policy": "static_oracle"}, "simulation": {"delivery": "immediate"}}


def sets_of(name, **changed):
    return [variant.sets for variant in FACTORS[name].variants({**MACHINE, **changed})]


def steps_of(name, **changed):
    return [variant.step for variant in FACTORS[name].variants({**MACHINE, **changed})]


class FactorsOfAMachine(unittest.TestCase):
    def test_a_quantity_is_halved_and_doubled_in_its_unit(self):
        self.assertEqual(sets_of("links"), [{"pool.link.bandwidth": "3 GB/s"}, {"pool.link.bandwidth": "12 GB/s"}])
        self.assertEqual(sets_of("filter"), [{"pool.device.snoop_filter_size": "0.25 x caches"},
                                             {"pool.device.snoop_filter_size": "1 x caches"}])
        self.assertEqual(steps_of("links"), [-1, 1])

    def test_an_odd_count_is_only_doubled(self):
        self.assertEqual(sets_of("socket_channels"), [{"socket.memory.channels": "2"}])

    def test_links_behind_a_switch_change_with_those_before_it(self):
        pool = {**MACHINE["pool"], "switch": {"device_link": {"bandwidth": "6 GB/s"}}}
        self.assertEqual(sets_of("links", pool=pool)[1], {"pool.link.bandwidth": "12 GB/s",
                                                          "pool.switch.device_link.bandwidth": "12 GB/s"})

    def test_a_switch_has_links_as_fast_as_the_pools(self):
        self.assertEqual(sets_of("switch"), [{"pool.switch.part": "cxl_switch",
                                              "pool.switch.device_link.bandwidth": "6 GB/s"}])
        self.assertEqual(sets_of("switch", pool={"count": 1, "switch": {"ports": 4}}), [{"pool.switch": "none"}])

    def test_half_of_the_heads_are_those_of_every_second_socket(self):
        self.assertEqual(sets_of("heads"), [{"pool.attached": "[0, 2]"}])
        self.assertEqual(sets_of("heads", pool={"count": 1, "attached": [1, 3]}),
                         [{"pool.attached": "[1]"}, {"pool.attached": "all"}])

    def test_slices_vary_in_queued_delivery_only(self):
        path = "pool.device.queued.directory_interval"
        self.assertEqual(sets_of("slices", simulation={"delivery": "queued"}), [{path: "500 ps"}, {path: "125 ps"}])
        with self.assertRaisesRegex(NotVaried, "only queued delivery"):
            sets_of("slices")

    def test_other_policies_are_tried(self):
        policies = [variant.policy for variant in FACTORS["policy"].variants(MACHINE)]
        self.assertEqual(policies, ["first_touch", "starnuma_t16"])

    def test_what_the_machine_lacks_is_not_varied(self):
        for name, changed in (("numalink", {}), ("channels", {"pool": {}}), ("heads", {"pool": {}}),
                              ("switch", {"pool": {"count": 0}})):
            with self.subTest(name), self.assertRaises(NotVaried):
                sets_of(name, **changed)


class Options(unittest.TestCase):
    def test_factors_are_named_once_each(self):
        self.assertEqual([factor.name for factor in named("upi,links,upi")], ["upi", "links"])
        self.assertEqual(len(named(None)), len(FACTORS))

    def test_prices_are_numbers_above_zero(self):
        self.assertEqual(prices_of("links=350,upi=1.5"), {"links": 350, "upi": 1.5})
        self.assertEqual(prices_of(None), {})

    def test_bad_options_are_refused_with_the_nearest_name(self):
        for text, message in (("channelz", "--factors: unknown factor \"channelz\", did you mean \"channels\""),
                              ("", "--factors: expected some of channels"), (",", "--factors: expected some")):
            with self.subTest(text), self.assertRaisesRegex(BadInput, message):
                named(text)
        for text in ("links", "links=", "links=0", "links=-1", "links=nan", "links=1e400", "=5", "links=1,,upi=2",
                     "links=1,links=2", "lnks=1"):
            with self.subTest(text), self.assertRaises(BadInput):
                prices_of(text)


def mixed(a, b):
    return run_of({"run.time_ns": max(a, b), "run.amat_ns": 200, "program.a.time_ns": a, "program.b.time_ns": b}, "ab")


class GainsOfKnownTimes(unittest.TestCase):
    """Two seeds; the programs take 100 and 200 in the mix and 50 and 100 alone."""

    def effects(self, times, prices=None):
        """times: [(variant, times of a and b)]"""
        runs = {Label(BASE, "mix"): [mixed(100, 200)] * 2,
                **{Label(variant.name, "mix"): [mixed(*time)] * 2 for variant, time in times}}
        results = SimpleNamespace(runs=runs, estimate=lambda label, path: estimate([200, 200]))
        alone = {"a": 50, "b": 100}
        sizing = SimpleNamespace(variants=[variant for variant, _ in times], seeds=2, left_out={}, costs={"links 1 → 2": 64.5})
        return Effects(sizing, results, alone, lambda time: run_of({"run.time_ns": time}), prices or {})

    def test_gains_are_per_program_and_weighted(self):
        row, = self.effects([(Variant("upi", "1 → 2", step=1), (50, 200))]).rows
        self.assertEqual({name: gain.mean for name, gain in row.gains.items()},
                         {"a": 2, "b": 1, ALL: (50 / 50 + 100 / 200) / (50 / 100 + 100 / 200)})

    def test_the_largest_gain_is_bought_next(self):
        said = self.effects([(Variant("upi", "1 → 2", step=1), (90, 200)), (Variant("links", "1 → 2", step=1), (50, 150)),
                             (Variant("filter", "2 → 1", step=-1), (100, 200))]).advice()
        self.assertRegex(said[0], r"^Buy next: links 1 → 2 \(1\.667 ± 0\.000\)\.$")
        self.assertIn("It pays too: upi", said[1])
        self.assertEqual(said[2], "Can be saved for less than 1 %: filter 2 → 1.")

    def test_with_prices_the_largest_gain_for_the_price_is_bought_next(self):
        said = self.effects([(Variant("upi", "1 → 2", step=1), (90, 200)), (Variant("links", "1 → 2", step=1), (50, 150))],
                            {"upi": 10, "links": 500}).advice()
        self.assertRegex(said[0], r"^Buy next: upi 1 → 2 for 10 \(1\.056 ± 0\.000\), 556 % for each 1000")

    def test_a_variant_has_the_cost_of_its_parts(self):
        rows = self.effects([(Variant("upi", "1 → 2"), (90, 200)), (Variant("links", "1 → 2"), (50, 150))]).rows
        self.assertEqual([row.cost for row in rows], [None, 64.5])

    def test_a_gain_within_its_interval_buys_nothing(self):
        self.assertTrue(Effect(Variant("upi", ""), {"s": estimate([1.1, 1.11])}).pays)
        self.assertFalse(Effect(Variant("upi", ""), {"s": estimate([1.1, 1.0])}).pays)
        said = self.effects([(Variant("upi", "1 → 2", step=1), (100, 200))]).advice()
        self.assertIn("Buy nothing", said[0])

    def test_less_is_enough_only_if_the_whole_interval_is_near_1(self):
        self.assertTrue(Effect(Variant("filter", "", step=-1), {"s": estimate([0.999, 1.0])}).spares)
        self.assertFalse(Effect(Variant("filter", "", step=-1), {"s": estimate([1.01, 0.99])}).spares)

    def test_the_chart_begins_with_the_largest_change(self):
        effects = self.effects([(Variant("upi", "1 → 2", step=1), (90, 200)), (Variant("links", "2 → 1", step=-1), (300, 300))])
        self.assertEqual(chart.order_of(effects.rows), ["links", "upi"])
        figure = chart.figure(effects)
        self.assertEqual([panel.title for panel in figure.panels], ["Weighted speed-up, %", "a, %", "b, %"])
        self.assertEqual([label for label, _ in figure.legend], ["less of it", "more of it"])


class FromTheCommandLine(planned.PlanTest):
    WORDS = ("size", "starnuma8", "bfs:scale=8,trials=1@socket0 + kv:scale=8,operations=4096@socket1", "--factors",
             "links,switch,channels", "--costs", "links=250", "--seeds", "2", "-o", "sized")

    def test_a_sizing_has_intervals_and_repeats_as_a_plan_from_the_cache(self):
        code, out, err = self.call(*self.WORDS)
        self.assertEqual(code, 0, err)
        for word in ("links", "6 GB/s → 12 GB/s", "switch", "±", "bfs", "kv", "gain, weighted", "250", "Buy"):
            self.assertIn(word, out)
        rows = list(csv.DictReader((self.folder / "sized" / "size.csv").read_text().splitlines()))
        self.assertEqual(len(rows), 15)  # five variants of two programs and all
        document = json.loads((self.folder / "sized" / "size.json").read_text())
        self.assertEqual([row["change"] for row in document["rows"]],
                         ["6 GB/s → 3 GB/s", "6 GB/s → 12 GB/s", "none → switch", "2 → 1", "2 → 4"])
        # 48 GiB of a channel at 4 USD; links and switches have no price.
        costs = [row["cost_usd"] for row in document["rows"]]
        self.assertEqual(costs[:3], [None, None, None])
        self.assertAlmostEqual(costs[3], -192, places=3)  # a filter of whole sets
        self.assertAlmostEqual(costs[4], 384, places=3)
        self.assertIn("cost, USD", out)
        page = (self.folder / "sized" / "report.html").read_text()
        self.assertIn("Tornado chart", page)
        again = self.call(*self.WORDS)
        self.assertEqual(again[0], 0)
        self.assertIn("all 14 runs are in the cache", again[2])
        (self.folder / "mine.yaml").write_text((self.folder / "sized" / "size.yaml").read_text())
        code, out, err = self.call("plan", "mine.yaml")
        self.assertEqual(code, 0, err)
        self.assertIn("none → switch", out)

    def test_bad_words_end_in_one_line(self):
        for words, message in (
                (("starnuma16", "bfs:scale=8", "--factors", "channelz"),
                 'size: --factors: unknown factor "channelz", did you mean "channels"?\n'),
                (("baseline16", "bfs:scale=8", "--factors", "channels"),
                 "size: --factors: channels: the machine states no pool.memory.channels\n"),
                (("starnuma16", "bfs:scale=8", "--costs", "links=0"), "size: --costs: expected FACTOR=PRICE"),
                (("starnuma61", "bfs:scale=8"), "starnuma61"), (("starnuma16", "bsf"), "bsf")):
            with self.subTest(words):
                code, _, err = self.call("size", *words, "-o", "bad")
                self.assertEqual((code, err.count("\n")), (2, 1), err)
                self.assertIn(message, err)
                self.assertFalse((self.folder / "bad").exists())


if __name__ == "__main__":
    planned.main()
