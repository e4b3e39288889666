// SPDX-License-Identifier: Apache-2.0
// The way of payloads from a socket to one destination: what each box on it does, found once
// instead of from box to box with every payload.
//
// Contract: the steps do in order what the chain of sends would have done. A box that cannot tell
// what lies behind it, a tapped socket and the last place end the way: the chain goes on from
// there. A step's object is at least a word long. Where it matters, its first word points to what
// the step will read first; elsewhere that is a vtable, which does no harm.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

  // Fetching into the host's cache; both change nothing.
  /// A payload may come: the path itself.
  void expect_first() const {
    base::prefetch(this);
    base::prefetch(&steps_.back());
  }
  /// A payload will come: what the first word of each step's object points to, and what lies before
  /// it.
  void expect() const {
    for (std::size_t i = 0; i < count_; ++i) {
      std::uintptr_t memory;
      std::memcpy(&memory, steps_[i].object(), sizeof(memory));
      base::prefetch_to_write(reinterpret_cast<const void*>(memory));
      base::prefetch_to_write(reinterpret_cast<const void*>(memory - kHostLine));
    }
  }
  void send(Payload& payload) const {
    for (std::size_t i = 0; i < count_; ++i) steps_[i].send(payload);
  }

 private:
  static constexpr std::uintptr_t kHostLine = 64;

  std::size_t count_ = 0;
  std::array<Destination<Payload>, 7> steps_;  ///< With the count: two host cache lines.
};

}  // namespace starnuma::kernel
