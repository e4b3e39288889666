// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_timing.h"

#include <algorithm>

namespace starnuma::timing {

DramTiming::DramTiming(const DramShape& shape, const DramRules& rules, PagePolicy page,
                       RefreshPolicy refresh, base::Time first_refresh)
    : rules_(rules), page_(page), columns_(rules) {
  const bool same_bank = refresh == RefreshPolicy::kSameBank;
  const int per_rank = same_bank ? shape.banks_per_group : 1;
  const int units = shape.ranks * per_rank;
  const base::Time interval = same_bank ? rules.refi_sb : rules.refi;
  for (int u = 0; u < units; ++u) {
    refreshes_.push_back(refresh == RefreshPolicy::kNone
                             ? DramRefresh()
                             : DramRefresh(first_refresh + interval * u / units, interval,
                                           same_bank ? rules.rfc_sb : rules.rfc));
  }
  for (int b = 0; b < shape.banks(); ++b) {
    const int group = b / shape.banks_per_group;
    const int rank = group / shape.bank_groups;
    const int unit = rank * per_rank + b % per_rank;
    Bank bank{};
    bank.group = static_cast<std::uint16_t>(group);
    bank.rank = static_cast<std::uint8_t>(rank);
    bank.refresh = static_cast<std::uint16_t>(unit);
    bank.row = -1;
    banks_.push_back(bank);
  }
}

/// What row and last commands of the bank allow.
DramTiming::Slot DramTiming::row_slot(const Bank& bank, const DramAccess& access, base::Time from) {
  if (bank.row < 0 || bank.refreshes != refreshes_[bank.refresh].ended_by(from)) {
    return {std::max(from, bank.ready) + rules_.rcd, RowOutcome::kMiss};
  }
  if (bank.row == access.row) {
    return {std::max(from, bank.activate + rules_.rcd), RowOutcome::kHit};
  }
  const base::Time activate =
      std::max(std::max(from, bank.precharge) + rules_.rp, bank.activate + rules_.rc);
  return {activate + rules_.rcd, RowOutcome::kConflict};
}

/// Moves `slot` to where the rules across banks allow it. False when it runs into a refresh there;
/// `from` is then the end of that.
bool DramTiming::place_on_bus(const DramAccess& access, Slot& slot, base::Time& from) {
  slot.column = columns_.first_fit(entry_of(access, slot.row), slot.column);
  const base::Time first = slot.column - lead(slot.row);
  base::Time precharge = slot.column + rules_.column_to_precharge(access.write);
  if (slot.row != RowOutcome::kHit) {
    precharge = std::max(precharge, slot.column - rules_.rcd + rules_.ras);
  }
  const base::Time free = refresh_of(access).free_from(first, precharge + rules_.rp);
  if (free == first) return true;
  from = free;
  return false;
}

DramTiming::Slot DramTiming::earliest(const DramAccess& access, base::Time from) {
  const Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  Slot slot;
  do slot = row_slot(bank, access, from);
  while (!place_on_bus(access, slot, from));
  return slot;
}

DramTiming::Slot DramTiming::earliest_late(const DramAccess& access, base::Time from) {
  const Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  Slot slot;
  slot.row = bank.row < 0             ? RowOutcome::kMiss
             : bank.row == access.row ? RowOutcome::kHit
                                      : RowOutcome::kConflict;
  do slot.column = from + lead(slot.row);
  while (!place_on_bus(access, slot, from));
  return slot;
}

base::Time DramTiming::holds_bank(const DramAccess& access) const {
  if (page_ == PagePolicy::kClosed) return rules_.bank_cycle(access.write);
  const Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  const base::Time column = rules_.column_gap(DramRelation::kSameGroup, 0, 0);
  if (bank.row == access.row) return column;
  return column + lead(bank.row < 0 ? RowOutcome::kMiss : RowOutcome::kConflict);
}

void DramTiming::commit(const DramAccess& access, const Slot& slot) {
  columns_.add(entry_of(access, slot.row), slot.column);
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  if (slot.row != RowOutcome::kHit) {
    bank.activate = slot.column - rules_.rcd;
    bank.precharge = bank.activate + rules_.ras;
    if (page_ == PagePolicy::kOpen) {
      bank.row = access.row;
      bank.refreshes = refreshes_[bank.refresh].ended_by(bank.activate);
    }
  }
  bank.precharge = std::max(bank.precharge, slot.column + rules_.column_to_precharge(access.write));
  bank.ready = std::max(bank.precharge + rules_.rp, bank.activate + rules_.rc);
}

}  // namespace starnuma::timing
