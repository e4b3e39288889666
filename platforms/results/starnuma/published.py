# SPDX-License-Identifier: Apache-2.0
"""Published values for a run, from its published.json; the file is absent if none apply."""

from dataclasses import dataclass, field

from starnuma.files import BadInput, load_json

FILE = "published.json"


@dataclass
class Published:
    """Published values of one run; False if there are none."""

    system: str = None  # "baseline" or "starnuma"
    values: dict = field(default_factory=dict)  # statistic path -> value
    derived: set = field(default_factory=set)  # paths of values that are derived from printed ones
    speedup: float = None  # over the baseline
    sharing: dict = field(default_factory=dict)  # {"pages" or "misses": [(sharers, share)]}

    def __bool__(self):
        return bool(self.values)

    def group(self, prefix):
        """Returns {name: value} of the values prefix.name."""
        return {path[len(prefix) + 1:]: value for path, value in self.values.items()
                if path.startswith(prefix + ".")}


def published_of(run):
    file = run.folder / FILE
    if not file.exists():
        return Published()
    document = load_json(file)
    try:
        entries = document["values"].items()
        sharing = {what: [tuple(point) for point in points]
                   for what, points in document.get("sharing", {}).items() if points}
        return Published(document["system"], {path: entry["value"] for path, entry in entries},
                         {path for path, entry in entries if entry["derived"]},
                         document.get("speedup_over_baseline"), sharing)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{file}: not a file of published values") from error
