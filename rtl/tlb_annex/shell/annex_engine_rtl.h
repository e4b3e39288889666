// SPDX-License-Identifier: Apache-2.0
// AnnexEngine for one verilated parameter set.
#pragma once

#include <vector>

#include "rtl/common/shell/valid_ready.h"
#include "rtl/common/shell/wide_port.h"
#include "rtl/tlb_annex/shell/annex_engine.h"

namespace starnuma::rtl {

template <class Top, int entries>
class AnnexEngineRtl : public AnnexEngine {
 public:
  explicit AnnexEngineRtl(std::uint32_t count_max) : markers_((entries + 63) / 64) {
    block_.pins().count_max_i = count_max;
    block_.pins().hand_over_ready_i = 1;
    run_until(block_, block_.pins().idle_o);
  }

  std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) override {
    block_.begin_piece(event.time);
    const std::optional<protocol::HandOver> out = play(event);
    block_.end_piece(out ? event.time + hand_over_latency_ : event.time);
    return out;
  }

  const std::uint64_t* marker_words() const override { return markers_.data(); }
  std::uint64_t ticks() const override { return block_.ticks(); }
  void clock(std::uint64_t cycles) override { block_.clock(cycles); }
  void start_trace(const std::filesystem::path& file, TraceWindow window,
                   base::Time hand_over_latency) override {
    hand_over_latency_ = hand_over_latency;
    block_.start_trace(file, window);
  }
  std::vector<TracedPiece> finish_trace() override { return block_.finish_trace(); }

 private:
  std::optional<protocol::HandOver> play(const protocol::AnnexEvent& event) {
    using protocol::AnnexEventKind;
    Top& pins = block_.pins();
    switch (event.kind) {
      case AnnexEventKind::kIncrement:
      case AnnexEventKind::kOrphanIncrement:
        pins.inc_orphan_i = event.kind == AnnexEventKind::kOrphanIncrement;
        pins.inc_slot_i = event.slot;
        pins.inc_space_i = base::index_of(event.page.space());
        pins.inc_page_i = event.page.number();
        offer(block_, pins.inc_valid_i, pins.inc_ready_o);
        return hand_over();
      case AnnexEventKind::kMarkAll:
        offer(block_, pins.mark_all_valid_i, pins.mark_all_ready_o);
        break;
      case AnnexEventKind::kAccess:
      case AnnexEventKind::kEvict:
      case AnnexEventKind::kInvalidate:
        pins.event_kind_i = event.kind == AnnexEventKind::kAccess  ? 0
                            : event.kind == AnnexEventKind::kEvict ? 1
                                                                   : 2;
        pins.event_slot_i = event.slot;
        pins.event_space_i = base::index_of(event.page.space());
        pins.event_page_i = event.page.number();
        offer(block_, pins.event_valid_i, pins.event_ready_o);
        break;
    }
    read_port(pins.marked_o, markers_.data(), markers_.size());
    return hand_over();
  }
  std::optional<protocol::HandOver> hand_over() {
    std::optional<protocol::HandOver> out;
    Top& pins = block_.pins();
    run_until(block_, pins.idle_o, [&] {
      if (!pins.hand_over_valid_o) return;
      const auto space = static_cast<base::SpaceId>(pins.hand_over_space_o);
      out = {{space, pins.hand_over_page_o}, pins.hand_over_count_o};
    });
    return out;
  }

  ClockedBlock<Top> block_;
  std::vector<std::uint64_t> markers_;
  base::Time hand_over_latency_;
};

template <class Top, int entries>
std::unique_ptr<AnnexEngine> make_engine(std::uint32_t count_max) {
  return std::make_unique<AnnexEngineRtl<Top, entries>>(count_max);
}

}  // namespace starnuma::rtl
