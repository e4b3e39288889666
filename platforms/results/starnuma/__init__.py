# SPDX-License-Identifier: Apache-2.0
"""Result folders of the starnuma platform as pandas frames.

    import starnuma
    frame = starnuma.load("results/demo")

Every function takes a folder or several: result folders of `run`, or folders that hold some.
Frames load pandas when first asked for, which the reports never do.
"""

from starnuma.files import BadInput

FRAMES = ("descriptions", "intervals", "latencies", "ledger", "load", "loaded_latency", "memory",
          "phases", "profile", "settings", "worst")
__all__ = ["BadInput", *FRAMES]


def __getattr__(name):
    if name in FRAMES:
        from starnuma import frames
        return getattr(frames, name)
    raise AttributeError(f"module 'starnuma' has no attribute '{name}'")


def __dir__():
    return __all__
