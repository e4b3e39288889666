# SPDX-License-Identifier: Apache-2.0
"""Boxes from texts of other tools: Intel MLC, numactl -H, lstopo --of xml and cxl list."""
