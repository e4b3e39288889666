# SPDX-License-Identifier: Apache-2.0
"""Matplotlib as this report uses it: fixed style, no display, the same bytes for the same input."""

import io
import os
import re
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def keep_font_cache_out_of_home():
    """Matplotlib keeps a font cache; the build folder takes it, or else a temporary folder."""
    if "MPLCONFIGDIR" in os.environ:
        return
    folder = REPOSITORY / "build" / "matplotlib"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    os.environ["MPLCONFIGDIR"] = str(folder) if writable else tempfile.mkdtemp(prefix="starnuma-")


keep_font_cache_out_of_home()

import matplotlib  # noqa: E402 (needs the folder above)
from matplotlib.figure import Figure  # noqa: E402

INK, SOFT, GRID = "#1f2933", "#616e7c", "#e4e7eb"
RUN_COLOURS = ("#0b6e99", "#d1603d", "#4c956c", "#7b5ea7", "#b8860b", "#555555")

matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.hashsalt": "starnuma",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": SOFT,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "hatch.linewidth": 0.7,
})


def new_figure(height, rows=1, columns=1, **options):
    """A figure of the page's width and its axes."""
    figure = Figure(figsize=(9.6, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def to_svg(figure, name):
    """Inline SVG; ids get the figure's name because many figures share one page."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True,
                   metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg"):].strip()
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{name}-", svg)
    return re.sub(r' width="[^"]*pt"| height="[^"]*pt"', "", svg, count=2)


def standalone(svg):
    """An SVG file: what a page may leave out."""
    return svg if 'xmlns="' in svg else svg.replace(
        "<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
