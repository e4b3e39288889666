# SPDX-License-Identifier: Apache-2.0
"""All figures and tables of the evaluation, of `characterize` and of other publications: name, title, plan
and the function that makes them."""

from dataclasses import dataclass
from pathlib import Path

from starnuma.campaign.places import nearest
from starnuma.files import BadInput, load_json

FOLDER = "experiments/evaluation"


@dataclass(frozen=True)
class Item:
    name: str
    title: str
    plan: str
    module: str
    function: str
    methods: bool = True  # machines with the published core also run by the published method
    sampled: bool = False  # phases of its plan's runs are also executed alone
    group: str = ""  # name of another publication, which selects all of its items
    also_uses: tuple = ()  # further plans
    interval: str = ""  # interval of its runs' time series, if they record one
    one_seed: bool = False  # runs the first seed alone at sizes above ci: a search or sensitivity, no comparison

    @property
    def plans(self):
        return (self.plan, *self.also_uses)

    def exhibit(self, results, reference, phases):
        """Returns the Exhibit; `results` holds all plans' results by file name."""
        import importlib
        module = importlib.import_module(f"starnuma.evaluation.{self.module}")
        function = getattr(module, self.function)
        return function(results[self.plan], reference, *([phases] if self.sampled else []),
                        *(results[plan] for plan in self.also_uses))


# Items in the order of the publications; the shell completes their names. Items with a group belong to
# another publication.
KNOWN = {each["name"]: Item(**{"function": each["name"], **each})
         for each in load_json(Path(__file__).with_suffix(".json"))}
ALL = {name: each for name, each in KNOWN.items() if not each.group}
BOTH_METHODS = {each.plan for each in ALL.values() if each.methods}
OTHERS = {name: each for name, each in KNOWN.items() if each.group}
GROUPS = {each.group for each in OTHERS.values()}
CHARACTERISTICS = [Item(function, title, "characterize.yaml",
                        "misses" if function == "mpki" else "characteristics", function)
                   for function, title in (
                       ("mpki", "Misses"), ("mix", "Access mix"), ("pages", "Sharing of pages"),
                       ("writes", "Reads and writes"), ("flight", "Pending misses and waiting"),
                       ("working_set", "Working set"), ("sizes", "Sizes"))]


def chosen(names):
    """Returns the items with these names or groups, in the order of the publications.

    Without names returns all of STARNUMA's."""
    known = list(dict.fromkeys([*ALL, *sorted(GROUPS), *OTHERS]))
    for name in names:
        if name not in known:
            raise BadInput(f'figures: unknown figure "{name}"'
                           f"{nearest(name, known) or ', expected one of ' + ', '.join(known)}")
    if not names:
        return list(ALL.values())
    return [each for each in (*ALL.values(), *OTHERS.values())
            if each.name in names or each.group in names]
