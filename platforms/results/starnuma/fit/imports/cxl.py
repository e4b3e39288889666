# SPDX-License-Identifier: Apache-2.0
"""JSON of cxl list -v: devices, regions and, with -X or -vvv, the NUMA node of a region.

JSON is a part of YAML, so that the guarded reader of YAML gives values with their places."""

import re

from starnuma.campaign.places import Document
from starnuma.fit.imports.source import MOST_NODE, Place, put, refuse, shown

NAME = "cxl list"
MARK = re.compile(r"\s*[\[{]")
HUMAN = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,2})?) (KiB|MiB|GiB|TiB)(?: \(.*\))?")
SHIFTS = {"KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}
MOST_BYTES = 64 << 40
MOST_OBJECTS = 4096


def read(source, facts):
    document = Document(source.path, text=source.text)
    found = 0
    for path, value in mappings(document.data):
        place = line_of(document, path)
        if isinstance(value.get("memdev"), str) and not {"position", "endpoint"} & value.keys():
            size = sum(number(document, path, value, key) for key in ("ram_size", "pmem_size") if key in value)
            put(facts.devices, value["memdev"], size, place, f"{size} B of {shown(value['memdev'])}")
            found += 1
        elif isinstance(value.get("region"), str) and "decoder" not in value:
            put(facts.regions, value["region"], region_of(document, path, value), place, f"{shown(value['region'])}")
            found += 1
        if found > MOST_OBJECTS:
            refuse(place, f"more than {MOST_OBJECTS} devices and regions")
    if not found:
        refuse(line_of(document, ()), 'expected a "memdev" or a "region" of cxl list')
    check_devices(facts)


def check_devices(facts):
    """Expects that the devices of a region are listed and large enough."""
    for name, (region, place) in facts.regions.items():
        sizes = [facts.devices[device].value for device in region["devices"] if device in facts.devices]
        gone = [device for device in region["devices"] if device not in facts.devices]
        if facts.devices and gone:
            refuse(place, f"{shown(name)} is on {shown(gone[0])}, which no list of devices has")
        if sizes and not gone and sum(sizes) < region["size"]:
            device = facts.devices[region["devices"][0]].place
            refuse(place, f"{shown(name)} of {region['size']} B contradicts its devices of {sum(sizes)} B at "
                   f"{device}")


def region_of(document, path, value):
    nodes = set()
    for below, each in mappings(value.get("daxregion", {})):
        if "target_node" in each:
            nodes.add(number(document, (*path, "daxregion", *below), each, "target_node", MOST_NODE))
    if len(nodes) > 1:
        refuse(line_of(document, path), f"{shown(value['region'])} is on nodes {', '.join(map(str, sorted(nodes)))}")
    devices = [each["memdev"] for _, each in mappings(value.get("mappings", [])) if isinstance(each.get("memdev"), str)]
    return {"size": number(document, path, value, "size"), "node": min(nodes, default=None), "devices": devices}


def mappings(value, path=()):
    """Yields (path, mapping) of all mappings."""
    if isinstance(value, dict):
        yield path, value
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from mappings(each, (*path, key))


def number(document, path, value, key, most=MOST_BYTES):
    """Returns a whole number or a size as "4.00 GiB (4.29 GB)", which `-u` prints."""
    found = value.get(key, "")
    if isinstance(found, str) and (human := HUMAN.fullmatch(found)):
        found = int(float(human[1]) * (1 << SHIFTS[human[2]]))
    if not isinstance(found, int) or not 0 <= found <= most:
        refuse(line_of(document, (*path, key)), f"expected {key}, a number of 0 to {most}, found {shown(str(found))}")
    return found


def line_of(document, path):
    place = document.at(path)
    return Place(place.file, place.order[1])
