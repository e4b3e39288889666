# SPDX-License-Identifier: Apache-2.0
"""A drawing of the machine: sockets, chassis, links, switches, heads; links by utilisation.

From top to bottom: pool devices with their heads, switches, the fabric switch between servers,
memory nodes, sockets by chassis, FLEX ASICs, NUMALinks. Linked switches have a row for each number of
links from the sockets.
"""

from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Arc, FancyBboxPatch

from starnuma.report.content import Figure, Panel
from starnuma.report.palette import INK, LIGHT, LINE, SOFT
from starnuma.report.plotting import to_svg
from starnuma.report.wiring import numbers, wiring_of

BUSY = LinearSegmentedColormap.from_list("busy", ["#b4bcc6", "#4a90c2", "#e08e45", "#b3261e"],
                                         N=32)
GAP = 0.6  # between chassis, in sockets
LEVEL = 0.95  # height of a row above the sockets


def drawings(runs, names=None):
    """Returns one picture per run that has links, with these titles, or its machine's."""
    pictures = []
    for number, (run, name) in enumerate(zip(runs, names or [run.name for run in runs])):
        wiring = wiring_of(run)
        if wiring:
            pictures.append(Panel(name, draw(wiring, f"machine{number}", name)))
    return [Figure("machine", pictures, wide=True)] if pictures else []


def draw(wiring, name, title):
    picture = Picture(wiring)
    picture.place_sockets()
    picture.place_above()
    picture.draw_links()
    picture.draw_boxes()
    return picture.svg(name, title)


