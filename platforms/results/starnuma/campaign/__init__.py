# SPDX-License-Identifier: Apache-2.0
"""Plans: grids of runs, each made once, by Snakemake, on this host or on a cluster.

`plan` reads a plan, `grid` makes its runs, `cache` keeps what they left under the hash of what they
were asked for, `engine` has Snakemake run what is missing, `results` and `pages` show what came out.
"""
