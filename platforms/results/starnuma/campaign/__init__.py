# SPDX-License-Identifier: Apache-2.0
"""Plans: grids of runs that Snakemake executes once each, on this host or on a cluster.

- `plan` reads a plan.
- `grid` lists its runs.
- `cache` stores results under a hash of their configuration.
- `engine` executes the missing runs with Snakemake.
- `results` and `pages` present the results.
"""
