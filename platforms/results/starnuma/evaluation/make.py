# SPDX-License-Identifier: Apache-2.0
"""From plans to the result folder of their exhibits."""

from dataclasses import dataclass

from starnuma.campaign.conduct import Campaign, settings_of


@dataclass
class Made:
    whole: bool  # no run has failed
    numbers: dict = None  # name -> value; None of a dry run


def make(kind, options, size, items, plans):
    """kind: which Page of pages; plans: {file name: plan} of the items' plans."""
    campaign = Campaign(list(plans.values()), settings_of(options))
    if options.dry_run:
        campaign.print_commands()
        return Made(True)
    whole = campaign.run()
    from starnuma.evaluation import pages
    results = dict(zip(plans, campaign.results()))
    commands = {campaign.unique[key].command(): why for key, why in campaign.failed.items()}
    numbers, text = pages.write(getattr(pages, kind), options, size, items, results, commands)
    print(text)
    return Made(whole, numbers)
