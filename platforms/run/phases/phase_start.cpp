// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/phases/phase_start.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::run {

PhaseStart::PhaseStart(const assembly::MachineConfig& config, const Scope& scope,
                       const PhaseRun& phase, std::int64_t phase_instructions)
    : scope_(scope),
      phase_(phase),
      allowance_(std::max<std::int64_t>(phase_instructions / 50, 1)),
      slack_(phase_instructions * scope.threads() / 100),
      poll_(std::max(config.simulation.quantum, base::Time(100'000))),
      next_(poll_) {
  const double all = static_cast<double>(phase_instructions) * scope.threads();
  warm_up_ = std::llround(phase.warm_up * all);
  length_ = std::llround(phase.share * all);
  const assembly::SocketConfig& socket = config.socket.each;
  const base::Time hit =
      base::ClockRatio(socket.core.frequency, 1).time_of(socket.private_caches.l1_latency.value);
  for (const base::CoreId core : scope.cores()) scope.machine().core(core).skip_accesses(hit);
  place_pages();
}

/// Moves pages to their checkpointed homes. A page whose home is full waits for another page to
/// leave.
void PhaseStart::place_pages() {
  paging::PageMap& map = scope_.program()->map();
  const std::vector<base::NodeId>& homes = phase_.checkpoint.homes;
  SN_CHECK(homes.size() == map.pages(), homes.size(), " pages in a checkpoint of ", map.pages());
  std::vector<std::uint64_t> left;
  for (std::uint64_t page = 0; page < homes.size(); ++page) {
    if (map.home_of(page) != homes[page]) left.push_back(page);
  }
  while (!left.empty()) {
    std::vector<std::uint64_t> waiting;
    for (const std::uint64_t page : left) {
      if (map.free_on(homes[page]) == 0) {
        waiting.push_back(page);
      } else {
        map.move(page, homes[page], base::Time(0));
      }
    }
    if (waiting.size() == left.size()) {
      throw base::InputError("checkpoint: ", left.size(),
                             " of its pages find no room where they lie");
    }
    left = std::move(waiting);
  }
}

void PhaseStart::program_opens() {
  if (stage_ != Stage::kBefore) return;
  stage_ = Stage::kSkipping;
  for (std::size_t t = 0; t < scope_.cores().size(); ++t) {
    before_.push_back(core(t).instructions());
  }
  halt_at_ = before_;
  if (!phase_.checkpoint.executed.empty()) skip_next();
}

void PhaseStart::sample() {
  if (kernel::now() < next_) return;
  next_ = kernel::now() + poll_;
  if (stage_ == Stage::kSkipping) {
    if (all_halted()) {
      skip_next();
    } else if (stuck()) {
      const std::int64_t missing = wanted_ - executed();
      missing <= slack_ ? skip_next() : let_on();
    }
  }
  if (stage_ == Stage::kWarmUp && executed() >= warm_up_) {
    warmed_up_ = executed();  // the opening resets the counter next
    open_window_();
    stage_ = Stage::kMeasuring;
  }
  if (stage_ == Stage::kMeasuring && warmed_up_ + executed() >= length_) stage_ = Stage::kDone;
}

bool PhaseStart::all_halted() const {
  for (std::size_t t = 0; t < halt_at_.size(); ++t) {
    if (core(t).instructions() < halt_at_[t] && !core(t).finished()) return false;
  }
  return true;
}

void PhaseStart::skip_next() {
  const auto& phases = phase_.checkpoint.executed;
  if (skipped_ == phases.size()) return begin_phase();
  const std::vector<std::int64_t>& ends = phases[skipped_++];
  wanted_ = 0;
  still_ = 0;
  for (std::size_t t = 0; t < halt_at_.size(); ++t) {
    halt_at_[t] = before_[t] + ends.at(t);
    core(t).halt_at(halt_at_[t]);
    wanted_ += halt_at_[t];
  }
}

bool PhaseStart::stuck() {
  constexpr int kLooks = 5;
  still_ = executed() == seen_ ? still_ + 1 : 0;
  seen_ = executed();
  return still_ >= kLooks;
}

void PhaseStart::let_on() {
  still_ = 0;
  for (std::size_t t = 0; t < halt_at_.size(); ++t) {
    if (core(t).instructions() >= halt_at_[t]) core(t).halt_at(core(t).instructions() + allowance_);
  }
}

void PhaseStart::begin_phase() {
  for (std::size_t t = 0; t < halt_at_.size(); ++t) core(t).simulate_accesses();
  open_window_();
  stage_ = phase_.warm_up > 0 ? Stage::kWarmUp : Stage::kMeasuring;
}

void PhaseStart::check_reached() const {
  if (stage_ == Stage::kBefore || stage_ == Stage::kSkipping) {
    throw base::InputError("checkpoint: the program ended before phase ", phase_.checkpoint.phase,
                           " began");
  }
}

}  // namespace starnuma::run
