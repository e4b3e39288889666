// SPDX-License-Identifier: Apache-2.0
// Counter annex of one core's STLB as RTL: sn_tlb_annex replaces translation::CounterAnnex, with
// the same sockets, times and statistics.
//
// Contract: the shell stores no counter, page or marker; the RTL drives the marker mask.
// Timing: the RTL is clocked while it processes an event, at most two cycles per event. Simulated
// time advances by the cycles of contract.yaml, as in the model.
// Errors: a failed assertion of the block ends the run with an InvariantError.
#pragma once

#include <memory>

#include "models/tracking/counter_annex.h"
#include "rtl/common/shell/named_failure.h"
#include "rtl/tlb_annex/shell/annex_engine.h"

namespace starnuma::rtl {

class TlbAnnex : public tracking::CounterAnnexBase {
 public:
  TlbAnnex(const sc_core::sc_module_name& name, base::Time hand_over_latency,
           std::unique_ptr<AnnexEngine> engine)
      : CounterAnnexBase(name, hand_over_latency),
        engine_(std::move(engine)),
        hand_over_latency_(hand_over_latency) {}

  const std::uint64_t* marker_words() const override { return engine_->marker_words(); }
  /// Returns the number of clock cycles since reset.
  std::uint64_t ticks() const override { return engine_->ticks(); }

  base::Time hand_over_latency() const { return hand_over_latency_; }
  /// Starts a trace, see AnnexEngine. Precondition: the run has not started.
  void start_trace(const std::filesystem::path& file, TraceWindow window) {
    engine_->start_trace(file, window, hand_over_latency_);
  }
  std::vector<TracedPiece> finish_trace() { return engine_->finish_trace(); }

 protected:
  std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) override {
    return call_block(name(), event.time, [&] { return engine_->apply(event); });
  }

 private:
  std::unique_ptr<AnnexEngine> engine_;
  base::Time hand_over_latency_;
};

}  // namespace starnuma::rtl
