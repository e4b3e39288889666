// SPDX-License-Identifier: Apache-2.0
// Counts pairs of misses of one core that overlap in time.
//
// A miss is outstanding from when it takes a miss register (MSHR) to its data. Each pair counts
// once, when the later one allocates its register; so pairs over misses, plus one, is the mean
// number of outstanding misses of a core when one allocates a register, itself included.
//
// Contract: the misses of a core may arrive in any order. They are reported in program order, but a
// load that depends on another one is issued after later loads, and any of them may complete first.
// A miss is compared with at least the kLookBack previous ones, which exceeds the number of
// outstanding misses of a core. The comparison stops when all earlier misses were complete.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::observers {

class OverlappingMisses {
 public:
  static constexpr std::ptrdiff_t kLookBack = 128;

  explicit OverlappingMisses(int cores) : misses_(static_cast<std::size_t>(cores) * kRoom) {
    reset();
  }
  OverlappingMisses(const OverlappingMisses&) = delete;
  OverlappingMisses& operator=(const OverlappingMisses&) = delete;

  [[gnu::noinline]] void add(base::CoreId core, base::Time issued, base::Time done) {
    Recent& recent = cores_[static_cast<std::size_t>(core)];
    Miss* last = recent.last;
    std::int64_t pairs = recent.pairs;
    for (const Miss* other = last; other->all_done > issued; --other) {
      pairs += static_cast<int>(other->done > issued) & static_cast<int>(other->issued < done);
    }
    recent.pairs = pairs;
    const base::Time all_done = std::max(done, last->all_done);
    if (__builtin_expect(last == recent.full, 0)) last = make_room(recent);
    *++last = {issued, done, all_done};
    recent.last = last;
  }
  void reset() {
    cores_.clear();
    for (auto first = misses_.begin(); first != misses_.end(); first += kRoom) {
      *first = Miss{};
      cores_.push_back({&*first, &*first + kRoom - 1, 0});
    }
  }
  std::int64_t pairs() const {
    std::int64_t sum = 0;
    for (const Recent& recent : cores_) sum += recent.pairs;
    return sum;
  }

 private:
  struct Miss {
    base::Time issued;
    base::Time done;
    base::Time all_done{std::numeric_limits<std::int64_t>::min()};  ///< Current maximum of `done`.
  };
  struct alignas(32) Recent {
    Miss* last;
    const Miss* full;  ///< End of the storage.
    std::int64_t pairs;
  };
  /// Storage per core: a sentinel that was always complete, and twice the look-back.
  static constexpr std::ptrdiff_t kRoom = 1 + 2 * kLookBack;

  /// Discards the older half; returns the last remaining miss.
  [[gnu::noinline]] static Miss* make_room(const Recent& recent) {
    Miss* first = recent.last - 2 * kLookBack + 1;
    return std::copy(first + kLookBack, first + 2 * kLookBack, first) - 1;
  }

  std::vector<Miss> misses_;  ///< Misses of all cores, core by core.
  std::vector<Recent> cores_;
};

}  // namespace starnuma::observers
