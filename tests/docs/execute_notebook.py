# SPDX-License-Identifier: Apache-2.0
"""Executes a notebook in a folder and prints it with its outputs; fails with the first cell that fails."""

import sys

import nbclient
import nbformat


def main():
    file, folder = sys.argv[1:]
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": folder}}).execute()
    print(nbformat.writes(notebook))


if __name__ == "__main__":
    main()
