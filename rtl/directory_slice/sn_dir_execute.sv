// SPDX-License-Identifier: Apache-2.0
// Stage S2 of the directory slice: selects a way of the set, executes the table's row, and returns the
// new contents of the set and the step of the pending request.
//
// Latency: combinational. A request selects the way of its line, the way that is reserved for it, a free
// way, or the oldest stable way whose line no entry holds. That line is then evicted for it.

`include "sn_assert.svh"

module sn_dir_execute
  import sn_dir_rows_pkg::*;
  import sn_dir_pkg::*;
  import sn_tracking_pkg::*;
#(
  parameter int Hosts = 16,
  parameter int Sets = 1024,
  parameter int Ways = 16,
  parameter int Entries = 32,
  parameter int LineWidth = 34,
  localparam int HostWidth = index_width(Hosts),
  localparam int SetWidth = index_width(Sets),
  localparam int WayWidth = index_width(Ways),
  localparam int IdWidth = index_width(Entries),
  localparam int AddressWidth = LineWidth - SetWidth,
  localparam int WayBits = 3 + WayWidth + Hosts + AddressWidth
) (
  input  logic                    clk_i,  // only used by assertions
  input  logic                    rst_ni,

  // Operation
  input  logic                    valid_i,
  input  logic [1:0]              kind_i,  // kind_e
  input  logic [OpWidth-1:0]      op_i,  // cxl_op_e
  input  logic [HostWidth-1:0]    host_i,
  input  logic [LineWidth-1:0]    line_i,  // not for BIRsp
  input  logic [SetWidth-1:0]     set_i,
  input  logic [IdWidth-1:0]      id_i,  // not for RwD

  // Set: contents, and ways whose tag is that of the line
  input  logic [Ways*WayBits-1:0] row_i,
  input  logic [Ways-1:0]         hits_i,
  output logic [WayWidth-1:0]     hit_way_o,
  output logic [Ways*WayBits-1:0] write_row_o,

  // Entries that hold ways of the set, and the entry that snoops hit_way_o
  input  logic [Ways-1:0]         held_ways_i,
  input  logic [IdWidth-1:0]      holder_i,
  input  logic [IdWidth-1:0]      snooper_i,

  // Contents of the operation's entry
  output logic [IdWidth-1:0]      look_id_o,
  input  entry_flags_t            look_flags_i,
  input  logic [Hosts-1:0]        look_awaited_i,
  input  logic [WayWidth-1:0]     look_way_i,
  input  logic [HostWidth-1:0]    look_host_i,

  // Step of the entry
  output entry_step_e             step_o,
  output logic [IdWidth-1:0]      step_id_o,
  output logic [IdWidth-1:0]      step_blocker_o,
  output logic [WayWidth-1:0]     step_way_o,
  output logic [Hosts-1:0]        step_hosts_o,
  output step_flags_t             step_flags_o,

  // Items of the output queues
  output items_t                  items_o,
  output logic [Hosts-1:0]        snoop_hosts_o,

  // Executed row
  output logic                    illegal_o,
  output logic                    commit_valid_o,
  output logic [LineWidth-1:0]    commit_line_o,
  output dir_event_e              commit_event_o,
  output dir_state_e              commit_before_o,
  output logic [2:0]              commit_after_o,  // dir_state_e
  output logic [Hosts-1:0]        commit_sharers_o,
  output logic [1:0]              commit_turn_o  // turn_e
);

  typedef logic [WayWidth-1:0] way_t;
  typedef logic [Hosts-1:0]    mask_t;

  // Icarus 11 has no casts to enumerations.
  function automatic dir_state_e state_of(logic [2:0] bits);
    return (bits == StS) ? StS : (bits == StA) ? StA : (bits == StToShared) ? StToShared
           : (bits == StToOwned) ? StToOwned : (bits == StEvicting) ? StEvicting
           : (bits == StToCurrent) ? StToCurrent : StI;
  endfunction

  function automatic mask_t bit_of(logic [HostWidth-1:0] host);
    return mask_t'(1) << host;
  endfunction

  logic [Ways-1:0][2:0]              way_state;  // dir_state_e
  logic [Ways-1:0][WayWidth-1:0]     way_age;
  logic [Ways-1:0][Hosts-1:0]        way_sharers;
  logic [Ways-1:0][AddressWidth-1:0] way_address;
  // Without an operation, nothing is evaluated.
  for (genvar w = 0; w < Ways; w++) begin : gen_ways
    always_comb begin
      {way_state[w], way_age[w], way_sharers[w], way_address[w]} = '0;
      if (valid_i) begin
        {way_state[w], way_age[w], way_sharers[w], way_address[w]} = row_i[w*WayBits+:WayBits];
      end
    end
  end

  logic       hit, has_free, has_victim, is_req, needs_way, evicts, waits, snoops;
  logic       rereads, line_busy;
  way_t       free_way, victim_way, way;
  dir_state_e state;
  mask_t      sharers, sharers_after, others;
  logic       own, awaited, legal;
  dir_event_e event_;
  dir_row_t   row;
  logic [HostWidth-1:0] grantee;

  assign is_req = kind_i == KindReq;

  always_comb begin
    hit_way_o = '0;
    if (valid_i && hit) begin
      for (int w = Ways - 1; w >= 0; w--) if (hits_i[w]) hit_way_o = way_t'(w);
    end
  end
  always_comb begin
    free_way   = '0;
    victim_way = '0;
    has_free   = 1'b0;
    has_victim = 1'b0;
    if (valid_i && needs_way) begin
      for (int w = Ways - 1; w >= 0; w--) begin
        if (way_state[w] == StI && !held_ways_i[w]) begin
          has_free = 1'b1;
          free_way = way_t'(w);
        end
        // The victim is the oldest way in a stable state whose line no entry holds.
        if ((way_state[w] == StS || way_state[w] == StA) && !held_ways_i[w] &&
            (!has_victim || way_age[w] > way_age[victim_way])) begin
          has_victim = 1'b1;
          victim_way = way_t'(w);
        end
      end
    end
  end

  assign hit       = hits_i != '0;
  assign needs_way = is_req && !hit && !look_flags_i.holds && op_i != OpMemClnEvct &&
                     op_i != OpMemRdCurrent;
  assign evicts    = needs_way && !has_free && has_victim;

  assign way = (kind_i == KindBirsp || (is_req && !hit && look_flags_i.holds)) ? look_way_i
               : hit ? hit_way_o : evicts ? victim_way : free_way;
  always_comb begin
    state = StI;
    if (hit || evicts || kind_i == KindBirsp) state = state_of(way_state[way]);
  end
  assign sharers = (state == StI) ? '0 : way_sharers[way];

  assign look_id_o = (kind_i == KindRwd) ? snooper_i : id_i;

  assign line_busy = is_transient(state);
  assign waits = is_req && !look_flags_i.rereads &&
                 ((!evicts && line_busy) || (needs_way && !has_free && !has_victim));
  assign step_blocker_o = line_busy ? snooper_i : holder_i;

  assign own     = state == StA && sharers[host_i];
  assign awaited = line_busy && look_flags_i.snoops && look_awaited_i[host_i];

  always_comb begin
    legal  = awaited;
    event_ = EvBIConflict;
    case (op_i)
      OpMemRdShared: begin
        if (own) event_ = EvMemRdByOwner;
        else event_ = EvMemRdShared;
      end
      OpMemRdOwn: begin
        if (own) event_ = EvMemRdByOwner;
        else if (state == StS && others != '0) event_ = EvMemRdOwnOthersShare;
        else event_ = EvMemRdOwn;
      end
      OpMemInv: begin
        if (own) event_ = EvMemInvByOwner;
        else if (state == StS && others != '0) event_ = EvMemInvOthersShare;
        else event_ = EvMemInv;
      end
      OpMemRdCurrent: begin
        if (own) event_ = EvMemRdCurrentByOwner;
        else event_ = EvMemRdCurrent;
      end
      OpMemClnEvct: begin
        if (own) event_ = EvMemClnEvct;
        else event_ = EvMemClnEvctStale;
      end
      OpMemWr: begin
        event_ = EvMemWr;
        // Not before the owner's grant has left. After a MemWrOwn, the owner may evict the line.
        legal  = (own && !held_ways_i[way]) ||
                 (awaited && look_flags_i.owner_asked &&
                  (!look_flags_i.written || (state == StToCurrent && sharers != '0)));
      end
      OpMemWrOwn: begin
        event_ = EvMemWrOwn;
        legal  = awaited && look_flags_i.owner_asked && !look_flags_i.written;
      end
      OpBIRspS: event_ = EvBIRspS;
      OpBIRspE: begin
        if (sharers != '0) event_ = EvBIRspE;
        else event_ = EvBIRspILast;
      end
      OpBIRspI: begin
        if ((look_awaited_i & ~bit_of(host_i)) == '0) event_ = EvBIRspILast;
        else event_ = EvBIRspI;
      end
      OpBIConflict: event_ = EvBIConflict;
      default: legal = 1'b0;
    endcase
    if (is_req) legal = 1'b1;
    if (kind_i == KindRwd && op_i != OpMemWr && op_i != OpMemWrOwn && op_i != OpBIConflict)
      legal = 1'b0;
    if (kind_i == KindBirsp && op_i != OpBIRspI && op_i != OpBIRspS && op_i != OpBIRspE)
      legal = 1'b0;
    if (evicts) event_ = EvFilterEviction;
  end

  always_comb begin
    row = '0;
    if (valid_i) row = dir_row(state, event_);
  end
  assign commit_valid_o = valid_i && legal && row.present && !waits &&
                          !(is_req && look_flags_i.rereads);

  // Outputs of the row
  assign snoops = row.snoop_data || row.snoop_invalidate || row.snoop_current;
  assign grantee = is_req ? host_i : look_host_i;
  assign others  = sharers & ~bit_of(host_i);
  assign snoop_hosts_o = evicts ? sharers : others;
  always_comb begin
    sharers_after = sharers;
    // The owner evicts the line; its BIRspE may still arrive.
    if (row.free_entry || (state == StToCurrent && event_ == EvMemWr)) sharers_after = '0;
    if (row.grant_shared) sharers_after = sharers | bit_of(grantee);
    if (row.grant_owned) sharers_after = bit_of(grantee);
  end

  assign step_id_o    = (kind_i == KindRwd) ? snooper_i : id_i;
  assign step_hosts_o = is_req ? snoop_hosts_o : bit_of(host_i);
  always_comb begin
    step_o = StepNone;
    if (valid_i && is_req) begin
      if (look_flags_i.rereads) step_o = StepRead;
      else if (waits) step_o = StepWait;
      else if (!row.present) step_o = StepDone;
      else if (snoops) step_o = StepSnoop;
      else if (row.read_memory) step_o = StepRead;
      else step_o = StepDone;
    end else if (commit_valid_o) begin
      if (kind_i == KindRwd) begin
        if (row.write_memory && line_busy) step_o = StepWritten;
      end else if (row.grant_shared || row.grant_owned || row.grant_current) begin
        step_o = StepGrant;
      end else if (row.free_entry) begin
        step_o = StepResume;
      end else begin
        step_o = StepAnswered;
      end
    end
  end

  // Only requests of hosts mark their line as the youngest of the set.
  logic changes, uses_line, takes_way;
  assign changes   = state != StI || row.next != StI;
  assign uses_line = is_req && !evicts && row.next != StI;
  assign takes_way = (needs_way && !evicts) || (is_req && !hit && look_flags_i.holds);
  for (genvar w = 0; w < Ways; w++) begin : gen_write
    logic                    is_way;
    logic [2:0]              state_after;
    logic [WayWidth-1:0]     age_after;
    logic [Hosts-1:0]        of_way;
    logic [AddressWidth-1:0] address_after;
    assign is_way = changes && way_t'(w) == way;
    always_comb begin
      state_after   = is_way ? row.next : way_state[w];
      age_after     = way_age[w];
      of_way        = is_way ? sharers_after : way_sharers[w];
      address_after = is_way && takes_way ? line_i[LineWidth-1:SetWidth] : way_address[w];
      if (uses_line && is_way) age_after = '0;
      else if (uses_line && way_age[w] < way_age[way]) age_after = way_age[w] + way_t'(1);
    end
    always_comb begin
      write_row_o[w*WayBits+:WayBits] = '0;
      if (commit_valid_o)
        write_row_o[w*WayBits+:WayBits] = {state_after, age_after, of_way, address_after};
    end
  end

  assign commit_line_o = (evicts || kind_i == KindBirsp) ? {way_address[way], set_i}
                         : line_i;
  assign commit_event_o   = event_;
  assign commit_before_o  = state;
  assign commit_after_o   = row.next;
  assign commit_sharers_o = sharers_after;
  assign commit_turn_o    = is_req && !evicts ? look_flags_i.turn : TurnFresh;

  assign rereads   = valid_i && is_req && look_flags_i.rereads;
  assign illegal_o = valid_i && !waits && !rereads && !commit_valid_o;

  assign step_way_o = look_flags_i.rereads ? look_way_i : way;
  assign step_flags_o.owner        = state == StA;
  assign step_flags_o.reads        = row.read_memory;
  assign step_flags_o.grants_owned = row.grant_owned;
  // After its snoop a current read holds no way: its owner may evict the line, and its host has no
  // copy that could be snooped before the grant.
  assign step_flags_o.holds        = row.next != StI && !(row.grant_current && !is_req);

  assign items_o.mem_push         = rereads ||
                                    (commit_valid_o && (row.write_memory || row.read_memory));
  assign items_o.mem_write        = row.write_memory;
  // Another read for a current read might return what its owner has written since.
  assign items_o.mem_ahead        = snoops && !rereads && !row.snoop_current;
  // A MemInv without snoops is granted here.
  assign items_o.answer_push      = commit_valid_o && (row.complete || row.acknowledge ||
                                                       step_o == StepDone);
  assign items_o.answer_op        = row.acknowledge ? OpBIConflictAck
                                    : row.grant_owned ? OpCmpE : OpCmp;
  assign items_o.snoop_push       = commit_valid_o && snoops;
  assign items_o.snoop_op         = row.snoop_invalidate ? OpBISnpInv
                                    : row.snoop_data ? OpBISnpData : OpBISnpCur;

  ////////////////
  // Assertions //
  ////////////////

  `SN_ASSERT(OneWayHits_A, valid_i |-> $onehot0(hits_i))
  `SN_ASSERT(RequestHasRow_A, valid_i && is_req && !look_flags_i.rereads && !waits |-> row.present)
  `SN_ASSERT(BlockerHoldsWay_A, valid_i && waits && !line_busy |-> held_ways_i != '0)
  `SN_ASSERT(VictimIsNotHeld_A, valid_i && evicts |-> !held_ways_i[way])
  `SN_COVER(Evicts_C, valid_i && evicts)
  `SN_COVER(WaitsForLine_C, valid_i && waits && line_busy)
  `SN_COVER(WaitsForWay_C, valid_i && waits && !line_busy)
  `SN_COVER(ReadsAgain_C, rereads)

endmodule
