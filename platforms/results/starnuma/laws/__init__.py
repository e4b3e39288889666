# SPDX-License-Identifier: Apache-2.0
"""Conservation laws between the statistics of a run."""
