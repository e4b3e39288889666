# SPDX-License-Identifier: Apache-2.0
"""Golden numbers of the evaluation: a text file of names and values in the plans' folder."""

from starnuma.files import BadInput, parse_yaml, read

TOLERANCE = 1e-9  # relative; runs are deterministic, but sums may be in another order


def file_of(platforms, size):
    return platforms / "reference" / f"evaluation_{size}.yaml"


def bless(path, numbers):
    lines = ["# SPDX-License-Identifier: Apache-2.0",
             "# Expected results of `starnuma figures`; written by: starnuma figures --bless",
             "kind: reference", "values:", *(f"  {name}: {value!r}" for name, value in
                                             sorted(numbers.items()))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def differences(path, numbers, whole=False):
    """Returns one line per number that differs from the file. If `whole`, `numbers` are complete, and each
    further number of the file is a difference."""
    values = parse_yaml(read(path), path).get("values")
    if not isinstance(values, dict):
        raise BadInput(f"{path}: expected values, a mapping of names and numbers")
    lines = []
    for name, value in sorted(numbers.items()):
        known = values.get(name)
        if known is None:
            lines.append(f"{name}: {value:.6g}, not in {path.name}")
        elif abs(value - known) > TOLERANCE * abs(known):
            lines.append(f"{name}: {value:.6g}, was {known:.6g}")
    if whole:
        gone = sorted(values.keys() - numbers.keys())
        lines += [f"{name}: none, was {values[name]:.6g}" for name in gone]
    return lines
