// SPDX-License-Identifier: Apache-2.0
// The directory RTL (sn_dir_top) of one parameter set, accessed through its ports. Only its factory
// depends on the set.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "models/protocol/cxl/device_table.h"
#include "models/protocol/cxl/messages.h"
#include "testbenches/rtl_support/compared_block.h"

namespace starnuma::testbenches {

inline constexpr int kMostSlices = 2;

/// M2S message at a port; `tag` is the BITag of a BIRsp.
struct HostMessage {
  protocol::cxl::Op op{};
  int host = 0;
  std::uint64_t line = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;
};

/// S2M message at a port: `line` and `tag` (BITag) of a BISnp, `tag`, `data` and load of an answer.
struct DeviceMessage {
  protocol::cxl::Op op{};
  int host = 0;
  std::uint64_t line = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;
  int dev_load = 0;
};

struct MemoryRequest {
  bool write = false;
  bool ahead = false;
  std::uint64_t id = 0;
  std::uint64_t line = 0;
  std::uint64_t data = 0;
};

struct MemoryResponse {
  std::uint64_t id = 0;
  std::uint64_t data = 0;
  bool dropped = false;
};

/// Executed row.
struct DirectoryCommit {
  std::uint64_t line = 0;
  std::uint64_t cause = 0;
  int host = 0;
  protocol::cxl::DeviceEvent event{};
  protocol::cxl::DeviceState before{};
  protocol::cxl::DeviceState after{};
  std::uint32_t sharers = 0;
  int turn = 0;
};

/// Values at the ports in one cycle.
struct DirectoryPinInputs {
  bool reset = false;
  std::optional<HostMessage> req, rwd, birsp;
  bool bisnp_ready = false;
  bool rsp_ready = false;
  bool mem_ready[kMostSlices] = {};
  std::optional<MemoryResponse> mem_rsp[kMostSlices];
};
struct DirectoryOutputs {
  bool req_ready = false, rwd_ready = false, birsp_ready = false;
  std::optional<DeviceMessage> bisnp, rsp;
  std::optional<MemoryRequest> mem_req[kMostSlices];
  std::optional<DirectoryCommit> commit[kMostSlices];
  bool illegal = false, quiet = false, idle = false;
};

class DirectoryBlock : public ComparedBlock {
 public:
  virtual DirectoryOutputs settle(const DirectoryPinInputs& inputs) = 0;
};

/// A parameter set, or a mutant of one, that was verilated for the bench.
struct DirectorySet {
  const char* name;
  int slices;
  int hosts;
  int sets;
  int ways;
  int entries;
  int line_width;
  int mutant;            ///< Number of a mutant in rtl/verify/lockstep_mutants.json, or 0.
  const char* found_by;  ///< Check that finds the mutant; empty without a mutant.
  std::unique_ptr<DirectoryBlock> (*make)(const DirectorySet& set, const BlockStart& start);
};

/// Prints a set for GoogleTest.
inline void PrintTo(const DirectorySet& set, std::ostream* out) { *out << set.name; }

/// Returns the sets of the bench (CMake writes the list).
const std::vector<DirectorySet>& directory_sets();

/// Returns the mutants of the block (rtl/verify/lockstep_mutants.json).
const std::vector<DirectorySet>& directory_mistakes();

/// Returns `start` for a block that is constructed next and executes that mutant.
const BlockStart& with_mutant(int mutant, const BlockStart& start);

template <class Top>
class DirectoryPins : public BlockOf<Top, DirectoryBlock> {
 public:
  DirectoryPins(const DirectorySet& set, const BlockStart& start)
      : Base(with_mutant(set.mutant, start)), set_(set) {}

  DirectoryOutputs settle(const DirectoryPinInputs& in) override {
    auto& pins = block_.pins();
    block_.set_reset(in.reset);
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
    for (int s = 0; s < set_.slices; ++s) {
      ready |= std::uint64_t{in.mem_ready[s]} << s;
      if (!in.mem_rsp[s]) continue;
      valid |= std::uint64_t{1} << s;
      dropped |= std::uint64_t{in.mem_rsp[s]->dropped} << s;
      ids |= in.mem_rsp[s]->id << (s * bits_for(set_.entries));
      data |= in.mem_rsp[s]->data << (s * kDataBits);
    }
    pins.mem_req_ready_i = ready;
    pins.mem_rsp_valid_i = valid;
    pins.mem_rsp_dropped_i = dropped;
    pins.mem_rsp_id_i = ids;
    pins.mem_rsp_data_i = data;
    block_.settle();
    return outputs();
  }

 private:
  using Base = BlockOf<Top, DirectoryBlock>;
  using Base::block_;

  static constexpr int kDataBits = 16;

  /// Returns the width of a number below `size`.
  static int bits_for(int size) {
    int bits = 1;
    while ((1 << bits) < size) ++bits;
    return bits;
  }
  /// Returns an element of a packed array of at most 64 bits.
  static std::uint64_t field(std::uint64_t port, int index, int width) {
    return (port >> (index * width)) & ((std::uint64_t{1} << width) - 1);
  }
  static protocol::cxl::Op op_of(unsigned op) { return static_cast<protocol::cxl::Op>(op); }

  DirectoryOutputs outputs() {
    auto& pins = block_.pins();
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
    const int lines = set_.line_width;
    for (int s = 0; s < set_.slices; ++s) {
      if (field(pins.mem_req_valid_o, s, 1) != 0) {
        out.mem_req[s] = MemoryRequest{
            field(pins.mem_req_write_o, s, 1) != 0, field(pins.mem_req_ahead_o, s, 1) != 0,
            field(pins.mem_req_id_o, s, bits_for(set_.entries)),
            field(pins.mem_req_line_o, s, lines), field(pins.mem_req_data_o, s, kDataBits)};
      }
      if (field(pins.commit_valid_o, s, 1) == 0) continue;
      out.commit[s] = DirectoryCommit{
          field(pins.commit_line_o, s, lines),
          field(pins.commit_cause_o, s, lines),
          static_cast<int>(field(pins.commit_host_o, s, bits_for(set_.hosts))),
          static_cast<protocol::cxl::DeviceEvent>(field(pins.commit_event_o, s, 4)),
          static_cast<protocol::cxl::DeviceState>(field(pins.commit_before_o, s, 3)),
          static_cast<protocol::cxl::DeviceState>(field(pins.commit_after_o, s, 3)),
          static_cast<std::uint32_t>(field(pins.commit_sharers_o, s, set_.hosts)),
          static_cast<int>(field(pins.commit_turn_o, s, 2))};
    }
    out.illegal = pins.illegal_o != 0;
    out.quiet = pins.quiet_o != 0;
    out.idle = pins.idle_o != 0;
    return out;
  }

  const DirectorySet& set_;
};

template <class Top>
std::unique_ptr<DirectoryBlock> make_directory_block(const DirectorySet& set,
                                                     const BlockStart& start) {
  return std::make_unique<DirectoryPins<Top>>(set, start);
}

}  // namespace starnuma::testbenches
