# SPDX-License-Identifier: Apache-2.0
"""Machines of measured systems beside what was measured: latency under load."""
