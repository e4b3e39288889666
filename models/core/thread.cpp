// SPDX-License-Identifier: Apache-2.0
#include "models/core/thread.h"

#include <systemc>

#include "models/core/accesses_in_time.h"
#include "models/kernel/now.h"

namespace starnuma::core {

Thread::Thread(const CoreConfig& config, base::Time quantum, base::CoreId core, int index,
               Team& team)
    : ticks_per_ps_(base::ClockRatio(config.frequency, config.width).ticks_per_ps()),
      reciprocal_(
          ((std::uint64_t{1} << kReciprocalShift) + static_cast<std::uint64_t>(ticks_per_ps_) - 1) /
          static_cast<std::uint64_t>(ticks_per_ps_)),
      horizon_(quantum.ps() * ticks_per_ps_),
      core_(core),
      branch_prediction_(config.branch_prediction),
      locked_operations_(config.locked_operations),
      window_(config, base::ClockRatio(config.frequency, config.width)),
      team_(team),
      index_(index),
      quantum_(horizon_) {}

Thread::~Thread() = default;

void Thread::connect(const MemoryInTime& memory, kernel::QueuedDispatcher& dispatcher) {
  in_time_ = std::make_unique<AccessesInTime>(dispatcher, ticks_per_ps_, window_);
  in_time_->connect(memory);
  execution_ = kernel::Execution(dispatcher);
  arrived_ = std::make_unique<sc_core::sc_event>(sc_core::sc_gen_unique_name("arrived"));
  window_.set_resolver(*this);
  memory_ = in_time_->destination();
}

Ticks Thread::wait_for(Ticks name) {
  PendingTimes& times = PendingTimes::all();
  while (!times.resolved(name)) {
    times.subscribe(name, *this);
    sc_core::wait(*arrived_);
  }
  in_time_->rethrow();
  return times.at(name);
}

void Thread::synchronise() {
  catch_up();
  team_.check_running();
}

void Thread::catch_up() {
  execution_.sleep_until(time_of(window_.now()));
  if (__builtin_expect(halt_ != nullptr, 0)) wait_while_halted();
  horizon_ = window_.now() + quantum_;
}

void Thread::halt(std::function<void()> then) {
  if (halt_ == nullptr) halt_ = std::make_unique<Halt>();
  halt_->then = std::move(then);
  if (at_rest_) take_halt();
}

void Thread::end_halt() {
  halt_->taken = false;
  kernel::notify_next_delta(halt_->over);
}

void Thread::take_halt() {
  halt_->taken = true;
  std::exchange(halt_->then, {})();
}

void Thread::wait_while_halted() {
  if (halt_->then) {
    window_.wait_until(window_.drained());
    execution_.sleep_until(time_of(window_.now()));
    take_halt();
  }
  if (!halt_->taken) return;
  while (halt_->taken) sc_core::wait(halt_->over);
  stall_until(kernel::now());
}

/// Waits until `done()`; re-checks when `event` is notified.
template <class Done>
void Thread::rest_until(const Done& done, const sc_core::sc_event& event) {
  while (!done()) {
    at_rest_ = true;
    if (halt_ != nullptr && halt_->then) take_halt();
    sc_core::wait(event);
    at_rest_ = false;
    team_.check_running();
  }
  if (halt_ != nullptr) wait_while_halted();
  stall_until(kernel::now());
}

void Thread::pause_until(base::Time time) {
  stall_until(time);
  synchronise();
}

void Thread::begin() {
  at_rest_ = false;
  if (halt_ != nullptr) wait_while_halted();
}

void Thread::finish() {
  window_.wait_until(window_.drained());
  catch_up();
  at_rest_ = true;
  waiting_.end(window_.now());
  if (observer_ != nullptr) observer_->on_end(observed({}));
}

void Thread::wait_for(base::Time time) {
  if (time <= base::Time(0)) return;
  stall_until(time);
  catch_up();
}

void Thread::resume() {
  stall_until(kernel::now());
  waiting_.resume(window_.now());
  catch_up();
}

void Thread::continue_on(base::CoreId core, const MemoryInTime& memory, base::Time span) {
  window_.wait_until(std::max(window_.drained(), kernel::now().ps() * ticks_per_ps_));
  interrupt(span);
  core_ = core;
  in_time_ != nullptr ? in_time_->connect(memory) : connect(memory.memory);
}

void Thread::begin_measurement() {
  const base::Time settle(20'000'000);  // longer than any access, contention included
  window_.wait_until(window_.now() + settle.ps() * ticks_per_ps_);
  synchronise();
  const base::Time before = kernel::now();
  team_.on_begin_measurement();
  // Only if the call has waited: the core's own clock may be behind the current kernel time
  // otherwise.
  if (kernel::now() != before) window_.wait_until(kernel::now().ps() * ticks_per_ps_);
  if (observer_ != nullptr) observer_->on_begin_measurement(observed({}));
}

void Thread::barrier() {
  waiting_.arrive(window_.known(window_.drained()), window_.instructions());
  synchronise();
  const std::uint64_t round = team_.rounds();
  const auto& lines = team_.lines();
  const Loaded<std::uint64_t> generation = load(lines, Team::kGeneration);
  const std::uint64_t arrived = fetch_add(lines, Team::kCounter, std::uint64_t{1}) + 1;
  if (arrived == static_cast<std::uint64_t>(threads())) {
    store(lines, Team::kCounter, std::uint64_t{0});
    store(lines, Team::kGeneration, generation.value + 1);
    window_.wait_until(window_.drained());
    synchronise();
    if (observer_ != nullptr) observer_->on_arrive(observed({}));
    team_.release();
    if (observer_ != nullptr) observer_->on_resume(observed({}));
  } else {
    if (observer_ != nullptr) observer_->on_arrive(observed({}));
    team_.check_running();  // the program may have been stopped while this thread arrived
    // Models spinning on the generation as one wait that ends with a missing load and a
    // misprediction.
    rest_until([&] { return team_.rounds() != round; }, team_.released());
    if (observer_ != nullptr) observer_->on_resume(observed({}));
    const Loaded<std::uint64_t> released = load(lines, Team::kGeneration);
    window_.mispredict(released.ready.ticks);
    if (observer_ != nullptr) observer_->on_mispredict(observed(released.ready));
  }
  waiting_.leave(window_.now(), window_.instructions());
}

void Thread::post(std::uint64_t number) {
  window_.wait_until(window_.drained());
  synchronise();
  if (observer_ != nullptr) observer_->on_post(observed({}));
  team_.post(number);
}

void Thread::await(std::uint64_t number) {
  waiting_.arrive(window_.known(window_.drained()), window_.instructions());
  synchronise();
  rest_until([&] { return team_.posted() >= number; }, team_.posted_event());
  if (observer_ != nullptr) observer_->on_await(observed({}));
  waiting_.leave(window_.now(), window_.instructions());
}

void Thread::tell(protocol::AccessKind kind, base::VirtualAddress address, int bytes, Ready after,
                  Ticks done) const {
  observer_->on_access(observed(after), kind, address, bytes, done);
}

Waiting Thread::waiting() const {
  const WaitingClock::Sum sum =
      waiting_.until(kernel::now().ps() * ticks_per_ps_, window_.instructions());
  return {time_of(sum.in_barriers), time_of(sum.after_end), sum.barrier_instructions};
}

void Thread::reset_statistics() {
  instructions_before_ = window_.instructions();
  mispredictions_ = 0;
  waiting_.open_window(kernel::now().ps() * ticks_per_ps_, window_.instructions());
}

}  // namespace starnuma::core