class Picture:
    """Picture of a machine: boxes are placed first, then links are drawn, then boxes above them."""

    def __init__(self, wiring):
        self.wiring = wiring
        self.at = {}  # node -> (left, right, bottom, top)
        self.ends = {}  # (node above, node below) -> x of their links
        self.figure, self.axes = None, None
        self.top = 0.5
        self.label_size = 8 if wiring.sockets <= 20 else 6

    def place_sockets(self):
        x = 0.0
        for chassis, (first, count) in enumerate(self.wiring.chassis()):
            for i in range(count):
                self.at[f"socket{first + i}"] = (x + i - 0.36, x + i + 0.36, -0.28, 0.28)
            asics = self.wiring.asics_per_chassis
            for i in range(asics):
                middle = x + (i + 0.5) * count / asics - 0.5
                half = min(0.36, 0.45 * count / asics)
                self.at[f"asic{chassis * asics + i}"] = (middle - half, middle + half, -1.3, -0.95)
            x += count + GAP
        self.width = x - GAP

    def place_above(self):
        """Places a bar for each memory node, switch and pool device above the sockets that it serves."""
        devices = self.wiring.nodes("pool")
        self.top = 0.75 if self.wiring.sockets > 2 else 0.3
        for node in [*self.wiring.nodes("memory_node"), *self.wiring.nodes("fabric_switch")]:
            self.place_bar(node, self.sockets_below(node))
        if self.wiring.fabric():
            self.place_fabric(devices)
            return
        for device in devices:
            switches = [s for s in self.wiring.nodes("switch")
                        if len(devices) == 1 or s.startswith(device + "_")]
            for switch in switches:
                self.place_bar(switch, self.sockets_below(switch), advance=switch == switches[-1])
            self.place_bar(device, self.wiring.nodes("socket") or ["socket0"])
        uppers = [*self.wiring.nodes("memory_node"), *self.wiring.nodes("fabric_switch"), *devices]
        for index, upper in enumerate(uppers):
            self.offset = (index - (len(uppers) - 1) / 2) * 0.6 / max(len(uppers), 1)
            for edge in self.wiring.edges:
                if upper in (edge.a, edge.b) or edge.b.startswith(f"{upper}_switch") or (
                        len(devices) == 1 and upper == devices[0] and "switch" in edge.b):
                    self.ends[edge.b, edge.a] = self.offset

    def place_fabric(self, devices):
        """Places the rows of linked switches, and a row of all devices, with equal boxes in each row."""
        for row in [*self.wiring.fabric(), devices]:
            step = (self.width - 1) / len(row)
            for i, node in enumerate(row):
                left = -0.36 + i * step
                self.at[node] = (left, left + min(0.9 * step, 3), self.top, self.top + 0.38)
            self.top += 1.5 * LEVEL

    def sockets_below(self, node):
        return sorted((e.a for e in self.wiring.edges if e.b == node and e.a.startswith("socket")),
                      key=numbers)

    def place_bar(self, node, sockets, advance=True):
        left = min(self.at[s][0] for s in sockets)
        right = max(self.at[s][1] for s in sockets)
        self.at[node] = (left, right, self.top, self.top + 0.38)
        self.top += LEVEL if advance else 0

    def draw_links(self):
        depth = self.arc_depth()
        height = self.top + 0.15 + 1.55 + depth
        self.figure = Drawing(figsize=(9.6, max(1.5, 0.52 * height + 0.35)), layout="constrained")
        self.axes = self.figure.subplots()
        self.axes.set_xlim(-1.9, self.width + 0.1)
        self.axes.set_ylim(-1.55 - depth, self.top)
        self.axes.axis("off")
        for edge in sorted(self.wiring.edges, key=lambda e: max(e.busy)):
            if edge.a.startswith("asic"):
                self.arc(edge, self.at[edge.a][2], -1)
            elif edge.b.startswith("socket"):
                self.between_sockets(edge)
            elif self.wiring.fabric() and "switch" in edge.a + edge.b:
                self.slanted(edge)
            else:
                self.straight(edge)

    def slanted(self, edge):
        """Draws the links of a fabric as lines between the middles of boxes; switches of a row meet at their sides."""
        low, high = sorted((self.at[edge.a], self.at[edge.b]), key=lambda box: (box[2], box[0]))
        same = low[2] == high[2]
        ends = ((low[1], high[0]), (low[2] + 0.19,) * 2) if same else (
            ((low[0] + low[1]) / 2, (high[0] + high[1]) / 2), (low[3], high[2]))
        for i, busy in enumerate(sorted(edge.busy)):
            shift = 0.06 * (i - (len(edge.busy) - 1) / 2)
            moved = (ends[0], [y + shift for y in ends[1]]) if same else ([x + shift for x in ends[0]], ends[1])
            self.axes.plot(*moved, color=BUSY(busy), linewidth=1.3, zorder=0.5, gid=edge.id(i))

    def arc_depth(self):
        return 0.3 + 0.09 * self.width if self.wiring.between("asic", "asic") else 0

    def middle(self, node):
        return (self.at[node][0] + self.at[node][1]) / 2

    def between_sockets(self, edge):
        left, right = sorted((edge.a, edge.b), key=self.middle)
        if self.middle(right) - self.middle(left) < 1.5:
            self.axes.plot([self.at[left][1], self.at[right][0]], [0, 0],
                           color=BUSY(max(edge.busy)), linewidth=2, gid=edge.id())
        else:
            self.arc(edge, self.at[left][3], 1)

    def arc(self, edge, y, side):
        """Draws half an ellipse between two boxes; its depth grows with their distance."""
        a, b = sorted((self.middle(edge.a), self.middle(edge.b)))
        half = min(0.42, 0.14 * (b - a)) if side > 0 else 0.25 + 0.085 * (b - a)
        angles = (0, 180) if side > 0 else (180, 360)
        self.axes.add_patch(Arc(((a + b) / 2, y), b - a, 2 * half, theta1=angles[0],
                                theta2=angles[1], color=BUSY(max(edge.busy)), gid=edge.id(),
                                linewidth=1.3 if len(self.wiring.edges) < 120 else 0.8))

    def straight(self, edge):
        """Draws a line from a socket or switch up to a bar, or from a socket down to its ASIC."""
        if edge.b.startswith("asic"):
            self.axes.plot([self.middle(edge.a), self.middle(edge.b)],
                           [self.at[edge.a][2], self.at[edge.b][3]],
                           color=BUSY(max(edge.busy)), linewidth=2, gid=edge.id())
            return
        low, high = self.at[edge.a], self.at[edge.b]
        offset = self.ends.get((edge.b, edge.a), 0)
        span = 0.12 if edge.a.startswith("socket") else min(1, (low[1] - low[0]) / 16)
        links = sorted(edge.busy)
        for i, busy in enumerate(links):
            x = self.middle(edge.a) + offset + (i - (len(links) - 1) / 2) * span
            x = min(max(x, low[0]), low[1])
            self.axes.plot([x, x], [low[3], high[2]], color=BUSY(busy), linewidth=1.6, zorder=0.5,
                           gid=edge.id(i))
            if edge.b.startswith("pool") and "switch" not in edge.b:
                self.axes.plot([x], [high[2]], "s", color=INK, zorder=4,  # a head
                               markersize=3 if len(links) < 5 else 2)

    def draw_boxes(self):
        for chassis, (first, count) in enumerate(self.wiring.chassis()):
            low = -1.42 if self.wiring.asics_per_chassis else -0.45
            self.box(self.at[f"socket{first}"][0] - 0.12,
                     self.at[f"socket{first + count - 1}"][1] + 0.12, low, 0.4, "none", LINE, 0.1)
            if len(self.wiring.chassis()) > 1:
                middle = (self.at[f"socket{first}"][0]
                          + self.at[f"socket{first + count - 1}"][1]) / 2
                self.text(middle, low, f" chassis {chassis} ", SOFT, "center",
                          self.label_size - 0.5, plate=LIGHT["paper"])
        for node, (left, right, bottom, top) in self.at.items():
            kind = "switch" if "switch" in node else node.rstrip("0123456789")
            self.box(left, right, bottom, top, LIGHT[kind.replace("_", "-")], SOFT, 3, f"node-{node}")
            self.text((left + right) / 2, (bottom + top) / 2, self.label(node, right - left), INK,
                      "center", self.label_size)
        for y, label in ((0, "sockets"), (-1.125, "FLEX ASICs"), (-1.6, "NUMALinks")):
            if y == 0 or self.wiring.between("asic", "asic"):
                self.text(-0.75, y, label, SOFT, "right", 8)

    def label(self, node, room):
        """Draws a node's name, or its initials if the name does not fit."""
        name = node.replace("_", " ")
        if len(name) * 0.021 * self.label_size < room and not node.startswith("asic"):
            return name
        return "".join(word[0] + word.lstrip("abcdefghijklmnopqrstuvwxyz") for word in name.split())

    def box(self, left, right, bottom, top, face, edge, layer, name=None):
        self.axes.add_patch(FancyBboxPatch(
            (left, bottom), right - left, top - bottom, fc=face, ec=edge, linewidth=0.9,
            boxstyle="round,pad=0,rounding_size=0.06", zorder=layer, gid=name))

    def text(self, x, y, text, colour, side, size, plate=None):
        self.axes.text(x, y, text, color=colour, ha=side, va="center", fontsize=size, zorder=5,
                       bbox={"fc": plate, "ec": "none", "pad": 0.6} if plate else None)

    def svg(self, name, title):
        scale = self.figure.colorbar(
            ScalarMappable(Normalize(0, 1), BUSY), ax=self.axes,
            shrink=0.6, aspect=18, pad=0.01)
        scale.set_ticks([0, 0.5, 1], labels=["0", "50 %", "100 %"])
        scale.outline.set_visible(False)
        scale.ax.tick_params(length=0, labelsize=7.5)
        scale.ax.set_title("busy", fontsize=7.5, color=SOFT, loc="left")
        busiest = max(self.wiring.edges, key=lambda edge: max(edge.busy))
        return to_svg(self.figure, name, title,
                      f"{self.wiring.sockets} sockets and {len(self.wiring.edges)} ways between "
                      f"boxes; the busiest, {busiest.a} to {busiest.b}, is busy "
                      f"{100 * max(busiest.busy):.0f} % of the time.")
