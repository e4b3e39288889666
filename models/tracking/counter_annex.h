// SPDX-License-Identifier: Apache-2.0
// Counter annex of a core's STLB as a SystemC module: events in, hand-overs out.
//
// Contract:
// - apply() defines the effect of an event: CounterAnnex calls the golden function, an RTL shell
//   the verilated block. Sockets, timing and statistics are the same.
// - Timing: a hand-over is offered `hand_over_latency` after its event. If the tracker update unit
//   cannot accept it at once, the event lasts until it is accepted.
// - Not modelled: simultaneous events of one core.
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

  /// Returns the marker mask, with slot 0 in bit 0 of the first word. The address is constant.
  virtual const std::uint64_t* marker_words() const = 0;
  /// Number of RTL clock cycles; 0 for a model without clock.
  virtual std::uint64_t ticks() const { return 0; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 protected:
  virtual std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) = 0;

 private:
  struct AnnexCounterStats {
    std::int64_t by_access = 0;
    std::int64_t by_eviction = 0;
    std::int64_t by_shootdown = 0;
    std::int64_t by_orphan = 0;
  };

  base::Time hand_over_latency_;
  AnnexCounterStats counts_;
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
