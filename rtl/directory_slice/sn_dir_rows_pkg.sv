// SPDX-License-Identifier: Apache-2.0
// Generated: ./starnuma verify protocol --rtl-rows rtl/directory_slice/sn_dir_rows_pkg.sv
// CXL.mem messages (HDM-DB), and the states, events and rows of the directory of a
// multi-headed device, from models/protocol/cxl/device_table.h.

package sn_dir_rows_pkg;

  localparam int OpWidth = 5;

  typedef enum logic [4:0] {
    OpMemRdShared = 5'd0,
    OpMemRdOwn = 5'd1,
    OpMemClnEvct = 5'd2,
    OpMemWr = 5'd3,
    OpBIRspI = 5'd4,
    OpBIRspS = 5'd5,
    OpBISnpData = 5'd6,
    OpBISnpInv = 5'd7,
    OpMemDataS = 5'd8,
    OpMemDataE = 5'd9,
    OpCmp = 5'd10,
    OpCmpS = 5'd11,
    OpCmpE = 5'd12,
    OpMemData = 5'd13,
    OpBIConflict = 5'd14,
    OpBIConflictAck = 5'd15,
    OpMemInv = 5'd16,
    OpMemRdCurrent = 5'd17,
    OpMemWrOwn = 5'd18,
    OpBIRspE = 5'd19,
    OpBISnpCur = 5'd20,
    OpMemDataCmp = 5'd21,
    OpMemSpecRd = 5'd22
  } cxl_op_e;

  typedef enum logic [2:0] {
    StI = 3'd0,
    StS = 3'd1,
    StA = 3'd2,
    StToShared = 3'd3,
    StToOwned = 3'd4,
    StEvicting = 3'd5,
    StToCurrent = 3'd6
  } dir_state_e;

  typedef enum logic [4:0] {
    EvMemRdShared = 5'd0,
    EvMemRdOwn = 5'd1,
    EvMemRdOwnOthersShare = 5'd2,
    EvMemWr = 5'd3,
    EvMemClnEvct = 5'd4,
    EvBIRspS = 5'd5,
    EvBIRspILast = 5'd6,
    EvFilterEviction = 5'd7,
    EvBIRspI = 5'd8,
    EvMemRdByOwner = 5'd9,
    EvMemClnEvctStale = 5'd10,
    EvBIConflict = 5'd11,
    EvMemInv = 5'd12,
    EvMemInvOthersShare = 5'd13,
    EvMemInvByOwner = 5'd14,
    EvMemRdCurrent = 5'd15,
    EvMemRdCurrentByOwner = 5'd16,
    EvMemWrOwn = 5'd17,
    EvBIRspE = 5'd18
  } dir_event_e;

  typedef struct packed {
    logic       present;
    dir_state_e next;
    logic       write_memory;
    logic       read_memory;
    logic       snoop_data;
    logic       snoop_invalidate;
    logic       complete;
    logic       grant_shared;
    logic       grant_owned;
    logic       free_entry;
    logic       acknowledge;
    logic       snoop_current;
    logic       grant_current;
  } dir_row_t;

  function automatic logic is_transient(dir_state_e state);
    return state == StToShared || state == StToOwned || state == StEvicting || state == StToCurrent;
  endfunction

  // Returns the row of a state and an event; a pair without a row is not present.
  function automatic dir_row_t dir_row(dir_state_e state, dir_event_e event_);
    dir_row_t row;
    row = '0;
    row.present = 1'b1;
    case ({state, event_})
      {StI, EvMemRdShared}: begin
        row.next = StA;
        row.read_memory = 1'b1;
        row.grant_owned = 1'b1;
      end
      {StI, EvMemRdOwn}: begin
        row.next = StA;
        row.read_memory = 1'b1;
        row.grant_owned = 1'b1;
      end
      {StI, EvMemClnEvctStale}: begin
        row.next = StI;
        row.complete = 1'b1;
      end
      {StS, EvMemRdShared}: begin
        row.next = StS;
        row.read_memory = 1'b1;
        row.grant_shared = 1'b1;
      end
      {StS, EvMemRdOwnOthersShare}: begin
        row.next = StToOwned;
        row.read_memory = 1'b1;
        row.snoop_invalidate = 1'b1;
      end
      {StS, EvMemClnEvctStale}: begin
        row.next = StS;
        row.complete = 1'b1;
      end
      {StS, EvFilterEviction}: begin
        row.next = StEvicting;
        row.snoop_invalidate = 1'b1;
      end
      {StA, EvMemRdShared}: begin
        row.next = StToShared;
        row.read_memory = 1'b1;
        row.snoop_data = 1'b1;
      end
      {StA, EvMemRdOwn}: begin
        row.next = StToOwned;
        row.read_memory = 1'b1;
        row.snoop_invalidate = 1'b1;
      end
      {StA, EvMemRdByOwner}: begin
        row.next = StA;
        row.read_memory = 1'b1;
        row.grant_owned = 1'b1;
      end
      {StA, EvMemWr}: begin
        row.next = StI;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
        row.free_entry = 1'b1;
      end
      {StA, EvMemClnEvct}: begin
        row.next = StI;
        row.complete = 1'b1;
        row.free_entry = 1'b1;
      end
      {StA, EvMemClnEvctStale}: begin
        row.next = StA;
        row.complete = 1'b1;
      end
      {StA, EvFilterEviction}: begin
        row.next = StEvicting;
        row.snoop_invalidate = 1'b1;
      end
      {StToShared, EvMemWr}: begin
        row.next = StToShared;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
      end
      {StToShared, EvBIConflict}: begin
        row.next = StToShared;
        row.acknowledge = 1'b1;
      end
      {StToShared, EvBIRspS}: begin
        row.next = StS;
        row.grant_shared = 1'b1;
      end
      {StToShared, EvBIRspILast}: begin
        row.next = StA;
        row.grant_owned = 1'b1;
      end
      {StToOwned, EvMemWr}: begin
        row.next = StToOwned;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
      end
      {StToOwned, EvBIConflict}: begin
        row.next = StToOwned;
        row.acknowledge = 1'b1;
      end
      {StToOwned, EvBIRspI}: begin
        row.next = StToOwned;
      end
      {StToOwned, EvBIRspILast}: begin
        row.next = StA;
        row.grant_owned = 1'b1;
      end
      {StEvicting, EvMemWr}: begin
        row.next = StEvicting;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
      end
      {StEvicting, EvBIConflict}: begin
        row.next = StEvicting;
        row.acknowledge = 1'b1;
      end
      {StEvicting, EvBIRspI}: begin
        row.next = StEvicting;
      end
      {StEvicting, EvBIRspILast}: begin
        row.next = StI;
        row.free_entry = 1'b1;
      end
      {StI, EvMemInv}: begin
        row.next = StA;
        row.grant_owned = 1'b1;
      end
      {StS, EvMemInvOthersShare}: begin
        row.next = StToOwned;
        row.snoop_invalidate = 1'b1;
      end
      {StA, EvMemInv}: begin
        row.next = StToOwned;
        row.snoop_invalidate = 1'b1;
      end
      {StA, EvMemInvByOwner}: begin
        row.next = StA;
        row.grant_owned = 1'b1;
      end
      {StI, EvMemRdCurrent}: begin
        row.next = StI;
        row.read_memory = 1'b1;
        row.grant_current = 1'b1;
      end
      {StS, EvMemRdCurrent}: begin
        row.next = StS;
        row.read_memory = 1'b1;
        row.grant_current = 1'b1;
      end
      {StA, EvMemRdCurrent}: begin
        row.next = StToCurrent;
        row.read_memory = 1'b1;
        row.snoop_current = 1'b1;
      end
      {StA, EvMemRdCurrentByOwner}: begin
        row.next = StA;
        row.read_memory = 1'b1;
        row.grant_current = 1'b1;
      end
      {StToCurrent, EvMemWr}: begin
        row.next = StToCurrent;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
      end
      {StToCurrent, EvMemWrOwn}: begin
        row.next = StToCurrent;
        row.write_memory = 1'b1;
        row.complete = 1'b1;
      end
      {StToCurrent, EvBIConflict}: begin
        row.next = StToCurrent;
        row.acknowledge = 1'b1;
      end
      {StToCurrent, EvBIRspE}: begin
        row.next = StA;
        row.grant_current = 1'b1;
      end
      {StToCurrent, EvBIRspS}: begin
        row.next = StA;
        row.grant_current = 1'b1;
      end
      {StToCurrent, EvBIRspILast}: begin
        row.next = StI;
        row.free_entry = 1'b1;
        row.grant_current = 1'b1;
      end
      default: row.present = 1'b0;
    endcase
    return row;
  endfunction

endpackage
