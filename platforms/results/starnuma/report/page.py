# SPDX-License-Identifier: Apache-2.0
"""A page: sections in one self-contained HTML file; all text is escaped."""

from pathlib import Path

import jinja2
from markupsafe import Markup

from starnuma.report.palette import DARK, LIGHT, themed

TEMPLATES = Path(__file__).parent / "templates"


def page(title, intro, sections, lead=()):
    """Returns the whole document; `lead` has the sentences at its top."""
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True,
                                     trim_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters["themed"] = lambda svg: Markup(themed(svg))  # our own drawings are trusted markup
    style = environment.get_template("style.css.j2").render(light=LIGHT, dark=DARK)
    scripts = [file.read_text(encoding="utf-8") for file in sorted((TEMPLATES / "scripts").glob("*.js"))]
    return environment.get_template("page.html.j2").render(
        title=title, intro=intro, lead=lead, sections=[section for section in sections if section.blocks],
        style=Markup(style), script=Markup('"use strict";\n' + "".join(scripts)))


def write(path, text):
    """Writes a file; removes an incomplete one."""
    path = Path(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError:
        if path.is_file():
            path.unlink()
        raise
