-- SPDX-License-Identifier: Apache-2.0
-- A second opinion on the socket home: 3-hop MESI with a blocking home and Unblock, one line.
--
-- Written by hand from the rules, not from the tables in models/protocol. The network keeps two
-- orders only: a socket's requests (a put before the next get), and a grant before the forward or
-- invalidation that follows it. "Fresh" data are those of the last write. The number of sockets is
-- the constant below.

const
  HOSTS: 3;

type
  Host: scalarset(HOSTS);
  Count: -3..3;
  Line: enum { Gone, Shrd, Excl, Dirty, Reading, Owning, Upgrading, Putting, PutTaken };
  Get: enum { NoGet, GetS, GetX };
  Forward: enum { NoFwd, FwdS, FwdX, Inv };
  Grant: enum { NoGrant, DataS, DataE, GrantX };
  OwnerData: enum { NoOwnerData, OwnerS, OwnerX };
  Returned: enum { NoReturn, CopyBack, CopyBackClean, NoCopy };
  Home: enum { Uncached, Shared, Owned, ToShared, ToOwned };

var
  line: array[Host] of Line;
  fresh: array[Host] of boolean;
  granted: array[Host] of boolean;   -- all but acknowledgements are here
  acks: array[Host] of Count;        -- still missing
  unblocks: array[Host] of boolean;  -- the home waits for us
  put_clean: array[Host] of boolean; -- PutE on its way
  put_dirty: array[Host] of boolean; -- PutM on its way
  put_fresh: array[Host] of boolean;
  get: array[Host] of Get;
  has_copy: array[Host] of boolean;  -- said by the GetX
  fwd: array[Host] of Forward;
  fwd_for: array[Host] of Host;
  grant: array[Host] of Grant;
  grant_acks: array[Host] of Count;
  grant_fresh: array[Host] of boolean;
  handed: array[Host] of OwnerData;
  handed_fresh: array[Host] of boolean;
  inv_acks: array[Host] of Count;    -- InvAck messages on their way
  put_ack: array[Host] of boolean;
  unblock: array[Host] of boolean;
  back: Returned;
  back_fresh: boolean;
  home: Home;
  owner: Host;
  client: Host;
  sharer: array[Host] of boolean;
  copy_back_missing: boolean;
  unblock_missing: boolean;
  memory_fresh: boolean;

procedure wrote(h: Host);
begin
  for o: Host do
    if o != h then fresh[o] := false; end;
    grant_fresh[o] := false;
    handed_fresh[o] := false;
    put_fresh[o] := false;
  end;
  back_fresh := false;
  memory_fresh := false;
  fresh[h] := true;
end;

procedure send_grant(h: Host; g: Grant; n: Count);
begin
  assert "one grant at a time" grant[h] = NoGrant;
  if g != GrantX then assert "memory is fresh when it is granted" memory_fresh; end;
  grant[h] := g;
  grant_acks[h] := n;
  grant_fresh[h] := memory_fresh;
end;

procedure send_forward(h: Host; f: Forward; c: Host);
begin
  assert "one forward at a time" fwd[h] = NoFwd;
  fwd[h] := f;
  fwd_for[h] := c;
end;

procedure own(h: Host);
begin
  for o: Host do sharer[o] := false; end;
  sharer[h] := true;
  owner := h;
end;

procedure finish(h: Host);
begin
  if granted[h] & acks[h] <= 0 then
    assert "the data are fresh" fresh[h];
    if line[h] = Owning | line[h] = Upgrading then
      line[h] := Dirty;
      wrote(h);
    end;
    if unblocks[h] then unblock[h] := true; end;
    granted[h] := false;
    unblocks[h] := false;
    acks[h] := 0;
  end;
end;

procedure return_home(r: Returned; is_fresh: boolean);
begin
  assert "one copy-back at a time" back = NoReturn;
  back := r;
  back_fresh := is_fresh;
end;

procedure hand_over(h: Host; c: Host; d: OwnerData);
begin
  assert "one owner answers" handed[c] = NoOwnerData;
  handed[c] := d;
  handed_fresh[c] := fresh[h];
end;

startstate
begin
  for h: Host do
    line[h] := Gone;
    fresh[h] := false;
    granted[h] := false;
    acks[h] := 0;
    unblocks[h] := false;
    put_clean[h] := false;
    put_dirty[h] := false;
    put_fresh[h] := false;
    get[h] := NoGet;
    has_copy[h] := false;
    fwd[h] := NoFwd;
    undefine fwd_for[h];
    grant[h] := NoGrant;
    grant_acks[h] := 0;
    grant_fresh[h] := false;
    handed[h] := NoOwnerData;
    handed_fresh[h] := false;
    inv_acks[h] := 0;
    put_ack[h] := false;
    unblock[h] := false;
    sharer[h] := false;
  end;
  back := NoReturn;
  back_fresh := false;
  home := Uncached;
  undefine owner;
  undefine client;
  copy_back_missing := false;
  unblock_missing := false;
  memory_fresh := true;
