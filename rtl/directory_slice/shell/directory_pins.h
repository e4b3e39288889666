// SPDX-License-Identifier: Apache-2.0
// Conversion between directory_ports.h and the ports of a verilated sn_dir_top. Data have 16 bits,
// and packed arrays have at most 64.
#pragma once

#include "rtl/directory_slice/shell/directory_ports.h"

namespace starnuma::rtl {

inline constexpr int kDirectoryDataBits = 16;

/// Returns the width of a number below `size`.
constexpr int bits_for(int size) {
  int bits = 1;
  while ((1 << bits) < size) ++bits;
  return bits;
}

/// Returns an element of a packed array.
constexpr std::uint64_t field(std::uint64_t port, int index, int width) {
  return (port >> (index * width)) & ((std::uint64_t{1} << width) - 1);
}

/// Sets all inputs except clock and reset.
template <class Top>
void drive(Top& pins, const DirectoryPinInputs& in, const DirectoryShape& shape) {
  const HostMessage none;
  const HostMessage& req = in.req ? *in.req : none;
  pins.req_valid_i = in.req.has_value();
  pins.req_op_i = static_cast<unsigned>(req.op);
  pins.req_host_i = req.host;
  pins.req_line_i = req.line;
  pins.req_tag_i = req.tag;
  const HostMessage& rwd = in.rwd ? *in.rwd : none;
  pins.rwd_valid_i = in.rwd.has_value();
  pins.rwd_op_i = static_cast<unsigned>(rwd.op);
  pins.rwd_host_i = rwd.host;
  pins.rwd_line_i = rwd.line;
  pins.rwd_tag_i = rwd.tag;
  pins.rwd_data_i = rwd.data;
  const HostMessage& birsp = in.birsp ? *in.birsp : none;
  pins.birsp_valid_i = in.birsp.has_value();
  pins.birsp_op_i = static_cast<unsigned>(birsp.op);
  pins.birsp_host_i = birsp.host;
  pins.birsp_bitag_i = birsp.tag;
  pins.bisnp_ready_i = in.bisnp_ready;
  pins.rsp_ready_i = in.rsp_ready;
  std::uint64_t ready = 0, valid = 0, dropped = 0, ids = 0, data = 0;
  for (int s = 0; s < shape.slices; ++s) {
    ready |= std::uint64_t{in.mem_ready[s]} << s;
    if (!in.mem_rsp[s]) continue;
    valid |= std::uint64_t{1} << s;
    dropped |= std::uint64_t{in.mem_rsp[s]->dropped} << s;
    ids |= in.mem_rsp[s]->id << (s * bits_for(shape.entries));
    data |= in.mem_rsp[s]->data << (s * kDirectoryDataBits);
  }
  pins.mem_req_ready_i = ready;
  pins.mem_rsp_valid_i = valid;
  pins.mem_rsp_dropped_i = dropped;
  pins.mem_rsp_id_i = ids;
  pins.mem_rsp_data_i = data;
}

/// Returns the row that a slice executes in this cycle.
template <class Top>
std::optional<DirectoryCommit> commit_of(const Top& pins, const DirectoryShape& shape, int s) {
  if (field(pins.commit_valid_o, s, 1) == 0) return std::nullopt;
  return DirectoryCommit{field(pins.commit_line_o, s, shape.line_width),
                         field(pins.commit_cause_o, s, shape.line_width),
                         static_cast<int>(field(pins.commit_host_o, s, bits_for(shape.hosts))),
                         static_cast<protocol::cxl::DeviceEvent>(field(pins.commit_event_o, s, 5)),
                         static_cast<protocol::cxl::DeviceState>(field(pins.commit_before_o, s, 3)),
                         static_cast<protocol::cxl::DeviceState>(field(pins.commit_after_o, s, 3)),
                         static_cast<std::uint32_t>(field(pins.commit_sharers_o, s, shape.hosts)),
                         static_cast<int>(field(pins.commit_turn_o, s, 2))};
}

/// Returns all outputs. Precondition: the block has settled.
template <class Top>
DirectoryOutputs outputs_of(const Top& pins, const DirectoryShape& shape) {
  const auto op_of = [](unsigned op) { return static_cast<protocol::cxl::Op>(op); };
  DirectoryOutputs out;
  out.req_ready = pins.req_ready_o != 0;
  out.rwd_ready = pins.rwd_ready_o != 0;
  out.birsp_ready = pins.birsp_ready_o != 0;
  if (pins.bisnp_valid_o) {
    out.bisnp = DeviceMessage{op_of(pins.bisnp_op_o), pins.bisnp_host_o, pins.bisnp_line_o,
                              pins.bisnp_bitag_o};
  }
  if (pins.rsp_valid_o) {
    out.rsp = DeviceMessage{op_of(pins.rsp_op_o), pins.rsp_host_o, 0,
                            pins.rsp_tag_o,       pins.rsp_data_o, pins.rsp_devload_o};
  }
  for (int s = 0; s < shape.slices; ++s) {
    if (field(pins.mem_req_valid_o, s, 1) != 0) {
      out.mem_req[s] = MemoryRequest{field(pins.mem_req_write_o, s, 1) != 0,
                                     field(pins.mem_req_ahead_o, s, 1) != 0,
                                     field(pins.mem_req_id_o, s, bits_for(shape.entries)),
                                     field(pins.mem_req_line_o, s, shape.line_width),
                                     field(pins.mem_req_data_o, s, kDirectoryDataBits)};
    }
    out.commit[s] = commit_of(pins, shape, s);
  }
  out.illegal = pins.illegal_o != 0;
  out.quiet = pins.quiet_o != 0;
  out.idle = pins.idle_o != 0;
  return out;
}

}  // namespace starnuma::rtl
