// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/phases/whole_phases.h"

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::run {

void WholePhases::prepare(Opening opening) {
  executed_before_ = opening == Opening::kFirst ? 0 : executed();
}

void WholePhases::begin(Opening opening) {
  whole_.reset();
  measured_ = 0;
  if (opening == Opening::kAgain) return;
  next_ = kernel::now() + kPoll;
  sc_core::sc_pause();  // makes the time loop re-read next()
}

void WholePhases::sample() {
  if (kernel::now() < next_) return;
  next_ = kernel::now() + kPoll;
  if ((executed() - phase_begin_) / scope_.threads() < phase_instructions_) return;
  phase_begin_ = executed();
  if (++phases_ == 1) {
    open_window_();
  } else {
    whole_ = collect_();
    ++measured_;
  }
}

void WholePhases::restrict(SimulationResult& result) {
  if (!whole_) {
    throw base::InputError(
        "method.first_phase: untimed leaves nothing to measure: no whole phase of ",
        phase_instructions_, " instructions a thread follows the first one of the ",
        "measured window, expected a longer run or less warm-up");
  }
  result.stats = std::move(whole_->stats);
  accounting::StatWriter(result.stats, "run")
      .write("whole_phases", measured_, "1",
             "whole phases that the statistics cover; runs compare by time per instruction");
  result.profile = std::move(whole_->profile);
  result.regions = std::move(whole_->regions);
  result.worst = std::move(whole_->worst);
  result.window_begin = whole_->window_begin;
  result.first_transaction = whole_->first_transaction;
}

}  // namespace starnuma::run
