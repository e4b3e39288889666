// SPDX-License-Identifier: Apache-2.0
// TrackerEngine for one verilated parameter set.
#pragma once

#include "rtl/common/shell/valid_ready.h"
#include "rtl/tracker_update/shell/tracker_engine.h"

namespace starnuma::rtl {

template <class Top>
class TrackerEngineRtl : public TrackerEngine {
 public:
  explicit TrackerEngineRtl(const Config& config) : mode_(config.mode) {
    Top& pins = block_.pins();
    static_assert(sizeof pins.base_i == sizeof config.base, "the RTL has as many spaces");
    for (std::size_t s = 0; s < config.base.size(); ++s) pins.base_i[s] = config.base[s];
    pins.region_shift_i = config.region_shift;
    pins.socket_i = base::index_of(config.socket);
    pins.count_max_i = config.layout.counter.max;
    pins.add_at_home_i = mode_ == protocol::TrackerUpdateMode::kAddAtHome;
    block_.settle();
  }

  bool accept(const protocol::HandOver& hand_over) override {
    Top& pins = block_.pins();
    block_.begin_piece(taken_);
    pins.hand_over_space_i = base::index_of(hand_over.page.space());
    pins.hand_over_page_i = hand_over.page.number();
    pins.hand_over_count_i = hand_over.count;
    pins.hand_over_valid_i = 1;
    block_.settle();
    const bool taken = pins.hand_over_ready_o != 0;
    if (taken) block_.tick();
    pins.hand_over_valid_i = 0;
    block_.settle();
    block_.end_piece(taken_);
    return taken;
  }
  bool pending() const override { return block_.pins().idle_o == 0; }
  std::uint64_t address() const override { return block_.pins().mem_req_address_o; }

  Update update(std::uint64_t old_word) override {
    Top& pins = block_.pins();
    block_.begin_piece(asked_);
    take_request();
    block_.end_piece(asked_);
    block_.begin_piece(left_);
    pins.mem_rsp_word_i = old_word;
    offer(block_, pins.mem_rsp_valid_i, pins.mem_rsp_ready_o);
    block_.settle();
    constexpr int kWriteAndRelease = 1;
    const Update update{pins.mem_req_word_o, pins.mem_req_kind_o == kWriteAndRelease};
    take_request();
    block_.settle();
    block_.end_piece(left_);
    return update;
  }
  /// Precondition: the caller has a credit.
  std::uint64_t add() override {
    Top& pins = block_.pins();
    block_.begin_piece(left_);
    pins.add_credit_i = 1;
    block_.settle();
    block_.tick();
    pins.add_credit_i = 0;
    block_.settle();
    const std::uint64_t word = pins.mem_req_word_o;
    take_request();
    block_.settle();
    block_.end_piece(left_);
    return word;
  }
  protocol::TrackerUpdateMode mode() const override { return mode_; }
  std::uint64_t ticks() const override { return block_.ticks(); }
  void start_trace(const std::filesystem::path& file, TraceWindow window) override {
    block_.start_trace(file, window);
  }
  std::vector<TracedPiece> finish_trace() override { return block_.finish_trace(); }

 private:
  void take_request() {
    offer(block_, block_.pins().mem_req_ready_i, block_.pins().mem_req_valid_o);
  }

  ClockedBlock<Top> block_;
  protocol::TrackerUpdateMode mode_;
};

template <class Top>
std::unique_ptr<TrackerEngine> make_engine(const TrackerEngine::Config& config) {
  return std::make_unique<TrackerEngineRtl<Top>>(config);
}

}  // namespace starnuma::rtl
