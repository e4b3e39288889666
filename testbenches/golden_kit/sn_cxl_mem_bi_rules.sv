// SPDX-License-Identifier: Apache-2.0
// Rules of one message for sn_cxl_mem_bi_checker. Combinational but for the properties.
//
// Each rule is a property NAME_A (NAME_M if it is assumed) with a cover NAME_C, in which the rule applies
// and holds. The name is that of the rule in testbenches/cxl_log/rules.h; the text starts with the
// section of CXL 3.1.

`ifdef FORMAL
`define SN_CXL_RULE(name, assumed, situation, rule, text) \
  always @(posedge clk_i) if (rst_ni) begin \
    if (assumed) begin \
      name``_M: assume (!(situation) || (rule)); \
    end else begin \
      name``_A: assert (!(situation) || (rule)); \
    end \
    name``_C: cover ((situation) && (rule)); \
  end
`else
`define SN_CXL_RULE(name, assumed, situation, rule, text) \
  if (assumed) begin : gen_``name \
    name``_M: assume property (@(posedge clk_i) disable iff (!rst_ni) !(situation) || (rule)); \
  end else begin : gen_``name \
    name``_A: assert property (@(posedge clk_i) disable iff (!rst_ni) !(situation) || (rule)) \
      else $error("%m: CXL 3.1, %s", text); \
  end \
  name``_C: cover property (@(posedge clk_i) disable iff (!rst_ni) (situation) && (rule));
