// SPDX-License-Identifier: Apache-2.0
#include "models/memory/subchannel.h"

#include <algorithm>

namespace starnuma::memory {

Subchannel::Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
                       timing::PagePolicy page, timing::RefreshPolicy refresh,
                       base::Time first_refresh)
    : row_to_column_(rules.rcd),
      timing_(shape, rules, page, refresh, first_refresh),
      banks_(static_cast<std::size_t>(shape.banks())) {}

Subchannel::Served Subchannel::serve(const timing::DramAccess& access, base::Time at,
                                     base::Time horizon) {
  timing_.forget(horizon);
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  const base::Time begin = timing_.after_refresh(access, at);
  const base::Time from = begin + bank.window.book(begin, timing_.holds_bank(access), horizon);
  timing::DramTiming::Slot slot;
  if (at >= bank.newest) {
    bank.newest = at;
    slot = timing_.earliest(access, from);
    timing_.commit(access, slot);
  } else {
    slot = timing_.earliest_late(access, from);
    timing_.commit_late(access, slot);
  }
  const bool hit = slot.row == timing::RowOutcome::kHit;
  return {slot.column - (hit ? base::Time(0) : row_to_column_) - at, slot.row};
}

}  // namespace starnuma::memory
