# SPDX-License-Identifier: Apache-2.0
"""The published values that stand beside a run, read from platforms/reference."""

from results import load_yaml

CLASSES = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")
SIDES = {
    "baseline": ("fig8_baseline", "access_mix_baseline"),
    "starnuma": ("fig8_starnuma_t16", "access_mix_starnuma"),
}


class Published:
    """What is published for one run; empty where nothing is."""

    def __init__(self, reference, run):
        self.values = {}  # statistic path -> value
        self.derived = set()  # those that follow from published values but are not printed there
        self.mix = {}  # class -> fraction
        self.unloaded = dict(reference.get("unloaded_ns", {}))
        self.page_cdf, self.miss_cdf = [], []
        workload = run.workload.partition(":")[0].upper()
        side = next((side for side in SIDES if run.name.startswith(side)), None)
        if side and workload in reference.get("workloads", []):
            self._fill(reference, side, workload)

    def _fill(self, reference, side, workload):
        index = reference["workloads"].index(workload)
        figure, mix = SIDES[side]
        self.mix = dict(zip(CLASSES, reference[mix][workload]))
        self.values["run.amat_ns"] = reference[figure]["amat_ns"][index]
        self.values["run.ipc"] = reference[figure]["ipc"][index]
        if side == "baseline":
            self.values["run.llc_mpki"] = reference["table3_baseline"]["llc_mpki"][index]
        self._split_amat()
        if workload == "BFS":
            if side == "baseline":
                in_flight = reference["bfs_misses_in_flight_per_core"]["derived_from_published"]
                self._derive("run.misses_in_flight_per_core", in_flight)
            cdf = reference["fig2_bfs_cdf"]
            self.page_cdf = sorted(cdf["pages_by_sharers"].items())
            self.miss_cdf = sorted(cdf["accesses_by_sharers"].items())

    def _split_amat(self):
        """The published way: shares times unloaded class latencies; contention is the rest."""
        unloaded = sum(share * self.unloaded.get(name, 0) for name, share in self.mix.items())
        self._derive("run.amat_unloaded_ns", unloaded)
        self._derive("run.amat_contention_ns", self.values["run.amat_ns"] - unloaded)

    def _derive(self, path, value):
        self.values[path] = value
        self.derived.add(path)


def published_speedup(first, last):
    """Published speed-up of one run's machine over another's, or None."""
    ipc_first, ipc_last = first.values.get("run.ipc"), last.values.get("run.ipc")
    return ipc_last / ipc_first if ipc_first and ipc_last and first is not last else None


def load_published(path, runs):
    """One Published per run; a missing reference file leaves all of them empty."""
    reference = load_yaml(path) if path.exists() else {}
    return [Published(reference, run) for run in runs]
