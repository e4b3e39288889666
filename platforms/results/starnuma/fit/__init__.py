# SPDX-License-Identifier: Apache-2.0
"""Machines whose simulated latencies and bandwidths match those of a measured computer."""
