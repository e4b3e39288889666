#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site: pages with navigation and a search that needs no server."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
MARK = "search/search_index.js"  # every site has it

sys.path.insert(0, str(ROOT / "platforms" / "results"))
try:
    from starnuma.files import BadInput
    from starnuma.packages import PackageEnvironment, plain_environment
except ImportError as missing:
    sys.exit(f"starnuma: docs: {sys.executable}: {missing}; install python3-yaml or set "
             "STARNUMA_PYTHON")

MKDOCS = PackageEnvironment("docs", "MkDocs", REQUIREMENTS)


def require_replaceable(folder):
    """Raises BadInput unless the folder is absent, empty or a site."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise BadInput(f"{folder}: is a file, expected a folder for the site")
    elif any(folder.iterdir()) and not (folder / MARK).exists():
        raise BadInput(f"{folder}: has files that are not of a documentation site, "
                       "choose another --output")


def build(folder):
    """Builds the site in a temporary folder next to `folder`, then replaces `folder`. Returns the exit code."""
    python = MKDOCS.python()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as place:
        draft = Path(place) / "site"
        done = subprocess.run(
            [python, "-B", "-m", "mkdocs", "build", "--strict", "--config-file",
             ROOT / "mkdocs.yml", "--site-dir", draft],
            # The time that MkDocs puts into compressed files: equal pages give equal bytes.
            env={**plain_environment(), "SOURCE_DATE_EPOCH": "0", "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            problems = [line for line in done.stdout.splitlines() if not line.startswith("INFO")]
            print("\n".join(problems), file=sys.stderr)
            return 1
        draft.chmod(0o755)
        if folder.exists():
            folder.rename(Path(place) / "previous")
        draft.rename(folder)
    return 0


def main():
    parser = argparse.ArgumentParser(prog="starnuma docs", description=__doc__)
    parser.add_argument("--output", "-o", type=Path, metavar="DIR",
                        default=ROOT / "build" / "docs",
                        help="folder of the site (default build/docs)")
    folder = Path(os.path.abspath(parser.parse_args().output))
    try:
        require_replaceable(folder)
    except BadInput as error:
        print(f"starnuma: docs: {error}", file=sys.stderr)
        return 2
    try:
        code = build(folder)
    except BadInput as error:
        print(f"starnuma: docs: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"starnuma: docs: {folder}: {error.strerror}", file=sys.stderr)
        return 1
    if code == 0:
        print(f"open {folder / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
