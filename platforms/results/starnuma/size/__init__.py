# SPDX-License-Identifier: Apache-2.0
"""Effect of each resource of a machine on a workload, one factor at a time."""
