// SPDX-License-Identifier: Apache-2.0
// The tracker update RTL of one parameter set, accessed through its ports. Only its factory depends
// on the set.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/tracking/tracker_update_function.h"
#include "testbenches/rtl_support/compared_block.h"

namespace starnuma::testbenches {

/// Write to an entry by another socket or by the end of a phase.
struct EntryChange {
  std::uint64_t address;
  std::uint64_t word;
};

/// Events around the unit in one cycle.
struct TrackerInputs {
  bool reset = false;
  bool offered = false;  ///< A hand-over is valid.
  protocol::HandOver hand_over;
  bool memory_ready = true;
  bool answer = true;  ///< Return read data in this cycle, if any are due.
  bool credit = true;  ///< Memory can accept one more add.
  std::optional<EntryChange> change;
};

/// Values at the ports in one cycle.
struct TrackerPinInputs {
  TrackerInputs in;
  std::optional<std::uint64_t> answer;  ///< Read data.
};
struct TrackerOutputs {
  bool hand_over_ready = false;
  bool req_valid = false;
  int req_kind = 0;
  std::uint64_t req_address = 0;
  std::uint64_t req_word = 0;
  bool rsp_ready = false;
  bool idle = false;
};

class TrackerBlock : public ComparedBlock {
 public:
  virtual TrackerOutputs settle(const TrackerPinInputs& pins) = 0;
};

template <class Top>
class TrackerPins : public BlockOf<Top, TrackerBlock> {
 public:
  TrackerPins(const tracking::TrackerUpdateFunction::Config& config, const BlockStart& start)
      : Base(start) {
    auto& pins = block_.pins();
    const std::size_t spaces = sizeof pins.base_i / sizeof pins.base_i[0];
    for (std::size_t s = 0; s < spaces; ++s) pins.base_i[s] = config.base[s];
    pins.region_shift_i = config.region_shift;
    pins.socket_i = base::index_of(config.socket);
    pins.add_at_home_i = config.mode == protocol::TrackerUpdateMode::kAddAtHome;
    pins.count_max_i = config.layout.counter.max;
  }

  TrackerOutputs settle(const TrackerPinInputs& inputs) override {
    auto& pins = block_.pins();
    block_.set_reset(inputs.in.reset);
    pins.hand_over_valid_i = inputs.in.offered;
    pins.hand_over_space_i = base::index_of(inputs.in.hand_over.page.space());
    pins.hand_over_page_i = inputs.in.hand_over.page.number();
    pins.hand_over_count_i = inputs.in.hand_over.count;
    pins.mem_req_ready_i = inputs.in.memory_ready;
    pins.add_credit_i = inputs.in.credit;
    pins.mem_rsp_valid_i = inputs.answer.has_value();
    if (inputs.answer) pins.mem_rsp_word_i = *inputs.answer;
    block_.settle();
    return {pins.hand_over_ready_o != 0,
            pins.mem_req_valid_o != 0,
            pins.mem_req_kind_o,
            pins.mem_req_address_o,
            pins.mem_req_word_o,
            pins.mem_rsp_ready_o != 0,
            pins.idle_o != 0};
  }

 private:
  using Base = BlockOf<Top, TrackerBlock>;
  using Base::block_;
};

/// A parameter set, or a mutant of one, that was verilated for the bench.
struct TrackerSet {
  const char* name;
  int sockets;
  int count_width;
  int queue_entries;
  int space_width;
  std::unique_ptr<TrackerBlock> (*make)(const tracking::TrackerUpdateFunction::Config& config,
                                        const BlockStart& start);
};

/// Prints a set for GoogleTest.
inline void PrintTo(const TrackerSet& set, std::ostream* out) { *out << set.name; }

/// Returns every set that platforms are built with, and small ones (CMake writes both lists).
const std::vector<TrackerSet>& tracker_sets();

/// Returns the mutants of the block (rtl/verify/lockstep_mutants.json).
const std::vector<TrackerSet>& tracker_mistakes();

/// Returns the mutant of that name.
const TrackerSet& tracker_mistake(std::string_view name);

template <class Top>
std::unique_ptr<TrackerBlock> make_tracker_block(
    const tracking::TrackerUpdateFunction::Config& config, const BlockStart& start) {
  return std::make_unique<TrackerPins<Top>>(config, start);
}

}  // namespace starnuma::testbenches
