# SPDX-License-Identifier: Apache-2.0
"""Latency under load: machines of measured systems compared with the measurements."""
