// SPDX-License-Identifier: Apache-2.0
// The annex RTL of one parameter set, accessed through its ports. Only its factory depends on the
// set.
#pragma once

#include <memory>
#include <vector>

#include "models/base/ids.h"
#include "rtl/common/shell/wide_port.h"
#include "testbenches/rtl_support/compared_block.h"

namespace starnuma::testbenches {

enum class SlotEvent : std::uint8_t { kAccess, kEvict, kInvalidate };

/// Values at the ports in one cycle.
struct AnnexInputs {
  base::PageId inc_page;
  base::PageId event_page;
  std::uint32_t inc_slot = 0;
  std::uint32_t event_slot = 0;
  SlotEvent event_kind = SlotEvent::kAccess;
  bool reset = false;
  bool inc_valid = false;
  bool inc_orphan = false;
  bool event_valid = false;
  bool mark_all = false;
  bool take = true;  ///< hand_over_ready
};

struct AnnexOutputs {
  bool inc_ready = false;
  bool event_ready = false;
  bool mark_all_ready = false;
  bool hand_over_valid = false;
  base::PageId hand_over_page;
  std::uint32_t hand_over_count = 0;
  bool idle = false;
  std::vector<std::uint64_t> marked;  ///< 64 slots per word.
};

class AnnexBlock : public ComparedBlock {
 public:
  /// Drives the inputs; `out` receives the outputs of this cycle.
  virtual void settle(const AnnexInputs& in, AnnexOutputs& out) = 0;
};

template <class Top>
class AnnexPins : public BlockOf<Top, AnnexBlock> {
 public:
  AnnexPins(int entries, std::uint32_t count_max, const BlockStart& start)
      : Base(start), words_((static_cast<std::size_t>(entries) + 63) / 64) {
    block_.pins().count_max_i = count_max;
  }

  void settle(const AnnexInputs& in, AnnexOutputs& out) override {
    auto& pins = block_.pins();
    block_.set_reset(in.reset);
    pins.inc_valid_i = in.inc_valid;
    pins.inc_orphan_i = in.inc_orphan;
    pins.inc_slot_i = in.inc_slot;
    pins.inc_space_i = base::index_of(in.inc_page.space());
    pins.inc_page_i = in.inc_page.number();
    pins.event_valid_i = in.event_valid;
    pins.event_kind_i = static_cast<std::uint8_t>(in.event_kind);
    pins.event_slot_i = in.event_slot;
    pins.event_space_i = base::index_of(in.event_page.space());
    pins.event_page_i = in.event_page.number();
    pins.mark_all_valid_i = in.mark_all;
    pins.hand_over_ready_i = in.take;
    block_.settle();
    out.inc_ready = pins.inc_ready_o;
    out.event_ready = pins.event_ready_o;
    out.mark_all_ready = pins.mark_all_ready_o;
    out.hand_over_valid = pins.hand_over_valid_o;
    out.hand_over_page = {static_cast<base::SpaceId>(pins.hand_over_space_o),
                          pins.hand_over_page_o};
    out.hand_over_count = pins.hand_over_count_o;
    out.idle = pins.idle_o;
    out.marked.resize(words_);
    rtl::read_port(pins.marked_o, out.marked.data(), words_);
  }

 private:
  using Base = BlockOf<Top, AnnexBlock>;
  using Base::block_;

  std::size_t words_;
};

/// A parameter set, or a mutant of one, that was verilated for the bench.
struct AnnexSet {
  const char* name;
  int entries;
  int count_width;
  int space_width;
  std::unique_ptr<AnnexBlock> (*make)(int entries, std::uint32_t count_max,
                                      const BlockStart& start);
  bool in_ram;  ///< Counters in a memory: sn_tlb_annex_ram.
};

template <class Top>
std::unique_ptr<AnnexBlock> make_annex_block(int entries, std::uint32_t count_max,
                                             const BlockStart& start) {
  return std::make_unique<AnnexPins<Top>>(entries, count_max, start);
}

}  // namespace starnuma::testbenches
