# SPDX-License-Identifier: Apache-2.0
"""Compares each firing of bi_directory.m with the tables of the device and its hosts."""

from rows import Differs, Step, expect, others

HOST, DEVICE, CONFLICT = "host of a device", "device", "conflict handshake of a host"
OWN = {"load": "load", "load the current data": "load, current", "store without a copy": "store", "store with a shared copy": "store",
       "store": "store", "store a line without a copy": "store of a line",
       "store a line with a shared copy": "store of a line", "store a line": "store of a line",
       "weaken a clean copy": "silent E to S",
       "announce a clean eviction": "evict", "write back": "evict"}
SNOOPS = {"SnpData": "BISnpData", "SnpInv": "BISnpInv", "SnpCur": "BISnpCur"}
SHAKES = {"Quiet": "none", "AwaitAck": "AwaitAck", "AwaitData": "AwaitData"}
REQUESTS = {"RdShared": "MemRdShared", "RdOwn": "MemRdOwn", "RdCur": "MemRdCurrent", "Inv": "MemInv",
            "ClnEvct": "MemClnEvct"}
WRITES = {"MemWr": "MemWr", "WrOwn": "MemWrOwn", "Conflict": "BIConflict"}
RESPONSES = {"RspI": "BIRspI", "RspS": "BIRspS", "RspE": "BIRspE"}
COMPLETIONS = {"Cmp": "Cmp", "CmpS": "Cmp-S", "CmpE": "Cmp-E", "Ack": "BI-ConflictAck"}
PENDING = ("Reading", "Owning", "Upgrading", "CleanEvict", "ReadingCurrent")
GRANTS = {"Cmp": "grant, current", "CmpS": "grant, shared", "CmpE": "grant, exclusive"}
CHANNELS = (("req", "NoReq", REQUESTS), ("rwd", "NoRwD", WRITES), ("rsp", "NoRsp", RESPONSES),
            ("snp", "NoSnp", SNOOPS))


def outside(row):
    """Returns True for rows without a rule in the model: hits, and evictions from the snoop filter."""
    hit = row["event"] in ("load", "load, current") and row["next"] == row["state"]
    return hit or "Evicting" in (row["state"], row["next"])


