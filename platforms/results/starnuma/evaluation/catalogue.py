# SPDX-License-Identifier: Apache-2.0
"""All figures and tables of the evaluation, of `characterize` and of other publications: name, title,
plan, and what makes them."""

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
    group: str = ""  # another publication's, whose name stands for all of them
    beside: tuple = ()  # further plans that it is made of
    interval: str = ""  # of the time series of its runs, if they have one

    @property
    def plans(self):
        return (self.plan, *self.beside)

    def exhibit(self, results, reference, phases):
        """results: of all plans, by file name."""
        import importlib
        module = importlib.import_module(f"starnuma.evaluation.{self.module}")
        function = getattr(module, self.function)
        return function(results[self.plan], reference, *([phases] if self.sampled else []),
                        *(results[plan] for plan in self.beside))


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
    item("limits", "Migration limits", module="tables"))}


OTHERS = {each.name: each for each in (
    Item("lacx", "LACX: shared pages on the CXL node", "lacx.yaml", "lacx", "lacx", group="lacx",
         beside=("lacx_instances.yaml", "lacx_instances_mg.yaml", "lacx_pressure.yaml"),
         interval="50us"),
    Item("placement", "Placement on full nodes", "placement.yaml", "placement", "placement",
         group="placement", beside=("placement_groups.yaml",)),
    Item("hpc_capacity", "HPC on pools: capacity", "hpc_capacity.yaml", "hpc", "capacity",
         group="hpc", beside=("hpc_caches.yaml",)),
    Item("hpc_bandwidth", "HPC on pools: bandwidth", "hpc_bandwidth.yaml", "hpc", "bandwidth",
         group="hpc"),
    Item("hpc_interference", "HPC on pools: interference", "hpc_interference.yaml", "hpc_hosts",
         "interference", group="hpc"))}
GROUPS = {each.group for each in OTHERS.values()}


CHARACTERISTICS = [Item(function, title, "characterize.yaml",
                        "misses" if function == "mpki" else "characteristics", function)
                   for function, title in (
                       ("mpki", "Misses"), ("mix", "Access mix"), ("pages", "Sharing of pages"),
                       ("writes", "Reads and writes"), ("flight", "Misses in flight and waiting"),
                       ("working_set", "Working set"), ("sizes", "Sizes"))]


def chosen(names):
    """Those named, alone or as a group, in the order of the publications; without names all of
    STARNUMA's."""
    known = list(dict.fromkeys([*ALL, *sorted(GROUPS), *OTHERS]))
    for name in names:
        if name not in known:
            raise BadInput(f'figures: unknown figure "{name}"'
                           f"{nearest(name, known) or ', expected one of ' + ', '.join(known)}")
    if not names:
        return list(ALL.values())
    return [each for each in (*ALL.values(), *OTHERS.values())
            if each.name in names or each.group in names]
