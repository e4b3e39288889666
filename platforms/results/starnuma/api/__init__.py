# SPDX-License-Identifier: Apache-2.0
"""Python functions that run the platform and show its results; `starnuma` exports them.

- `machine` names and checks a machine, `running` executes one run, `grids` a grid of runs.
- `inspection` describes machines, checks files and explains accesses.
- `names` lists machines, workloads and fields for completion.
- `program` finds the command line program and turns its errors into exceptions.
"""
