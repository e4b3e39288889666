// SPDX-License-Identifier: Apache-2.0
// The counter annex of one core's STLB as a box: events in, hand-overs out.
//
// Contract: what an event does is apply()'s; CounterAnnex uses the golden function, an RTL shell
// the verilated block. Both have the same sockets, times and statistics. Timing: a hand-over is
// offered `hand_over_latency` after its event; an event whose hand-over the tracker update unit
// cannot take at once lasts until it is taken. Not modelled: events of one core in the same cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"
#include "models/kernel/sockets.h"
#include "models/protocol/tracking.h"
#include "models/tracking/counter_annex_function.h"

namespace starnuma::tracking {

class CounterAnnexBase : public sc_core::sc_module, public accounting::StatSource {
 public:
  CounterAnnexBase(const sc_core::sc_module_name& name, base::Time hand_over_latency)
      : sc_module(name), hand_over_latency_(hand_over_latency) {}

 private:
  void take(protocol::AnnexEvent& event);

 public:
  kernel::Target<&CounterAnnexBase::take> stlb_side{"stlb_side", *this};
  kernel::Initiator<protocol::TrackerRequest> tracker_side{"tracker_side"};

  /// The marker mask, slot 0 in bit 0 of the first word; stays at its place for good.
  virtual const std::uint64_t* marker_words() const = 0;
  /// Clock cycles of the RTL so far; a model has no clock.
  virtual std::uint64_t ticks() const { return 0; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 protected:
  virtual std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) = 0;

 private:
  struct Counts {
    std::int64_t by_access = 0;
    std::int64_t by_eviction = 0;
    std::int64_t by_shootdown = 0;
    std::int64_t by_orphan = 0;
  };

  base::Time hand_over_latency_;
  Counts counts_;
};

class CounterAnnex : public CounterAnnexBase {
 public:
  CounterAnnex(const sc_core::sc_module_name& name, base::Time hand_over_latency, int entries,
               protocol::Counter counter)
      : CounterAnnexBase(name, hand_over_latency), function_(entries, counter) {}

  const std::uint64_t* marker_words() const override { return function_.marker_words(); }

 protected:
  std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) override {
    return function_.apply(event);
  }

 private:
  CounterAnnexFunction function_;
};

}  // namespace starnuma::tracking
