# SPDX-License-Identifier: Apache-2.0
"""Executes the plans of exhibits and writes their result folder."""

from dataclasses import dataclass

from starnuma.campaign.conduct import Campaign, settings_of, show
from starnuma.campaign.phases import failures, print_outlook, run_stages


@dataclass
class Made:
    whole: bool  # no run has failed
    numbers: dict = None  # name -> value; None after a dry run


def make(kind, options, size, items, plans):
    """Makes the exhibits; `kind` selects a Page of pages, `plans` is {file name: plan} of the items."""
    campaign = Campaign(list(plans.values()), settings_of(options))
    if options.dry_run:
        print_outlook(campaign)
        return Made(True)
    whole, phases = run_stages(campaign)
    from starnuma.evaluation import pages
    results = dict(zip(plans, campaign.results()))
    numbers, text = pages.write(getattr(pages, kind), options, size, items, results,
                                failures(campaign, phases), phases)
    show(options, text, "plan.json")
    return Made(whole, numbers)
