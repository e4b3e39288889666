# SPDX-License-Identifier: Apache-2.0
"""Progress of runs: a bar in a notebook, one line on a terminal, nothing elsewhere."""

from __future__ import annotations

import contextvars
import html
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

EVERY = 0.4  # seconds
ERASE = "\r\033[K"
Shown = tuple[float, str]  # finished share, and a text


class Display:
    """Destination of progress; `notebook` is the display of a notebook, else None."""

    def __init__(self, notebook: Any | None, terminal: bool) -> None:
        self.notebook, self.terminal = notebook, terminal

    def show(self, share: float, text: str) -> None:
        if self.notebook is not None:
            self.notebook.update({"text/plain": text, "text/html":
                                  f'<progress value="{share:.3f}" max="1"></progress> {html.escape(text)}'}, raw=True)
        elif self.terminal:
            print(f"{ERASE}{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.notebook is not None:
            self.notebook.update({"text/plain": ""}, raw=True)
        elif self.terminal:
            print(ERASE, end="", file=sys.stderr, flush=True)


def display_of(wanted: bool, terminal: bool) -> Display:
    """Returns the display of this process.

    terminal  whether a terminal gets a line here; the engine of grids writes its own"""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if not wanted:
        return Display(None, False)
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import display
        return Display(display({"text/plain": ""}, raw=True, display_id=True), False)
    return Display(None, terminal and sys.stderr.isatty())


@contextmanager
def watched(display: Display, look: Callable[[], Shown]) -> Iterator[None]:
    """Shows the result of `look` again and again until the block ends."""
    over = threading.Event()

    def redraw() -> None:
        while not over.wait(EVERY):
            display.show(*look())

    thread = threading.Thread(target=contextvars.copy_context().run, args=(redraw,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        display.clear()
