# SPDX-License-Identifier: Apache-2.0
"""Time and bytes of the new links are reported under their own name in all results."""

import json
import unittest

from cli import CliTest


class LinkKind(CliTest):
    def test_results_name_the_kind_and_nothing_is_booked_as_upi(self):
        self.good("check", "two_accelerators")
        folder = self.run_to("run", "two_accelerators", "pointer_chase:scale=10,lines=64,home=1",
                             "--interval", "10us")
        stats = {stat["path"]: stat for stat in json.loads((folder / "stats.json").read_text())}
        self.assertGreater(stats["run.latency.ualink_wire_ns"]["value"], 0)
        self.assertIn("flight over UALink links",
                      stats["run.latency.ualink_wire_ns"]["description"])
        self.assertEqual(stats["run.latency.ualink_queue_ns"]["description"],
                         "mean per LLC miss, contention: waiting for UALink bandwidth")
        self.assertGreater(stats["machine.ualink.socket0_socket1.forward.messages"]["value"], 0)
        self.assertEqual([path for path in stats if "upi" in path], [])
        header = (folder / "intervals.csv").read_text().splitlines()[0]
        self.assertIn("ualink_utilisation", header)

    def test_describe_and_report_name_it(self):
        described = json.loads(self.good("describe", "two_accelerators", "--json"))
        self.assertEqual([link["kind"] for link in described["links"]], ["ualink"])
        page = (self.run_to("run", "two_accelerators", "bfs:scale=8", report=True) / "report.html").read_text()
        for text in ("UALink queue", "flight over UALink links", ">UALink<"):
            self.assertIn(text, page)


if __name__ == "__main__":
    unittest.main()
