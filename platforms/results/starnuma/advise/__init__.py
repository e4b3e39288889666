# SPDX-License-Identifier: Apache-2.0
"""Which jobs may share a pool."""
