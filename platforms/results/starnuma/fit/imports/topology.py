# SPDX-License-Identifier: Apache-2.0
"""Nodes and caches of a box from numactl, lstopo and cxl."""

from starnuma.fit.imports.source import Fact, refuse

USUAL = (32 << 10, 1 << 20)  # bytes of L1 and L2 that fit assumes
CXL_LEAST, CXL_MOST = 0.9, 1.01  # memory of a node by the size of its region: the system keeps some


def nodes_of(facts):
    """Returns {number: node of a box}."""
    masks = cpus_of(facts)
    cores = facts.host["cores"].value if "cores" in facts.host else None
    if cores is None:
        facts.notes.append("each CPU counts as a core, since numactl does not tell threads of a core apart (lstopo --of "
                           "xml does)")
    name_regions(facts, masks)
    nodes = {}
    for number in sorted(facts.nodes["all"].value):
        mask = masks[number]
        if number not in facts.memory:
            refuse(facts.nodes["all"].place, f"missing memory of node {number} (numactl -H or lstopo --of xml)")
        nodes[number] = {
            "node": number, "cpus": ranges(mask),
            "cores": mask.bit_count() if cores is None else (mask & cores).bit_count(),
            "memory": f"{facts.memory[number].value >> 20} MiB", "huge_page_pools": [],
            "distances": facts.distances[number].value if number in facts.distances else []}
        if mask and not nodes[number]["cores"]:
            refuse(facts.nodes["all"].place, f"node {number} has CPUs, but no core has one of them")
    return nodes


def lowest(mask):
    return (mask & -mask).bit_length() - 1


def cpus_of(facts):
    """Returns {node: mask of its CPUs}.

    lstopo gives a node without CPUs the place of a node with CPUs, so that a CPU belongs to the first of its nodes."""
    masks, taken = {}, 0
    for number in sorted(facts.nodes["all"].value):
        near = facts.locality.get(number)
        if number in facts.cpus:
            known = facts.cpus[number]
            if near and known.value & ~near.value:
                refuse(known.place, f"the list of CPUs of node {number} contradicts {near.place}")
            masks[number] = known.value
        else:
            masks[number] = near.value & ~taken
            taken |= masks[number]
    return masks


def name_regions(facts, masks):
    """Notes which node is memory of a CXL region, and checks its size."""
    for name, (region, place) in facts.regions.items():
        node = region["node"] if region["node"] is not None else only_node(facts, masks, region["size"])
        if node is None:
            facts.notes.append(f"the node of CXL {name} is unknown (cxl list -v -X)")
            continue
        if node not in masks:
            refuse(place, f"{name} is memory of node {node}, which {facts.nodes['all'].place} does not list")
        memory = facts.memory.get(node)
        if memory is None:
            facts.memory[node] = memory = Fact(region["size"], place)
        if not masks[node] and memory.value > CXL_MOST * region["size"]:
            refuse(place, f"{name} of {region['size']} B contradicts node {node} of {memory.value} B at {memory.place}")
        facts.notes.append(f"node {node} is memory of CXL {name} on {', '.join(region['devices']) or 'unknown devices'}")
    used = {device for region, _ in facts.regions.values() for device in region["devices"]}
    facts.notes += [f"CXL {name} is in no region, so that no node has its memory" for name in facts.devices
                    if name not in used]


def only_node(facts, masks, size):
    """Returns the only node without CPUs that a region of this size can be; None if there are several or none."""
    able = [number for number, mask in masks.items() if not mask and number in facts.memory
            and CXL_LEAST * size <= facts.memory[number].value <= CXL_MOST * size]
    return able[0] if len(able) == 1 else None


def ranges(mask):
    """Returns the numbers of a mask as "0-3,8"."""
    parts = []
    while mask:
        first = lowest(mask)
        after = first + lowest(~(mask >> first))
        parts.append(str(first) if after == first + 1 else f"{first}-{after - 1}")
        mask = mask >> after << after
    return ",".join(parts)


def count_of(text):
    """Returns the number of CPUs in "0-3,8"."""
    ends = [(first, last or first) for first, _, last in (part.partition("-") for part in text.split(",") if part)]
    return sum(int(last) - int(first) + 1 for first, last in ends)


def caches_of(facts):
    """Returns the caches of a box: one entry for each shape; those of instructions too."""
    if "caches" not in facts.host:
        facts.notes.append("sizes of caches are unknown (lstopo --of xml gives them)")
        return []
    return [{"level": level, "type": kind, "size": f"{size} B", "instances": len(cpus),
             "cpus_per_instance": max(1, max(cpus)), **({"ways": ways} if ways else {})}
            for (level, kind, size, ways), cpus in sorted(facts.host["caches"].value.items())]


def sizes_of(caches, cores, sockets):
    """Returns the bytes of L1, L2 and the last-level caches of a node as fit reads them from a box."""
    found = {}
    for cache in caches:
        if cache["type"] != "instruction":
            found.setdefault(cache["level"], int(cache["size"].split(" ")[0]) *
                             (max(1, cache["instances"] // sockets) if cache["level"] == 3 else 1))
    l1, l2 = found.get(1, USUAL[0]), found.get(2, USUAL[1])
    return l1, max(l2, 2 * l1), max(found.get(3, l2 * cores // 2), 4 * l1, 2 * l2)
