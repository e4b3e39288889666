# SPDX-License-Identifier: Apache-2.0
"""The published values that stand beside a run: what its published.json says, if it has one."""

from pathlib import Path

from results import BadInput, load_json

CLASSES = ("local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool")


class Published:
    """What is published for one run; empty where nothing is."""

    def __init__(self, document):
        known = document.get("values", {})
        self.system = document.get("system")
        self.values = {path: entry["value"] for path, entry in known.items()}
        # Those that follow from published values but are not printed there.
        self.derived = {path for path, entry in known.items() if entry["derived"]}
        self.mix = {name: self.values[f"run.access_mix.{name}"] for name in CLASSES
                    if f"run.access_mix.{name}" in self.values}
        self.speedup = document.get("speedup_over_baseline")
        sharing = document.get("sharing", {})
        self.page_cdf, self.miss_cdf = sharing.get("pages"), sharing.get("misses")


def published_speedup(first, last):
    """Published speed-up of one run's machine over another's, or None."""
    return last.speedup if first.system == "baseline" else None


def load_published(folders):
    """One Published per result folder."""
    return [published_in(Path(folder) / "published.json") for folder in folders]


def published_in(path):
    try:
        return Published(load_json(path) if path.exists() else {})
    except (AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: not the published values of a run") from error
