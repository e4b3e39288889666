// SPDX-License-Identifier: Apache-2.0
// The way of payloads from a socket to one destination: what each box on it does, found once
// instead of from box to box with every payload.
//
// Contract: the steps do in order what the chain of sends would have done; boxes that only delay a
// payload are times before the next step. A box that cannot tell what lies behind it, a tapped
// socket and the last place end the way: the chain goes on from there. A step's object is at least
// a word long. Where it matters, its first word points to what the step will read first; elsewhere
// that is a vtable, which does no harm.
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

template <class Payload>
class alignas(128) Path {
 public:
  bool known() const { return count_ != 0; }
  /// Whether a box may add itself and still leave a place for what follows.
  bool has_room() const { return count_ + 2 <= steps_.size(); }
  void add(const Destination<Payload>& step) {
    SN_CHECK(count_ < steps_.size(), "path: a box has added more than one step");
    steps_[count_++] = step;
  }
  /// A box that does no more than let `span` of a kind pass: a step only between delays of two
  /// kinds.
  void add_delay(accounting::LatencyKind kind, base::Time span) {
    if (span == base::Time(0)) return;
    const bool two_kinds = delays_[count_].ps != 0 && delays_[count_].kind() != kind;
    if (two_kinds) add({[](void*, Payload&) {}, &nowhere_});
    delays_[count_].ps += span.ps();
    delays_[count_].kind_number = static_cast<std::uint8_t>(kind);
  }

  // Fetching into the host's cache; both change nothing.
  /// A payload may come: the path itself.
  void prefetch() const {
    base::prefetch(this);
    base::prefetch(&steps_.back());
  }
  /// A payload will come: what the first word of each step's object points to, what lies before
  /// that, and the object's second host cache line.
  void prefetch_steps() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const void* const object = steps_[i].object();
      std::uintptr_t memory;
      std::memcpy(&memory, object, sizeof(memory));
      base::prefetch_to_write(reinterpret_cast<const void*>(memory));
      base::prefetch_to_write(reinterpret_cast<const void*>(memory - kHostLine));
      base::prefetch_to_write(static_cast<const char*>(object) + kHostLine);
    }
  }
  void send(Payload& payload) const {
    for (std::size_t i = 0; i < count_; ++i) {
      payload.advance(delays_[i].kind(), base::Time(delays_[i].ps));
      steps_[i].send(payload);
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
  inline static std::uintptr_t nowhere_ = 0;  ///< The object of a step that does nothing.

  // Two host cache lines.
  std::size_t count_ = 0;
  std::array<Delay, 5> delays_;  ///< Before each step.
  std::array<Destination<Payload>, 5> steps_;
};

}  // namespace starnuma::kernel
