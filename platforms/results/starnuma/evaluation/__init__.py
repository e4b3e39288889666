# SPDX-License-Identifier: Apache-2.0
"""Figures and tables of the publication. Each is a plan whose results are compared with published values; a
computed sentence explains the difference."""
