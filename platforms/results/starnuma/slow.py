# SPDX-License-Identifier: Apache-2.0
"""Slowest accesses of a run, from worst.json, and the commands that show each of them."""

import shlex
from dataclasses import dataclass

from starnuma.files import BadInput, load_json

FILE = "worst.json"


@dataclass(frozen=True)
class Access:
    """One LLC miss; times in picoseconds."""

    rank: int  # 1 is the slowest
    transaction: int
    core: str  # names of objects without "machine."
    socket: str
    home: str
    address: int
    line: int
    access_class: str
    issued: int
    done: int
    ledger: dict  # {kind: ps}

    @property
    def latency_ns(self):
        return (self.done - self.issued) / 1000

    @property
    def main(self):
        """Largest part of the ledger: (kind, share of the latency)."""
        kind = max(self.ledger, key=self.ledger.get)
        return kind, self.ledger[kind] / sum(self.ledger.values())

    def contention_ns(self, kinds):
        waits = {kind.name for kind in kinds if kind.contention}
        return sum(ps for kind, ps in self.ledger.items() if kind in waits) / 1000


def worst_of(run):
    """Returns the accesses, slowest first; [] if the run has none. Raises BadInput for a malformed file."""
    file = run.folder / FILE
    if not file.exists():
        return []
    document = load_json(file)
    try:
        return [access(rank, entry, run) for rank, entry in enumerate(document["worst"], 1)]
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{file}: not a list of slowest accesses") from error


def access(rank, entry, run):
    machine = run.settings.get("machine", {})
    cores = machine["socket"]["cores"]
    socket = f"socket{entry['socket']}"
    return Access(rank, entry["transaction"], f"{socket}.core{entry['core'] % cores}", socket,
                  node_name(entry["home"], machine), entry["address"], entry["line"],
                  entry["class"], entry["issued_ps"], entry["done_ps"], entry["ledger_ps"])


def node_name(node, machine):
    """Returns a node's name; numbers count sockets first, then pool devices, then memory nodes."""
    pool = machine.get("pool")
    pools = pool["count"] if isinstance(pool, dict) else 0
    for kind, count in (("socket", machine["socket"]["count"]), ("pool", pools)):
        if node < count:
            return kind if kind == "pool" and pools == 1 else f"{kind}{node}"
        node -= count
    return f"memory_node{node}"


def commands(slow, folder, run, kinds):
    """Returns [(description, command line)] of the commands that show an access."""
    wave = f"access{slow.transaction}.fst"
    window = f"{slow.issued // 1000}ns:{slow.done // 1000 + 1}ns"
    scopes = " ".join(f"--wave-scope {shlex.quote(scope)}" for scope in scopes_of(slow, run, kinds))
    shown = shlex.quote(str(folder))
    return [(f"#{slow.transaction} hop by hop, from its core to its data",
             f"./starnuma explain {shown} --worst {slow.rank}"),
            ("a waveform of these times",
             f"./starnuma run {shlex.quote(str(folder / 'effective.yaml'))} --waves {wave} "
             f"--wave-window {window} {scopes}"),
            ("look at it", f"gtkwave -f {wave} -a {wave.replace('.fst', '.gtkw')}")]


def scopes_of(slow, run, kinds):
    """Returns the objects at both ends of an access, and those of its largest latency kind."""
    home = slow.home if slow.home.startswith("pool") else f"{slow.home}.home"
    stem = next((kind.stem for kind in kinds if kind.name == slow.main[0]), None)
    spent_at = [f"{slow.home}.memory*"] if stem == "dram" else links_of(stem, slow, run)
    return [f"machine.{scope}" for scope in (slow.core, home, *spent_at)]


def links_of(stem, slow, run):
    """Returns the links of this kind that end at one of the two sockets; all of them if none does."""
    names = {path.split(".")[2] for path in run.by_path if path.startswith(f"machine.{stem}.")}
    ends = {slow.socket, slow.home} - {"pool"}
    near = sorted(name for name in names if ends & set(name.split("_")))
    return [f"{stem}.{name}" for name in near] or [f"{stem}.*"] * bool(names)
