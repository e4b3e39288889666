// SPDX-License-Identifier: Apache-2.0
// The way of payloads from a socket to one destination: what each box on it does, found once
// instead of from box to box with every payload.
//
// Contract: the steps do in order what the chain of sends would have done; boxes that only delay a
// payload are times before the next step. A box that cannot tell what lies behind it, a tapped
// socket and the last place end the way: the chain goes on from there. What of host memory may be
// fetched before a payload comes, the box of a step says (StepMemory); it stays where it is.
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

/// Whether two handlers are one: with sanitizers, GCC does not take their == for constant.
template <auto a, auto b>
inline constexpr bool kSameHandler = false;
template <auto a>
inline constexpr bool kSameHandler<a, a> = true;

/// What a step will touch of host memory.
struct StepMemory {
  const void* newest = nullptr;   ///< Holds the address of the last element that it reads.
  const void* counted = nullptr;  ///< Where it counts.
};

template <class Payload>
class alignas(64) Path {
 public:
  bool known() const { return count_ != 0; }
  /// Whether a box may add itself and still leave a place for what follows.
  bool has_room() const { return count_ + 2 <= steps_.size(); }
  void add(const Destination<Payload>& call, const StepMemory& memory = {}) {
    SN_CHECK(count_ < steps_.size(), "path: a box has added more than one step");
    steps_[count_].call = call;
    steps_[count_++].memory = memory;
  }
  /// A box that does no more than let `span` of a kind pass: a step only between delays of two
  /// kinds.
  void add_delay(accounting::LatencyKind kind, base::Time span) {
    if (span == base::Time(0)) return;
    const Delay& before = steps_[count_].before;
    if (before.ps != 0 && before.kind() != kind) add({[](void*, Payload&) {}, nullptr});
    steps_[count_].before.ps += span.ps();
    steps_[count_].before.kind_number = static_cast<std::uint8_t>(kind);
  }

  /// A payload will come: fetches what the steps' boxes have named into the host's cache.
  void prefetch_steps() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const StepMemory& memory = steps_[i].memory;
      if (memory.newest != nullptr) {
        std::uintptr_t newest;
        std::memcpy(&newest, memory.newest, sizeof(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest - kHostLine));
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
  static constexpr std::uintptr_t kHostLine = 64;

  struct Delay {
    Delay() : ps(0), kind_number(0) {}
    accounting::LatencyKind kind() const {
      return static_cast<accounting::LatencyKind>(kind_number);
    }
    std::int64_t ps : 56;  ///< Up to ten hours.
    std::uint64_t kind_number : 8;
  };
  struct Step {
    Delay before;
    Destination<Payload> call;
    StepMemory memory;
  };

  // Two host cache lines hold three steps.
  std::size_t count_ = 0;
  std::array<Step, 5> steps_;
};

}  // namespace starnuma::kernel
