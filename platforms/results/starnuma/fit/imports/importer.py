# SPDX-License-Identifier: Apache-2.0
"""Reads measurement files of any known format and returns a box."""

import yaml

from starnuma.fit.imports import cxl, lstopo, mlc, numactl
from starnuma.fit.imports.assemble import box_of
from starnuma.fit.imports.source import Facts, Source

FORMATS = (lstopo, cxl, numactl, mlc)
HEAD = "# Imported by starnuma fit"  # first line of its files


def import_files(paths):
    """Returns the document of a box from all files. Raises BadInput for the first mistake."""
    facts = Facts()
    for path in paths:
        source = Source(path)
        readers = [each for each in FORMATS if each.MARK.match(source.text) or
                   each in (numactl, mlc) and each.MARK.search(source.text)]
        if not readers:
            source.refuse(0, f"no known format, expected {', '.join(each.NAME for each in reversed(FORMATS))}")
        for reader in readers[:1] if readers[0] in (lstopo, cxl) else readers:
            reader.read(source, facts)
    return box_of(facts, paths)


def text_of(box, paths):
    """Returns the YAML text of a box; a comment names its files."""
    names = ", ".join(ascii(path.name)[1:-1] for path in paths)
    return f"{HEAD} --from {names}\n" + yaml.safe_dump(box, sort_keys=False, width=110)