end;

ruleset h: Host do

  rule "load" line[h] = Gone ==>
  begin line[h] := Reading; get[h] := GetS; end;

  rule "store without a copy" line[h] = Gone ==>
  begin line[h] := Owning; get[h] := GetX; end;

  rule "store with a shared copy" line[h] = Shrd ==>
  begin line[h] := Upgrading; get[h] := GetX; has_copy[h] := true; end;

  rule "store" line[h] = Excl | line[h] = Dirty ==>
  begin line[h] := Dirty; wrote(h); end;

  rule "drop a shared copy" line[h] = Shrd ==>
  begin line[h] := Gone; end;

  -- One PutE at a time: the next one needs a grant, which needs this one to be taken.
  rule "evict a clean line" line[h] = Excl ==>
  begin
    assert "one PutE at a time" !put_clean[h];
    line[h] := Gone;
    put_clean[h] := true;
  end;

  rule "evict a dirty line" line[h] = Dirty ==>
  begin
    line[h] := Putting;
    put_dirty[h] := true;
    put_fresh[h] := fresh[h];
  end;

  rule "socket takes a grant" grant[h] != NoGrant ==>
  begin
    assert "a grant answers a get" line[h] = Reading | line[h] = Owning | line[h] = Upgrading;
    if grant[h] = GrantX then
      assert "the copy is still here" line[h] = Upgrading;
    else
      fresh[h] := grant_fresh[h];
    end;
    if line[h] = Reading then line[h] := grant[h] = DataS ? Shrd : Excl; end;
    granted[h] := true;
    acks[h] := acks[h] + grant_acks[h];
    unblocks[h] := grant_acks[h] > 0;
    grant[h] := NoGrant;
    grant_acks[h] := 0;
    grant_fresh[h] := false;
    finish(h);
  end;

  rule "socket takes data of an owner" handed[h] != NoOwnerData ==>
  begin
    assert "they answer a get" line[h] = Reading | line[h] = Owning | line[h] = Upgrading;
    if line[h] = Reading then line[h] := Shrd; end;
    fresh[h] := handed_fresh[h];
    handed[h] := NoOwnerData;
    handed_fresh[h] := false;
    granted[h] := true;
    unblocks[h] := true;
    finish(h);
  end;

  rule "socket takes an InvAck" inv_acks[h] > 0 ==>
  begin
    assert "it answers a GetX" line[h] = Owning | line[h] = Upgrading;
    inv_acks[h] := inv_acks[h] - 1;
    acks[h] := acks[h] - 1;
    finish(h);
  end;

  rule "socket takes a PutAck" put_ack[h] ==>
  begin
    assert "it answers a PutM" line[h] = Putting | line[h] = PutTaken;
    put_ack[h] := false;
    line[h] := Gone;
  end;

  rule "socket takes an invalidation" fwd[h] = Inv & grant[h] = NoGrant ==>
    var c: Host;
  begin
    assert "no owner is invalidated" line[h] != Excl & line[h] != Dirty & line[h] != Putting;
    c := fwd_for[h];
    fwd[h] := NoFwd;
    undefine fwd_for[h];
    if line[h] = Shrd then line[h] := Gone; end;
    if line[h] = Upgrading then line[h] := Owning; end;
    inv_acks[c] := inv_acks[c] + 1;
  end;

  rule "socket takes a forward" (fwd[h] = FwdS | fwd[h] = FwdX) & grant[h] = NoGrant ==>
    var c: Host;
    var f: Forward;
  begin
    c := fwd_for[h];
    f := fwd[h];
    fwd[h] := NoFwd;
    undefine fwd_for[h];
    switch line[h]
      case Gone, Reading, Owning:
        return_home(NoCopy, false);
      case Excl, Dirty:
        hand_over(h, c, f = FwdS ? OwnerS : OwnerX);
        if f = FwdS then
          return_home(line[h] = Dirty ? CopyBack : CopyBackClean, fresh[h]);
          line[h] := Shrd;
        else
          line[h] := Gone;
        end;
      case Putting:
        hand_over(h, c, f = FwdS ? OwnerS : OwnerX);
        if f = FwdS then return_home(CopyBack, fresh[h]); end;
        line[h] := PutTaken;
      else
        assert "only an owner is asked" false;
    end;
  end;

  rule "home takes a PutE"
    put_clean[h] & (home = Uncached | home = Shared | home = Owned) ==>
  begin
    put_clean[h] := false;
    if home = Owned & owner = h then
      home := Uncached;
      sharer[h] := false;
      undefine owner;
    end;
  end;

  rule "home takes a PutM"
    put_dirty[h] & (home = Uncached | home = Shared | home = Owned) ==>
  begin
    put_dirty[h] := false;
    put_ack[h] := true;
    if home = Owned & owner = h then
      assert "a put of the owner is fresh" put_fresh[h];
      memory_fresh := true;
      home := Uncached;
      sharer[h] := false;
      undefine owner;
    end;
    put_fresh[h] := false;
  end;

  rule "home takes a GetS"
    get[h] = GetS & !put_clean[h] & (home = Uncached | home = Shared | home = Owned) ==>
  begin
    get[h] := NoGet;
    if home = Uncached then
      home := Owned;
      own(h);
      send_grant(h, DataE, 0);
    elsif home = Shared then
      sharer[h] := true;
      send_grant(h, DataS, 0);
    else
      assert "an owner does not ask" owner != h;
      home := ToShared;
      client := h;
      sharer[h] := true;
      copy_back_missing := true;
      unblock_missing := true;
      send_forward(owner, FwdS, h);
    end;
  end;

  rule "home takes a GetX"
    get[h] = GetX & !put_clean[h] & (home = Uncached | home = Shared | home = Owned) ==>
    var n: Count;
    var keeps: boolean;
  begin
    get[h] := NoGet;
    keeps := has_copy[h] & sharer[h];
    has_copy[h] := false;
    if home = Owned then
      assert "an owner does not ask" owner != h;
      home := ToOwned;
      client := h;
      unblock_missing := true;
      send_forward(owner, FwdX, h);
    else
      n := 0;
      for o: Host do
        if o != h & sharer[o] then
          n := n + 1;
          send_forward(o, Inv, h);
        end;
      end;
      send_grant(h, keeps ? GrantX : DataE, n);
      home := n > 0 ? ToOwned : Owned;
      if n > 0 then client := h; end;
      unblock_missing := n > 0;
    end;
    own(h);
  end;

  rule "home takes an Unblock" unblock[h] ==>
  begin
    unblock[h] := false;
    assert "the client unblocks" unblock_missing & client = h;
    unblock_missing := false;
    if home = ToOwned then
      home := Owned;
      undefine client;
    elsif !copy_back_missing then
      home := Shared;
      undefine client;
      undefine owner;
    end;
  end;

