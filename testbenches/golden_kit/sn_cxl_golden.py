# SPDX-License-Identifier: Apache-2.0
"""The golden CXL.mem model (sn_cxl_golden.h) in Python. SN_CXL_GOLDEN names the library if it is not in build/."""

import ctypes
import os
import weakref
from ctypes import POINTER, byref, c_char_p, c_int, c_uint64, c_void_p
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

Op = IntEnum("Op", "MemRdS MemRdA MemClnEvct MemWr BIConflict BIRspI BIRspS BISnpData BISnpInv Cmp CmpS CmpE "
             "BIConflictAck MemData MemInv MemRdC MemWrA BIRspE BISnpCur MemSpecRd", start=0)
# Channel of a message in its direction; messages of different channels overtake each other.
CHANNEL = {Op.MemRdS: 0, Op.MemRdA: 0, Op.MemRdC: 0, Op.MemInv: 0, Op.MemClnEvct: 0, Op.MemSpecRd: 0, Op.MemWr: 1,
           Op.MemWrA: 1, Op.BIConflict: 1, Op.BIRspI: 2, Op.BIRspS: 2, Op.BIRspE: 2, Op.BISnpData: 0, Op.BISnpInv: 0, Op.BISnpCur: 0,
           Op.MemData: 1, Op.Cmp: 2, Op.CmpS: 2, Op.CmpE: 2, Op.BIConflictAck: 2}
Access = IntEnum("Access", "Load Store Evict Drop Weaken StoreLine LoadCurrent", start=0)

_KIT = Path(__file__).resolve().parents[2]
_LIBRARY = ctypes.CDLL(os.environ.get("SN_CXL_GOLDEN") or str(_KIT / "build" / "libsn_cxl_golden.so"))


def _declare(name, result, *arguments):
    function = getattr(_LIBRARY, name)
    function.restype, function.argtypes = result, arguments
    return function


class Message(NamedTuple):
    op: Op
    host: int
    address: int
    data: int = 0

    def from_host(self):
        return self.op <= Op.BIRspS or Op.MemInv <= self.op <= Op.BIRspE or self.op == Op.MemSpecRd


class Host:
    """Golden host."""

    _new = _declare("sn_host_new", c_void_p, c_int)
    _delete = _declare("sn_host_delete", None, c_void_p)
    _start = _declare("sn_host_start", c_int, c_void_p, c_int, c_uint64, c_uint64)
    _receive = _declare("sn_host_receive", None, c_void_p, c_int, c_uint64, c_uint64)
    _send = _declare("sn_host_send", c_int, c_void_p, POINTER(c_int), POINTER(c_uint64), POINTER(c_uint64))
    _busy = _declare("sn_host_busy", c_int, c_void_p, c_uint64)
    _data = _declare("sn_host_data", c_uint64, c_void_p, c_uint64)
    _failed = _declare("sn_host_failed", c_int, c_void_p)

    _points = _declare("sn_host_cover_points", c_int)
    _name = _declare("sn_host_cover_name", c_char_p, c_int)
    _count = _declare("sn_host_cover_count", c_uint64, c_void_p, c_int)

    def __init__(self, number):
        self.number, self._host = number, Host._new(number)
        weakref.finalize(self, Host._delete, self._host)

    def start(self, access, address, data=0):
        """Starts an access; returns False if the line is busy or its state does not permit the access."""
        return Host._start(self._host, access, address, data) != 0

    def receive(self, message):
        Host._receive(self._host, message.op, message.address, message.data)

    def send(self):
        """Returns the next message to send, or None."""
        op, address, data = c_int(), c_uint64(), c_uint64()
        if not Host._send(self._host, byref(op), byref(address), byref(data)):
            return None
        return Message(Op(op.value), self.number, address.value, data.value)

    def busy(self, address):
        """Returns true while a request, an eviction or a snoop of the line is outstanding."""
        return Host._busy(self._host, address) != 0

    def data(self, address):
        """Returns the contents of the host's copy."""
        return Host._data(self._host, address)

    def coverage(self):
        """Returns how often each row of the host's tables was taken, by its name."""
        return {Host._name(point).decode(): Host._count(self._host, point) for point in range(Host._points())}

    def failed(self):
        """Returns true after a message without a row in the table of a host."""
        return Host._failed(self._host) != 0


class Device:
    """Golden device with a snoop filter of `entries` lines."""

    _new = _declare("sn_device_new", c_void_p, c_int)
    _delete = _declare("sn_device_delete", None, c_void_p)
    _receive = _declare("sn_device_receive", None, c_void_p, c_int, c_int, c_uint64, c_uint64)
    _send = _declare("sn_device_send", c_int, c_void_p, POINTER(c_int), POINTER(c_int), POINTER(c_uint64),
                     POINTER(c_uint64))
    _failed = _declare("sn_device_failed", c_int, c_void_p)
    _points = _declare("sn_device_cover_points", c_int)
    _name = _declare("sn_device_cover_name", c_char_p, c_int)
    _count = _declare("sn_device_cover_count", c_uint64, c_void_p, c_int)

    def __init__(self, entries):
        self._device = Device._new(entries)
        weakref.finalize(self, Device._delete, self._device)

    def receive(self, message):
        Device._receive(self._device, message.op, message.host, message.address, message.data)

    def send(self):
        """Returns the next message to send, or None."""
        op, host, address, data = c_int(), c_int(), c_uint64(), c_uint64()
        if not Device._send(self._device, byref(op), byref(host), byref(address), byref(data)):
            return None
        return Message(Op(op.value), host.value, address.value, data.value)

    def coverage(self):
        """Returns how often each point of the coverage model occurred, by its name."""
        return {Device._name(point).decode(): Device._count(self._device, point)
                for point in range(Device._points())}

    def failed(self):
        """Returns true after a message without a row in the table of the device."""
        return Device._failed(self._device) != 0


class Violation(Exception):
    """The first violated rule; `rule` is its name."""

    def __init__(self, message, number):
        self.rule, sentence, section = (Scoreboard.texts[kind](number).decode()
                                        for kind in ("name", "sentence", "section"))
        super().__init__(f"{message.op.name} of host {message.host}, line {message.address:#x}, violates "
                         f"{self.rule}: {sentence} (CXL 3.1, {section})")


class Scoreboard:
    """Checks the messages at the heads of a device: M2S when they arrive, S2M when they leave."""

    _new = _declare("sn_check_new", c_void_p)
    _delete = _declare("sn_check_delete", None, c_void_p)
    _add = _declare("sn_check_add", c_int, c_void_p, c_int, c_int, c_uint64, c_int, c_uint64)
    texts = {kind: _declare(f"sn_rule_{kind}", c_char_p, c_int) for kind in ("name", "sentence", "section")}

    def __init__(self):
        self._check, self.messages = Scoreboard._new(), 0
        weakref.finalize(self, Scoreboard._delete, self._check)

    def add(self, message):
        """Adds a message; raises Violation."""
        self.messages += 1
        has_data = message.op in (Op.MemWr, Op.MemWrA, Op.MemData)
        rule = Scoreboard._add(self._check, message.op, message.host, message.address, has_data, message.data)
        if rule != 0:
            raise Violation(message, rule)
