-- SPDX-License-Identifier: Apache-2.0
-- A second opinion on the multi-headed device: HDM-DB directory with Back-Invalidate, one line.
--
-- Written by hand from the rules, not from the tables in models/protocol. NDR and DRS are apart,
-- NDR is in order per host, all other channels are unordered. "Fresh" data are those of the last
-- write. The number of hosts is the constant below.

const
  HOSTS: 3;

type
  Host: scalarset(HOSTS);
  Line: enum { Gone, Shrd, Excl, Dirty, Reading, Owning, Upgrading, PutDirty, PutClean, SnoopPut,
               ReadingCur, SnoopClean };
  Request: enum { NoReq, RdShared, RdOwn, RdCur, Inv, ClnEvct };
  Write: enum { NoRwD, MemWr, WrOwn, Conflict };
  Snoop: enum { NoSnp, SnpData, SnpInv, SnpCur };
  Response: enum { NoRsp, RspI, RspS, RspE };
  Completion: enum { NoNdr, Cmp, CmpS, CmpE, Ack };
  Handshake: enum { Quiet, AwaitAck, AwaitData };
  Directory: enum { DirI, DirS, DirA };
  Work: enum { Idle, ToShared, ToOwned, ToCurrent };

var
  line: array[Host] of Line;
  fresh: array[Host] of boolean;      -- the copy, or the data of a put, are fresh
  granted: array[Host] of Completion; -- NoNdr, Cmp, CmpS or CmpE of the pending read
  arrived: array[Host] of boolean;    -- its data are here, or it needs none
  whole: array[Host] of boolean;      -- the pending store writes the whole line: it needs no data
  shake: array[Host] of Handshake;
  asked: array[Host] of Snoop;        -- what the handshake is about
  req: array[Host] of Request;
  rwd: array[Host] of Write;
  snp: array[Host] of Snoop;
  rsp: array[Host] of Response;
  ndr: array[Host] of array[0..1] of Completion;
  drs: array[Host] of boolean;
  drs_fresh: array[Host] of boolean;
  dir: Directory;
  owner: Host;
  holder: array[Host] of boolean;
  work: Work;
  client: Host;
  owns_only: boolean;                 -- the client needs no data
  awaited: array[Host] of boolean;
  memory_fresh: boolean;

procedure wrote(h: Host);
begin
  for o: Host do
    if o != h then fresh[o] := false; end;
    drs_fresh[o] := false;
  end;
  memory_fresh := false;
  fresh[h] := true;
end;

procedure complete(h: Host; c: Completion);
begin
  if ndr[h][0] = NoNdr then
    ndr[h][0] := c;
  else
    assert "two NDR at most" ndr[h][1] = NoNdr;
    ndr[h][1] := c;
  end;
end;

procedure grant(h: Host; exclusive: boolean; data: boolean);
begin
  if exclusive then
    for o: Host do holder[o] := false; end;
    dir := DirA;
    owner := h;
    complete(h, CmpE);
  else
    dir := DirS;
    complete(h, CmpS);
  end;
  holder[h] := true;
  if data then
    assert "memory is fresh when it is granted" memory_fresh;
    assert "one DRS at a time" !drs[h];
    drs[h] := true;
    drs_fresh[h] := memory_fresh;
  end;
end;

-- Sends the current data, of which the host keeps no copy. Others may write before they arrive.
procedure show(h: Host);
begin
  complete(h, Cmp);
  assert "one DRS at a time" !drs[h];
  drs[h] := true;
end;

-- Grants ownership, or snoops the other holders first.
procedure own(h: Host; data: boolean);
begin
  if exists o: Host do o != h & holder[o] end then
    work := ToOwned;
    client := h;
    owns_only := !data;
    for o: Host do
      if o != h & holder[o] then
        awaited[o] := true;
        snp[o] := SnpInv;
      end;
    end;
  else
    grant(h, true, data);
  end;
end;

procedure write_back(h: Host; w: Write);
begin
  assert "one RwD at a time" rwd[h] = NoRwD;
  rwd[h] := w;
end;

