#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The example plans run as they are."""

import json

import examples
import planned


class ExamplePlans(planned.PlanTest):
    def test_each_plan_runs(self):
        for file in examples.files_of("plans"):
            with self.subTest(file.name):
                code, out, err = self.call("plan", str(file), "-o", file.stem)
                self.assertEqual(code, 0, err)
                rows = json.loads((self.folder / file.stem / "plan.json").read_text())["rows"]
                self.assertGreater(len(rows), 3)
                self.assertTrue((self.folder / file.stem / "picture.svg").is_file())
                self.assertIn("speed-up", out)


if __name__ == "__main__":
    planned.main()
