# SPDX-License-Identifier: Apache-2.0
"""Installs Snakemake, the engine of plans, in its own environment."""

from pathlib import Path

from starnuma.packages import PackageEnvironment

ENGINE = PackageEnvironment("engine", "Snakemake", Path(__file__).with_name("requirements.txt"))
