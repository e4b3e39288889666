// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_timing.h"

#include <algorithm>

namespace starnuma::timing {

DramTiming::DramTiming(const DramShape& shape, const DramRules& rules, const DramPolicies& policies,
                       base::Time first_refresh)
    : rules_(rules),
      lead_{base::Time(0), rules.rcd, rules.rp + rules.rcd},
      page_(policies.page),
      reorders_(policies.reorder_from > 0),
      columns_(rules, policies.reorder_from) {
  const bool rank_at_once = policies.refresh == RefreshPolicy::kAllBank;
  const int per_rank = rank_at_once                                  ? 1
                       : policies.refresh == RefreshPolicy::kPerBank ? shape.banks() / shape.ranks
                                                                     : shape.banks_per_group;
  const int units = shape.ranks * per_rank;
  const base::Time interval = rank_at_once ? rules.refi : rules.refi_sb;
  for (int u = 0; u < units; ++u) {
    refreshes_.push_back(policies.refresh == RefreshPolicy::kNone
                             ? DramRefresh()
                             : DramRefresh(first_refresh + interval * u / units, interval,
                                           rank_at_once ? rules.rfc : rules.rfc_sb));
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
[[gnu::always_inline]] inline DramTiming::Slot DramTiming::row_slot(const Bank& bank,
                                                                    const DramAccess& access,
                                                                    base::Time from) {
  const auto closed = [&] {  // by a refresh since
    return bank.refreshes != refreshes_[bank.refresh].ended_by(std::max(from, bank.activate));
  };
  const RowOutcome row = outcome(bank, access, from);
  if (__builtin_expect(joins_row_before(bank, access, from), 0)) {
    return {std::max(from, bank.before_activate + rules_.rcd), 0, RowOutcome::kHit, true};
  }
  if (row == RowOutcome::kMiss || closed()) {
    return {std::max(from, bank.ready) + rules_.rcd, 0, RowOutcome::kMiss, false};
  }
  if (row == RowOutcome::kHit) {
    return {std::max(from, bank.activate + rules_.rcd), 0, RowOutcome::kHit, false};
  }
  const base::Time activate =
      std::max(std::max(from, bank.precharge) + rules_.rp, bank.activate + rules_.rc);
  return {activate + rules_.rcd, 0, RowOutcome::kConflict, false};
}

DramTiming::Slot DramTiming::alone(const DramAccess& access, base::Time at) {
  const Bank& bank = bank_of(access);
  const RowOutcome row = outcome(bank, access, at);
  const base::Time column = at + lead(row);
  const base::Time closed = column + rules_.column_to_closed(kind_of(access, row));
  return {refreshes_[bank.refresh].free_from(at, closed) + lead(row), 0, row, false};
}

DramTiming::Slot DramTiming::find(const DramAccess& access, base::Time from, bool late) {
  const Bank& bank = bank_of(access);
  Slot slot;
  for (;;) {
    slot = __builtin_expect(late, 0) ? alone(access, from) : row_slot(bank, access, from);
    const ColumnList::Entry entry = entry_of(bank, access, slot.row);
    const ColumnList::Place place = columns_.first_fit(entry, slot.column);
    slot.column = place.column;
    slot.index = place.index;
    const base::Time first = slot.column - lead(slot.row);
    const base::Time closed = slot.column + rules_.column_to_closed(entry.kind);
    const base::Time free = refreshes_[bank.refresh].free_from(first, closed);
    if (__builtin_expect(free == first, 1)) return slot;
    from = free;
  }
}

base::Time DramTiming::ready(const DramAccess& access, base::Time from) {
  const Bank& bank = bank_of(access);
  for (;;) {
    const Slot slot = row_slot(bank, access, from);
    const base::Time first = slot.column - lead(slot.row);
    const base::Time closed = slot.column + rules_.column_to_closed(kind_of(access, slot.row));
    const base::Time free = refreshes_[bank.refresh].free_from(first, closed);
    if (__builtin_expect(free == first, 1)) return slot.column;
    from = free;
  }
}

void DramTiming::commit(const DramAccess& access, const Slot& slot) {
  commit_late(access, slot);
  if (slot.joins) return;
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  const unsigned kind = kind_of(access, slot.row);
  if (page_ == PagePolicy::kClosed) {
    bank.ready = slot.column + rules_.column_to_activate(kind);
    return;
  }
  if (slot.row != RowOutcome::kHit) {
    bank.row_before = bank.row;
    bank.before_activate = bank.activate;
    bank.before_precharge = bank.precharge;
    bank.activate = slot.column - rules_.rcd;
    bank.precharge = bank.activate + rules_.ras;
    bank.row = static_cast<std::int32_t>(access.row);
    bank.refreshes = refreshes_[bank.refresh].ended_by(bank.activate);
  }
  bank.precharge = std::max(bank.precharge, slot.column + rules_.column_to_precharge(access.write));
  bank.ready = std::max(bank.precharge + rules_.rp, bank.activate + rules_.rc);
}

}  // namespace starnuma::timing
