// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/thread.h"

#include <algorithm>

namespace starnuma::capture {

void Thread::open(std::uint64_t epoch) {
  if (recording_ || closed_) return;
  recording_ = true;
  epoch_ = epoch;
  stream_.event(EventKind::kRegionBegin, 0, 0);
}

void Thread::close() {
  if (!recording_) return;
  end_string();
  recording_ = false;
  closed_ = true;
  stream_.event(EventKind::kRegionEnd, 0, executed_);
  stream_.close(executed_, program_accesses_);
}

void Thread::at_epoch(std::uint64_t epoch) {
  if (epoch == epoch_) return;
  epoch_ = epoch;
  stream_.event(EventKind::kEpoch, epoch, executed_);
}

std::uint8_t Thread::distance(std::uint64_t load) const {
  constexpr std::uint64_t kFarthest = 255;
  const std::uint64_t distance = load == 0 ? 0 : loads_ - load + 1;
  return distance > kFarthest ? 0 : static_cast<std::uint8_t>(distance);
}

/// Follows the executed block; `next` is the address at which the thread continues.
void Thread::follow(std::uint64_t next) {
  std::size_t done = 0;
  for (const Step& step : block_->steps) {
    switch (step.kind) {
      case FlowStepKind::kFlow:
        flow(step);
        break;
      case FlowStepKind::kAccess:
        done = make(step, done);
        break;
      case FlowStepKind::kBranch:
        if (!predictor_.predict(block_->last, next != block_->end)) {
          stream_.instruction(EventKind::kMispredict, 0, 0, executed_ + instructions_,
                              {distance(depends_on_[step.a]), 0});
        }
        break;
    }
  }
  constexpr std::uint16_t kBehind = UINT16_MAX;
  make({FlowStepKind::kAccess, kNowhere, kNowhere, kNowhere, kBehind}, done);
  executed_ += instructions_;
  unknown_ += block_->unknown;
  accesses_.clear();
  if (block_->streams == 0) return;
  string_block_ = block_;
  if (next == block_->last) {
    make_string();
  } else {
    end_string();
  }
}

void Thread::end_string() {
  if (string_block_ == nullptr) return;
  string_.end();
  make_string();
  string_block_ = nullptr;
}

/// Makes the records of those parts of the string instruction that are complete.
void Thread::make_string() {
  std::optional<StringAccesses::Part> part = string_.take();
  if (!part) return;
  for (const Step& step : string_block_->string_steps) {
    if (step.kind == FlowStepKind::kFlow) {
      flow(step);
      continue;
    }
    depends_on_[kLoaded] = latest(step.a, step.b);
    for (; part; part = string_.take()) {
      record({part->address, step.number, part->bytes, part->store},
             part->store ? EventKind::kStore : EventKind::kLoad, executed_,
             after_of(step, part->store));
    }
  }
}

/// Loads that an access of the step's instruction waits for; `stores` its data, too.
Thread::After Thread::after_of(const Step& step, bool stores) const {
  const std::uint64_t first = stores ? latest(step.a, step.b) : depends_on_[step.a];
  const std::uint64_t second = stores ? latest(step.c, kLoaded) : depends_on_[step.b];
  After after = {distance(first), distance(second)};
  if (after[0] == after[1]) after[1] = 0;
  if (after[0] == 0) std::swap(after[0], after[1]);
  return after;
}

/// Creates the records of the step's instruction, starting at access `i`, and of preceding
/// instructions without a step. Returns the first access of the following instruction.
std::size_t Thread::make(const Step& step, std::size_t i) {
  depends_on_[kLoaded] = latest(step.a, step.b);
  while (i < accesses_.size() && accesses_[i].instruction <= step.number) {
    Access access = accesses_[i];
    const bool known = access.instruction == step.number;
    const bool locked = block_->locked[access.instruction];
    // Accesses that QEMU splits are merged; a locked instruction is a single access.
    for (++i; i < accesses_.size() && accesses_[i].instruction == access.instruction; ++i) {
      const Access& next = accesses_[i];
      if (locked) continue;
      if (next.store != access.store || next.address != access.address + access.bytes) break;
      if (access.bytes + next.bytes > 64) break;
      access.bytes = static_cast<std::uint8_t>(access.bytes + next.bytes);
    }
    const After after = known ? after_of(step, access.store && !locked) : After{0, 0};
    const std::uint64_t instructions =
        executed_ + std::min<std::uint64_t>(access.instruction + 1, instructions_);
    record(access,
           locked         ? EventKind::kAtomic
           : access.store ? EventKind::kStore
                          : EventKind::kLoad,
           instructions, after);
  }
  return i;
}

void Thread::record(const Access& access, EventKind kind, std::uint64_t instructions, After after) {
  ++program_accesses_;
  const bool stores = kind != EventKind::kLoad;
  pages_.touch(access.address, access.bytes, Page::kUsed | (stores ? Page::kWritten : 0U));
  if (filtered_ && !keep(access, kind, instructions)) return;
  if (kind == EventKind::kLoad) {
    stream_.instruction(kind, access.address, access.bytes, instructions, after);
    depends_on_[kLoaded] = ++loads_;
    return;
  }
  if (kind == EventKind::kAtomic) depends_on_[kLoaded] = 0;  // no access overtakes an atomic
  if (kind == EventKind::kUpgrade) after = {0, 0};
  stream_.instruction(kind, access.address, access.bytes, instructions, after);
}

/// Applies the filter; returns false if no record is written. Atomics are always recorded.
bool Thread::keep(const Access& access, EventKind& kind, std::uint64_t instructions) {
  const bool stores = kind != EventKind::kLoad;
  const std::uint64_t last = access.address + access.bytes - 1;
  bool missed = false, upgraded = false;
  for (std::uint64_t line = access.address >> Filter::kLineBits; line <= last >> Filter::kLineBits;
       ++line) {
    const Filter::Outcome outcome = filter_.access(line << Filter::kLineBits, stores);
    if (outcome.wrote_back) stream_.event(EventKind::kWriteBack, outcome.victim, instructions - 1);
    missed = missed || !outcome.hit;
    upgraded = upgraded || outcome.upgrade;
  }
  if (upgraded && !missed && kind == EventKind::kStore) kind = EventKind::kUpgrade;
  return missed || upgraded || kind == EventKind::kAtomic;
}

}  // namespace starnuma::capture
