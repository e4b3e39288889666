# SPDX-License-Identifier: Apache-2.0
"""Resources of a machine that can be halved, doubled or replaced."""

import re
from dataclasses import dataclass, field

from starnuma.campaign.places import nearest
from starnuma.files import BadInput

NUMBER = re.compile(r"(\d+(?:\.\d+)?)(.*)", re.DOTALL)
DEVICE_LINK = "pool.switch.device_link.bandwidth"
POLICIES = ("first_touch", "starnuma_t16", "static_oracle")


@dataclass
class Variant:
    """The machine with one factor changed."""

    factor: str
    change: str  # for tables, for example "2 → 4"
    sets: dict = field(default_factory=dict)  # field -> value, as --set takes it
    policy: str = None
    step: int = 0  # -1: less of the resource, 1: more, 0: another kind

    @property
    def name(self):
        return f"{self.factor} {self.change}"


class NotVaried(Exception):
    """The machine cannot vary this factor; the message gives the reason."""


@dataclass(frozen=True)
class Factor:
    name: str
    meaning: str
    fields: tuple = ()  # the first must have a value; the others change with it if they have one
    vary: object = None  # function of (factor, machine) -> [Variant]; None: halve and double `fields`

    def variants(self, machine):
        """Returns the variants of a machine, its effective configuration. Raises NotVaried."""
        return (self.vary or halved_and_doubled)(self, machine)


def value_at(machine, path):
    """Returns the value of a field; None if the machine has no such field."""
    for key in path.split("."):
        machine = machine.get(key) if isinstance(machine, dict) else None
    return machine


def scaled(value, times, divide):
    """Returns a quantity multiplied or divided by `times`; raises NotVaried if it is not a number or is odd."""
    parts = NUMBER.fullmatch(str(value))
    if not parts or float(parts[1]) == 0:
        raise NotVaried(f"expected a quantity, found {value}")
    number = float(parts[1])
    if divide and not parts[2] and number % times:
        raise NotVaried(f"{value} cannot be halved")
    return f"{number / times if divide else number * times:g}{parts[2]}"


def halved_and_doubled(factor, machine):
    present = {path: value for path in factor.fields
               if (value := value_at(machine, path)) not in (None, "none")}
    if factor.fields[0] not in present:
        raise NotVaried(f"the machine states no {factor.fields[0]}")
    variants = []
    for step in (-1, 1):
        try:
            sets = {path: scaled(value, 2, step < 0) for path, value in present.items()}
        except NotVaried:
            continue
        change = f"{present[factor.fields[0]]} → {sets[factor.fields[0]]}"
        variants.append(Variant(factor.name, change, sets, step=step))
    if not variants:
        raise NotVaried(f"{factor.fields[0]} is not a number")
    return variants


def heads(factor, machine):
    """Attaches every second socket only; the others reach the device through a neighbour."""
    attached, sockets = value_at(machine, "pool.attached"), value_at(machine, "socket.count")
    if attached is None or not value_at(machine, "pool.count"):
        raise NotVaried("the machine has no pool")
    given = list(range(sockets)) if attached == "all" else list(attached)
    variants = []
    if len(given) > 1:
        half = given[::2]
        variants.append(Variant(factor.name, f"{len(given)} → {len(half)}",
                                {"pool.attached": f"[{', '.join(map(str, half))}]"}, step=-1))
    if len(given) < sockets:
        variants.append(Variant(factor.name, f"{len(given)} → {sockets}", {"pool.attached": "all"}, step=1))
    if not variants:
        raise NotVaried("one socket has one head")
    return variants


def slices(factor, machine):
    """Halves and doubles the rate of the device's directory, whose messages queued delivery delays."""
    if value_at(machine, "simulation.delivery") != "queued":
        raise NotVaried("only queued delivery models the rate of the device's directory")
    path = factor.fields[0]
    interval = value_at(machine, path)
    return [Variant(factor.name, f"1 → {text}", {path: scaled(interval, 2, step > 0)}, step=step)
            for step, text in ((-1, "1/2"), (1, "2"))]


def policies(factor, machine):
    own = value_at(machine, "placement.policy")
    return [Variant(factor.name, f"{own} → {policy}", policy=policy) for policy in POLICIES if policy != own]


def switch(factor, machine):
    if not value_at(machine, "pool.count"):
        raise NotVaried("the machine has no pool")
    if isinstance(value_at(machine, "pool.switch"), dict):
        return [Variant(factor.name, "switch → none", {"pool.switch": "none"})]
    sets = {"pool.switch.part": "cxl_switch"}
    bandwidth = value_at(machine, "pool.link.bandwidth")
    if bandwidth not in (None, "none"):
        sets[DEVICE_LINK] = str(bandwidth)  # as fast as the links of the sockets
    return [Variant(factor.name, "none → switch", sets)]


FACTORS = {factor.name: factor for factor in (
    Factor("channels", "memory channels of the pool device", ("pool.memory.channels",)),
    Factor("socket_channels", "memory channels of each socket", ("socket.memory.channels",)),
    Factor("links", "rate of each CXL link to the pool", ("pool.link.bandwidth", DEVICE_LINK)),
    Factor("upi", "rate of each UPI link", ("upi.bandwidth",)),
    Factor("numalink", "rate of each NUMALink", ("numalink.bandwidth",)),
    Factor("heads", "sockets with a link to the pool device", ("pool.attached",), heads),
    Factor("filter", "size of the pool device's snoop filter", ("pool.device.snoop_filter_size",)),
    Factor("slices", "directories of the pool device", ("pool.device.queued.directory_interval",), slices),
    Factor("policy", "page placement", vary=policies),
    Factor("switch", "CXL switch between sockets and pool", vary=switch),
)}


def named(text):
    """Returns the factors of --factors; all if the option is absent. Raises BadInput."""
    if text is None:
        return list(FACTORS.values())
    names = list(dict.fromkeys(name for name in text.split(",") if name))
    for name in names:
        if name not in FACTORS:
            raise BadInput(f'--factors: unknown factor "{name}"'
                           f"{nearest(name, FACTORS) or ', expected some of ' + ', '.join(FACTORS)}")
    if not names:
        raise BadInput(f"--factors: expected some of {', '.join(FACTORS)}, found nothing")
    return [FACTORS[name] for name in names]


def prices_of(text):
    """Returns {factor: price of one step up} of --costs, as channels=800,links=350. Raises BadInput."""
    prices = {}
    for item in (text or "").split(",") if text else []:
        name, _, price = item.partition("=")
        factor, = named(name) if name else [None]
        if factor is None or not re.fullmatch(r"\d{1,12}(\.\d{1,6})?", price) or not float(price):
            raise BadInput(f"--costs: expected FACTOR=PRICE[,FACTOR=PRICE...], a price above 0, found {item!r}")
        if factor.name in prices:
            raise BadInput(f"--costs: {factor.name}: a second price")
        prices[factor.name] = float(price)
    return prices
