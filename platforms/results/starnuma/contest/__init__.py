# SPDX-License-Identifier: Apache-2.0
"""Commands that compare runs: of machines, of policies, over the values of a field."""
