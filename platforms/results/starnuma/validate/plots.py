# SPDX-License-Identifier: Apache-2.0
"""One figure per system: measured curves dashed, ours solid, a colour for each read share."""

from starnuma.report import standalone
from starnuma.report.content import Figure, Swatch
from starnuma.report.lines import Line, panel


def figure(system, ours):
    """Returns the figure; `ours` is {read share: Curve}."""
    lines, described = [], []
    for index, (share, measured) in enumerate(system.curves.items()):
        for curve, dashed in ((measured, True), (ours[share], False)):
            lines.append(Line(index, *map(list, zip(*curve.points)), dashed=dashed))
        described.append(f"{share} % reads: {ours[share].saturated:.3g} GB/s at most, measured "
                         f"{measured.saturated:.3g}")
    svg = panel(f"validate_{system.name}", system.title, "; ".join(described),
                "bandwidth, GB/s, and latency, ns; dashed: measured", lines, height=260)
    legend = [(f"{share} % reads", Swatch(index)) for index, share in enumerate(system.curves)]
    return Figure(f"validate_{system.name}", [svg], legend)


def write(system, ours, folder):
    """Writes the figure of a system and returns it."""
    drawn = figure(system, ours)
    (folder / f"{system.name}.svg").write_text(standalone.file_of(drawn), encoding="utf-8")
    return drawn
