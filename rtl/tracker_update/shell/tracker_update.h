// SPDX-License-Identifier: Apache-2.0
// Tracker update unit of one core's page walker as RTL: sn_tracker_update replaces
// tracking::TrackerUpdate, with the same sockets, times and statistics.
//
// Contract: the shell stores no queue and no word.
// Timing: the RTL is clocked while it processes a hand-over or an update. Simulated time advances
// by the cycles of contract.yaml, as in the model.
// Errors: a failed assertion of the block ends the run with an InvariantError.
#pragma once

#include <memory>

#include "models/tracking/tracker_update.h"
#include "rtl/common/shell/named_failure.h"
#include "rtl/tracker_update/shell/tracker_engine.h"

namespace starnuma::rtl {

class TrackerUpdate : public tracking::TrackerUpdateBase {
 public:
  TrackerUpdate(const sc_core::sc_module_name& name, Latencies latencies,
                std::unique_ptr<TrackerEngine> engine)
      : TrackerUpdateBase(name, latencies, engine->mode()), engine_(std::move(engine)) {}

  /// Returns the number of clock cycles since reset.
  std::uint64_t ticks() const override { return engine_->ticks(); }

  /// Starts a trace. Precondition: the run has not started.
  void start_trace(const std::filesystem::path& file, TraceWindow window) {
    engine_->start_trace(file, window);
  }
  std::vector<TracedPiece> finish_trace() { return engine_->finish_trace(); }

 protected:
  bool accept(const protocol::HandOver& hand_over) override {
    engine_->at(moment_.taken);
    return call_block(name(), moment_.taken, [&] { return engine_->accept(hand_over); });
  }
  bool pending() const override { return engine_->pending(); }
  std::uint64_t address() const override { return engine_->address(); }
  Update update(std::uint64_t old_word) override {
    engine_->at(moment_.asked, moment_.left);
    return call_block(name(), moment_.left, [&]() -> Update {
      const TrackerEngine::Update done = engine_->update(old_word);
      return {done.word, done.write};
    });
  }
  std::uint64_t add() override {
    engine_->at(moment_.asked, moment_.left);
    return call_block(name(), moment_.left, [&] { return engine_->add(); });
  }

 private:
  std::unique_ptr<TrackerEngine> engine_;
};

}  // namespace starnuma::rtl
