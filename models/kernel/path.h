// SPDX-License-Identifier: Apache-2.0
// Path of payloads from a socket to one destination: the steps of all components along it, found
// once instead of per payload.
//
// Contract:
// - Ordering: the steps have the same effect, in the same order, as the chain of sends.
// - A component that only delays a payload becomes a delay before the next step.
// - A path ends at a component with an unknown successor, at a tapped socket or at the destination.
//   The chain of sends continues from there.
// - StepMemory names host memory that may be prefetched for a step. Its address must be stable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "models/accounting/ledger.h"
#include "models/base/check.h"
#include "models/base/prefetch.h"
#include "models/kernel/destination.h"

namespace starnuma::kernel {

/// Compares two handlers at compile time. With sanitizers, GCC does not treat their == as constant.
template <auto a, auto b>
inline constexpr bool kSameHandler = false;
template <auto a>
inline constexpr bool kSameHandler<a, a> = true;

/// Host memory that a step will touch.
struct StepMemory {
  /// Location of the pointer to the last element that the step reads.
  const void* newest = nullptr;
  const void* counted = nullptr;  ///< Counters that the step updates.
};

template <class Payload>
class alignas(64) Path {
 public:
  bool known() const { return count_ != 0; }
  /// Returns true if a component may add a step and one entry remains for its successor.
  bool has_room() const { return count_ + 2 <= steps_.size(); }
  void add(const Destination<Payload>& call, const StepMemory& memory = {}) {
    SN_CHECK(count_ < steps_.size(), "path: a box has added more than one step");
    steps_[count_].call = call;
    steps_[count_++].memory = memory;
  }
  /// Adds a component that only delays a payload. It takes a step only if the latency kind changes.
  void add_delay(accounting::LatencyKind kind, base::Time span) {
    if (span == base::Time(0)) return;
    const Delay& before = steps_[count_].before;
    if (before.ps != 0 && before.kind() != kind) add({[](void*, Payload&) {}, nullptr});
    steps_[count_].before.ps += span.ps();
    steps_[count_].before.kind_number = static_cast<std::uint8_t>(kind);
  }

  /// Prefetches the host memory that the steps have named, for a payload that will be sent.
  void prefetch_steps() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const StepMemory& memory = steps_[i].memory;
      if (memory.newest != nullptr) {
        std::uintptr_t newest;
        std::memcpy(&newest, memory.newest, sizeof(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest - base::kHostLine));
      }
      if (memory.counted != nullptr) base::prefetch_to_write(memory.counted);
    }
  }
  void send(Payload& payload) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const Step& step = steps_[i];
      payload.advance(step.before.kind(), base::Time(step.before.ps));
      step.call.send(payload);
    }
  }

 private:
  struct Delay {
    Delay() : ps(0), kind_number(0) {}
    accounting::LatencyKind kind() const {
      return static_cast<accounting::LatencyKind>(kind_number);
    }
    std::int64_t ps : 56;  ///< Ten hours at most.
    std::uint64_t kind_number : 8;
  };
  struct Step {
    Delay before;
    Destination<Payload> call;
    StepMemory memory;
  };

  // Two host cache lines hold the count and the first three steps.
  std::size_t count_ = 0;
  std::array<Step, 5> steps_;
};

}  // namespace starnuma::kernel
