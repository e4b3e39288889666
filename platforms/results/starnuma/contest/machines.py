# SPDX-License-Identifier: Apache-2.0
"""Writes the result folder of compared machines: compare.json, summary.txt and pages."""

import json

from starnuma.campaign.results import estimate
from starnuma.contest.columns import samples


def write_folder(contest, bases, text, note="", mixed=None):
    """Writes all files.

    bases   {entrant's name: the entrant that it is compared with}
    note    text at the top of the page
    mixed   MixTable of mixed loads"""
    from starnuma.contest import pages  # plotting is slow to load
    output, names = contest.options.output, [entrant.name for entrant in contest.entrants]
    gains = {entrant.name: contest.speedups(entrant, bases[entrant.name])
             for entrant in contest.entrants}
    last = [name for name in names if bases[name] is bases[names[0]]][-1]
    document = {"machines": names, "workload": contest.workload, "seeds": contest.seeds,
                "speedup": estimate(gains[last]).mean,
                "speedups": [{**interval_of(gains[name]), "over": bases[name].name}
                             for name in names], **statistics(contest),
                **({"mixed": mixed.document()} if mixed else {})}
    pages.write_text(output / "compare.json", json.dumps(document, indent=1) + "\n")
    pages.write_text(output / "summary.txt", text)
    if contest.many_seeds:
        note += " This page shows the runs with seed 1; means over all seeds are in summary.txt."
    pages.write(contest, note, mixed=mixed,
                gains=[(names.index(bases[name].name), gains[name]) for name in names])


def interval_of(values):
    """None for None."""
    if values is None:
        return None
    found = estimate(values)
    return {"mean": found.mean, "half_width_95": found.half, "by_seed": list(found.values)}


def statistics(contest):
    """Returns means of the statistics that all machines have, and values by seed if there are several seeds."""
    runs = [contest.runs_of(entrant) for entrant in contest.entrants]
    paths = sorted(path for path in runs[0][0].by_path if path.startswith(("run.", "program."))
                   and all(path in run.by_path for each in runs for run in each))
    intervals = {path: [interval_of(samples(each, path)) for each in runs] for path in paths}
    means = {path: [one["mean"] for one in each] for path, each in intervals.items()}
    return {"stats": means, **({"intervals": intervals} if contest.many_seeds else {})}
