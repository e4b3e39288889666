# SPDX-License-Identifier: Apache-2.0
"""All figures and tables of the evaluation and of `characterize`: name, title, plan, and what makes
them."""

from dataclasses import dataclass

from starnuma.campaign.places import nearest
from starnuma.files import BadInput

FOLDER = "experiments/evaluation"


@dataclass(frozen=True)
class Item:
    name: str
    title: str
    plan: str
    module: str
    function: str
    sampled: bool = False  # phases of its plan's runs are also run alone
    others: tuple = ()  # plans beside its own
    interval: str = ""  # of the time series of its runs, if they have one

    @property
    def plans(self):
        return (self.plan, *self.others)

    def exhibit(self, results, reference, phases):
        """results: of each of `plans`."""
        import importlib
        module = importlib.import_module(f"starnuma.evaluation.{self.module}")
        function = getattr(module, self.function)
        return function(results[0], reference, *results[1:], *([phases] if self.sampled else []))


def item(name, title, plan=None, module="figures", sampled=False):
    return Item(name, title, f"{plan or name}.yaml", module, name, sampled)


ALL = {each.name: each for each in (
    item("first_order", "First-order example: 160 to 112 ns", module="tables"),
    item("fig2", "Fig. 2: sharing of BFS"),
    item("table3", "Table III: IPC and misses", module="tables"),
    item("fig8a", "Fig. 8a: speed-up", "fig8"),
    item("fig8b", "Fig. 8b: AMAT", "fig8"),
    item("fig8c", "Fig. 8c: access mix", "fig8"),
    item("table4", "Table IV: migrations to the pool", "fig8", "tables"),
    item("fig9", "Fig. 9: placement by an oracle"),
    item("fig10", "Fig. 10: behind a CXL switch"),
    item("fig11", "Fig. 11: bandwidth"),
    item("fig12", "Fig. 12: a small pool"),
    item("fig13", "Fig. 13: sharing of TC"),
    item("fig14", "Fig. 14: eight cores a socket"),
    item("sampling", "Fig. 14: sampling against full simulation", module="sampling",
         sampled=True),
    item("limits", "Migration limits", module="tables"),
    Item("lacx", "LACX: shared pages on the CXL node", "lacx.yaml", "lacx", "lacx",
         others=("lacx_instances.yaml", "lacx_instances_mg.yaml", "lacx_pressure.yaml"),
         interval="50us"),
    Item("placement", "Placement on full nodes", "placement.yaml", "placement", "placement",
         others=("placement_groups.yaml",)))}


CHARACTERISTICS = [Item(function, title, "characterize.yaml",
                        "misses" if function == "mpki" else "characteristics", function)
                   for function, title in (
                       ("mpki", "Misses"), ("mix", "Access mix"), ("pages", "Sharing of pages"),
                       ("writes", "Reads and writes"), ("flight", "Misses in flight and waiting"),
                       ("working_set", "Working set"), ("sizes", "Sizes"))]


def chosen(names):
    """Those named, in the order of the publication; all without names."""
    for name in names:
        if name not in ALL:
            raise BadInput(f'figures: unknown figure "{name}"'
                           f"{nearest(name, ALL) or ', expected one of ' + ', '.join(ALL)}")
    return [each for each in ALL.values() if not names or each.name in names]
