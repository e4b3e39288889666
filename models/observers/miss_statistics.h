// SPDX-License-Identifier: Apache-2.0
// Statistics of all demand accesses that missed an LLC: latency ledgers and histograms by class;
// misses by home, by page and socket, and of barriers; writes; page use over time; overlap of
// misses.
//
// Contract: the observer is passive; reset() starts a measurement window. A miss belongs to a
// barrier if it is on a line of a barrier, which no other data share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "models/accounting/page_counts.h"
#include "models/base/arena.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/kernel/miss_observer.h"
#include "models/observers/latency_histogram.h"
#include "models/observers/page_use.h"

namespace starnuma::observers {

/// Counts pairs of misses of one core that overlap in time.
///
/// A miss is outstanding from when it takes a miss register (MSHR) to its data. Each pair counts
/// once, when the later one allocates its register; so pairs over misses, plus one, is the mean
/// number of outstanding misses of a core when one allocates a register, itself included.
///
/// Contract: the misses of a core may arrive in any order. They are reported in program order, but
/// a load that depends on another one is issued after later loads, and any of them may complete
/// first. A miss is compared with at least the kLookBack previous ones, which exceeds the number of
/// outstanding misses of a core. The comparison stops when all earlier misses were complete.
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

class MissStatistics : public kernel::MissObserver {
 public:
  MissStatistics(std::uint64_t pages, int sockets, int cores,
                 std::vector<base::SimArray<std::uint64_t>> barriers)
      : pages_(pages, sockets),
        page_use_(pages),
        barriers_(std::move(barriers)),
        overlaps_(cores) {}

  void on_miss(const kernel::Miss& miss) override {
    const auto c = static_cast<std::size_t>(miss.access_class);
    classes_[c].add(miss.ledger);
    latencies_[c].add(miss.latency);
    ++by_home_[static_cast<std::size_t>(miss.requester) * kNodes +
               static_cast<std::size_t>(miss.home)];
    const std::uint64_t page = miss.address.page();
    pages_.add(page, static_cast<std::uint64_t>(miss.requester));
    page_use_.add(page, miss.done);
    if (miss.write) {
      ++writes_;
      page_use_.write(page);
    }
    if (__builtin_expect(is_barrier(miss.address), 0)) in_barriers_ += miss.latency;
    const base::Time released = std::max(miss.registered, miss.released);
    outstanding_ += released - miss.registered;
    waiting_for_mshr_ += miss.register_wait;
    overlaps_.add(miss.core, miss.registered, released);
  }

  void on_upgrade(const kernel::Miss& upgrade) override {
    ++upgrades_;
    page_use_.write(upgrade.address.page());
  }

  /// Starts a measurement window at `start`.
  void reset(base::Time start) {
    classes_ = {};
    latencies_ = {};
    by_home_.assign(by_home_.size(), 0);
    pages_.clear();
    page_use_.begin(start);
    writes_ = 0;
    upgrades_ = 0;
    overlaps_.reset();
    in_barriers_ = {};
    outstanding_ = {};
    waiting_for_mshr_ = {};
  }

  const accounting::LedgerSum& of_class(accounting::AccessClass access_class) const {
    return classes_[static_cast<std::size_t>(access_class)];
  }
  const LatencyHistogram& latencies_of(accounting::AccessClass access_class) const {
    return latencies_[static_cast<std::size_t>(access_class)];
  }
  accounting::LedgerSum total() const {
    accounting::LedgerSum sum;
    for (const accounting::LedgerSum& part : classes_) sum += part;
    return sum;
  }
  /// Returns the number of misses of socket `requester` to pages whose home is `home`, independent
  /// of the source of the data.
  std::int64_t between(int requester, int home) const {
    return by_home_[static_cast<std::size_t>(requester) * kNodes + static_cast<std::size_t>(home)];
  }
  const accounting::PageCounts& pages() const { return pages_; }
  const PageUse& page_use() const { return page_use_; }
  /// Returns the number of stores and atomics among the misses.
  std::int64_t writes() const { return writes_; }
  /// Returns the number of writes to lines that the socket held shared; these are not misses.
  std::int64_t upgrades() const { return upgrades_; }
  /// Returns the total latency of the misses of barriers.
  base::Time in_barriers() const { return in_barriers_; }
  /// Time during which the misses held an MSHR, added up.
  base::Time outstanding() const { return outstanding_; }
  /// Time during which they waited for one.
  base::Time waiting_for_mshr() const { return waiting_for_mshr_; }
  /// Pairs of misses of a core that hold an MSHR at a time.
  std::int64_t overlapping_pairs() const { return overlaps_.pairs(); }

 private:
  static constexpr std::size_t kNodes = 64;  ///< Upper bound of sockets plus pool devices.

  bool is_barrier(base::VirtualAddress address) const {
    for (const base::SimArray<std::uint64_t>& lines : barriers_) {
      if (address.value - lines.base.value < lines.size * sizeof(std::uint64_t)) return true;
    }
    return false;
  }

  std::array<accounting::LedgerSum, accounting::kMostAccessClasses> classes_{};
  std::array<LatencyHistogram, accounting::kMostAccessClasses> latencies_{};
  std::vector<std::int64_t> by_home_ = std::vector<std::int64_t>(kNodes * kNodes, 0);
  accounting::PageCounts pages_;
  PageUse page_use_;
  std::int64_t writes_ = 0;
  std::int64_t upgrades_ = 0;
  std::vector<base::SimArray<std::uint64_t>> barriers_;  ///< Lines of the barriers.
  OverlappingMisses overlaps_;
  base::Time in_barriers_;
  base::Time outstanding_;
  base::Time waiting_for_mshr_;
};

}  // namespace starnuma::observers
