#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hand-written Murphi models as independent evidence: their checks pass, the C++ tables agree with them, and
they detect the mutants.

second_opinion.py ORDER.json VERDICTS.json

- The order: {"hosts", "short", "tables": rows, "mutants": {name: rows of its tables}}.
- The verdicts: [{"name", "result", "failure"}]; empty if rumur or gcc is missing.
- mutants.json states how each mutant is detected: by an edit of a model (model, hosts, edits), by its
  rows, which differ from the model's ("rows"), or why detection is impossible ("outside").
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import device_rows
import rows
import rumur
import socket_rows

MODELS = {"bi_directory": device_rows.DeviceStep, "socket_home": socket_rows.SocketStep}
OUTSIDE = {"bi_directory": device_rows.outside, "socket_home": socket_rows.outside}
TABLES = {"bi_directory": (device_rows.HOST, device_rows.DEVICE, device_rows.CONFLICT),
          "socket_home": (socket_rows.REQUESTER, socket_rows.HOME)}
ROW_HOSTS = 3  # fewer hosts do not reach all rows
KEPT = Path(__file__).with_name("mutants.json")


def verdict(name, result, failure=""):
    return {"name": name, "result": result, "failure": failure}


def of_model(dump, model):
    return [row for row in dump if row["table"] in TABLES[model]]


def hold(model, hosts):
    holds, log = rumur.run(rumur.text_of(model, hosts))
    name = f"{model}, {hosts} hosts"
    found = rumur.STATES.search(log)
    return verdict(name, f"{found[1]} states" if found else "", "" if holds else rumur.why(log))


def differences(model, firings, dump):
    return rows.compare(MODELS[model], firings, of_model(dump, model), OUTSIDE[model])


def same_rows(model, firings, dump):
    complaints = differences(model, firings, dump)
    return verdict(f"{model}, rows of the C++ tables", f"{len(firings)} firings as the rows say",
                   "\n".join(complaints))


def falls_in_model(name, kept):
    holds, log = rumur.run(rumur.text_of(kept["model"], kept["hosts"], kept["edits"]), quick=True)
    return verdict(f"{name}, in {kept['model']}", "" if holds else rumur.why(log),
                   "NOT CAUGHT" if holds else "")


def falls_by_rows(name, firings, dump):
    for model in MODELS:
        complaints = differences(model, firings[model], dump)
        if complaints:
            return verdict(f"{name}, rows", complaints[0])
    return verdict(f"{name}, rows", "", "NOT CAUGHT")


def kept_mutants(names):
    """Returns mutants.json; its names must be those of the mutants."""
    kept = json.loads(KEPT.read_text())
    if odd := set(kept) ^ set(names):
        raise SystemExit(f"{KEPT.name}: a mutant too many, or none for: {', '.join(sorted(odd))}")
    for how in kept.values():
        if "edits" in how:
            rumur.text_of(how["model"], how["hosts"], how["edits"])
    return kept


def opinions(order):
    kept = kept_mutants(order["mutants"])
    with ThreadPoolExecutor(2) as pool:
        held = [pool.submit(hold, model, order["hosts"]) for model in MODELS]
        fired = {model: pool.submit(lambda model=model: list(rumur.firings(model, ROW_HOSTS)))
                 for model in MODELS}
        models = [] if order["short"] else [
            pool.submit(falls_in_model, name, how) for name, how in kept.items() if "edits" in how]
        yield from (done.result() for done in held)
        firings = {model: done.result() for model, done in fired.items()}
        for model in MODELS:
            yield same_rows(model, firings[model], order["tables"])
        for name, how in kept.items():
            if how.get("by") == "rows":
                yield falls_by_rows(name, firings, order["mutants"][name])
        yield from (done.result() for done in models)


def main():
    order, target = sys.argv[1:]
    order = json.loads(Path(order).read_text(encoding="utf-8"))
    verdicts = list(opinions(order)) if rumur.available() else []
    Path(target).write_text(json.dumps(verdicts), encoding="utf-8")


if __name__ == "__main__":
    main()
