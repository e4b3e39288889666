# SPDX-License-Identifier: Apache-2.0
"""From plans to the result folder of their exhibits."""

from dataclasses import dataclass

from starnuma.campaign.conduct import Campaign, settings_of
from starnuma.evaluation.phases import Phases


@dataclass
class Made:
    whole: bool  # no run has failed
    numbers: dict = None  # name -> value; None of a dry run


def make(kind, options, size, items, plans):
    """kind: which Page of pages; plans: {file name: plan} of the items' plans."""
    sampled = any(each.sampled for each in items)
    campaign = Campaign(list(plans.values()), settings_of(options))
    if options.dry_run:
        campaign.print_commands()
        if sampled:
            print("phases alone, of full runs that are there:", end=" ")
            Phases(campaign).runs.print_commands()
        return Made(True)
    stages = [campaign]
    whole = campaign.run()
    phases = Phases(campaign) if sampled else None
    if sampled:
        stages.append(phases.runs)
        whole = phases.runs.run() and whole
    from starnuma.evaluation import pages
    results = dict(zip(plans, campaign.results()))
    commands = {stage.unique[key].command(): why for stage in stages
                for key, why in stage.failed.items()}
    numbers, text = pages.write(getattr(pages, kind), options, size, items, results, commands,
                                phases)
    print(text)
    return Made(whole, numbers)
