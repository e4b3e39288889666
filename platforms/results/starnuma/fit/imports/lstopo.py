# SPDX-License-Identifier: Apache-2.0
"""XML of lstopo --of xml (hwloc 1 to 3): nodes, cores, caches and the processor.

Guards of XML: a document type without definitions, no entities, at most MOST_LEVELS levels and MOST_OBJECTS
elements. Nothing outside the file is read."""

import re
from xml.parsers import expat

from starnuma.fit.imports.source import MOST_NODE, put, shown
from starnuma.fit.imports.numactl import DIFFERENCE

NAME = "lstopo --of xml"
MARK = re.compile(r"\s*<")
MOST_LEVELS, MOST_OBJECTS, MOST_WORDS = 64, 100_000, 2048
MOST_BYTES = 64 << 40
CACHE = re.compile(r"L([1-8])(i?)Cache")
TYPES = {"0": "unified", "1": "data", "2": "instruction"}
ENTITY = re.compile("&(?!(amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)")
CLOCK = re.compile(r"@\s*([0-9]\.[0-9]{1,3})\s*GHz")


def read(source, facts):
    Reader(source, facts).read()


class Reader:
    """Objects of a topology, noted as the parser meets them."""

    def __init__(self, source, facts):
        self.source, self.facts = source, facts
        self.parser = expat.ParserCreate("UTF-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = lambda *_: self.refuse("an entity is declared, expected none")
        self.levels = self.objects = self.packages = 0
        self.nodes, self.caches, self.cores = {}, {}, 0  # cores: mask of the lowest CPU of each

    def index(self):
        return self.parser.CurrentLineNumber - 1

    def refuse(self, message):
        self.source.refuse(self.index(), message)

    def read(self):
        if found := ENTITY.search(self.source.text):
            self.source.refuse(self.source.text.count("\n", 0, found.start()), "an entity, expected none")
        try:
            self.parser.Parse(self.source.text, True)
        except expat.ExpatError as error:
            self.source.refuse(error.lineno - 1, f"XML: {expat.ErrorString(error.code)}")
        if not self.nodes:
            self.refuse('expected an object of type="NUMANode"')
        facts, last = self.facts, self.source.place(self.index())
        names = ", ".join(map(str, sorted(self.nodes)))
        put(facts.nodes, "all", set(self.nodes), last, f"the list of nodes {names}")
        put(facts.host, "cores", self.cores, last, "the list of cores")
        put(facts.host, "packages", max(1, self.packages), last, "the number of packages")
        put(facts.host, "caches", self.caches, last, "the list of caches")

    def doctype(self, name, system, public, internal):
        if internal or name != "topology":
            self.refuse('expected <!DOCTYPE topology SYSTEM "hwloc2.dtd"> without definitions')

    def start(self, tag, attributes):
        self.levels += 1
        self.objects += 1
        if self.levels > MOST_LEVELS or self.objects > MOST_OBJECTS:
            self.refuse(f"more than {MOST_LEVELS} levels or {MOST_OBJECTS} elements")
        if self.levels == 1 and tag != "topology":
            self.refuse(f"expected <topology> of lstopo, found {shown(tag)}")
        if tag == "info":
            self.note_info(attributes.get("name"), attributes.get("value", ""))
        elif tag == "object":
            self.note_object(attributes.get("type", ""), attributes)

    def end(self, tag):
        self.levels -= 1

    def note_info(self, name, value):
        """Notes what a box has of the host; the name of the host is left out."""
        key = {"CPUModel": "processor", "Architecture": "architecture", "OSRelease": "kernel"}.get(name)
        if key:
            self.facts.host.setdefault(key, value[:100])
        if name == "CPUModel" and (clock := CLOCK.search(value)):
            self.facts.host.setdefault("stated clock", float(clock[1]))
        if name == "FrequencyBaseMHz":
            self.facts.host.setdefault("stated clock", self.number(name, value, 100, 10_000) / 1000)

    def note_object(self, kind, attributes):
        if kind == "NUMANode":
            self.note_node(attributes)
        elif kind in ("Package", "Socket"):
            self.packages += 1
        elif kind == "Core":
            mask = self.cpus(attributes)
            self.cores |= mask & -mask
        elif kind == "Cache" or CACHE.fullmatch(kind):
            self.note_cache(attributes)

    def note_node(self, attributes):
        number = self.number("os_index", attributes.get("os_index", ""), 0, MOST_NODE)
        if number in self.nodes:
            self.refuse(f"a second node {number}, the first is in line {self.nodes[number] + 1}")
        self.nodes[number] = self.index()
        place = self.source.place(self.index())
        put(self.facts.locality, number, self.cpus(attributes), place, f"the list of CPUs of node {number}")
        memory = self.number("local_memory", attributes.get("local_memory", "0"), 0, MOST_BYTES)
        put(self.facts.memory, number, memory, place, f"memory of {memory} B of node {number}", DIFFERENCE)

    def note_cache(self, attributes):
        level = self.number("depth", attributes.get("depth", ""), 1, 8)
        size = self.number("cache_size", attributes.get("cache_size", ""), 0, 1 << 40)
        line = self.number("cache_linesize", attributes.get("cache_linesize", "64"), 0, 4096)
        ways = attributes.get("cache_associativity", "0")
        kind = TYPES.get(attributes.get("cache_type", "0"))
        if kind is None:
            self.refuse(f"expected cache_type 0, 1 or 2, found {shown(attributes['cache_type'])}")
        if line not in (0, 64):
            self.refuse(f"lines of {line} B, expected 64 B")
        if size:
            shape = level, kind, size, 0 if ways == "-1" else self.number("cache_associativity", ways, 0, 65536)
            self.caches.setdefault(shape, []).append(self.cpus(attributes).bit_count())

    def number(self, name, text, least, most):
        if not re.fullmatch("[0-9]{1,18}", text) or not least <= int(text) <= most:
            self.refuse(f"expected {name}, a number of {least} to {most}, found {shown(text)}")
        return int(text)

    def cpus(self, attributes):
        """Returns the mask of a cpuset as "0xff" or, 32 at a time from the highest on, "0x1,0xffffffff"."""
        words = attributes.get("cpuset", "0x0").split(",")
        if len(words) > MOST_WORDS or not all(re.fullmatch("(0x[0-9a-f]{1,8})?", word) for word in words):
            self.refuse(f"expected cpuset, masks of 32 CPUs as 0x0000000f, found {shown(attributes['cpuset'])}")
        return int("".join(word[2:].zfill(8) for word in words), 16)
