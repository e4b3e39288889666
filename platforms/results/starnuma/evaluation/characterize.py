# SPDX-License-Identifier: Apache-2.0
"""Characterizes the workloads of the evaluation, or those that are named."""

import sys
from dataclasses import replace

from starnuma.campaign.conduct import parser_of
from starnuma.campaign.plan import Entry, read_plan
from starnuma.evaluation.catalogue import CHARACTERISTICS, FOLDER
from starnuma.evaluation.make import make
from starnuma.evaluation.reference import program_of
from starnuma.report.guard import guarded

SIZE = "ci"


def arguments(words):
    parser = parser_of("characterize", __doc__)
    parser.add_argument("--machine", required=True)
    parser.add_argument("names", nargs="*")
    return parser.parse_args(words)


def plan_of(options):
    """Returns the plan of the suite, with machine and workloads replaced by those of the command line."""
    path = options.platforms / FOLDER / CHARACTERISTICS[0].plan
    plan = read_plan(path, options.platforms, options.size or SIZE)
    if options.machine != plan.machines[0].target:
        plan.machines = [replace(each, target=options.machine, place="characterize", path="--machine")
                         for each in plan.machines
                         if each.target == plan.machines[0].target]
        plan.summary = f"On {options.machine}"
    if options.names:
        suite = {program_of(each.name): each for each in plan.workloads}
        plan.workloads = [suite.get(name) or Entry(name, "characterize", name, name)
                          for name in dict.fromkeys(options.names)]
    return plan


def conduct(options):
    plan = plan_of(options)
    return 0 if make("CHARACTERISTICS", options, plan.size, CHARACTERISTICS,
                     {CHARACTERISTICS[0].plan: plan}).whole else 1


def main(words=None):
    options = arguments(words)
    sys.exit(guarded("", lambda: conduct(options), options.output))


if __name__ == "__main__":
    main()
