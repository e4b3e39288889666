# SPDX-License-Identifier: Apache-2.0
"""Result folders of the starnuma platform as pandas frames.

    import starnuma
    frame = starnuma.load("results/demo")

Every function takes one path or a list of paths. A path is a result folder of `run` or a folder that
contains result folders; `load` takes the result folder of a plan as well. `messages` takes a log of
CXL.mem messages, `requests` its frame. BadInput is raised if a path holds no result folder or a file
cannot be read. The first call imports pandas; the report commands do not import it.
"""

from starnuma.files import BadInput

FRAMES = ("descriptions", "intervals", "latencies", "ledger", "load", "loaded_latency", "memory",
          "phases", "profile", "settings", "worst")
LOGS = ("messages", "requests")
__all__ = ["BadInput", *FRAMES, *LOGS]


def __getattr__(name):
    if name in FRAMES:
        from starnuma import frames
        return getattr(frames, name)
    if name in LOGS:
        from starnuma import cxl_log
        return getattr(cxl_log, name)
    raise AttributeError(f"module 'starnuma' has no attribute '{name}'")


def __dir__():
    return __all__
