# SPDX-License-Identifier: Apache-2.0
"""Advice on the jobs that may share a pool."""
