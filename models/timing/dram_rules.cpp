// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_rules.h"

#include <algorithm>

namespace starnuma::timing {
namespace {

/// Clocks from the column command of an access of kind `first` to that of one of kind `second`.
std::int64_t clocks_between(const DramTimings& t, DramRelation relation, unsigned first,
                            unsigned second) {
  const bool from_write = (first & kWrites) != 0;
  const bool to_write = (second & kWrites) != 0;
  const bool other_rank = relation == DramRelation::kOtherRank;
  const bool same_group = relation == DramRelation::kSameGroup;
  const auto pick = [&](base::Cycles l, base::Cycles s) { return (same_group ? l : s).value; };

  const std::int64_t to_data = (from_write ? t.t_cwl : t.t_cl).value;
  const std::int64_t from_data = (to_write ? t.t_cwl : t.t_cl).value;
  std::int64_t idle = other_rank ? t.rank_gap.value : 0;
  if (!from_write && to_write) idle = std::max(idle, t.read_to_write_gap.value);
  std::int64_t clocks = to_data + t.burst.value + idle - from_data;
  if (!other_rank) {
    if (from_write && !to_write)
      clocks = t.t_cwl.value + t.burst.value + pick(t.t_wtr_l, t.t_wtr_s);
    if (from_write && to_write) clocks = std::max(clocks, pick(t.t_ccd_l_wr, t.t_ccd_s_wr));
    if (!from_write) clocks = std::max(clocks, pick(t.t_ccd_l, t.t_ccd_s));
    if ((first & second & kActivates) != 0) clocks = std::max(clocks, pick(t.t_rrd_l, t.t_rrd_s));
  }
  return std::max<std::int64_t>(clocks, 1);
}

/// Rounded up to a picosecond, so that a sum of rules is never shorter than its clocks.
base::Time time_up(const base::ClockRatio& clock, std::int64_t clocks) {
  const std::int64_t per_ps = clock.ticks_per_ps();
  return base::Time((clocks * clock.ticks_per_step() + per_ps - 1) / per_ps);
}

}  // namespace

DramRules::DramRules(const DramTimings& t, base::Frequency frequency) {
  const base::ClockRatio clock(frequency);
  const auto time_of = [&](std::int64_t clocks) { return time_up(clock, clocks); };
  rcd = time_of(t.t_rcd.value);
  rp = time_of(t.t_rp.value);
  ras = time_of(t.t_ras.value);
  rc = time_of(t.t_rc.value);
  faw = time_of(t.t_faw.value);
  refi = time_of(t.t_refi.value);
  refi_sb = time_of(t.t_refi_sb.value);
  rfc = time_of(t.t_rfc.value);
  rfc_sb = time_of(t.t_rfc_sb.value);
  const std::int64_t to_precharge[2] = {t.t_rtp.value,
                                        t.t_cwl.value + t.burst.value + t.t_wr.value};
  for (unsigned kind = 0; kind < 4; ++kind) {
    const std::int64_t recovery = to_precharge[kind & kWrites];
    to_precharge_[kind & kWrites] = time_of(recovery);
    to_closed_[kind] = to_activate_[kind] = time_of(recovery + t.t_rp.value);
    if ((kind & kActivates) == 0) continue;
    const std::int64_t closed = std::max(t.t_ras.value, t.t_rcd.value + recovery) + t.t_rp.value;
    to_closed_[kind] = time_of(closed) - rcd;
    to_activate_[kind] = time_of(std::max(closed, t.t_rc.value)) - rcd;
  }
  fill_gaps(t, clock);
}

void DramRules::fill_gaps(const DramTimings& t, const base::ClockRatio& clock) {
  std::int64_t densest = t.t_faw.value;  // clocks between activates of one rank, at the least
  for (const auto relation :
       {DramRelation::kSameGroup, DramRelation::kSameRank, DramRelation::kOtherRank}) {
    for (unsigned first = 0; first < 4; ++first) {
      for (unsigned second = 0; second < 4; ++second) {
        const std::int64_t clocks = clocks_between(t, relation, first, second);
        const base::Time gap = time_up(clock, clocks);
        gaps_[(static_cast<unsigned>(relation) << 4) | (first << 2) | second] = gap.ps();
        longest_gap_ = std::max(longest_gap_, gap);
        const bool both_activate = (first & second & kActivates) != 0;
        if (both_activate && relation != DramRelation::kOtherRank) {
          densest = std::min(densest, clocks);
        }
      }
    }
  }
  faw_binds_ = t.t_faw.value > 4 * densest;
  if (faw_binds_) longest_gap_ = std::max(longest_gap_, faw);
}

}  // namespace starnuma::timing
