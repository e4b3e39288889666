// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/lockstep.h"

#include <unistd.h>

#include <algorithm>

#include "stimulus/trace/capture/plugin/kernel_state.h"

namespace starnuma::capture {
namespace {

using Lock = std::unique_lock<std::mutex>;
constexpr std::int64_t kForEver = -1;
/// Intervals between checks for sleeping threads, and for a deadlock.
constexpr std::int64_t kSoon = 50;
constexpr std::int64_t kLater = 20'000;

}  // namespace

void Lockstep::start(Member& member, const Member* parent) {
  const Lock lock(mutex_);
  if (std::find(members_.begin(), members_.end(), &member) == members_.end()) {
    members_.push_back(&member);
  }
  member.clock = parent != nullptr ? parent->clock : Clock{};
  member.in_window = parent != nullptr && parent->in_window;
  member.tid = 0;
  member.lost = 0;
  member.state = Member::State::kRunning;
  member.limit = over_ ? UINT64_MAX : (epoch() + 1) * quantum_;
  ++running_;
}

void Lockstep::end(Member& member) {
  const Lock lock(mutex_);
  if (member.state == Member::State::kRunning) stop_running();
  member.state = Member::State::kGone;
}

void Lockstep::leave(Member& member, std::uint64_t waits_for) {
  const Lock lock(mutex_);
  member.state = Member::State::kLeft;
  member.asleep = false;
  member.waits_for = waits_for;
  stop_running();
}

void Lockstep::enter(Member& member, const Wake* wake) {
  member.returning = true;  // set before a possible sleep for the lock
  const Lock lock(mutex_);
  member.returning = false;
  let_go(member);
  member.clock.time = std::max(member.clock.time, epoch() * quantum_);
  if (wake == nullptr) return;
  if (wake->in_window && member.in_window) {
    member.lost += epoch() - std::min(epoch(), wake->clock.time / quantum_);
    member.clock.path = std::max(member.clock.path, wake->clock.path);
  }
  member.clock.time = std::max(member.clock.time, wake->clock.time);
}

void Lockstep::wakes(std::uint64_t address) {
  const Lock lock(mutex_);
  for (Member* member : members_) {
    if (address == 0 || member->waits_for == address) member->asleep = false;
  }
}

void Lockstep::let_go(Member& member) {
  member.state = Member::State::kRunning;
  member.limit = over_ ? UINT64_MAX : (epoch() + 1) * quantum_;
  ++running_;
}

void Lockstep::stop_running() {
  if (--running_ != 0 || waiting_ == 0) return;
  ++watch_;
  futex_wake_all(watch_);
}

void Lockstep::wait(Member& member) {
  Lock lock(mutex_);
  if (over_) {
    member.limit = UINT64_MAX;
    return;
  }
  member.state = Member::State::kWaiting;
  ++waiting_;
  stop_running();
  const std::uint32_t gate = gate_;
  for (bool opened = running_ == 0 && open(); !opened && gate == gate_;) {
    if (watcher_ == nullptr) watcher_ = &member;
    const bool watches = watcher_ == &member;
    std::uint32_t& word = watches ? watch_ : gate_;
    const std::uint32_t value = word;
    const std::int64_t time = !watches ? kForEver : running_ == 0 ? kSoon : kLater;
    lock.unlock();
    futex_wait(word, value, time);
    lock.lock();
    if (!watches || gate != gate_) continue;
    if (running_ == 0) {
      opened = open();
    } else if (stuck()) {
      release();
    }
  }
  if (over_)
    member.limit = UINT64_MAX;
  else
    member.limit = (epoch() + 1) * quantum_;
}

/// Opens the next epoch, unless a thread outside the lockstep is awake.
bool Lockstep::open() {
  for (Member* member : members_) {
    if (member->state != Member::State::kLeft || member->asleep) continue;
    const bool asleep = kernel_state(member->tid).asleep;
    if (!asleep || member->returning) return false;
    member->asleep = true;
  }
  epoch_.fetch_add(1, std::memory_order_relaxed);
  release();
  return true;
}

/// Returns true if all running threads currently sleep inside QEMU and did so at the last check.
/// QEMU sometimes requires all other threads to leave their execution.
bool Lockstep::stuck() {
  bool all = true;
  for (Member* member : members_) {
    if (member->state != Member::State::kRunning) continue;
    if (member->tid == 0 || member->sending) return false;
    const KernelState state = kernel_state(member->tid);
    all = all && state.asleep && state.processor_time == member->slept_at;
    member->slept_at = state.asleep ? state.processor_time : UINT64_MAX;
  }
  if (all) ++releases_;
  return all;
}

void Lockstep::release() {
  for (Member* member : members_) {
    if (member->state != Member::State::kWaiting) continue;
    member->state = Member::State::kRunning;
    ++running_;
  }
  waiting_ = 0;
  watcher_ =
      nullptr;  // the next thread that waits takes over, possibly before this one has returned
  ++gate_;
  ++watch_;
  futex_wake_all(gate_);
  futex_wake_all(watch_);
}

void Lockstep::open_window(const Member& member) {
  const Lock lock(mutex_);
  opened_ = last_ = member.clock.time;
}

void Lockstep::report(const Member& member) {
  if (!member.in_window) return;
  const Lock lock(mutex_);
  last_ = std::max(last_, member.clock.time);
  longest_ = std::max(longest_, member.clock.path);
  lost_ = std::max(lost_, member.lost);
}

void Lockstep::finish() {
  const Lock lock(mutex_);
  over_ = true;
  release();
}

}  // namespace starnuma::capture
