# SPDX-License-Identifier: Apache-2.0
"""The example files of the documentation and the page that lists them."""

import os
import re
from pathlib import Path

DOCS = Path(os.environ["STARNUMA_HOME"]) / "docs"
EXAMPLES = DOCS / "examples"
PAGE = DOCS / "start" / "examples.md"
ROW = re.compile(r"^\| \[`([^`]+)`\]\(\.\./examples/([^)]+)\) \| ([A-Z][^|]+\.) \|$", re.MULTILINE)


def listed():
    """Returns {file below EXAMPLES: sentence} of the page."""
    return {name: sentence for name, _, sentence in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def files_of(kind):
    """Returns the example files in the folder `kind`, one line for a trace's folder."""
    return sorted((EXAMPLES / kind).iterdir())
