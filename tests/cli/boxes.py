# SPDX-License-Identifier: Apache-2.0
"""Box files as `probe` would write them for computers of several kinds."""

import json

LEVELS = ((1, "data", "32 KiB", 8), (2, "unified", "1 MiB", 16), (3, "unified", "8 MiB", 16))
CHAINS = ((16, 1, 1.5), (512, 2, 5.0), (4096, 3, 20.0))


def spread(value, unit):
    return {name: f"{value} {unit}" for name in ("median", "min", "max")}


def box(cores, idle, bandwidth):
    """Returns a box.

    cores      number of cores by node; 0 for memory alone idle       ns by pair of nodes bandwidth  GB/s
    by pair of nodes and number of cores"""
    sockets = sum(count > 0 for count in cores)
    caches = [{"level": level, "type": kind, "size": size, "ways": ways,
               "instances": sockets if level == 3 else sum(cores),
               "cpus_per_instance": sum(cores) // sockets if level == 3 else 1}
              for level, kind, size, ways in LEVELS]
    nodes = [{"node": node, "cpus": "", "cores": count, "memory": "16384 MiB",
              "huge_page_pools": [], "distances": []} for node, count in enumerate(cores)]
    return {
        "kind": "box", "version": 1, "notes": [],
        "host": {"processor": "Some Processor", "architecture": "x86_64", "kernel": "6.1",
                 "virtual": False, "transparent_huge_pages": "always"},
        "method": {"repetitions": 3, "time_given": "4 s", "time_taken": "4 s", "clock": "",
                   "latency": "", "bandwidth": "", "loaded_latency": "",
                   "memories": [{"memory": 0, "placement": "bound", "chain": "64 MiB",
                                 "stream": "64 MiB"}]},
        "topology": {"packages": sockets, "cores": sum(cores), "cpus": sum(cores), "line": "64 B",
                     "caches": caches, "nodes": nodes},
        "core_clock": spread(3.0, "GHz"),
        "cache_latency": [{"size": f"{size} KiB", "level": level, "latency": spread(ns, "ns")}
                          for size, level, ns in CHAINS],
        "idle_latency": [{"cpus": a, "memory": b, "latency": spread(ns, "ns")}
                         for (a, b), ns in idle.items()],
        "bandwidth": [{"cpus": a, "memory": b, "cores": count, "read_share": "100 %",
                       "bandwidth": spread(rate, "GB/s")}
                      for (a, b, count), rate in bandwidth.items()],
        "loaded_latency": [],
    }


ONE_SOCKET = box([8], {(0, 0): 90.0}, {(0, 0, 1): 12.0, (0, 0, 8): 60.0})
SLOW_LAST_LEVEL_CACHE = {
    **box([8], {(0, 0): 70.0}, {(0, 0, 1): 12.0, (0, 0, 8): 60.0}),
    "cache_latency": [{"size": f"{size} KiB", "level": level, "latency": spread(ns, "ns")}
                      for size, level, ns in (*CHAINS[:2], (4096, 3, 37.0))]}
TWO_SOCKETS_AND_EXPANDER = box(
    [4, 4, 0],
    {(0, 0): 95.0, (0, 1): 150.0, (1, 0): 150.0, (1, 1): 95.0, (0, 2): 260.0, (1, 2): 260.0},
    {(0, 0, 1): 10.0, (0, 0, 4): 30.0, (1, 1, 1): 10.0, (1, 1, 4): 30.0, (0, 1, 4): 18.0,
     (1, 0, 4): 18.0, (0, 2, 4): 14.0, (1, 2, 4): 14.0})


def write(file, content):
    file.write_text(json.dumps(content), encoding="utf-8")
