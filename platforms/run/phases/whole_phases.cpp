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
        "method.first_phase: untimed leaves nothing to measure: no whole phase of " +
        std::to_string(phase_instructions_) +
        " instructions a thread follows the first one of the " +
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

void check_method(const assembly::MachineConfig& config, std::size_t programs,
                  const SimulationOptions& options) {
  if (!config.method) return;
  const bool remembers = config.method->sharers == assembly::SharersOver::kPublishedPhase;
  if ((remembers || WholePhases::asked_by(config)) &&
      (options.checkpoint || options.from != nullptr)) {
    throw base::InputError("machine.method: phases alone need method: in_time");
  }
  const bool plain = programs == 1 && !config.several_hosts() && options.faults.empty() &&
                     options.capacity.empty();
  if (WholePhases::asked_by(config) && !plain) {
    throw base::InputError(
        "machine.method.first_phase: untimed is of one program on one host, without faults and "
        "dynamic capacity; expected timed");
  }
}

}  // namespace starnuma::run