procedure respond(h: Host; r: Response);
begin
  assert "one BIRsp per BISnp" rsp[h] = NoRsp;
  assert "an owner that keeps its line has written it" r != RspE | memory_fresh;
  rsp[h] := r;
end;

-- The host answers a snoop with the state it is in.
procedure answer(h: Host; s: Snoop);
begin
  switch line[h]
    case Dirty:
      line[h] := s = SnpCur ? SnoopClean : SnoopPut;
      write_back(h, s = SnpCur ? WrOwn : MemWr);
    case PutDirty:
      line[h] := SnoopPut;
    case Shrd, Excl:
      if s = SnpCur then
        respond(h, line[h] = Excl ? RspE : RspS);
      elsif s = SnpData then
        line[h] := Shrd;
        respond(h, RspS);
      else
        line[h] := Gone;
        respond(h, RspI);
      end;
    case Upgrading:
      if s != SnpInv then
        respond(h, RspS);
      else
        line[h] := Owning;
        respond(h, RspI);
      end;
    else
      respond(h, RspI);
  end;
end;

-- Both parts of a read are here: the access happens, then a late snoop is answered.
procedure finish(h: Host);
begin
  if granted[h] != NoNdr & arrived[h] then
    assert "the data are fresh" fresh[h] | whole[h] | line[h] = ReadingCur;
    if line[h] = ReadingCur then
      line[h] := Gone;
    elsif line[h] = Reading then
      line[h] := granted[h] = CmpE ? Excl : Shrd;
    else
      assert "a writer is granted E" granted[h] = CmpE;
      line[h] := Dirty;
      wrote(h);
    end;
    granted[h] := NoNdr;
    arrived[h] := false;
    whole[h] := false;
    if shake[h] = AwaitData then
      shake[h] := Quiet;
      answer(h, asked[h]);
    end;
  end;
end;

-- Forgets what no longer matters, so that equal situations are one state.
procedure tidy(h: Host);
begin
  if shake[h] = Quiet then asked[h] := NoSnp; end;
  if line[h] = Gone | line[h] = ReadingCur | line[h] = PutClean | ((!arrived[h] | whole[h]) & (line[h] = Reading | line[h] = Owning))
    | (rwd[h] != MemWr & (line[h] = PutDirty | line[h] = SnoopPut)) then
    fresh[h] := false;
  end;
end;

function pending(h: Host): boolean;
begin
  return line[h] = Reading | line[h] = Owning | line[h] = Upgrading | line[h] = PutClean
    | line[h] = ReadingCur;
end;

startstate
begin
  for h: Host do
    line[h] := Gone;
    fresh[h] := false;
    granted[h] := NoNdr;
    arrived[h] := false;
    whole[h] := false;
    shake[h] := Quiet;
    asked[h] := NoSnp;
    req[h] := NoReq;
    rwd[h] := NoRwD;
    snp[h] := NoSnp;
    rsp[h] := NoRsp;
    ndr[h][0] := NoNdr;
    ndr[h][1] := NoNdr;
    drs[h] := false;
    drs_fresh[h] := false;
    holder[h] := false;
    awaited[h] := false;
  end;
  dir := DirI;
  undefine owner;
  work := Idle;
  undefine client;
  owns_only := false;
  memory_fresh := true;
end;

