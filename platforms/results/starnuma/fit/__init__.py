# SPDX-License-Identifier: Apache-2.0
"""A machine that answers as a measured box does."""
