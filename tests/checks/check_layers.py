#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Include rules: prints each forbidden #include with the rule that it breaks. Calls that only `models/kernel` may make."""

import re
from fnmatch import fnmatch

import folders
import tree

BOX = ["models/base/*", "models/accounting/*", "models/protocol/*", "models/timing/*",
       "models/paging/*", "models/ras/*", "models/kernel/*"]

# Room -> patterns of files that it may include. Its own files are always allowed.
MAY_INCLUDE = {
    "models/base": [],
    "models/accounting": ["models/base/*"],
    "models/protocol": ["models/base/*", "models/accounting/*"],
    "models/timing": ["models/base/*"],
    "models/paging": ["models/base/*", "models/timing/*"],
    "models/ras": ["models/base/*"],
    "models/kernel": ["models/base/*", "models/accounting/*"],
    "models/transport": ["models/base/*", "models/accounting/*", "models/timing/*",
                         "models/kernel/*"],
    "models/core": BOX,
    "models/cache": BOX,
    "models/translation": BOX,
    "models/tracking": BOX,
    "models/home_agent": BOX + ["models/transport/queued_channel.h"],
    "models/home": BOX + ["models/home_agent/*"],
    "models/memory": BOX,
    "models/pool": BOX + ["models/home_agent/*"],
    "models/placement": ["models/base/*", "models/accounting/*", "models/paging/*"],
    "models/os": ["models/base/*", "models/accounting/*", "models/protocol/*", "models/kernel/*",
                  "models/paging/*", "models/placement/*", "models/cache/private_snoop.h"],
    "models/observers": ["models/base/*", "models/accounting/*", "models/protocol/*",
                         "models/kernel/*", "models/paging/*"],
    "rtl": ["models/base/*", "models/accounting/*", "models/kernel/*", "models/*_function.h",
            "models/protocol/tracking.h", "models/protocol/cxl/*", "models/protocol/channel.h", "models/protocol/names.h",
            "models/protocol/message.h", "models/transport/two_port.h",
            "models/tracking/counter_annex.h", "models/tracking/tracker_update.h",
            "models/pool/multi_headed_device_base.h"],
    "stimulus/trace/capture/plugin": ["stimulus/trace/capture/wire.h"],  # another licence
    "stimulus": ["models/base/*", "models/accounting/*", "models/core/*"],
    "testbenches": ["models/*", "rtl/*", "stimulus/*"],
    "platforms/config": ["models/base/*"],
    "platforms/assembly": ["models/*", "platforms/config/*"],
    "platforms/analysis": ["models/*", "stimulus/*", "platforms/assembly/*", "platforms/config/*"],
    "platforms/run": ["models/*", "stimulus/*", "platforms/assembly/*", "platforms/analysis/*"],
    "platforms/wave": ["models/base/*", "models/observers/hop*"],
    "platforms/probe": [],
    "platforms/app": ["models/*", "rtl/*", "stimulus/*", "platforms/*", "testbenches/*",
                      "starnuma/*"],
}

# Pattern of a system header -> rooms that may not include it, directly or indirectly.
NOT_IN = {
    r"(systemc|tlm|sysc|tlm_core|tlm_utils)(\.h|/.*)?": [
        "models/base/*", "models/accounting/*", "models/protocol/*", "models/timing/*",
        "models/paging/*", "models/ras/*", "models/placement/*", "stimulus/trace/format/*", "stimulus/trace/tools/*",
        "*_config.h", "*_function.h", "*_timing.h",
    ],
    r"yaml-cpp/.*": ["models/*", "rtl/*", "stimulus/*", "platforms/assembly/*", "platforms/run/*",
                       "platforms/analysis/*", "platforms/app/*"],
}

# Queued delivery may run ahead of SystemC time; the kernel's functions for these calls stop it (models/kernel/now.h).
NOTIFY = re.compile(r"(?:\.|->)notify\((?:\)|sc_core::)|\bsc_time_stamp\(")
NOTIFY_ROOMS, MAY_NOTIFY = ("models/*", "rtl/*", "platforms/assembly/*", "platforms/run/*"), "models/kernel/"

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')


def room_of(name):
    """Returns the room of a file, or None."""
    return next((room for room in MAY_INCLUDE if name.startswith(room + "/")), None)


def matches(name, patterns):
    return any(fnmatch(name, pattern) for pattern in patterns)


def layer_problem(room, included):
    """Returns the rule that forbids `room` to include `included`, or None."""
    if included.startswith(room + "/") or matches(included, MAY_INCLUDE[room]):
        return None
    allowed = " ".join(MAY_INCLUDE[room]) or "nothing"
    return f"{room} may include its own files and: {allowed}"


