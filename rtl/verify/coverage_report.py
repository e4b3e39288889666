# SPDX-License-Identifier: Apache-2.0
"""Page of the RTL's line, branch, toggle and named coverage as annotated sources. Each line shows its
points, the hits of the rarest one, and the reason why a missed point cannot be hit."""

import functools
import html
import re
from collections import defaultdict
from pathlib import Path

import coverage
import tools

BLOCKS = {"annex": "sn_tlb_annex", "tracker": "sn_tracker_update", "directory": "sn_dir_top"}
KINDS = ("line", "branch", "toggle", "named")
STYLE = """body { font: 14px sans-serif; margin: 2em } pre { margin: 0 } td { padding: 0 .6em }
table.source { border-collapse: collapse; font: 12px monospace } .hit { background: #e6f4e6 }
.hole { background: #fbe3e3 } .why { background: #fdf3d8 } td.n { text-align: right; color: #666 }
table.shares td, table.shares th { border: 1px solid #ccc; padding: .2em .8em; text-align: right }"""


def holes():
    """Returns [block, kind, file, pattern, reason] of each line of coverage_holes.txt."""
    text = (Path(__file__).parent / "coverage_holes.txt").read_text()
    return [line.split(" | ") for line in text.splitlines() if line and not line.startswith("#")]


@functools.cache
def source_lines(file):
    """Returns the lines of a file in rtl/."""
    return next(tools.ROOT.joinpath("rtl").rglob(file)).read_text().splitlines()


def reason(block, point):
    """Returns the reason why a point cannot be hit, or None. A pattern matches the point, or the point
    with its source line: `if column 7: text`."""
    kind, file, line, what = point
    with_source = f"{what}: {source_lines(file)[line - 1].strip()}"
    for of_block, of_kind, of_file, pattern, why in holes():
        if (of_block, of_kind, of_file) == (block, kind, file) and (
                re.fullmatch(pattern, what) or re.fullmatch(pattern, with_source)):
            return why
    return None


def shares(block, hits):
    cells = []
    for kind in KINDS:
        hit, there, missed = coverage.share(hits, kind)
        explained = sum(reason(block, point) is not None for point in missed)
        cells.append(f"<td>{hit} of {there}, {explained} explained</td>")
    return f"<tr><th>{BLOCKS[block]}</th>{''.join(cells)}</tr>"


def source_rows(block, file, points):
    for number, text in enumerate(source_lines(file), 1):
        here = points.get(number, [])
        missed = [point for point, hits in here if hits == 0]
        reasons = sorted({reason(block, point) or "not hit: " + point[3] for point in missed})
        shade = "" if not here else "hit" if not missed else \
            "why" if all(reason(block, point) for point in missed) else "hole"
        least = min((hits for _, hits in here), default="")
        yield (f'<tr class="{shade}"><td class="n">{number}</td><td class="n">{len(here) or ""}</td>'
               f'<td class="n">{least}</td><td><pre>{html.escape(text)}</pre></td>'
               f"<td>{html.escape('; '.join(reasons))}</td></tr>")


def sources(block, hits):
    by_file = defaultdict(lambda: defaultdict(list))
    for point, count in hits.items():
        by_file[point[1]][point[2]].append((point, count))
    for file in sorted(by_file):
        yield (f"<h3>{file} in {BLOCKS[block]}</h3><table class=source><tr><th>line</th><th>points</th>"
               "<th>fewest hits</th><th></th><th></th></tr>"
               + "".join(source_rows(block, file, by_file[file])) + "</table>")


def write(folder, blocks):
    """Writes the page of the runs of these blocks, whose points are in `folder`; returns it."""
    page = Path(folder) / "index.html"
    found = {block: coverage.points(folder, block) for block in blocks}
    head = "".join(f"<th>{kind}</th>" for kind in KINDS)
    page.write_text(
        f"<!doctype html><meta charset=utf-8><title>RTL coverage</title><style>{STYLE}</style>"
        "<h1>RTL coverage</h1><p>Points over all parameter sets and runs. Green: every point of the "
        "line was hit; yellow: the others cannot be, for the reason next to it; red: not hit.</p>"
        f"<table class=shares><tr><th></th>{head}</tr>"
        + "".join(shares(block, hits) for block, hits in found.items()) + "</table>"
        + "".join(text for block, hits in found.items() for text in sources(block, hits)),
        encoding="utf-8")
    return page
