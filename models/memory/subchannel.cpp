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

void Subchannel::enter_in_window(Bank& bank, base::Time horizon) {
  if (bank.held_until <= horizon) return;
  const base::Time from = std::max(bank.held_from, horizon);
  const base::Time held = bank.held_until - from;
  bank.window.book(from, held, horizon);
  bank.window_until = std::max(bank.window_until, from) + held;
  bank.held_until = base::Time(0);
}

/// Wait for the bank, by its window, of an access that meets late ones or is late itself.
base::Time Subchannel::window_wait(Bank& bank, const timing::DramAccess& access, base::Time at,
                                   base::Time horizon) {
  enter_in_window(bank, horizon);
  const timing::DramTiming::Slot slot = timing_.alone(access, at);
  const base::Time from = slot.column - timing_.lead(slot.row);
  const base::Time held = timing_.held_until(access, slot) - from;
  bank.window_until = std::max(bank.window_until, from) + held;
  bank.late_until = bank.window_until;
  return from - at + bank.window.book(from, held, horizon);
}

Subchannel::Served Subchannel::serve(const timing::DramAccess& access, base::Time at,
                                     base::Time horizon) {
  timing_.forget(horizon);
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  timing::DramTiming::Slot slot;
  if (__builtin_expect(at < bank.newest, 0)) {
    slot = timing_.earliest_late(access, at + window_wait(bank, access, at, horizon));
    timing_.commit_late(access, slot);
  } else {
    const bool meets_late = at < bank.late_until;
    const base::Time wait = meets_late ? window_wait(bank, access, at, horizon) : base::Time(0);
    slot = timing_.earliest(access, at + wait);
    timing_.commit(access, slot);
    bank.newest = at;
    if (!meets_late) {
      enter_in_window(bank, horizon);
      bank.held_from = slot.column - timing_.lead(slot.row);
      bank.held_until = timing_.held_until(access, slot);
    }
  }
  const bool hit = slot.row == timing::RowOutcome::kHit;
  return {slot.column - (hit ? base::Time(0) : row_to_column_) - at, slot.row};
}

}  // namespace starnuma::memory
