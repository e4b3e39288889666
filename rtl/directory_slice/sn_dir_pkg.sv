// SPDX-License-Identifier: Apache-2.0
// Types shared by the modules of the directory slice.

package sn_dir_pkg;
  import sn_dir_rows_pkg::*;

  typedef enum logic [2:0] {
    EnFree   = 3'd0,
    EnWait   = 3'd1,  // for the release of another entry
    EnReady  = 3'd2,  // for its turn in the pipeline
    EnIssued = 3'd3,  // in the pipeline
    EnSnoop  = 3'd4,  // for BIRsp
    EnMemory = 3'd5,  // for data; the row is complete
    EnGrant  = 3'd6,  // for an entry of the response queue
    EnDrain  = 3'd7  // for a memory response that is not needed
  } entry_state_e;

  // Result of an operation in the pipeline for an entry.
  typedef enum logic [3:0] {
    StepNone     = 4'd0,
    StepWait     = 4'd1,  // for step_blocker_i
    StepSnoop    = 4'd2,  // hosts are snooped, memory may be read ahead
    StepRead     = 4'd3,  // memory is read; the grant follows
    StepDone     = 4'd4,  // answered
    StepWritten  = 4'd5,  // the owner has written the line back
    StepAnswered = 4'd6,  // a host has answered, not the last one
    StepGrant    = 4'd7,  // the last host has answered
    StepResume   = 4'd8  // the way of the evicted line is reserved for the entry
  } entry_step_e;

  // How a message is served: on arrival, after a wait, or after an eviction.
  typedef enum logic [1:0] {
    TurnFresh    = 2'd0,
    TurnReplayed = 2'd1,
    TurnResumed  = 2'd2
  } turn_e;

  typedef enum logic [1:0] {
    KindReq   = 2'd0,
    KindRwd   = 2'd1,
    KindBirsp = 2'd2
  } kind_e;

  // Contents of an entry whose width is not a parameter.
  typedef struct packed {
    logic       snoops;
    logic       owner_asked;  // the owner of the line is snooped
    logic       written;  // the snooped owner has written the line back
    logic       rereads;  // granted, but its read was dropped
    logic       holds;  // a way of its set
    logic [1:0] turn;  // turn_e
  } entry_flags_t;

  // Details of a step.
  typedef struct packed {
    logic owner;  // the owner of the line is snooped
    logic reads;
    logic holds;  // the entry holds its way afterwards
    logic grants_owned;
  } step_flags_t;

  // Items of an operation for the output queues.
  typedef struct packed {
    logic mem_push;
    logic mem_write;
    logic mem_ahead;
    logic answer_push;
    logic [OpWidth-1:0] answer_op;  // cxl_op_e
    logic snoop_push;
    logic [OpWidth-1:0] snoop_op;  // cxl_op_e
  } items_t;

  // Returns the answer of a request with its data, or of a MemInv.
  function automatic cxl_op_e grant_of(logic [OpWidth-1:0] request, logic owned);
    if (request == OpMemInv) return OpCmpE;
    if (request == OpMemRdCurrent) return OpMemDataCmp;
    return owned ? OpMemDataE : OpMemDataS;
  endfunction

endpackage
