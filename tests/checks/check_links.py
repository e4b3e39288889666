#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Relative links in Markdown lead to existing files and headings."""

import re
from pathlib import Path
from urllib.parse import unquote

import tree

FENCE = re.compile(r"^\s*(```|~~~)")
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^\s*\[[^\]]+\]:\s*(\S+)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:|^//", re.IGNORECASE)


def prose(path):
    """Yields the numbered lines outside code fences."""
    fenced = False
    for number, line in tree.lines(path):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(path):
    """Returns the anchors of a Markdown page's headings."""
    names = set()
    for _, line in prose(path):
        heading = HEADING.match(line)
        if heading:
            words = re.sub(r"[^\w\- ]", "", heading[1].lower())
            names.add(words.replace(" ", "-"))
    return names


def broken(root, page, link):
    """Returns the error of a link, or None."""
    target, _, anchor = unquote(link).partition("#")
    base = root if target.startswith("/") else page.parent
    path = Path(base / target.lstrip("/")).resolve() if target else page
    if not path.exists():
        return "does not exist"
    if anchor and path.suffix == ".md" and anchor not in anchors(path):
        return "has no such heading"
    return None


def problems(root):
    for page, name in tree.files(root, ".md"):
        for number, line in prose(page):
            for match in LINK.finditer(CODE.sub("", line)):
                link = match[1] or match[2]
                reason = None if ELSEWHERE.match(link) else broken(root, page, link)
                if reason:
                    yield f"{name}:{number}: {link} {reason}"


ACCEPTED = {
    "docs/glossary.md": "# Glossary\n\n## Back-Invalidate (BI)\n",
    "README.md": "[g](docs/glossary.md#back-invalidate-bi) [here](#top)\n# Top\n`[x](y)`\n"
                 "```\n[no](no.md)\n```\n[web](https://example.org/a.md)\n",
}
REJECTED = [
    ("docs/a.md", "[x](missing.md)\n"),
    ("docs/a.md", "![x](glossary.md#nowhere)\n"),
    ("docs/a.md", "[x]: ../missing.md\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
