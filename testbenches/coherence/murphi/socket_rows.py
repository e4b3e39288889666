# SPDX-License-Identifier: Apache-2.0
"""Compares each firing of socket_home.m with the tables of the socket home and its requesters."""

from rows import Differs, Step, expect, others

REQUESTER, HOME = "requester of a socket home", "socket home"
OWN = {"load": "load", "store without a copy": "store", "store with a shared copy": "store",
       "store": "store", "drop a shared copy": "evict", "evict a clean line": "evict",
       "evict a dirty line": "evict"}
GRANT_X = "GrantX to a requester that is a sharer, else read memory, DataE"
# Message locations: variable, empty value, message by value (or the value is the message).
PLACES = (("get", "NoGet", None), ("fwd", "NoFwd", None), ("grant", "NoGrant", None),
          ("handed", "NoOwnerData", {"OwnerS": "OwnerDataS", "OwnerX": "OwnerDataX"}),
          ("put_clean", "false", {"true": "PutE"}), ("put_dirty", "false", {"true": "PutM"}),
          ("put_ack", "false", {"true": "PutAck"}), ("unblock", "false", {"true": "Unblock"}))


def outside(row):
    """Returns True for hits, which change no state and have no rule."""
    return row["event"] == "load" and row["next"] == row["state"]


class SocketStep(Step):
    LINES = {"Gone": "I", "Shrd": "S", "Excl": "E", "Dirty": "M", "Reading": "Reading",
             "Owning": "Owning", "Upgrading": "Upgrading", "Putting": "WriteBack",
             "PutTaken": "Forwarded"}

    def sent(self):
        for host in self.before["line"]:
            for name, empty, names in PLACES:
                old, new = self.before[name][host], self.after[name][host]
                if new not in (old, empty):
                    yield (names[new] if names else new), host
            for _ in range(int(self.before["inv_acks"][host]), int(self.after["inv_acks"][host])):
                yield "InvAck", host
        if self.after["back"] not in (self.before["back"], "NoReturn"):
            yield self.after["back"], "home"

    def take(self):
        if self.rule.startswith("home"):
            self.home()
        else:
            self.requester()

    # Events of the requester.

    def requester(self):
        host, before = self.host, self.before
        if self.rule in OWN:
            event, complete = OWN[self.rule], False
        elif self.rule == "socket takes a PutAck":
            event, complete = "PutAck", False
        elif self.rule in ("socket takes an invalidation", "socket takes a forward"):
            event, complete = before["fwd"][host], False
        else:
            event, complete = self.grant_event()
        following, actions = self.rows.at(REQUESTER, self.line(host), event)
        expect("line", following, self.line(host, self.after))
        for action in actions:
            self.requester_sends(action, complete)

    def grant_event(self):
        """Returns (event, True if the access now has its line)."""
        host, before = self.host, self.before
        missing, granted = int(before["acks"][host]), before["granted"][host] == "true"
        exclusive = self.line(host) != "Reading"
        self.unblocks = before["unblocks"][host] == "true"
        if self.rule == "socket takes a grant":
            missing, granted = missing + int(before["grant_acks"][host]), True
            exclusive = before["grant"][host] != "DataS"
            self.unblocks = int(before["grant_acks"][host]) > 0
        elif self.rule == "socket takes data of an owner":
            granted, self.unblocks = True, True
            exclusive = before["handed"][host] == "OwnerX"
        elif self.rule == "socket takes an InvAck":
            missing -= 1
        else:
            raise Differs("a rule that no row is known for")
        if not granted or missing > 0:
            return "grant, part of it", False
        return ("grant, exclusive" if exclusive else "grant, shared"), True

    def requester_sends(self, action, complete):
        message, _, to = action.partition(" to ")
        if action.startswith("Unblock"):
            if complete and self.unblocks:
                self.expected["Unblock", self.host] += 1
        elif to == "the requester":
            self.expected[message, self.before["fwd_for"][self.host]] += 1
        elif message in ("NoCopy", "CopyBack", "CopyBackClean"):
            self.expected[message, "home"] += 1
        else:
            self.expected[message, self.host] += 1

    # Events of the home.

    @staticmethod
    def home_state(state):
        copy, unblock = state["copy_back_missing"], state["unblock_missing"]
        if state["home"] == "ToShared":
            return {("true", "true"): "ToShared", ("false", "true"): "ToSharedUnblock",
                    ("true", "false"): "ToSharedCopy"}[copy, unblock]
        return {"Owned": "Exclusive", "ToOwned": "ToExclusive"}.get(state["home"], state["home"])

    def home_event(self, sharers):
        before = self.before
        if self.rule in ("home takes a copy-back", "home takes a NoCopy"):
            return before["back"]
        event = self.rule.split()[-1]
        owner = before["home"] == "Owned" and before["owner"] == self.host
        if event in ("PutE", "PutM"):
            return event if owner else event + ", stale"
        if event == "GetX" and before["home"] == "Shared" and others(sharers, self.host):
            return "GetX, others share"
        return event

    def home(self):
        before, after = self.before, self.after
        sharers = [h for h, shares in before["sharer"].items() if shares == "true"]
        client = before["client"] if self.host is None else self.host
        following, actions = self.rows.at(HOME, self.home_state(before), self.home_event(sharers))
        expect("home", following, self.home_state(after))
        writes = before["memory_fresh"] == "false" and after["memory_fresh"] == "true"
        if writes or "write memory" in actions:
            expect("writes memory", "write memory" in actions, after["memory_fresh"] == "true")
        for action in actions:
            self.home_sends(action, sharers, client)
        recorded = {h for h, shares in after["sharer"].items() if shares == "true"}
        expect("sharers", self.recorded(set(sharers), actions, client), recorded)

    @staticmethod
    def recorded(sharers, actions, client):
        if "requester is the owner" in actions:
            return {client}
        if "no socket holds the line" in actions:
            return set()
        return sharers | {client} if "requester is a sharer" in actions else sharers

    def home_sends(self, action, sharers, client):
        if action in ("FwdS to the owner", "FwdX to the owner"):
            self.expected[action[:4], self.before["owner"]] += 1
        elif action == "Inv to the other sharers":
            for host in others(sharers, client):
                self.expected["Inv", host] += 1
        elif action == GRANT_X:
            keeps = self.before["has_copy"][client] == "true" and client in sharers
            self.expected["GrantX" if keeps else "DataE", client] += 1
        elif action.startswith("read memory, "):
            self.expected[action.removeprefix("read memory, ").split()[0], client] += 1
        elif action == "PutAck":
            self.expected["PutAck", client] += 1
        elif action not in ("write memory", "requester is a sharer", "requester is the owner",
                            "no socket holds the line"):
            raise Differs(f"an action that no rule is known for: {action}")
