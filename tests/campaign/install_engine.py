#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Installs Snakemake for the tests of plans, once; skipped if PyPI is unreachable."""

import sys

from starnuma.campaign.environment import ENGINE
from starnuma.files import BadInput

try:
    print(ENGINE.python())
except BadInput as error:
    print(error)
    sys.exit(77)