class DeviceStep(Step):
    LINES = {"Gone": "I", "Shrd": "S", "Excl": "E", "Dirty": "M", "Reading": "Reading",
             "Owning": "Owning", "Upgrading": "Upgrading", "PutDirty": "WriteBack",
             "PutClean": "CleanEvict", "SnoopPut": "SnoopWriteBack", "ReadingCur": "ReadingCurrent",
             "SnoopClean": "SnoopClean"}

    def sent(self):
        """Returns the messages sent by the firing: channel entries that were empty or were emptied, and are
        full."""
        for host in self.before["line"]:
            for channel, empty, names in CHANNELS:
                old, new = self.before[channel][host], self.after[channel][host]
                if new not in (old, empty):
                    yield names[new], host
            old = [c for c in self.before["ndr"][host] if c != "NoNdr"]
            new = [c for c in self.after["ndr"][host] if c != "NoNdr"]
            if self.rule == "host takes an NDR" and host == self.host:
                old = old[1:]
            for completion in new[len(old):]:
                yield COMPLETIONS[completion], host
            if (self.before["drs"][host], self.after["drs"][host]) == ("false", "true"):
                yield "MemData", host

    def take(self):
        if self.rule.startswith("device"):
            self.device()
        else:
            self.take_at_host()

    # Events of the host.

    def take_at_host(self):
        host = self.host
        self.state = self.line(host)
        self.shake = SHAKES[self.before["shake"][host]]
        if self.rule in OWN:
            self.host_row(OWN[self.rule])
        elif self.rule == "drop a clean copy":
            self.host_row("evict" if self.state == "S" else "silent drop")
        elif self.rule == "host takes a snoop":
            self.snoop = SNOOPS[self.before["snp"][host]]
            pending = self.state in PENDING
            self.conflict_row("BISnp, own request pending" if pending else "BISnp")
        elif self.rule == "host takes an NDR":
            self.completion(self.before["ndr"][host][0])
        elif self.rule == "host takes a DRS":
            self.grant(self.before["granted"][host], True)
        else:
            raise Differs("a rule that no row is known for")
        expect("line", self.state, self.line(host, self.after))
        expect("handshake", self.shake, SHAKES[self.after["shake"][host]])

    def host_row(self, event):
        self.state, actions = self.rows.at(HOST, self.state, event)
        for action in actions:
            self.expected[action, self.host] += 1

    def conflict_row(self, event):
        self.shake, actions = self.rows.at(CONFLICT, self.shake, event)
        answers = "answer the snoop by the host's table" in actions
        for action in actions - {"answer the snoop by the host's table"}:
            self.expected[action, self.host] += 1
        if answers:
            self.host_row(self.snoop)

    def completion(self, kind):
        waiting = self.before["granted"][self.host] != "NoNdr"
        if kind == "Ack":
            self.snoop = SNOOPS[self.before["asked"][self.host]]
            pending = self.state in PENDING
            self.conflict_row("Ack before Cmp (early)" if pending and not waiting else
                              "Ack after Cmp, before data (late)" if pending else
                              "Ack after Cmp and data (late)")
        elif kind == "Cmp" and self.state != "ReadingCurrent":
            self.host_row("Cmp")
        else:
            self.grant(kind, self.before["arrived"][self.host] == "true")

    def grant(self, kind, data):
        if kind == "NoNdr" or not data:
            return self.host_row("grant, part of it")
        self.host_row(GRANTS[kind])
        if self.shake == "AwaitData":
            self.snoop = SNOOPS[self.before["asked"][self.host]]
            self.conflict_row("grant complete")

    # Events of the device.

    @staticmethod
    def device_state(state):
        return state["work"] if state["work"] != "Idle" else state["dir"][-1]

    def device_event(self, holders):
        host, owner = self.host, self.before["owner"] == self.host
        if self.rule == "device serves a shared read":
            return "MemRd by owner" if owner else "MemRdShared"
        if self.rule == "device serves a current read":
            return "MemRdCurrent by owner" if owner else "MemRdCurrent"
        if self.rule == "device serves an owning read":
            share = self.before["dir"] == "DirS" and others(holders, host)
            return "MemRd by owner" if owner else "MemRdOwn, others share" if share else "MemRdOwn"
        if self.rule == "device serves an invalidation":
            share = self.before["dir"] == "DirS" and others(holders, host)
            return "MemInv by owner" if owner else "MemInv, others share" if share else "MemInv"
        if self.rule == "device takes a clean eviction":
            return "MemClnEvct" if owner else "MemClnEvct, stale"
        if self.rule == "device takes a response":
            evicted = self.before["work"] == "ToCurrent" and self.before["holder"][host] == "false"
            if self.before["rsp"][host] != "RspI" and not evicted:
                return RESPONSES[self.before["rsp"][host]]
            awaited = [h for h, is_so in self.before["awaited"].items() if is_so == "true"]
            return "BIRspI" if others(awaited, host) else "BIRspI, last"
        return {"device takes a MemWr": "MemWr",
                "device takes a MemWr of an owner that keeps the line": "MemWrOwn",
                "device takes a BIConflict": "BIConflict"}[self.rule]

    def device(self):
        holders = [h for h, holds in self.before["holder"].items() if holds == "true"]
        waits = self.before["work"] != "Idle"
        client = self.before["client"] if waits else self.host
        state = self.device_state(self.before)
        following, actions = self.rows.at(DEVICE, state, self.device_event(holders))
        expect("device", following, self.device_state(self.after))
        writes = self.before["memory_fresh"] == "false" and self.after["memory_fresh"] == "true"
        if writes:
            expect("writes memory", "write memory" in actions, True)
        freed = self.before["dir"] != "DirI" and self.after["dir"] == "DirI"
        expect("frees the entry", "free the filter's entry" in actions, freed)
        for action in actions - {"write memory", "free the filter's entry"}:
            self.device_sends(action, holders, client)
        if "write memory" in actions:
            expect("memory", "true", self.after["memory_fresh"])

    def device_sends(self, action, holders, client):
        snoop, _, to = action.partition(" to ")
        if action in ("Cmp", "BI-ConflictAck"):
            self.expected[action, self.host] += 1
        elif to == "the requester":
            for message in snoop.split(" and "):
                self.expected[message, client] += 1
        elif action == "MemData unless it sent MemInv":
            self.expected["MemData", client] += self.before["owns_only"] != "true"
        elif to in ("the owner", "every host recorded but the requester"):
            for host in others(holders, self.host):
                self.expected[snoop, host] += 1
        else:
            raise Differs(f"an action that no rule is known for: {action}")
