# SPDX-License-Identifier: Apache-2.0
"""The publication's figures and tables: each a plan, ours beside the published values, and a
computed sentence on the difference."""
