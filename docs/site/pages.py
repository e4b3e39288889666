# SPDX-License-Identifier: Apache-2.0
"""MkDocs hook: maps the repository's files to pages of the site.

Markdown is written for the repository, where a link may lead to any file. On the site a link to a
source file leads to a page that shows the file, so that the site works without the repository.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
COPIED = (".md", ".svg", ".png")  # files below docs/ that the site contains as they are
LANGUAGES = {".h": "cpp", ".cpp": "cpp", ".sv": "systemverilog", ".yaml": "yaml"}
FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"(`[^`]*`)|(\]\(<?)([^)\s>#]+)")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:|^/", re.IGNORECASE)
ITEM = re.compile(r"^\s*([-*+]|\d+\.)\s")
DECISION = re.compile(r"^decisions/\d")

origins = {}  # page of the site: file of the repository that it shows


def site_path(file):
    """Returns the page or picture of the site that shows a file of the repository."""
    if file in PAGES:
        return PAGES[file]
    if file.startswith("docs/") and file.endswith(COPIED):
        return file[len("docs/"):]
    return f"source/{file}" + ("" if file.endswith(".md") else ".md")


def outside_fences(text):
    """Yields (line, whether it is prose)."""
    fenced = False
    for line in text.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
            yield line, False
        else:
            yield line, not fenced


def target(link, origin):
    """Returns the repository's file or folder that a link on a page leads to."""
    file = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))
    return f"{file}/README.md" if (ROOT / file / "README.md").is_file() else file


def linked_files(text, origin):
    """Yields the repository's files that a page links to."""
    for line, is_prose in outside_fences(text):
        for match in LINK.finditer(line) if is_prose else ():
            if match[3] and not ELSEWHERE.match(match[3]):
                yield target(match[3], origin)


def with_site_links(text, origin, page):
    """Returns the Markdown of a page with links that hold on the site."""
    def replaced(match):
        if not match[3] or ELSEWHERE.match(match[3]):
            return match[0]
        file = site_path(target(match[3], origin))
        return match[2] + posixpath.relpath(file, posixpath.dirname(page) or ".")

    lines, previous = [], ""
    for line, is_prose in outside_fences(text):
        # A list that follows a paragraph line is a list on GitHub; Python-Markdown wants a blank.
        if is_prose and ITEM.match(line) and previous and not ITEM.match(previous) \
                and not previous.startswith((" ", "|")):
            lines.append("")
        lines.append(LINK.sub(replaced, line) if is_prose else line)
        previous = line.rstrip()
    return "\n".join(lines)


def source_page(file):
    """Returns the Markdown that shows a source file or lists a folder; the search leaves it out."""
    head = "---\nsearch:\n  exclude: true\n---\n"
    if (ROOT / file).is_dir():
        names = sorted(path.name for path in (ROOT / file).iterdir())
        return f"{head}# {file}\n\n" + "".join(f"- {name}\n" for name in names)
    text = (ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".md"):
        return head + text
    return f"{head}# {file}\n\n~~~~{LANGUAGES.get(Path(file).suffix, 'text')}\n{text}~~~~\n"


def on_files(files, config):
    origins.clear()
    pending = [f"docs/{page.src_uri}" for page in files.documentation_pages()] + list(PAGES)
    while pending:
        file = pending.pop()
        page = site_path(file)
        if page in origins or not (ROOT / file).exists() or file.endswith((".svg", ".png")):
            continue
        origins[page] = file
        if page.startswith("source/"):
            files.append(File.generated(config, page, content=source_page(file)))
        elif file in PAGES:
            text = (ROOT / file).read_text(encoding="utf-8")
            files.append(File.generated(config, page, content=text))
        if file.endswith(".md"):
            pending += linked_files((ROOT / file).read_text(encoding="utf-8"), file)
    return files


def on_page_markdown(markdown, page, **_):
    uri = page.file.src_uri
    if DECISION.match(uri):
        page.meta.setdefault("search", {"boost": 0.5})
    return with_site_links(markdown, origins[uri], uri)
