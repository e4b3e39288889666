#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Records a trace of a real program with 64 threads.

record.py PROGRAM FOLDER.snt [--size ci|demo] [OPTION...]   options as of `starnuma trace record`
record.py --list

Works in a temporary folder, where it makes the program's input and, of the programs whose source is
here, the program. `starnuma` is $STARNUMA, or else that of the same installation or tree."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
THREADS = "64"
# Compiler flags of the programs here (GCC), so that compiled code is the same on every host.
COMPILE = ("g++", "-std=c++20", "-O3", "-fopenmp")
GENOMICS = "10GiB"  # published for FMI and POA
MARKED = ("--roi",)


def up_to(instructions):
    """Returns options for the region from the start of all threads until one has executed a number of
    instructions; for bwa this is seeding."""
    return "--instructions", str(instructions)


# Program -> description; Debian packages; options for its region; memory of the full-size program;
# size -> input, options, and the cache that filters its trace. Sizes are assumed: a ci trace has 2 or
# 3 megabytes.
RECIPES = {
    "fmi": ("bwa mem, 64 threads, on reads simulated from a made genome", ("bwa",), (), GENOMICS,
            {"ci": ((2_000_000, 1600), up_to(250_000), "1KiB"),
             "demo": ((2_000_000, 12800), up_to(2_500_000), "4KiB")}),
    "poa": ("consensus of noisy reads with libspoa", ("libspoa-dev",), MARKED, GENOMICS,
            {"ci": ((1, 96, 2), ("--work", "64 reads"), "1KiB"),
             "demo": ((20, 96, 2), ("--work", "2496 reads"), "8KiB")}),
    "xsbench": ("look-ups of cross-sections, as XSBench makes them", (), MARKED, "5.5GiB",
                {"ci": ((128, 6400), ("--work", "6400 look-ups"), ""),
                 "demo": ((1024, 64000), ("--work", "64000 look-ups"), "")}),
    "cg": ("conjugate gradients, as NPB CG", (), MARKED, "16GiB",
           {"ci": ((8192, 32, 2), ("--work", "16384 rows"), ""),
            "demo": ((65536, 64, 3), ("--work", "196608 rows"), "")}),
}


def starnuma():
    """Returns the command line of this tree, or of the installation that contains this file."""
    for command in (os.environ.get("STARNUMA"), HERE.parents[3] / "starnuma",
                    HERE.parents[2] / "bin" / "starnuma", shutil.which("starnuma")):
        if command and Path(command).is_file():
            return str(Path(command).resolve())
    sys.exit("record.py: there is no starnuma; name it in the environment: STARNUMA=...")


def need(program, packages):
    sys.exit(f"record.py: there is no {program}: apt-get install {' '.join(packages)}")


def reads(folder, packages, bases, count):
    """Returns the arguments of bwa."""
    if not shutil.which("bwa"):
        need("bwa", packages)
    subprocess.run([HERE / "make_reads.py", str(bases), str(count)], cwd=folder, check=True)
    subprocess.run(["bwa", "index", "ref.fa"], cwd=folder, check=True, capture_output=True)
    return ["bwa", "mem", "-t", THREADS, "-o", "out.sam", "ref.fa", "reads.fq"]


def compiled(name, folder, packages, arguments):
    """Compiles a program of this folder to another folder; returns it with its arguments."""
    if not shutil.which(COMPILE[0]):
        need(COMPILE[0], ("g++",))
    if name == "poa" and not Path("/usr/include/spoa/spoa.hpp").exists():
        need("spoa/spoa.hpp", packages)
    headers = [f"-I{each}" for each in (HERE.parent, HERE.parents[2] / "include")]
    libraries = ["-lspoa"] if name == "poa" else []
    subprocess.run([*COMPILE, *headers, HERE / f"{name}.cpp", *libraries, "-o", folder / name],
                   check=True)
    return [f"./{name}", *map(str, arguments)]


def record(name, output, size, options):
    _, packages, region, whole, sizes = RECIPES[name]
    arguments, more, smaller = sizes[size]
    output = Path(output).absolute()
    with tempfile.TemporaryDirectory() as folder:
        if name == "fmi":
            program = reads(folder, packages, *arguments)
        else:
            program = compiled(name, Path(folder), packages, arguments)
        raw = Path(folder) / "raw.snt" if smaller else output
        done = subprocess.run([starnuma(), "trace", "record", "--threads", THREADS, *region, *more,
                               "--full-size", whole, *options, "-o", raw, "--", *program],
                              cwd=folder, check=False).returncode
        if smaller and done == 0:
            done = subprocess.run([starnuma(), "trace", "convert", raw, "--filter", smaller, "-o",
                                   output], check=False).returncode
            print(f"filtered by {smaller:14}{output}")
        return done


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n", 1)[1])
    parser.add_argument("program", choices=RECIPES, nargs="?")
    parser.add_argument("output", nargs="?")
    parser.add_argument("--size", choices=("ci", "demo"), default="ci")
    parser.add_argument("--list", action="store_true")
    arguments, options = parser.parse_known_args()
    if arguments.list:
        for name, recipe in RECIPES.items():
            print(f"{name:8} {recipe[0]}")
        return 0
    if not arguments.output:
        parser.error("expected a program and a folder for its trace")
    return record(arguments.program, arguments.output, arguments.size, options)


if __name__ == "__main__":
    sys.exit(main())
