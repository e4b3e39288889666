// SPDX-License-Identifier: Apache-2.0
// Annex RTL and its golden function side by side: same inputs, every output compared every cycle.
//
// Contract: a cycle is step(); it sets the inputs, predicts all outputs, compares, applies what was
// accepted to the function in the block's order (increment, slot event, mark all), and ticks.
// The first difference throws std::runtime_error with the cycle number.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "models/tracking/counter_annex_function.h"
#include "rtl/common/shell/wide_port.h"
#include "testbenches/rtl_support/bins.h"
#include "testbenches/rtl_support/checked_block.h"

namespace starnuma::testbenches {

enum class SlotEvent : std::uint8_t { kAccess, kEvict, kInvalidate };

struct AnnexInputs {
  bool inc_valid = false;
  bool inc_orphan = false;
  std::uint32_t inc_slot = 0;
  std::uint64_t inc_page = 0;
  bool event_valid = false;
  SlotEvent event_kind = SlotEvent::kAccess;
  std::uint32_t event_slot = 0;
  std::uint64_t event_page = 0;
  bool mark_all = false;
  bool take = true;  ///< hand_over_ready
};

struct AnnexAccepted {
  bool inc;
  bool event;
};

template <class Top>
class AnnexLockstep {
 public:
  static constexpr std::size_t kRoom = 2;  ///< Hand-overs that wait inside.

  AnnexLockstep(int entries, protocol::Counter counter, Bins& bins, const std::string& waves = "")
      : block_(waves),
        golden_(entries, counter),
        max_count_(counter.max),
        bins_(bins),
        marked_(golden_.marker_word_count()) {
    block_.pins().count_max_i = counter.max;
    while (!block_.pins().idle_o) {  // counters are being cleared
      block_.check("ready while clearing", block_.pins().inc_ready_o | block_.pins().event_ready_o,
                   0U);
      block_.finish_cycle();
      block_.settle();
    }
    block_.check("cycles of clearing", block_.ticks(), counter.width > 0 ? entries : 0);
  }

  AnnexAccepted step(const AnnexInputs& in) {
    drive(in);
    block_.settle();
    const bool room = pending_.size() < kRoom;
    const AnnexAccepted accepted{in.inc_valid && (!in.inc_orphan || room),
                                 in.event_valid && room && !(in.inc_valid && in.inc_orphan)};
    compare(in, accepted);
    const bool taken = in.take && !pending_.empty();
    if (in.event_valid && accepted.event) sample(in, accepted);
    if (taken) pending_.pop_front();
    apply(in, accepted);
    block_.finish_cycle();
    return accepted;
  }

  tracking::CounterAnnexFunction& golden() { return golden_; }
  std::size_t pending() const { return pending_.size(); }
  std::uint64_t cycles() const { return block_.ticks(); }
  /// Time of the next cycle in waves.
  void set_time(std::uint64_t time_ps) { block_.set_time(time_ps); }
  std::uint64_t time() const { return block_.time(); }
  VerilatedContext& context() { return block_.context(); }

 private:
  void drive(const AnnexInputs& in) {
    auto& pins = block_.pins();
    pins.inc_valid_i = in.inc_valid;
    pins.inc_orphan_i = in.inc_orphan;
    pins.inc_slot_i = in.inc_slot;
    pins.inc_page_i = in.inc_page;
    pins.event_valid_i = in.event_valid;
    pins.event_kind_i = static_cast<std::uint8_t>(in.event_kind);
    pins.event_slot_i = in.event_slot;
    pins.event_page_i = in.event_page;
    pins.mark_all_valid_i = in.mark_all;
    pins.hand_over_ready_i = in.take;
  }

  void compare(const AnnexInputs& in, const AnnexAccepted& accepted) {
    auto& pins = block_.pins();
    if (in.inc_valid) block_.check("inc_ready_o", pins.inc_ready_o, accepted.inc);
    if (in.event_valid) block_.check("event_ready_o", pins.event_ready_o, accepted.event);
    block_.check("mark_all_ready_o", pins.mark_all_ready_o, true);
    block_.check("hand_over_valid_o", pins.hand_over_valid_o, !pending_.empty());
    block_.check("idle_o", pins.idle_o, pending_.empty());
    if (!pending_.empty()) {
      block_.check("hand_over_page_o", pins.hand_over_page_o, pending_.front().page);
      block_.check("hand_over_count_o", pins.hand_over_count_o, pending_.front().count);
    }
    rtl::read_port(pins.marked_o, marked_.data(), marked_.size());
    for (std::size_t i = 0; i < marked_.size(); ++i) {
      block_.check("marked_o", marked_[i], golden_.marker_words()[i]);
    }
  }

  void apply(const AnnexInputs& in, const AnnexAccepted& accepted) {
    if (accepted.inc && in.inc_orphan) pending_.push_back(golden_.orphan_increment(in.inc_page));
    if (accepted.inc && !in.inc_orphan) golden_.increment(in.inc_slot);
    if (accepted.event) {
      const auto out = event(in);
      if (out) pending_.push_back(*out);
    }
    if (in.mark_all) golden_.mark_all();
  }
  std::optional<protocol::HandOver> event(const AnnexInputs& in) {
    if (in.event_kind == SlotEvent::kAccess) return golden_.access(in.event_slot, in.event_page);
    if (in.event_kind == SlotEvent::kEvict) return golden_.evict(in.event_slot, in.event_page);
    return golden_.invalidate(in.event_slot, in.event_page);
  }

  /// Cross bins: event x same-cycle increment x count before x hand-overs waiting.
  void sample(const AnnexInputs& in, const AnnexAccepted& accepted) {
    static constexpr const char* kKinds[] = {"access", "evict", "invalidate"};
    const bool marked = golden_.marked(in.event_slot);
    if (in.event_kind == SlotEvent::kAccess && !marked) return;
    const std::uint32_t count = golden_.count(in.event_slot);
    const char* increment = !accepted.inc                  ? "no increment"
                            : in.inc_slot == in.event_slot ? "same slot"
                                                           : "other slot";
    const char* level = count == 0 ? "zero" : count == max_count_ ? "full" : "between";
    if (max_count_ == 0) level = "no counter";
    bins_.hit(std::string(kKinds[static_cast<int>(in.event_kind)]) + " x " + increment + " x " +
              level + " x " + std::to_string(pending_.size()) + " waiting");
  }

  CheckedBlock<Top> block_;
  tracking::CounterAnnexFunction golden_;
  std::uint32_t max_count_;
  Bins& bins_;
  std::vector<std::uint64_t> marked_;
  std::deque<protocol::HandOver> pending_;
};

}  // namespace starnuma::testbenches
