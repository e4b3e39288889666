// SPDX-License-Identifier: Apache-2.0
// The annex and the tracker update unit of a core next to the example device. The bench connects the
// unit's memory port to the device by a golden host.

`include "sn_message_ports.svh"

module tracked_pool
  import sn_tracking_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  // Loads, and evictions of translations.
  input  logic        load_valid_i,
  output logic        load_ready_o,
  input  logic [5:0]  load_slot_i,
  input  logic        evict_valid_i,
  output logic        evict_ready_o,
  input  logic [5:0]  evict_slot_i,
  input  logic [35:0] evict_page_i,

  // Memory port of the tracker update unit
  output logic        req_valid_o,
  input  logic        req_ready_i,
  output logic [1:0]  req_kind_o,
  output logic [47:0] req_address_o,
  output logic [31:0] req_word_o,
  input  logic        rsp_valid_i,
  output logic        rsp_ready_o,
  input  logic [31:0] rsp_word_i,
  output logic        idle_o,

  // Message interface of the device
  `SN_MESSAGE_PORTS(m2s, input, output, i, o),
  `SN_MESSAGE_PORTS(s2m, output, input, o, i)
);

  logic        valid, ready, annex_idle, unit_idle;
  logic [3:0]  space;
  logic [35:0] page;
  logic [15:0] count;
  mem_kind_e   kind;

  assign idle_o = annex_idle && unit_idle;
  assign req_kind_o = kind;

  sn_tlb_annex u_annex (
    .clk_i,
    .rst_ni,
    .count_max_i      ('1),
    .inc_valid_i      (load_valid_i),
    .inc_ready_o      (load_ready_o),
    .inc_orphan_i     (1'b0),
    .inc_slot_i       (load_slot_i),
    .inc_space_i      ('0),
    .inc_page_i       ('0),
    .event_valid_i    (evict_valid_i),
    .event_ready_o    (evict_ready_o),
    .event_kind_i     (SlotEvict),
    .event_slot_i     (evict_slot_i),
    .event_space_i    ('0),
    .event_page_i     (evict_page_i),
    .mark_all_valid_i (1'b0),
    .mark_all_ready_o (),
    .hand_over_valid_o(valid),
    .hand_over_ready_i(ready),
    .hand_over_space_o(space),
    .hand_over_page_o (page),
    .hand_over_count_o(count),
    .marked_o         (),
    .idle_o           (annex_idle)
  );

  sn_tracker_update u_update (
    .clk_i,
    .rst_ni,
    .base_i           ('{default: '0}),
    .region_shift_i   (6'd0),
    .socket_i         (4'd3),
    .add_at_home_i    (1'b0),
    .count_max_i      ('1),
    .hand_over_valid_i(valid),
    .hand_over_ready_o(ready),
    .hand_over_space_i(space),
    .hand_over_page_i (page),
    .hand_over_count_i(count),
    .mem_req_valid_o  (req_valid_o),
    .mem_req_ready_i  (req_ready_i),
    .mem_req_kind_o   (kind),
    .mem_req_address_o(req_address_o),
    .mem_req_word_o   (req_word_o),
    .mem_rsp_valid_i  (rsp_valid_i),
    .mem_rsp_ready_o  (rsp_ready_o),
    .mem_rsp_word_i   (rsp_word_i),
    .add_credit_i     (1'b0),
    .idle_o           (unit_idle)
  );

  clocked_device #(.Hosts(2)) u_device (
    .clk_i,
    .rst_ni,
    .m2s_valid_i,
    .m2s_ready_o,
    .m2s_op_i,
    .m2s_host_i,
    .m2s_address_i,
    .m2s_data_i,
    .s2m_valid_o,
    .s2m_ready_i,
    .s2m_op_o,
    .s2m_host_o,
    .s2m_address_o,
    .s2m_data_o
  );

endmodule
