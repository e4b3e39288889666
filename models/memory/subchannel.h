// SPDX-License-Identifier: Apache-2.0
// One 32-bit sub-channel: who waits for how long, in whatever order accesses come.
//
// Contract: serve() takes accesses with times `at` >= `horizon` in any order and returns the wait
// of each. Accesses that come in order of time keep every rule of timing::DramTiming, banks side by
// side: an access to a busy bank does not hold up others.
// Timing of an access that comes after later ones: across banks it takes the first place that keeps
// the rules, as any other. On its own bank, where the later ones are answered already, a BusyWindow
// gives its wait: its own and what it inflicts on them, so that the mean does not depend on the
// order of calls.
// Not modelled: reordering (row hits or reads first), a write buffer.
#pragma once

#include <vector>

#include "models/base/prefetch.h"
#include "models/base/quantities.h"
#include "models/timing/busy_window.h"
#include "models/timing/dram_timing.h"

namespace starnuma::memory {

class Subchannel {
 public:
  struct Served {
    base::Time wait;  ///< beyond an idle closed bank, or beyond an open row on a hit
    timing::RowOutcome row;
  };

  /// `rules` must outlive this.
  Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
             timing::PagePolicy page, timing::RefreshPolicy refresh, base::Time first_refresh);

  /// An access to the bank will come: fetches what it needs into the host's cache.
  void prefetch(int bank) const {
    base::prefetch_to_write(&banks_[static_cast<std::size_t>(bank)]);
    timing_.prefetch(bank);
  }
  Served serve(const timing::DramAccess& access, base::Time at, base::Time horizon);

 private:
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

  base::Time row_to_column_;
  timing::DramTiming timing_;
  std::vector<Bank> banks_;
};

}  // namespace starnuma::memory