ruleset h: Host do

  rule "load" line[h] = Gone & shake[h] = Quiet ==>
  begin line[h] := Reading; req[h] := RdShared; end;

  rule "load the current data" line[h] = Gone & shake[h] = Quiet ==>
  begin line[h] := ReadingCur; req[h] := RdCur; end;

  rule "store without a copy" line[h] = Gone & shake[h] = Quiet ==>
  begin line[h] := Owning; req[h] := RdOwn; end;

  rule "store with a shared copy" line[h] = Shrd & shake[h] = Quiet ==>
  begin line[h] := Upgrading; req[h] := RdOwn; end;

  rule "store a line without a copy" line[h] = Gone & shake[h] = Quiet ==>
  begin line[h] := Owning; req[h] := Inv; arrived[h] := true; whole[h] := true; end;

  rule "store a line with a shared copy" line[h] = Shrd & shake[h] = Quiet ==>
  begin line[h] := Upgrading; req[h] := Inv; arrived[h] := true; whole[h] := true; end;

  rule "store a line" line[h] = Excl | line[h] = Dirty ==>
  begin line[h] := Dirty; wrote(h); end;

  rule "store" line[h] = Excl | line[h] = Dirty ==>
  begin line[h] := Dirty; wrote(h); end;

  rule "drop a clean copy" (line[h] = Shrd | line[h] = Excl) & shake[h] = Quiet ==>
  begin line[h] := Gone; tidy(h); end;

  rule "weaken a clean copy" line[h] = Excl & shake[h] = Quiet ==>
  begin line[h] := Shrd; tidy(h); end;

  rule "announce a clean eviction" line[h] = Excl & shake[h] = Quiet ==>
  begin line[h] := PutClean; req[h] := ClnEvct; tidy(h); end;

  rule "write back" line[h] = Dirty & shake[h] = Quiet ==>
  begin line[h] := PutDirty; write_back(h, MemWr); tidy(h); end;

  rule "host takes a snoop" snp[h] != NoSnp ==>
    var s: Snoop;
  begin
    s := snp[h];
    snp[h] := NoSnp;
    if pending(h) then
      assert "no other RwD is out" rwd[h] = NoRwD;
      shake[h] := AwaitAck;
      asked[h] := s;
      rwd[h] := Conflict;
    else
      answer(h, s);
    end;
    tidy(h);
  end;

  rule "host takes an NDR" ndr[h][0] != NoNdr ==>
    var c: Completion;
  begin
    c := ndr[h][0];
    ndr[h][0] := ndr[h][1];
    ndr[h][1] := NoNdr;
    if c = Ack then
      assert "an Ack follows a BIConflict" shake[h] = AwaitAck;
      if pending(h) & granted[h] != NoNdr then
        shake[h] := AwaitData;
      else
        shake[h] := Quiet;
        answer(h, asked[h]);
      end;
    elsif c = Cmp & line[h] = ReadingCur then
      granted[h] := c;
      finish(h);
    elsif c = Cmp then
      assert "a Cmp completes a put or a current read"
        line[h] = PutDirty | line[h] = PutClean | line[h] = SnoopPut | line[h] = SnoopClean;
      if line[h] = SnoopPut then respond(h, RspI); end;
      if line[h] = SnoopClean then respond(h, RspE); end;
      line[h] := line[h] = SnoopClean ? Excl : Gone;
    else
      assert "a grant answers a read"
        line[h] = Reading | line[h] = Owning | line[h] = Upgrading;
      granted[h] := c;
      finish(h);
    end;
    tidy(h);
  end;

  rule "host takes a DRS" drs[h] ==>
  begin
    assert "data answer a read"
      line[h] = Reading | line[h] = Owning | line[h] = Upgrading | line[h] = ReadingCur;
    assert "data are needed" !whole[h];
    fresh[h] := drs_fresh[h];
    drs[h] := false;
    drs_fresh[h] := false;
    arrived[h] := true;
    finish(h);
    tidy(h);
  end;

  rule "device serves a shared read" req[h] = RdShared & work = Idle ==>
  begin
    req[h] := NoReq;
    if dir = DirA & !holder[h] then
      work := ToShared;
      client := h;
      awaited[owner] := true;
      snp[owner] := SnpData;
    else
      grant(h, dir != DirS, true);
    end;
  end;

  rule "device serves a current read" req[h] = RdCur & work = Idle ==>
  begin
    req[h] := NoReq;
    if dir = DirA & !holder[h] then
      work := ToCurrent;
      client := h;
      awaited[owner] := true;
      snp[owner] := SnpCur;
    else
      assert "memory is fresh when it is read" memory_fresh;
      show(h);
    end;
  end;

  rule "device serves an owning read" req[h] = RdOwn & work = Idle ==>
  begin
    req[h] := NoReq;
    own(h, true);
  end;

  rule "device serves an invalidation" req[h] = Inv & work = Idle ==>
  begin
    req[h] := NoReq;
    own(h, false);
  end;

  rule "device takes a clean eviction" req[h] = ClnEvct & work = Idle ==>
  begin
    req[h] := NoReq;
    complete(h, Cmp);
    if dir = DirA & holder[h] then
      dir := DirI;
      holder[h] := false;
      undefine owner;
    end;
  end;

  rule "device takes a MemWr" rwd[h] = MemWr ==>
  begin
    rwd[h] := NoRwD;
    assert "only the recorded owner writes back" dir = DirA & owner = h;
    assert "fresh data are written back" fresh[h];
    memory_fresh := true;
    complete(h, Cmp);
    if work = Idle then
      dir := DirI;
      holder[h] := false;
      undefine owner;
    elsif work = ToCurrent then
      holder[h] := false; -- its RspE may be in flight
    end;
    tidy(h);
  end;

  rule "device takes a MemWr of an owner that keeps the line" rwd[h] = WrOwn ==>
  begin
    rwd[h] := NoRwD;
    assert "only a snooped owner keeps what it writes back" work = ToCurrent & owner = h;
    assert "fresh data are written back" fresh[h];
    memory_fresh := true;
    complete(h, Cmp);
  end;

  rule "device takes a BIConflict" rwd[h] = Conflict ==>
  begin
    rwd[h] := NoRwD;
    assert "a conflict is about a snoop" awaited[h];
    complete(h, Ack);
  end;

  rule "device takes a response" rsp[h] != NoRsp ==>
    var r: Response;
    var c: Host;
    var to_owned: boolean;
    var data: boolean;
  begin
    r := rsp[h];
    rsp[h] := NoRsp;
    assert "a response answers a snoop" awaited[h];
    awaited[h] := false;
    if r = RspI then holder[h] := false; end;
    if work = ToCurrent then
      -- An owner that has answered RspE may have written since.
      assert "the owner's answer is about fresh memory"
        memory_fresh | (r = RspE & (line[h] = Dirty | line[h] = PutDirty));
      show(client);
      work := Idle;
      undefine client;
      if !holder[h] then
        dir := DirI;
        undefine owner;
      end;
    elsif forall o: Host do !awaited[o] end then
      c := client;
      to_owned := work = ToOwned | r = RspI;
      data := !owns_only;
      work := Idle;
      owns_only := false;
      undefine client;
      undefine owner;
      grant(c, to_owned, data);
    end;
  end;