def way_to(header, name, includes, seen):
    """Returns the chain of includes that leads from `name` to a system header like `header`, or None."""
    if name in seen:
        return None
    seen.add(name)
    for _, quote, included in includes.get(name, []):
        if quote == "<" and re.fullmatch(header, included):
            return [name, f"<{included}>"]
        if quote == '"':
            chain = way_to(header, included, includes, seen)
            if chain:
                return [name] + chain
    return None


def notify_problems(name, lines):
    if not matches(name, NOTIFY_ROOMS) or name.startswith(MAY_NOTIFY):
        return
    for number, line in lines:
        if NOTIFY.search(line.partition("//")[0]):
            yield f"{name}:{number}: use notify_now(), notify_next_delta(), delay_until() and now() of models/kernel/now.h"


def problems(root):
    includes = {}
    for path, name in tree.files(root, *tree.CPP, under=("models", "rtl", "stimulus", "testbenches", "platforms")):
        found = ((number, INCLUDE.match(line)) for number, line in tree.lines(path))
        includes[name] = [(number, m[1], m[2]) for number, m in found if m]
        yield from notify_problems(name, tree.lines(path))
    for name, entries in includes.items():
        room = room_of(name)
        if room is None:
            yield f"{name}:1: no include rule for this folder in {__file__}"
            continue
        for number, quote, included in entries:
            rule = layer_problem(room, included) if quote == '"' else None
            if rule:
                yield f'{name}:{number}: #include "{included}": {rule}'
        for header, places in NOT_IN.items():
            chain = way_to(header, name, includes, set()) if matches(name, places) else None
            if chain:
                yield f"{name}:1: must not reach {chain[-1]}: " + " -> ".join(chain)
    yield from folders.problems(includes)


ACCEPTED = {
    "models/base/ids.h": "#include <cstdint>\n",
    "models/kernel/module.h": '#include <systemc>\n#include "models/base/ids.h"\n',
    "models/paging/page_map.h": '#include "models/base/ids.h"\n',
    "models/translation/tlb.h": "void f() { work_.notify(execution_); }  // not event.notify()\n",
    "models/kernel/now.h": "void f() { event.notify(); }\n",
    "models/placement/policy.h": '#include "models/paging/page_map.h"\n',
    "models/cache/llc.h": '#include "models/kernel/module.h"\n#include "models/cache/set.h"\n',
    "models/home_agent/home_agent.h": "",
    "models/home/socket_home.h": '#include "models/home_agent/home_agent.h"\n',
    "stimulus/programs/bfs/bfs.h": '#include "models/core/thread.h"\n',
    "platforms/config/loader.cpp": "#include <yaml-cpp/yaml.h>\n",
    "platforms/assembly/machine/machine.h": '#include "models/pool/head.h"\n',
}
REJECTED = [
    ("models/cache/a.h", "void f() { event.notify(); }\n"),
    ("platforms/run/a.cpp", "void f() { event->notify(sc_core::SC_ZERO_TIME); }\n"),
    ("models/core/a.h", "void f() { g(sc_core::sc_time_stamp()); }\n"),
    ("stimulus/trace/capture/plugin/a.h", '#include "models/base/ids.h"\n'),
    ("models/base/a.h", '#include "models/kernel/module.h"\n'),
    ("models/timing/a.h", "#include <systemc>\n"),
    ("models/cache/a.h", '#include "models/home_agent/home_agent.h"\n'),
    ("models/home_agent/a.h", '#include "models/home/socket_home.h"\n'),
    ("models/cache/a.h", '#include "set.h"\n'),
    ("models/transport/a.cpp", '  #  include "models/protocol/messages.h"\n'),
    ("models/placement/a.h", '#include "models/translation/tlb.h"\n'),
    ("models/pool/head_function.h", '#include "models/kernel/module.h"\n'),
    ("models/pool/head_config.h", "#include <tlm_utils/simple_target_socket.h>\n"),
    ("models/pool/a.h", "#include <yaml-cpp/yaml.h>\n"),
    ("models/core/a.h", '#include "tests/support/harness.h"\n'),
    ("models/novel/a.h", "\n"),
    ("platforms/assembly/a.h", '#include "platforms/app/cli.h"\n'),
    ("platforms/assembly/a.h", '#include "platforms/run/phases/phases.h"\n'),
    ("models/os/a.h", '#include "models/translation/mmu.h"\n'),
    ("models/paging/a.h", "#include <systemc>\n"),
]

if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED)
