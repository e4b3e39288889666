#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Installs Snakemake for the tests of plans, once; skipped where PyPI cannot be had."""

import sys

from starnuma.campaign import environment
from starnuma.files import BadInput

try:
    print(environment.ready())
except BadInput as error:
    print(error)
    sys.exit(77)
