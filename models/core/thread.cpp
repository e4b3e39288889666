// SPDX-License-Identifier: Apache-2.0
#include "models/core/thread.h"

#include "models/kernel/now.h"

namespace starnuma::core {

Thread::Thread(const CoreConfig& config, base::Time quantum, base::CoreId core, int index,
               Team& team)
    : pipeline_(config, core), team_(team), index_(index), quantum_(ticks_of(quantum)) {
  horizon_ = quantum_;
}

void Thread::synchronise() {
  catch_up();
  team_.check_running();
}

void Thread::catch_up() {
  pipeline_.catch_up();
  if (__builtin_expect(halts_.pending(), 0)) wait_while_halted();
  horizon_ = pipeline_.now() + quantum_;
}

void Thread::wait_while_halted() {
  if (!halts_.pending()) return;
  halts_.wait([this] {
    pipeline_.drain();
    pipeline_.catch_up();
  });
  stall_until(kernel::now());
}

/// Waits until `done()`; re-checks when `event` is notified.
template <class Done>
void Thread::rest_until(const Done& done, const sc_core::sc_event& event) {
  while (!done()) {
    halts_.rest_until(event);
    team_.check_running();
  }
  wait_while_halted();
  stall_until(kernel::now());
}

void Thread::pause_until(base::Time time) {
  stall_until(time);
  synchronise();
}

void Thread::begin() {
  halts_.end_rest();
  wait_while_halted();
}

void Thread::finish() {
  pipeline_.drain();
  catch_up();
  halts_.rest();
  waiting_.end(pipeline_.now());
  if (observer_ != nullptr) observer_->on_end(observed({}));
}

void Thread::wait_for(base::Time time) {
  if (time <= base::Time(0)) return;
  stall_until(time);
  catch_up();
}

void Thread::resume() {
  stall_until(kernel::now());
  waiting_.resume(pipeline_.now());
  catch_up();
}

void Thread::continue_on(base::CoreId core, const MemoryPort& memory, base::Time span) {
  pipeline_.drain();
  stall_until(kernel::now());
  interrupt(span);
  pipeline_.set_core(core);
  pipeline_.connect(memory);
}

void Thread::begin_measurement() {
  interrupt(base::Time(20'000'000));  // longer than any access, contention included
  synchronise();
  const base::Time before = kernel::now();
  team_.on_begin_measurement();
  // Only if the call has waited: the core's own clock may be behind the current kernel time
  // otherwise.
  if (kernel::now() != before) stall_until(kernel::now());
  if (observer_ != nullptr) observer_->on_begin_measurement(observed({}));
}

void Thread::barrier() {
  waiting_.arrive(pipeline_.drained(), pipeline_.instructions());
  synchronise();
  const std::uint64_t round = team_.rounds();
  const auto& lines = team_.lines();
  const Loaded<std::uint64_t> generation = load(lines, Team::kGeneration);
  const std::uint64_t arrived = fetch_add(lines, Team::kCounter, std::uint64_t{1}) + 1;
  if (arrived == static_cast<std::uint64_t>(threads())) {
    store(lines, Team::kCounter, std::uint64_t{0});
    store(lines, Team::kGeneration, generation.value + 1);
    pipeline_.drain();
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
    pipeline_.refill(released.ready);
    if (observer_ != nullptr) observer_->on_mispredict(observed(released.ready));
  }
  waiting_.leave(pipeline_.now(), pipeline_.instructions());
}

void Thread::post(std::uint64_t number) {
  pipeline_.drain();
  synchronise();
  if (observer_ != nullptr) observer_->on_post(observed({}));
  team_.post(number);
}

void Thread::await(std::uint64_t number) {
  waiting_.arrive(pipeline_.drained(), pipeline_.instructions());
  synchronise();
  rest_until([&] { return team_.posted() >= number; }, team_.posted_event());
  if (observer_ != nullptr) observer_->on_await(observed({}));
  waiting_.leave(pipeline_.now(), pipeline_.instructions());
}

void Thread::tell(protocol::AccessKind kind, base::VirtualAddress address, int bytes, Ready after,
                  When done) const {
  observer_->on_access(observed(after), kind, address, bytes, done);
}

Waiting Thread::waiting() const {
  const WaitingClock::Sum sum = waiting_.until(ticks_of(kernel::now()), pipeline_.instructions());
  return {pipeline_.clock().time_of(sum.in_barriers), pipeline_.clock().time_of(sum.after_end),
          sum.barrier_instructions};
}

void Thread::reset_statistics() {
  instructions_before_ = pipeline_.instructions();
  mispredictions_ = 0;
  waiting_.open_window(ticks_of(kernel::now()), pipeline_.instructions());
}

}  // namespace starnuma::core
