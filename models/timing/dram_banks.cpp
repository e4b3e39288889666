// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_banks.h"

#include <algorithm>

namespace starnuma::timing {

using base::Time;

DramBanks::DramBanks(const DramShape& shape, const DramRules& rules, const DramPolicies& policies,
                     Time first_refresh)
    : rules_(&rules),
      page_(policies.page),
      banks_(static_cast<std::size_t>(shape.banks())),
      groups_(static_cast<std::size_t>(shape.groups())),
      ranks_(static_cast<std::size_t>(shape.ranks)) {
  const bool rank_at_once = policies.refresh == RefreshPolicy::kAllBank;
  const int per_rank = rank_at_once                                  ? 1
                       : policies.refresh == RefreshPolicy::kPerBank ? shape.banks() / shape.ranks
                                                                     : shape.banks_per_group;
  const int units = shape.ranks * per_rank;
  const Time interval = rank_at_once ? rules.refi : rules.refi_sb;
  for (int u = 0; u < units; ++u) {
    refreshes_.push_back(policies.refresh == RefreshPolicy::kNone
                             ? DramRefresh()
                             : DramRefresh(first_refresh + interval * u / units, interval,
                                           rank_at_once ? rules.rfc : rules.rfc_sb));
  }
  for (int b = 0; b < shape.banks(); ++b) {
    const int group = b / shape.banks_per_group;
    const int rank = group / shape.bank_groups;
    Bank& bank = banks_[static_cast<std::size_t>(b)];
    bank.group = static_cast<std::uint16_t>(group);
    bank.rank = static_cast<std::uint8_t>(rank);
    bank.refresh = static_cast<std::uint16_t>(rank * per_rank + b % per_rank);
  }
  for (Rank& rank : ranks_) rank.recent.fill(Time(0) - rules.faw);
}

DramBanks::Next DramBanks::activate_after(const Bank& bank, Time from, bool write) {
  const Rank& rank = ranks_[bank.rank];
  const Time at = std::max({from, bank.ready, groups_[bank.group].activate, rank.activate,
                            rank.recent[rank.oldest] + rules_->faw});
  return {refreshes_[bank.refresh].free_from(at, at + rules_->bank_cycle(write)),
          DramCommand::kActivate};
}

DramBanks::Next DramBanks::next(const DramAccess& access, Time arrival, Time from, bool activated) {
  const Bank& bank = bank_of(access);
  if (bank.row < 0) return activate_after(bank, from, access.write);
  DramRefresh& refresh = refreshes_[bank.refresh];
  const bool open =
      page_ == PagePolicy::kOpen ||
      (page_ == PagePolicy::kAdaptive && (bank.awaits_column || arrival <= bank.precharge));
  if (bank.row == access.row && (activated || open)) {
    const Time column =
        std::max({from, bank.activate + rules_->rcd, groups_[bank.group].column[access.write],
                  ranks_[bank.rank].column[access.write]});
    if (refresh.ended_by(column) != bank.refreshes) {
      return activate_after(bank, std::max(from, refresh.last_end(column)), access.write);
    }
    const Time precharge =
        std::max(bank.precharge, column + rules_->column_to_precharge(access.write));
    const Time free = refresh.free_from(column, precharge + rules_->rp);
    if (__builtin_expect(free == column, 1)) return {column, DramCommand::kColumn};
    return activate_after(bank, free, access.write);
  }
  if (bank.awaits_column) return {kNever, DramCommand::kColumn};
  Next activate = activate_after(bank, from, access.write);
  activate.closes_row = refresh.ended_by(activate.at) == bank.refreshes;
  if (page_ != PagePolicy::kOpen || !activate.closes_row) return activate;
  const Time precharge = std::max(from, bank.precharge);
  const Time closed = precharge + rules_->rp + rules_->bank_cycle(access.write);
  const Time free = refresh.free_from(precharge, closed);
  if (free == precharge) return {precharge, DramCommand::kPrecharge, true};
  return activate_after(bank, free, access.write);
}

void DramBanks::issue(const DramAccess& access, const Next& next) {
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  switch (next.command) {
    case DramCommand::kPrecharge:
      bank.row = -1;
      bank.ready = std::max(next.at + rules_->rp, bank.activate + rules_->rc);
      break;
    case DramCommand::kActivate: {
      bank.row = access.row;
      bank.activate = next.at;
      bank.precharge = next.at + rules_->ras;
      bank.refreshes = refreshes_[bank.refresh].ended_by(next.at);
      bank.awaits_column = true;
      groups_[bank.group].activate = next.at + rules_->rrd_l;
      Rank& rank = ranks_[bank.rank];
      rank.activate = next.at + rules_->rrd_s;
      rank.recent[rank.oldest] = next.at;
      rank.oldest = (rank.oldest + 1) % 4;
      break;
    }
    case DramCommand::kColumn:
      bank.awaits_column = false;
      bank.precharge =
          std::max(bank.precharge, next.at + rules_->column_to_precharge(access.write));
      bank.ready = std::max(bank.precharge + rules_->rp, bank.activate + rules_->rc);
      if (page_ == PagePolicy::kClosed) bank.row = -1;
      column_issued(bank, access.write, next.at);
      break;
  }
}

DramBanks::Whole DramBanks::serve_alone(const DramAccess& access, Time arrival, Time from,
                                        Time latest) {
  const Next command = next(access, arrival, from, false);
  const Next column = command.command == DramCommand::kActivate
                          ? column_after_activate(access, command.at)
                          : Next{kNever, DramCommand::kColumn};
  if (column.at == kNever) return serve_by_commands(access, arrival, from, latest);
  if (column.at <= latest) {
    issue(access, command);
    issue(access, column);
  }
  Whole whole;
  whole.column = column.at;
  whole.activate = command.at;
  whole.row = RowOutcome::kMiss;
  return whole;
}

/// Returns the column command after an ACTIVATE at `activate`, or `kNever` if a refresh comes
/// between them.
DramBanks::Next DramBanks::column_after_activate(const DramAccess& access, Time activate) {
  const Bank& bank = bank_of(access);
  const bool write = access.write;
  const Time column = std::max(
      {activate + rules_->rcd, groups_[bank.group].column[write], ranks_[bank.rank].column[write]});
  const Time precharge =
      std::max(activate + rules_->ras, column + rules_->column_to_precharge(write));
  DramRefresh& refresh = refreshes_[bank.refresh];
  const std::int64_t refreshes = refresh.ended_by(activate);
  const bool free = refresh.free_from(column, precharge + rules_->rp) == column &&
                    refresh.ended_by(column) == refreshes;
  return {free ? column : kNever, DramCommand::kColumn};
}

/// As serve_alone(), for any sequence of commands.
DramBanks::Whole DramBanks::serve_by_commands(const DramAccess& access, Time arrival, Time from,
                                              Time latest) {
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  Group& group = groups_[bank.group];
  Rank& rank = ranks_[bank.rank];
  const Bank bank_before = bank;
  const Group group_before = group;
  const Rank rank_before = rank;
  Whole whole;
  Next command = next(access, arrival, from, false);
  while (command.command != DramCommand::kColumn) {
    issue(access, command);
    if (command.command == DramCommand::kPrecharge) {
      whole.precharge = command.at;
      whole.row = RowOutcome::kConflict;
    } else if (whole.row == RowOutcome::kHit) {
      whole.row = RowOutcome::kMiss;
    }
    command = next(access, arrival, from, true);
  }
  whole.column = command.at;
  whole.activate = bank.activate;
  if (command.at <= latest) {
    issue(access, command);
    return whole;
  }
  bank = bank_before;
  group = group_before;
  rank = rank_before;
  return whole;
}

/// Moves the earliest column commands of all groups and ranks behind the one at `at`.
void DramBanks::column_issued(const Bank& bank, bool write, Time at) {
  const auto delay = [&](DramRelation relation, std::array<Time, 2>& earliest) {
    const Time(&gaps)[2] = rules_->column_gaps(relation, write);
    earliest[0] = std::max(earliest[0], at + gaps[0]);
    earliest[1] = std::max(earliest[1], at + gaps[1]);
  };
  delay(DramRelation::kSameGroup, groups_[bank.group].column);
  delay(DramRelation::kSameRank, ranks_[bank.rank].column);
  if (ranks_.size() == 1) return;
  for (Rank& rank : ranks_) {
    if (&rank != &ranks_[bank.rank]) delay(DramRelation::kOtherRank, rank.column);
  }
}

}  // namespace starnuma::timing