end;

invariant "one writer or many readers"
  forall a: Host do forall b: Host do
    a = b | !(line[a] = Excl | line[a] = Dirty | granted[a] = CmpE | ndr[a][0] = CmpE | ndr[a][1] = CmpE)
    | !(line[b] = Shrd | line[b] = Excl | line[b] = Dirty | line[b] = Upgrading
        | line[b] = SnoopClean | granted[b] = CmpS | granted[b] = CmpE | ndr[b][0] = CmpE | ndr[b][0] = CmpS
        | ndr[b][1] = CmpE | ndr[b][1] = CmpS)
  end end;

invariant "copies are fresh"
  forall h: Host do
    (line[h] = Shrd | line[h] = Excl | line[h] = Dirty | line[h] = SnoopClean | rwd[h] = MemWr) -> fresh[h]
  end;

invariant "the directory knows of every copy"
  forall h: Host do
    (line[h] = Shrd | line[h] = Excl | line[h] = Dirty | line[h] = Upgrading | line[h] = SnoopClean) -> holder[h]
  end;

cover "early conflict" exists h: Host do ndr[h][0] = Ack & req[h] != NoReq end;
cover "late conflict" exists h: Host do shake[h] = AwaitAck & granted[h] = CmpE end;

liveness "the line becomes idle"
  work = Idle & forall h: Host do
    req[h] = NoReq & rwd[h] = NoRwD & rsp[h] = NoRsp & snp[h] = NoSnp & !drs[h]
    & ndr[h][0] = NoNdr & shake[h] = Quiet
    & (line[h] = Gone | line[h] = Shrd | line[h] = Excl | line[h] = Dirty)
  end;
