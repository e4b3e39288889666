// SPDX-License-Identifier: Apache-2.0
// One data bus and the controller's queues for it: who waits for how long, in whatever order
// accesses come.
//
// Contract: read() and write() take accesses with times `at` >= `horizon` in any order. A read is
// placed on arrival, after what was placed before it or in a gap; reads that come in order of time
// keep every rule of timing::DramTiming, banks side by side: an access to a busy bank does not hold
// up others. Writes go to a buffer; when it holds `write_high`, those that can go first are placed
// until `write_low` are left, together, so that the bus turns round once. Where the bus was idle
// before `horizon`, writes that were held by then have gone out, as many as keep from no access
// after it. A read of a line in the buffer is served from it, at the pace of the bus; a write of
// one replaces it. Timing of an access that comes after later ones: across banks it takes the first
// place that keeps the rules, as any other. On its own bank, where the later ones are answered
// already, a BusyWindow gives its wait: its own and what it inflicts on them, so that the mean does
// not depend on the order of calls. Not modelled: writes that go out in pauses shorter than
// accesses run ahead, reads that give way to later row hits.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/prefetch.h"
#include "models/base/quantities.h"
#include "models/memory/queue_config.h"
#include "models/memory/write_buffer.h"
#include "models/timing/busy_window.h"
#include "models/timing/dram_timing.h"

namespace starnuma::memory {

class Subchannel {
 public:
  struct Served {
    enum class From : std::uint8_t { kArray, kBuffer, kNowhere };
    base::Time wait;  ///< beyond an idle closed bank, or beyond an open row on a hit
    timing::RowOutcome row = timing::RowOutcome::kMiss;
    From from = From::kArray;
  };
  struct Counts {
    std::int64_t row_hits = 0;
    std::int64_t row_conflicts = 0;
    std::int64_t bursts = 0;
    std::int64_t merged = 0;
    std::int64_t drains = 0;
    Counts& operator+=(const Counts& other);
  };

  /// `rules` must outlive this.
  Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
             const timing::DramPolicies& policies, const QueueConfig& queues,
             base::Time first_refresh);

  /// An access to the bank will come: fetches what it needs into the host's cache.
  void prefetch(int bank) const {
    base::prefetch_to_write(&banks_[static_cast<std::size_t>(bank)]);
    timing_.prefetch(bank);
  }
  /// A read that nobody may need is dropped (kNowhere) where it would wait for longer than
  /// `speculative_wait`.
  Served read(std::uint64_t line, const timing::DramAccess& access, base::Time at,
              base::Time horizon, bool speculative = false);
  /// When the write is accepted.
  base::Time write(std::uint64_t line, const timing::DramAccess& access, base::Time at,
                   base::Time horizon);

  const Counts& counts() const { return counts_; }
  void reset_counts() { counts_ = {}; }

 private:
  using Slot = timing::DramTiming::Slot;

  /// What a late access may meet. The latest access in order is in the window only when the next
  /// one comes, and not at all when it is over by then: most banks are idle for longer than
  /// accesses run ahead.
  struct alignas(64) Bank {            // in one host cache line
    base::Time newest;                 ///< latest access so far
    base::Time held_from, held_until;  ///< by the latest access in order, if not in the window yet
    base::Time window_until;           ///< no busy period of the window ends later
    base::Time late_until;             ///< the same, after the last late access
    timing::BusyWindow window;
  };

  void enter_in_window(Bank& bank, base::Time horizon);
  base::Time window_wait(Bank& bank, const timing::DramAccess& access, base::Time at,
                         base::Time horizon);
  Slot place(const timing::DramAccess& access, base::Time at, base::Time from, base::Time horizon);
  base::Time wait_of(const Slot& slot, base::Time at) const;
  void count(const Slot& slot);

  /// The last write of a drain; none yet where `rank` is negative.
  struct Drained {
    base::Time column;
    int rank = -1;
  };
  void drain(base::Time at, base::Time horizon);
  void drain_if_idle(base::Time horizon) {
    if (horizon >= idle_at_ && !buffer_.waiting().empty()) drain_idle(horizon);
  }
  void drain_idle(base::Time horizon);
  void begin_drain(base::Time at);
  std::size_t first_to_go(const Drained& last, base::Time at);
  base::Time start_of(const WriteBuffer::Write& write, const Drained& last, base::Time at) const;
  Drained drained(const WriteBuffer::Write& write, base::Time column);

  base::Time row_to_column_;
  timing::DramTiming timing_;
  QueueConfig queues_;
  base::Time write_gap_, write_gap_same_group_, write_gap_other_rank_;  ///< from write to write
  base::Time read_gap_;                                                 ///< from read to read
  base::Time settle_;       ///< from a column command until it matters to no access
  base::Time last_column_;  ///< of all placed so far
  base::Time idle_at_;      ///< horizon from which writes may have gone out on an idle bus
  std::vector<Bank> banks_;
  WriteBuffer buffer_;
  timing::BusyWindow buffer_port_;
  std::vector<base::Time> group_free_;  ///< in a drain: next write of each bank group
  Counts counts_;
};

}  // namespace starnuma::memory