end;

rule "home takes a copy-back" back = CopyBack | back = CopyBackClean ==>
begin
  assert "a copy-back is awaited" home = ToShared & copy_back_missing;
  if back = CopyBack then
    assert "copied back data are fresh" back_fresh;
    memory_fresh := true;
  end;
  back := NoReturn;
  back_fresh := false;
  copy_back_missing := false;
  if !unblock_missing then
    home := Shared;
    undefine client;
    undefine owner;
  end;
end;

rule "home takes a NoCopy" back = NoCopy ==>
  var c: Host;
begin
  assert "the owner was asked" home = ToShared | home = ToOwned;
  back := NoReturn;
  copy_back_missing := false;
  unblock_missing := false;
  c := client;
  undefine client;
  home := Owned;
  own(c);
  send_grant(c, DataE, 0);
end;

invariant "one writer or many readers"
  forall a: Host do forall b: Host do
    a = b | !(line[a] = Excl | line[a] = Dirty | handed[a] = OwnerX
              | (grant[a] = DataE & grant_acks[a] = 0) | (grant[a] = GrantX & grant_acks[a] = 0))
    | !(line[b] = Shrd | line[b] = Excl | line[b] = Dirty | line[b] = Upgrading
        | grant[b] = DataS | handed[b] = OwnerS)
  end end;

invariant "copies are fresh"
  forall h: Host do
    (line[h] = Shrd | line[h] = Excl | line[h] = Dirty | line[h] = Upgrading) -> fresh[h]
  end;

invariant "the home knows of every copy while the line is stable"
  (home = Uncached | home = Shared | home = Owned) ->
    forall h: Host do
      (line[h] = Shrd | line[h] = Excl | line[h] = Dirty | line[h] = Upgrading) -> sharer[h]
    end;

cover "a forward meets a PutM" exists h: Host do line[h] = Putting & fwd[h] != NoFwd end;
cover "a forward meets a PutE" exists h: Host do put_clean[h] & fwd[h] != NoFwd end;
cover "an invalidation meets an upgrade"
  exists h: Host do line[h] = Upgrading & fwd[h] = Inv end;

liveness "the line becomes idle"
  (home = Uncached | home = Shared | home = Owned) & back = NoReturn
  & forall h: Host do
      get[h] = NoGet & grant[h] = NoGrant & fwd[h] = NoFwd & handed[h] = NoOwnerData
      & inv_acks[h] = 0 & !unblock[h] & !put_ack[h] & !put_clean[h] & !put_dirty[h]
      & (line[h] = Gone | line[h] = Shrd | line[h] = Excl | line[h] = Dirty)
    end;
