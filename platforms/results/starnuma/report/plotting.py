# SPDX-License-Identifier: Apache-2.0
"""Matplotlib as the reports use it: text remains text, and equal input gives equal bytes.

A panel is as wide as a phone; a page places as many side by side as fit.
"""

import io
import os
import re
from pathlib import Path

from markupsafe import escape

from starnuma.report.palette import INK, LINE, SOFT

TREE = Path(__file__).resolve().parents[4]


def keep_font_cache_out_of_home():
    """Selects the build folder for matplotlib's font cache in a source tree."""
    folder = TREE / "build" / "matplotlib"
    if "MPLCONFIGDIR" in os.environ or not (TREE / "CMakeLists.txt").exists():
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if os.access(folder, os.W_OK):
        os.environ["MPLCONFIGDIR"] = str(folder)


keep_font_cache_out_of_home()

import matplotlib  # noqa: E402 (needs the folder above)
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator  # noqa: E402

WIDTH = 360  # panel width, in units of 1/72 inch
PERCENT = ([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])

matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.hashsalt": "starnuma",
    "svg.fonttype": "none",
    "text.parse_math": False,  # a dollar sign in a machine's name is literal
    "font.family": "DejaVu Sans",
    "font.size": 10.5,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "lines.linewidth": 1.7,
    "lines.markersize": 4.5,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "hatch.linewidth": 0.9,
})


def axes_of(height, left=46, right=10, top=8, bottom=38):
    """Returns axes of a panel with these margins."""
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    return figure.add_axes((left / WIDTH, bottom / height, 1 - (left + right) / WIDTH,
                            1 - (bottom + top) / height))


def plain_axes(xlabel, height=200, percent=False, **margins):
    """Returns axes for lines over numbers, from zero."""
    axes = axes_of(height, **margins)
    axes.set_xlabel(xlabel)
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    if percent:
        axes.set_ylim(0, 1.02)
        axes.set_yticks(*PERCENT)
    else:
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        axes.yaxis.set_major_formatter(short)
    return axes


def logarithmic(axes, name, steps):
    """Makes the x or y scale logarithmic, with labels at these multiples of each power of ten."""
    axes.set(**{f"{name}scale": "log"})
    axis = getattr(axes, f"{name}axis")
    axis.set_major_locator(LogLocator(subs=steps, numticks=9))
    axis.set_major_formatter(short)
    axis.set_minor_locator(NullLocator())


def short(value, _=None):
    """Returns a number on an axis: at most five characters."""
    for limit, unit in ((1e9, " G"), (1e6, " M"), (1e4, " k")):
        if abs(value) >= limit:
            return f"{value / (1000 if unit == ' k' else limit):.3g}{unit}"
    return f"{value:,.4g}"


def to_svg(figure, name, title, description):
    """Returns a described image; ids start with its name, because one page holds several images."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True,
                   metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg"):].strip()
    svg = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = re.sub(r"url\(#", f"url(#{name}-", svg)
    svg = re.sub(r"font: (bold |700 |)([\d.]+)px [^;\"]*", r"font: \1\2px var(--font)", svg)
    svg = re.sub(r' width="[^"]*pt"| height="[^"]*pt"', "", svg, count=2)
    head, rest = svg.split(">", 1)
    return (f'{head} role="img" aria-labelledby="{name}-title {name}-desc">\n'
            f'<title id="{name}-title">{escape(title)}</title>\n'
            f'<desc id="{name}-desc">{escape(description)}</desc>{rest}')
