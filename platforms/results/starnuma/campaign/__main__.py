# SPDX-License-Identifier: Apache-2.0
"""Runs a plan and writes its result folder."""

import sys
from pathlib import Path

from starnuma.campaign.conduct import Campaign, parser_of, settings_of, show
from starnuma.campaign.phases import failures, print_outlook, run_stages
from starnuma.campaign.grid import points_of, resolve
from starnuma.campaign.plan import read_plan
from starnuma.report.guard import guarded


def arguments(words):
    parser = parser_of("plan", __doc__)
    parser.add_argument("--check", action="store_true", help="only say what is wrong with it")
    parser.add_argument("file", type=Path)
    return parser.parse_args(words)


def conduct(options):
    plan = read_plan(options.file, options.platforms, options.size)
    if options.check:
        points = [point for point in points_of(plan) if point.seed == plan.seeds[0]]
        resolve(points, plan, options.cli, program="")
        return 0
    campaign = Campaign([plan], settings_of(options), alone=True)
    if options.dry_run:
        print_outlook(campaign)
        return 0
    whole, phases = run_stages(campaign)
    from starnuma.campaign import pages  # plotting is slow to load
    results, = campaign.results()
    text = pages.write(options.output, results, failures(campaign, phases), phases,
                       campaign.mixed(results, campaign.mixes[0]))
    show(options, text, "plan.json")
    return 0 if whole else 1


def main(words=None):
    options = arguments(words)
    sys.exit(guarded("", lambda: conduct(options), options.output))


if __name__ == "__main__":
    main()