`endif

module sn_cxl_mem_bi_rules #(
  parameter bit AssumeHost   = 1'b0,
  parameter bit AssumeDevice = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [19:0] state_i,  // before the message, 0 after reset
  input  logic        valid_i,
  input  logic [4:0]  op_i,
  output logic [19:0] state_o   // after the message
);

  localparam logic [4:0] MemRdS = 0, MemRdA = 1, MemClnEvct = 2, MemWr = 3, BIConflict = 4;
  localparam logic [4:0] BIRspI = 5, BIRspS = 6, BISnpData = 7, BISnpInv = 8, Cmp = 9, CmpS = 10;
  localparam logic [4:0] CmpE = 11, BIConflictAck = 12, MemData = 13, MemInv = 14;
  localparam logic [4:0] MemRdC = 15, MemWrA = 16, BIRspE = 17, BISnpCur = 18, MemSpecRd = 19;

  // Outstanding request.
  localparam logic [2:0] OwnNone = 0, OwnRead = 1, OwnReadToOwn = 2, OwnCleanEvict = 3;
  localparam logic [2:0] OwnWriteBack = 4, OwnLine = 5;  // OwnLine: ownership without data
  localparam logic [2:0] OwnReadCurrent = 6, OwnClean = 7;  // OwnClean: MemWrA
  // Unanswered snoop, and the conflict handshake about it.
  localparam logic [1:0] SnoopNone = 0, SnoopSent = 1, SnoopConflict = 2, SnoopAcknowledged = 3;

  typedef struct packed {
    logic [2:0] own;
    logic [1:0] snoop;
    logic       ndr;           // the MemRd has received Cmp-S or Cmp-E
    logic       drs;           // the MemRd has received MemData
    logic       invalidates;   // the snoop invalidates the line
    logic       current;       // the snoop leaves the line (BISnpCur)
    logic       completed;     // the completion of the last Req may be in flight to the host
    logic       met;           // the snoop surely meets the outstanding Req at the host
    logic       had_request;   // the snoop may meet a Req at the host
    logic       owes_request;  // a BIConflict has arrived before its Req
    logic       late_request;  // the Req of the BIConflict may be in flight to the device
    logic       holds;         // Cmp-S or Cmp-E has left since the last BIRspI
    logic       may_hold;      // a grant has left since the host invalidated its copy
    logic       wrote;         // a MemWr has arrived since the last grant
    logic       owns;          // Cmp-E has left since the last BIRsp
    logic       writes;        // Cmp-E has left, and the host has not invalidated its copy
    logic       unwritten;     // Cmp-E for a MemInv has left, and no MemWr has arrived since
  } state_t;

  state_t s, next;
  logic   read, current_read, owning, writing, req, request, write, grant_ndr, grant, snoop, response;

  assign s = state_i;
  assign state_o = next;

  assign read = s.own == OwnRead || s.own == OwnReadToOwn;
  assign current_read = s.own == OwnReadCurrent;
  assign writing = s.own == OwnWriteBack || s.own == OwnClean;
  assign owning = s.own == OwnReadToOwn || s.own == OwnLine;
  assign req = read || current_read || s.own == OwnLine || s.own == OwnCleanEvict;
  assign request = valid_i && (op_i <= MemWr || op_i == MemInv || op_i == MemRdC || op_i == MemWrA);
  assign write = valid_i && (op_i == MemWr || op_i == MemWrA);
  assign grant_ndr = valid_i && (op_i == CmpS || op_i == CmpE);
  assign grant = grant_ndr || (valid_i && op_i == MemData);
  assign snoop = valid_i && (op_i == BISnpData || op_i == BISnpInv || op_i == BISnpCur);
  assign response = valid_i && (op_i == BIRspI || op_i == BIRspS || op_i == BIRspE);

  always_comb begin
    next = s;
    if (request) begin
      next.own = op_i == MemRdS ? OwnRead : op_i == MemRdA ? OwnReadToOwn
          : op_i == MemInv ? OwnLine : op_i == MemClnEvct ? OwnCleanEvict
          : op_i == MemRdC ? OwnReadCurrent : op_i == MemWrA ? OwnClean : OwnWriteBack;
      next.completed = 1'b0;
      next.writes = s.writes && op_i == MemWrA;
      next.wrote = s.wrote || op_i == MemWr;
      next.may_hold = s.may_hold && op_i != MemClnEvct && op_i != MemWr;
      next.had_request = s.had_request || !write;
      next.owes_request = s.owes_request && write;
      next.late_request = s.late_request && write;
      next.unwritten = s.unwritten && !write;
    end
    if (grant_ndr) begin
      next.ndr = 1'b1;
      next.holds = 1'b1;
      next.owns = s.owns || op_i == CmpE;
      next.writes = op_i == CmpE;
      next.unwritten = s.own == OwnLine;
    end
    if (valid_i && op_i == MemData) next.drs = 1'b1;
    if (valid_i && op_i == Cmp) next.ndr = current_read;
    if (grant && !current_read) begin
      next.may_hold = 1'b1;
      next.wrote = 1'b0;
    end
    if ((next.ndr && (next.drs || s.own == OwnLine)) || (valid_i && op_i == Cmp && !current_read)) begin
      next.completed = req;
      next.own = OwnNone;
      {next.ndr, next.drs, next.met} = '0;
    end
    if (snoop) begin
      next.snoop = SnoopSent;
      next.invalidates = op_i == BISnpInv;
      next.current = op_i == BISnpCur;
      next.met = req;
      next.had_request = req || s.completed;
    end
    if (response) begin
      next.snoop = SnoopNone;
      next.completed = 1'b0;
      next.holds = s.holds && op_i != BIRspI;
      next.owns = s.owns && s.current && op_i != BIRspI;  // the device still records the owner
      next.writes = s.writes && op_i == BIRspE;
      // After a conflict handshake a MemClnEvct may still be in flight to the device.
      if (op_i == BIRspI && (s.snoop == SnoopSent || !s.late_request)) next.may_hold = 1'b0;
    end
    if (valid_i && op_i == BIConflict) begin
      next.snoop = SnoopConflict;
      next.owes_request = !s.had_request;
      next.late_request = !req;
    end
    if (valid_i && op_i == BIConflictAck) next.snoop = SnoopAcknowledged;
  end

  // M2S.
  `SN_CXL_RULE(KnownMessage, AssumeHost, valid_i, op_i <= MemSpecRd,
               "3.3: a message has one of the numbers of sn_op_e")
  `SN_CXL_RULE(OneRequest, AssumeHost, request, s.own == OwnNone,
               "3.3.11: a host has at most one Req or RwD outstanding for a line")
  `SN_CXL_RULE(OwnerWrites, AssumeHost, write, s.writes,
               "3.3.6: only a host that received Cmp-E and still owns the line sends MemWr")
  `SN_CXL_RULE(EvictionNeedsCopy, AssumeHost, valid_i && op_i == MemClnEvct, s.may_hold,
               "3.3.5: a host sends MemClnEvct only if it has received the line since it last gave it up")
  `SN_CXL_RULE(ResponseNeedsSnoop, AssumeHost, response, s.snoop != SnoopNone,
               "3.3.7: a BIRsp answers a BISnp")
  `SN_CXL_RULE(SharedResponse, AssumeHost, response && op_i != BIRspI,
               op_i == BIRspE ? s.current : !s.invalidates && !s.wrote,
               "3.3.7: BIRspS answers BISnpData or BISnpCur, and not after a MemWr; BIRspE answers BISnpCur")
  `SN_CXL_RULE(ResponseAfterAck, AssumeHost, response && s.snoop[1], s.snoop != SnoopConflict,
               "3.5.1.3: a host that has sent BIConflict waits for BI-ConflictAck before BIRsp")
  `SN_CXL_RULE(ConflictFirst, AssumeHost, response && s.snoop == SnoopSent, !s.met,
               "3.5.1.3: a host with an outstanding Req answers a BISnp by BIConflict")
  // The MemWr of a host that has answered BIRspE may overtake the BIRspE.
  `SN_CXL_RULE(WriteBackFirst, AssumeHost, response,
               s.own != OwnClean && (s.own != OwnWriteBack || op_i == BIRspE),
               "3.5.1.2: a host that writes back waits for the Cmp of its MemWr before BIRsp")
  `SN_CXL_RULE(ConflictNeedsSnoop, AssumeHost, valid_i && op_i == BIConflict, s.snoop == SnoopSent,
               "3.5.1.3: a BIConflict follows an unanswered BISnp")
  `SN_CXL_RULE(ConflictNeedsRequest, AssumeHost, write || (valid_i && op_i == BIConflict),
               write ? !s.owes_request : !writing,
               "3.5.1.3: a BIConflict belongs to an outstanding Req of the host")

  `SN_CXL_RULE(WritesLine, AssumeHost, s.unwritten && (request || response), write,
               "3.3.5: a host that owns a line by MemInv writes it and returns it by MemWr")

  // S2M.
  `SN_CXL_RULE(GrantNeedsRead, AssumeDevice, grant,
               read || (grant_ndr ? s.own == OwnLine : current_read),
               "3.3.9: Cmp-S, Cmp-E, MemData answer a MemRd of the host, Cmp-E a MemInv, MemData a MemRd SnpCur")
  `SN_CXL_RULE(GrantOnce, AssumeDevice,
               (grant && (read || (current_read && !grant_ndr))) || (current_read && valid_i && op_i == Cmp),
               op_i == MemData ? !s.drs : !s.ndr,
               "3.3.10: a MemRd receives one Cmp, Cmp-S or Cmp-E and one MemData")
  `SN_CXL_RULE(OwningGrant, AssumeDevice, grant_ndr && owning, op_i == CmpE,
               "3.3.9: a MemRd or MemInv with MetaValue A receives Cmp-E")
  `SN_CXL_RULE(CmpNeedsEviction, AssumeDevice, valid_i && op_i == Cmp,
               writing || s.own == OwnCleanEvict || current_read,
               "3.3.9: a Cmp answers an outstanding MemWr, MemClnEvct or MemRd SnpCur of the host")
  `SN_CXL_RULE(OneSnoop, AssumeDevice, snoop, s.snoop == SnoopNone,
               "3.3.8: a host has at most one unanswered BISnp for a line")
  `SN_CXL_RULE(SnoopNeedsCause, AssumeDevice, snoop,
               read || s.own == OwnLine || (op_i == BISnpInv ? s.holds : s.owns),
               "3.3.8: a BISnp goes to a host that may hold the line, BISnpData and BISnpCur to its owner")
  `SN_CXL_RULE(AckNeedsConflict, AssumeDevice, valid_i && op_i == BIConflictAck,
               s.snoop == SnoopConflict, "3.5.1.3: a BI-ConflictAck answers a BIConflict")
  `SN_CXL_RULE(AckOrder, AssumeDevice,
               (grant || (valid_i && op_i == Cmp)) && s.snoop == SnoopAcknowledged,
               op_i == Cmp ? writing : op_i == MemData && s.ndr,
               "3.3.11: a BI-ConflictAck does not pass an earlier Cmp, Cmp-S or Cmp-E to the host")

endmodule
