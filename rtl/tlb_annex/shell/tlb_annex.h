// SPDX-License-Identifier: Apache-2.0
// The counter annex of one core's STLB as RTL: sn_tlb_annex at the place of translation::
// CounterAnnex, with its sockets, times and statistics.
//
// Contract: no counter, page or marker is kept here; the marker mask is what the RTL drives.
// Timing: the RTL is clocked while an event is worked on, two cycles at most for one event of a
// core at a time; time in the platform moves by contract.yaml's cycles, as in the model.
// A failed assertion of the block ends the run with an InvariantError.
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
  /// Clock cycles since reset.
  std::uint64_t ticks() const override { return engine_->ticks(); }

  base::Time hand_over_latency() const { return hand_over_latency_; }
  /// Before the run; AnnexEngine says what is traced.
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
