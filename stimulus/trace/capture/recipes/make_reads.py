#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a synthetic genome, ref.fa, and simulated reads, reads.fq, to the current folder.

make_reads.py BASES READS: as many bases and reads of 150 bases, two of each at random. The same numbers
give the same bytes."""

import random
import sys

READ, LINE, SEED = 150, 80, 1


def main(bases, reads):
    random.seed(SEED)
    genome = "".join(random.choices("ACGT", k=bases))
    with open("ref.fa", "w", encoding="ascii") as file:
        file.write(">made\n")
        for at in range(0, bases, LINE):
            file.write(genome[at:at + LINE] + "\n")
    with open("reads.fq", "w", encoding="ascii") as file:
        for number in range(reads):
            at = random.randrange(bases - READ)
            read = list(genome[at:at + READ])
            for _ in range(2):
                read[random.randrange(READ)] = random.choice("ACGT")
            file.write(f"@read{number}\n{''.join(read)}\n+\n{'I' * READ}\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]))
