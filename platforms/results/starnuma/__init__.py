# SPDX-License-Identifier: Apache-2.0
"""The starnuma platform in Python: runs, grids of runs, and result folders as pandas frames.

    import starnuma as sn
    result = sn.run(sn.machine("starnuma16", {"pool.device.snoop_filter_size": "8 MiB"}), "bfs:scale=14")
    frame = sn.load("results/demo")

`machine`, `run`, `grid`, `describe`, `check` and `explain` call the command line program; they raise
InputError, with file and line, and RunError. `machines`, `workloads` and `fields` list names.

Every function that returns a frame takes one path or a list of paths. A path is a result folder of `run` or a folder that
contains result folders; `load` takes the result folder of a plan as well. `messages` takes a log of
CXL.mem messages, `requests` its frame. BadInput is raised if a path holds no result folder or a file
cannot be read. The first call imports pandas; the report commands do not import it.
"""

import importlib
from typing import TYPE_CHECKING, Any

from starnuma.files import BadInput as BadInput

if TYPE_CHECKING:  # `as` marks what users may import
    from starnuma.api.errors import InputError as InputError, Problem as Problem, RunError as RunError
    from starnuma.api.grids import Column as Column, Grid as Grid, grid as grid
    from starnuma.api.inspection import Description as Description, Explanation as Explanation
    from starnuma.api.inspection import check as check, describe as describe, explain as explain
    from starnuma.api.machine import Machine as Machine, machine as machine
    from starnuma.api.names import fields as fields, machines as machines, workloads as workloads
    from starnuma.api.result import Result as Result, Stats as Stats
    from starnuma.api.running import run as run

# Name -> module.
API = {"machine": "machine", "run": "running", "grid": "grids", "describe": "inspection", "check": "inspection",
       "explain": "inspection", "machines": "names", "workloads": "names", "fields": "names",
       "Machine": "machine", "Result": "result", "Stats": "result", "Grid": "grids", "Column": "grids",
       "Description": "inspection", "Explanation": "inspection", "InputError": "errors", "RunError": "errors",
       "Problem": "errors"}
FRAMES = ("descriptions", "intervals", "latencies", "ledger", "load", "loaded_latency", "memory",
          "phases", "profile", "settings", "worst")
LOGS = ("messages", "requests")
__all__ = ["BadInput", *API, *FRAMES, *LOGS]


def __getattr__(name: str) -> Any:
    if name in API:
        return getattr(importlib.import_module(f"starnuma.api.{API[name]}"), name)
    if name in FRAMES:
        from starnuma import frames
        return getattr(frames, name)
    if name in LOGS:
        from starnuma import cxl_log
        return getattr(cxl_log, name)
    raise AttributeError(f"module 'starnuma' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
