// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/run.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace starnuma::capture {
namespace {

/// Thread that is in a system call on this host thread; a thread that is created meanwhile is its
/// child.
thread_local Member* caller = nullptr;
thread_local const Call* call_of_caller = nullptr;

}  // namespace

Run::Run(const Options& options)
    : options_(options), channel_(options.socket), lockstep_(options.quantum) {}

Run::Slot& Run::free_slot() {
  for (const auto& slot : slots_) {
    if (!slot->lives) return *slot;
  }
  slots_.push_back(std::make_unique<Slot>(static_cast<std::uint32_t>(slots_.size()), *this));
  return *slots_.back();
}

void Run::on_thread(unsigned cpu) {
  if (cpu >= by_cpu_.size()) {
    std::fprintf(stderr, "starnuma capture: more than %zu threads at once\n", by_cpu_.size());
    std::exit(1);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  Slot& slot = free_slot();
  slot.lives = true;
  slot.blocked = false;
  slot.starts = true;
  slot.leaves = order_.leaves();
  slot.cleared = call_of_caller != nullptr ? call_of_caller->cleared_at_end() : 0;
  lockstep_.start(slot.trace.member(), caller);
  by_cpu_[cpu] = &slot;
  most_living_ = std::max(most_living_, ++living_);
  const bool from_start = options_.threads == 0 && caller == nullptr;
  const bool by_itself = !options_.marked && options_.function == Options::kNone;
  if (by_itself && (from_start || living_ == options_.threads)) {
    open(caller != nullptr ? *caller : slot.trace.member());
  }
}

void Run::open(const Member& member) {
  if (window_ != Window::kAhead) return;
  lockstep_.open_window(member);
  first_epoch_ = lockstep_.epoch();
  window_ = Window::kOpen;
}

void Run::close() {
  if (window_ != Window::kOpen) return;
  window_ = Window::kOver;
  lockstep_.finish();
}

void Run::follow_function(Slot& slot, const Block& block) {
  if (block.is_function && window_ == Window::kAhead) {
    slot.returns_at = slot.trace.called_from();
    open(slot.trace.member());
  } else if (block.address == slot.returns_at) {
    close();
  }
}

void Run::follow_window(Slot& slot) {
  const Window window = window_.load(std::memory_order_relaxed);
  if (window == Window::kAhead || (window == Window::kOpen) == slot.trace.recording()) return;
  if (window == Window::kOpen) {
    Lockstep::join_window(slot.trace.member());
    slot.trace.open(lockstep_.epoch() - first_epoch_);
  } else {
    lockstep_.report(slot.trace.member());
    slot.trace.close();
  }
}

void Run::on_block(unsigned cpu, const Block& block) {
  Slot& slot = thread(cpu);
  Thread& trace = slot.trace;
  Member& member = trace.member();
  trace.finish(block.address);
  if (slot.starts) member.tid = gettid();
  if (block.is_function || block.address == slot.returns_at) follow_function(slot, block);
  follow_window(slot);
  if (slot.starts && trace.recording() && slot.leaves > 0) trace.enter(slot.leaves);
  slot.starts = false;
  if (options_.instructions != 0 && trace.traced() >= options_.instructions) {
    close();
    follow_window(slot);
  }
  lockstep_.advance(member, trace.start(block));
  if (trace.recording()) trace.at_epoch(lockstep_.epoch() - first_epoch_);
}

void Run::on_marker(unsigned cpu, bool begin) {
  if (!options_.marked) return;
  if (begin) {
    open(thread(cpu).trace.member());
  } else {
    close();
  }
}

void Run::note_wake(Slot& slot, std::uint64_t address) {
  order_.wake(slot.trace.member(), address);
  lockstep_.wakes(address);
}

void Run::on_call(unsigned cpu, const Call& call) {
  Slot& slot = thread(cpu);
  const std::lock_guard<std::mutex> lock(slot.mutex);
  Member& member = slot.trace.member();
  slot.trace.finish(0);
  slot.call = call;
  caller = &member;
  call_of_caller = &slot.call;
  if (call.ends_program()) lockstep_.finish();
  if (call.returns_from_handler()) slot.trace.handler_returns();
  slot.blocked = call.blocks();
  const bool wakes = call.wakes();
  if (!slot.blocked && !wakes) return;
  const std::uint64_t number = order_.leave(slot.trace.recording());
  slot.calls = order_.calls();
  if (slot.trace.recording()) slot.trace.leave(number);
  if (wakes) note_wake(slot, call.wakes_at());
  if (call.ends_thread()) {
    end_thread(slot);
  } else if (slot.blocked) {
    lockstep_.leave(member, call.waits_for());
  } else if (slot.trace.recording()) {
    slot.trace.enter(0);
  }
}

void Run::end_thread(Slot& slot) {
  if (slot.cleared != 0) note_wake(slot, slot.cleared);
  lockstep_.report(slot.trace.member());
  lockstep_.end(slot.trace.member());
  const std::lock_guard<std::mutex> lock(mutex_);
  slot.lives = false;
  --living_;
}

void Run::on_return(unsigned cpu, std::int64_t result) {
  Slot& slot = thread(cpu);
  const std::lock_guard<std::mutex> lock(slot.mutex);
  const Touched touch = touched(slot.call, result);
  if (touch.how == Touched::How::kWritten) {
    pages_.kernel_wrote(touch.address, touch.bytes, slot.trace.number());
  } else if (touch.how == Touched::How::kGivenBack) {
    pages_.forget(touch.address, touch.bytes);
  }
  if (!slot.blocked) return;
  slot.blocked = false;
  std::optional<Wake> wake;
  if (result != -ETIMEDOUT) wake = order_.wake_since(slot.calls, slot.call.waits_for());
  follow_window(slot);
  lockstep_.enter(slot.trace.member(), wake ? &*wake : nullptr);
  if (!slot.trace.recording()) return;
  slot.trace.at_epoch(lockstep_.epoch() - first_epoch_);
  slot.trace.enter(wake ? wake->leaves : order_.leaves());
}

std::vector<Run::Slot*> Run::all_slots() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Slot*> all;
  for (const auto& slot : slots_) all.push_back(slot.get());
  return all;
}

void Run::on_exit() {
  lockstep_.finish();
  const bool opened = window_ != Window::kAhead;
  window_ = Window::kOver;
  Quality quality{};
  for (Slot* const slot : all_slots()) {
    const std::lock_guard<std::mutex> lock(slot->mutex);
    if (opened && slot->trace.recording()) lockstep_.report(slot->trace.member());
    if (opened) slot->trace.open(0);
    slot->trace.close();
    quality.traced += slot->trace.traced();
    quality.unknown += slot->trace.unknown();
    quality.executed += slot->trace.all();
  }
  const std::vector<Page> pages = pages_.all();
  channel_.send(Message::kPages, 0, pages.data(), pages.size() * sizeof(Page));
  quality.window_opened = opened ? 1 : 0;
  quality.epochs_used = lockstep_.epochs_used();
  quality.epochs_needed = lockstep_.epochs_needed();
  quality.threads = most_living_;
  quality.releases = lockstep_.releases();
  channel_.send(Message::kQuality, 0, &quality, sizeof quality);
  channel_.send(Message::kDone, 0, nullptr, 0);
}

}  // namespace starnuma::capture
