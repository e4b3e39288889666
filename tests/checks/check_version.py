#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All files that state the version or its date agree with CMakeLists.txt."""

import re

import tree

OWNER = "CMakeLists.txt"
USERS = ("docs/examples/own_workload/CMakeLists.txt", "docs/examples/tlm_initiator/CMakeLists.txt",
         "docs/guide/build-on-it.md")


def found(root, name, pattern):
    """Returns the pattern's group in a file, or None."""
    path = root / name
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else None
    return match and match[1]


def problems(root):
    version = found(root, OWNER, r"^project\(\w+ VERSION (\S+)")
    date = found(root, OWNER, r"^set\(STARNUMA_RELEASED (\S+)\)")
    if version is None or date is None:
        yield f"{OWNER}: expected project(... VERSION ...) and STARNUMA_RELEASED"
        return
    series = version.rpartition(".")[0]
    for name, pattern, expected in (
            *((user, r"^find_package\(starnuma (\S+) ", series) for user in USERS),
            ("CITATION.cff", r"^version: (.*)$", version),
            ("CITATION.cff", r"^date-released: (.*)$", date),
            ("platforms/results/pyproject.toml", r'^version = "(.*)"$', version),
            ("CHANGELOG.md", r"^- \[(\d[^:]*):", f"{version}](docs/changelog/{version}.md) ({date})"),
            (f"docs/changelog/{version}.md", r"^# (.*)$", f"{version} ({date})")):
        said = found(root, name, pattern)
        if said != expected:
            yield f"{name}: says {said}, {OWNER} says {expected}"


ACCEPTED = {
    OWNER: "project(a VERSION 1.2.3 LANGUAGES C)\nset(STARNUMA_RELEASED 2026-01-02)\n",
    "CITATION.cff": "version: 1.2.3\ndate-released: 2026-01-02\n",
    "platforms/results/pyproject.toml": '[project]\nversion = "1.2.3"\n',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- [1.2.3](docs/changelog/1.2.3.md) (2026-01-02): new\n"
                    "- [1.2.2](docs/changelog/1.2.2.md) (2026-01-01): first\n",
    "docs/changelog/1.2.3.md": "# 1.2.3 (2026-01-02)\n",
    **{user: "find_package(starnuma 1.2 REQUIRED)\n" for user in USERS},
}
REJECTED = [
    ("CITATION.cff", "version: 1.2.2\ndate-released: 2026-01-02\n"),
    ("CITATION.cff", "version: 1.2.3\n"),
    ("platforms/results/pyproject.toml", '[project]\nversion = "1.2.30"\n'),
    ("CHANGELOG.md", "# Changelog\n\n- [1.2.2](docs/changelog/1.2.2.md) (2026-01-01): first\n"),
    ("docs/changelog/1.2.3.md", "# 1.2.3 (2026-01-03)\n"),
    (USERS[0], "find_package(starnuma 1.1 REQUIRED)\n"),
    (OWNER, "project(a LANGUAGES C)\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
