# SPDX-License-Identifier: Apache-2.0
"""Compares machines side by side with the first one."""

from starnuma.contest.columns import SEEDS_NOTE, latency_table, policy_rows, summary_lines, table
from starnuma.contest.contest import take_part
from starnuma.contest.machines import write_folder


def write(contest):
    runs, base = contest.first_runs(), contest.entrants[0]
    warnings = [f"Warning: {line}\n" for run in runs for line in summary_lines(run, "Warning: ")]
    mixed = contest.mixed([entrant.name for entrant in contest.entrants], base)
    text = "".join([f"{contest.workload}, {contest.seeds_text()}\n",
                    f"Measured in each run: {summary_lines(runs[0], 'Measured: ')[0]}\n", *warnings,
                    policy_rows(contest.entrants), "\n", table(contest, contest.entrants, base), "\n",
                    latency_table(contest), *(["\n", mixed.text()] if mixed else []),
                    SEEDS_NOTE if contest.many_seeds else ""])
    write_folder(contest, {entrant.name: base for entrant in contest.entrants}, text, mixed=mixed)
    return text


if __name__ == "__main__":
    take_part(__doc__, write, "compare.json")
